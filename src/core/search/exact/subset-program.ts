// The dynamic program over subsets of variables, ready to be run with any multiplier on the number of edges.
//
//     pass(μ) = min over DAGs G that obey the knowledge of  Σ_j cost(j, parents of j) + μ · |edges of G|
//
// where cost = −term of the score. Three sweeps: the cost of every (node, parent set); for every node and candidate
// set the least cost within it; for every set of variables the best sink. d · 2^(d−1) + 2 · 2^d numbers of memory and
// about d² · 2^(d−2) comparisons for a pass.
//
// After a pass, a sweep backwards gives the least cost of what comes after each set. What comes before a variable, itself,
// and what comes after then tell what a graph costs at least in which two given variables are not linked: in any order one
// of them comes first, and is no parent of the other. 2^(d−1) sums for a pair, beside the d · 2^(d−1) of the sweep.
//
// Silander & Myllymäki, "A simple approach for finding the globally optimal Bayesian network structure", UAI 2006.
// Differs: no argmins are stored. The graph is read back from the full set downwards, taking costs within a relative
// 1e-9 (or what rounding can do, where that is more) as equal: the sink is the highest-numbered that ties, and a parent is dropped (highest number first) whenever
// the set without it ties. So rounding, and with it the order of the rows, does not choose the graph.

import { check } from "../../check.ts";
import { type Graph, graphFromParents } from "../../graph/graph.ts";
import { allowedParents, type Knowledge, requiredParents } from "../../graph/knowledge.ts";
import { bitCount, maskOf, membersOf, spread, squeeze } from "../../math/bit-sets.ts";
import { unitDiagonal } from "../../math/scatter.ts";
import { pivotTolerance } from "../../math/solve.ts";
import { createKernels, type Kernels, maxKernelBytes } from "../../math/wasm/wasm.ts";
import { costRounding } from "../../score/rounding.ts";
import { type Local, scoreTolerance } from "../../score/score.ts";

export { bitCount, maskOf, membersOf, spread, squeeze } from "../../math/bit-sets.ts";

export interface SubsetProgram {
  /** Runs one pass; yields the share done. */
  readonly pass: (multiplier: number) => Generator<number, SubsetOptimum, void>;
  /** For each pair the least cost of a DAG in which the two are not linked, with the multiplier of the last pass; Infinity where none obeys. */
  readonly unlinked: (pairs: readonly (readonly [number, number])[]) => Generator<number, Float64Array, void>;
  readonly tables: SubsetTables;
}

/** Where the program works, for whoever asks other things of the same terms. */
export interface SubsetTables {
  readonly kernels: Kernels;
  /** d · 2^(d−1) numbers: for each node those of its parent sets, renumbered by `squeeze`. */
  readonly table: number;
  /** Two tables of 2^d numbers, one for each set of variables. */
  readonly sets: readonly [number, number];
  /** Fills the table with the costs; yields shares of a pass. */
  readonly fill: () => Generator<number, number, void>;
}

export interface SubsetOptimum {
  /** The least cost, multiplier included; Infinity when no DAG obeys the knowledge. */
  readonly value: number;
  readonly graph: Graph;
  /** Times that a parent or a node was found to be a linear combination of the parents before it. */
  readonly collinear: number;
}

/** Bytes a program for d variables allocates. */
export function subsetProgramBytes(d: number, local: Local): number {
  const tables = 8 * (d * 2 ** Math.max(0, d - 1) + 2 * 2 ** d);
  const kept = local.gaussian ? 0 : 8 * d * 2 ** Math.max(0, d - 1);
  return tables + kept + 65536;
}

