// The k best DAGs, proven, for scores that are sums of local terms.
//
// The dynamic program over subsets with k values in each cell: for every node and candidate set the k best parent
// sets, for every set of variables the k best DAGs on it, each made of a sink, one of the k best DAGs on the rest and
// one of the sink's k best parent sets. A DAG with several sinks is reached once through each; copies are recognised by
// their parents. k · (d · 2^(d−1) + 2^d · d) numbers of memory.
//
// Tian, He, Ram, "Bayesian model averaging using the k-best Bayesian network structures", UAI 2010.

import { check } from "../check.ts";
import { type Graph, graphFromParents } from "../graph/graph.ts";
import { allowedParents, type Knowledge, noKnowledge, requiredParents } from "../graph/knowledge.ts";
import type { Score } from "../score/score.ts";
import { bitCount, checkedTerm, maskOf, membersOf, spread, squeeze } from "./subset-program.ts";

export interface KBestOptions {
  readonly knowledge?: Knowledge;
  readonly memoryBytes?: number;
}

export interface Ranked {
  readonly graph: Graph;
  readonly score: number;
}

/** Bytes needed for k graphs on d variables, roughly. */
export function kBestBytes(d: number, k: number): number {
  return k * (d * 2 ** (d - 1) * 12 + 2 ** d * (8 + 4 * d)) + 8 * d * 2 ** (d - 1);
}

export function kBest(score: Score, k: number, options: KBestOptions = {}): Ranked[] {
  const { d, local } = score;
  const { knowledge = noKnowledge(d), memoryBytes = Number.POSITIVE_INFINITY } = options;
  check(k >= 1 && Number.isInteger(k), `best: a whole number of graphs from 1 on, got ${k}`);
  check(
    local !== undefined && local.combine === undefined,
    `best: only a score that is the sum of its terms has its k best graphs proven, and "${score.name}" is not; use --score bic or bge`,
  );
  const bytes = kBestBytes(d, k);
  check(
    bytes <= memoryBytes,
    `best: ${k} graphs of ${d} variables need ${(bytes / 1e9).toFixed(1)} GB of memory and ${(memoryBytes / 1e9).toFixed(1)} GB are at hand; ask for fewer`,
  );
  const half = 2 ** (d - 1);
  const parentSets = Array.from({ length: d }, (_, j) => bestParentSets(j));
  const all: Cell[][] = [[{ score: 0, parents: new Uint32Array(d) }]];
  for (let S = 1; S < 2 ** d; S++) all[S] = bestOn(S);
  return all[2 ** d - 1].map(({ score: value, parents }) => ({
    graph: graphFromParents([...parents].map((mask) => membersOf(mask))),
    score: value,
  }));

  /** For each candidate set the k best parent sets within it, best first. */
  function bestParentSets(j: number): { sets: Uint32Array; scores: Float64Array }[] {
    const allowed = maskOf(allowedParents(knowledge, j));
    const required = maskOf(requiredParents(knowledge, j));
    const out: { sets: Uint32Array; scores: Float64Array }[] = new Array(half);
    for (let index = 0; index < half; index++) {
      const S = spread(index, j);
      const pool = new Map<number, number>();
      if (bitCount(S) <= knowledge.maxParents && (S & ~allowed) === 0 && (required & ~S) === 0) {
        pool.set(S, checkedTerm(local!, j, membersOf(S)));
      }
      for (const i of membersOf(S)) {
        const { sets, scores } = out[squeeze(S & ~(1 << i), j)];
        sets.forEach((set, r) => {
          pool.set(set, scores[r]);
        });
      }
      const ranked = [...pool].sort((p, q) => q[1] - p[1] || p[0] - q[0]).slice(0, k);
      out[index] = {
        sets: Uint32Array.from(ranked, (p) => p[0]),
        scores: Float64Array.from(ranked, (p) => p[1]),
      };
    }
    return out;
  }

  function bestOn(S: number): Cell[] {
    // The pairs of a sink are a grid sorted both ways: before pair (r, s) come (r + 1)(s + 1) − 1 different DAGs.
    const found: Cell[] = [];
    for (const j of membersOf(S)) {
      const rest = S & ~(1 << j);
      const { sets, scores } = parentSets[j][squeeze(rest, j)];
      for (let r = 0; r < all[rest].length; r++) {
        for (let s = 0; s < sets.length && (r + 1) * (s + 1) <= k; s++) {
          const parents = new Uint32Array(all[rest][r].parents);
          parents[j] = sets[s];
          found.push({ score: all[rest][r].score + scores[s], parents });
        }
      }
    }
    found.sort((p, q) => q.score - p.score || compare(p.parents, q.parents));
    const seen = new Set<string>();
    const out: Cell[] = [];
    for (const cell of found) {
      const key = cell.parents.join();
      if (seen.has(key)) continue;
      seen.add(key);
      out.push(cell);
      if (out.length === k) break;
    }
    return out;
  }
}

interface Cell {
  readonly score: number;
  readonly parents: Uint32Array;
}

function compare(a: Uint32Array, b: Uint32Array): number {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return a[i] - b[i];
  return 0;
}
