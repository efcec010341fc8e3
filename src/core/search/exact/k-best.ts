// The k best DAGs, proven, for scores that are sums of local terms.
//
// The dynamic program over subsets with k values in each cell: for every node and candidate set the k best parent
// sets, for every set of variables the k best DAGs on it, each composed of a sink, one of the k best DAGs on the rest and
// one of the sink's k best parent sets. A DAG with several sinks is reached once through each; duplicates are recognised by
// their parents. Memory: k · (d · 2^(d−1) + 2^d · d) numbers.
//
// For scores that are equal for all members of an equivalence class, the k best classes: graphs with the same skeleton and
// v-structures are then duplicates, and each cell has the k best classes. None is lost: a sink added with the same parents to
// two equivalent DAGs gives two equivalent DAGs, and with other parents, or to another class, inequivalent ones.
//
// Tian, He, Ram, "Bayesian model averaging using the k-best Bayesian network structures", UAI 2010.
// Chen, Tian, "Finding the k-best equivalence classes of Bayesian network structures for model averaging", AAAI 2014.

import { check, setTo } from "../../check.ts";
import { type Graph, graphFromParents } from "../../graph/graph.ts";
import { allowedParents, type Knowledge, noKnowledge, requiredParents } from "../../graph/knowledge.ts";
import type { Score } from "../../score/score.ts";
import { bitCount, checkedTerm, maskOf, membersOf, spread, squeeze } from "./subset-program.ts";

export interface KBestOptions {
  readonly knowledge?: Knowledge;
  readonly memoryBytes?: number;
  /** One graph from each of the k best equivalence classes: for scores that are equal for all members of a class. */
  readonly areClasses?: boolean;
}

export interface Ranked {
  readonly graph: Graph;
  readonly score: number;
}

/** Bytes needed for k graphs on d variables: the numbers, some 300 for each cell's arrays, and as much again temporarily. */
function kBestBytes(d: number, k: number): number {
  return 2 * (d * 2 ** (d - 1) * (300 + 12 * k) + 2 ** d * (300 + k * (8 + 4 * d)));
}

/** Throws if the request cannot be met. */
export function checkKBest({ d, local, name }: Score, k: number, memoryBytes: number): void {
  check(
    k >= 1 && Number.isInteger(k),
    `best: the number of graphs must be a whole number of at least 1, got ${k}`,
  );
  check(
    local !== undefined && local.combine === undefined,
    `best: only a score that is the sum of its terms has its k best graphs proven, and "${name}" is not`,
    { field: "best", remedies: setTo("score", ["bic", "bge"]) },
  );
  const bytes = kBestBytes(d, k);
  check(
    bytes <= memoryBytes,
    `best: ${k} graphs of ${d} variables need ${(bytes / 1e9).toFixed(1)} GB of memory and ${(memoryBytes / 1e9).toFixed(1)} GB are available; request fewer`,
  );
}

/**
 * The k best DAGs with their scores, best first.
 *
 * @example
 * ```js
 * const { table } = simulate({ nodes: 3, samples: 60 });
 * kBest(linearBic(table), 5).length; // 5
 * ```
 */
export function kBest(score: Score, k: number, options: KBestOptions = {}): Ranked[] {
  const running = kBestSteps(score, k, options);
  for (;;) {
    const { value, done } = running.next();
    if (done) return value;
  }
}