/** `moreBytes`: room in the program's memory for what its tables are used for besides. */
export function subsetProgram(local: Local, knowledge: Knowledge, moreBytes = 0): SubsetProgram {
  const { d } = knowledge;
  const tableBytes = 8 * (d * 2 ** (d - 1) + 2 * 2 ** d);
  check(
    d >= 1 && tableBytes + moreBytes <= maxKernelBytes,
    `exact: between 1 and 25 variables fit the program, got ${d}`,
  );
  const half = 2 ** (d - 1);
  const full = 2 ** d - 1;
  const stride = d + (d % 2);
  const workFloats = (d + 1) * ((d + 1) * stride + 2);
  const kernels = createKernels(tableBytes + moreBytes + 8 * (workFloats + d * d + 6 * d) + 4096);
  const table = kernels.allocateFloats(d * half);
  const costs = kernels.allocateFloats(full + 1);
  const rest = kernels.allocateFloats(full + 1);
  const fillCosts = local.gaussian ? gaussianCosts() : listedCosts();
  const rounding = costRounding(local);
  let isListed = local.gaussian !== undefined;

  return { pass, unlinked, tables: { kernels, table, sets: [costs, rest], fill: () => fillCosts(0) } };

  /** Share of a pass that the costs are: nearly all of it where each is asked of the score. */
  function share(): number {
    return isListed ? 0.4 : 0.95;
  }

  function* pass(multiplier: number): Generator<number, SubsetOptimum, void> {
    const filled = share();
    const collinear = yield* fillCosts(multiplier);
    for (let j = 0; j < d; j++) {
      kernels.call.lowerOverSubsets(table + 8 * j * half, d - 1);
      yield filled + (0.5 * (1 - filled) * (j + 1)) / d;
    }
    kernels.floats(costs, 1)[0] = 0;
    const chunk = 2 ** 17;
    for (let from = 1; from <= full; from += chunk) {
      kernels.call.bestOrderCosts(costs, table, d, from, Math.min(from + chunk, full + 1));
      yield (1 + filled + ((1 - filled) * from) / (full + 1)) / 2;
    }
    const value = kernels.floats(costs, full + 1)[full];
    return {
      value,
      graph: graphFromParents(value < Number.POSITIVE_INFINITY ? readBack() : emptyParents()),
      collinear,
    };
  }

  function* unlinked(pairs: readonly (readonly [number, number])[]): Generator<number, Float64Array, void> {
    kernels.floats(rest, full + 1)[full] = 0;
    const chunk = 2 ** 17;
    for (let from = full - 1; from >= 0; from -= chunk) {
      kernels.call.bestRestCosts(rest, table, d, from, Math.max(0, from - chunk + 1));
      yield (0.5 * (full - from)) / full;
    }
    const out = new Float64Array(pairs.length);
    for (const [k, [i, j]] of pairs.entries()) {
      const { unlinkedCost } = kernels.call;
      out[k] = Math.min(unlinkedCost(costs, rest, table, d, i, j), unlinkedCost(costs, rest, table, d, j, i));
      yield 0.5 + (0.5 * (k + 1)) / pairs.length;
    }
    return out;
  }

  /** Costs from the kernel: recomputed for each pass, because keeping them would double the memory. */
  function gaussianCosts() {
    const { M, kind, a, b, c } = local.gaussian!;
    const { R, scale } = unitDiagonal(M);
    const matrix = kernels.allocateFloats(d * d);
    const scales = kernels.allocateFloats(d);
    const coefficients = kernels.allocateFloats(3 * d);
    const masks = kernels.allocateFloats(d);
    const work = kernels.allocateFloats(workFloats);
    kernels.floats(matrix, d * d).set(R.data);
    kernels.floats(scales, d).set(scale);
    kernels.floats(coefficients, 3 * d).set([...a, ...b, ...c]);
    for (let j = 0; j < d; j++) {
      kernels
        .words(masks + 8 * j, 2)
        .set([maskOf(allowedParents(knowledge, j)), maskOf(requiredParents(knowledge, j))]);
    }
    return function* (multiplier: number): Generator<number, number, void> {
      let collinear = 0;
      const chunk = 2 ** 15;
      for (let from = 0; from <= full; from += chunk) {
        collinear += kernels.call.subsetCosts(
          matrix,
          scales,
          d,
          work,
          table,
          masks,
          coefficients,
          knowledge.maxParents,
          kind === "log" ? 1 : 0,
          multiplier,
          pivotTolerance,
          from,
          Math.min(from + chunk, full + 1),
        );
        yield (share() * from) / (full + 1);
      }
      return collinear;
    };
  }

  /** Costs asked of the score one by one, once; each pass adds its multiplier. */
  function listedCosts() {
    const kept = new Float64Array(d * half);
    return function* (multiplier: number): Generator<number, number, void> {
      const out = kernels.floats(table, d * half);
      for (let j = 0; j < d; j++) {
        const allowed = maskOf(allowedParents(knowledge, j));
        const required = maskOf(requiredParents(knowledge, j));
        for (let index = 0; index < half; index++) {
          const at = j * half + index;
          const S = spread(index, j);
          const k = bitCount(S);
          if (!isListed) {
            const forbidden = k > knowledge.maxParents || (S & ~allowed) !== 0 || (required & ~S) !== 0;
            kept[at] = forbidden ? Number.POSITIVE_INFINITY : -checkedTerm(local, j, membersOf(S));
          }
          out[at] = kept[at] + multiplier * k;
          if (index % 512 === 511) yield (share() * at) / (d * half);
        }
      }
      isListed = true;
      return 0;
    };
  }

  /** The best graph, from the filled tables. */
  function readBack(): number[][] {
    const best = kernels.floats(table, d * half);
    const total = kernels.floats(costs, full + 1);
    let empty = 0;
    for (let j = 0; j < d; j++) empty += best[j * half];
    // Relative to what the edges gain where that is less: a change of units moves the costs, not the gain.
    const gain = Number.isFinite(empty) ? Math.abs(empty - total[full]) : Number.POSITIVE_INFINITY;
    // What ties may cost in all; each choice takes what it costs.
    let budget = Math.max(rounding, scoreTolerance * Math.min(gain, Math.abs(total[full])));
    const parents = emptyParents();
    let S = full;
    while (S !== 0) {
      let sink = d - 1;
      while (sink >= 0 && !(has(S, sink) && costWith(sink, S) <= total[S] + budget)) sink--;
      if (sink < 0) throw new Error("no sink attains the cost of its set");
      budget -= Math.max(0, costWith(sink, S) - total[S]);
      let C = S & ~(1 << sink);
      const least = costOf(sink, C);
      for (let k = d - 1; k >= 0; k--) {
        if (has(C, k) && costOf(sink, C & ~(1 << k)) <= least + budget) C &= ~(1 << k);
      }
      budget -= Math.max(0, costOf(sink, C) - least);
      parents[sink] = membersOf(C);
      S &= ~(1 << sink);
    }
    return parents;

    function costOf(j: number, candidates: number): number {
      return best[j * half + squeeze(candidates, j)];
    }
    function costWith(j: number, set: number): number {
      return total[set & ~(1 << j)] + costOf(j, set & ~(1 << j));
    }
  }

  function emptyParents(): number[][] {
    return Array.from({ length: d }, () => []);
  }
}

/** How many terms a score that is asked one by one is asked for: every node with every parent set that the knowledge allows. */
export function termCount(knowledge: Knowledge): number {
  const { d, maxParents } = knowledge;
  let count = 0;
  for (let j = 0; j < d; j++) {
    const required = requiredParents(knowledge, j).length;
    const free = allowedParents(knowledge, j).length - required;
    // Sets of k more parents: binomial coefficients, one from the other.
    for (let k = 0, sets = 1; k <= Math.min(free, maxParents - required); k++) {
      count += sets;
      sets = (sets * (free - k)) / (k + 1);
    }
  }
  return count;
}

/** A term that must be a number (−Infinity: never choose this): anything else is refused here, not passed on. */
export function checkedTerm(local: Local, node: number, parents: readonly number[]): number {
  const term = local.term(node, parents);
  check(
    typeof term === "number" && term < Number.POSITIVE_INFINITY,
    () =>
      `score: the term of variable ${node + 1} given [${parents.map((p) => p + 1).join(", ")}] must be a number or -Infinity, got ${term}`,
  );
  return term;
}

function has(set: number, k: number): boolean {
  return ((set >>> k) & 1) === 1;
}