/** The k best DAGs, best first; yields the share done. */
export function* kBestSteps(
  score: Score,
  k: number,
  options: KBestOptions = {},
): Generator<number, Ranked[], void> {
  const { d, local } = score;
  const { knowledge = noKnowledge(d), memoryBytes = Number.POSITIVE_INFINITY, areClasses = false } = options;
  checkKBest(score, k, memoryBytes);
  const parentSets: Best[][] = [];
  for (let j = 0; j < d; j++) parentSets.push(yield* bestParentSets(j));
  const all: Best[] = [{ scores: Float64Array.of(0), sets: new Uint32Array(d) }];
  for (let S = 1; S < 2 ** d; S++) {
    all.push(bestOn(S));
    if (S % 64 === 0) yield 0.5 + S / 2 ** (d + 1);
  }
  const { scores, sets } = all[2 ** d - 1];
  return Array.from(scores, (value, r) => ({
    graph: graphFromParents(Array.from(sets.subarray(r * d, r * d + d), membersOf)),
    score: value,
  }));

  /** For each candidate set the k best parent sets within it, best first. */
  function* bestParentSets(j: number): Generator<number, Best[], void> {
    const half = 2 ** (d - 1);
    const allowed = maskOf(allowedParents(knowledge, j));
    const required = maskOf(requiredParents(knowledge, j));
    const out: Best[] = [];
    for (let index = 0; index < half; index++) {
      const S = spread(index, j);
      const pool = new Map<number, number>();
      if (bitCount(S) <= knowledge.maxParents && (S & ~allowed) === 0 && (required & ~S) === 0) {
        pool.set(S, checkedTerm(local!, j, membersOf(S)));
      }
      for (const i of membersOf(S)) {
        const { sets, scores } = out[squeeze(S & ~(1 << i), j)];
        for (let r = 0; r < sets.length; r++) pool.set(sets[r], scores[r]);
      }
      const ranked = [...pool].sort((p, q) => q[1] - p[1] || p[0] - q[0]).slice(0, k);
      out.push({
        sets: Uint32Array.from(ranked, (p) => p[0]),
        scores: Float64Array.from(ranked, (p) => p[1]),
      });
      if (index % 256 === 255) yield (0.5 * (j + index / half)) / d;
    }
    return out;
  }

  function bestOn(S: number): Best {
    const candidates: { score: number; rest: number; r: number; j: number; set: number }[] = [];
    for (const j of membersOf(S)) {
      const rest = S & ~(1 << j);
      const { sets, scores } = parentSets[j][squeeze(rest, j)];
      const before = all[rest].scores;
      // The pairs of a sink form a grid sorted in both directions: (r + 1)(s + 1) − 1 different DAGs come before pair (r, s).
      for (let r = 0; r < before.length; r++) {
        for (let s = 0; s < sets.length && (r + 1) * (s + 1) <= k; s++) {
          candidates.push({ score: before[r] + scores[s], rest, r, j, set: sets[s] });
        }
      }
    }
    candidates.sort((p, q) => q.score - p.score || p.j - q.j || p.r - q.r || p.set - q.set);
    const seen = new Set<string>();
    const scores: number[] = [];
    const sets: number[] = [];
    for (const { score: value, rest, r, j, set } of candidates) {
      const parents = all[rest].sets.slice(r * d, r * d + d);
      parents[j] = set;
      const key = areClasses ? classKey(parents) : parents.join();
      if (seen.has(key)) continue;
      seen.add(key);
      scores.push(value);
      sets.push(...parents);
      if (scores.length === k) break;
    }
    return { scores: Float64Array.from(scores), sets: Uint32Array.from(sets) };
  }
}

/** Equal for two DAGs if they have the same skeleton and the same v-structures. */
function classKey(parents: Uint32Array): string {
  const links = Uint32Array.from(parents);
  parents.forEach((set, j) => {
    for (const i of membersOf(set)) links[i] |= 1 << j;
  });
  // The parents of j that are not adjacent to another one: with the links, they determine which pairs collide at j.
  const colliders = parents.map((set) =>
    maskOf(membersOf(set).filter((i) => (set & ~links[i] & ~(1 << i)) !== 0)),
  );
  return `${links.join()};${colliders.join()}`;
}

/** The best of a cell: scores, best first, each with its parent set (for a node) or d parent sets (for a DAG). */
interface Best {
  readonly scores: Float64Array;
  readonly sets: Uint32Array;
}
