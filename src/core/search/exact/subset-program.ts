// The dynamic program over subsets of variables, which can be run with any multiplier on the number of edges.
//
//     pass(μ) = min over DAGs G that satisfy the knowledge of  Σ_j cost(j, parents of j) + μ · |edges of G|
//
// where cost = −term of the score. Three sweeps: the cost of every (node, parent set); for every node and candidate
// set the least cost within it; for every set of variables the best sink. A pass takes d · 2^(d−1) + 2 · 2^d numbers of memory
// and about d² · 2^(d−2) comparisons. The sweeps are lists of tasks that threads share (subset-tasks.ts); above 25 variables
// the tables are in several memories (subset-slices.ts).
//
// After a pass, a backward sweep gives the least cost of completing each set. The costs before a variable, of the variable,
// and after it then give the least cost of a graph in which two given variables are not adjacent: in any order one of them
// comes first, and is not a parent of the other; and of one without i → j: there i is not a parent of j, or j comes first.
// 3 · 2^(d−2) sums for a pair, in addition to the d · 2^(d−1) of the sweep.
//
// Silander & Myllymäki, "A simple approach for finding the globally optimal Bayesian network structure", UAI 2006.
// Differs: no argmins are stored. The graph is read back from the full set downwards, treating costs within a relative
// 1e-9 (or the rounding error, if that is larger) as equal: the sink is the highest-numbered that ties, and a parent is
// dropped (highest number first) whenever the set without it ties. So rounding, and with it the order of the rows, does not
// choose the graph.

import { check } from "../../check.ts";
import { type Graph, graphFromParents } from "../../graph/graph.ts";
import type { Knowledge } from "../../graph/knowledge.ts";
import { has, membersOf } from "../../math/bit-sets.ts";
import { type Kernels, maxKernelBytes } from "../../math/wasm/wasm.ts";
import type { Crew } from "../../net/crew.ts";
import { costRounding } from "../../score/rounding.ts";
import { type Local, scoreTolerance } from "../../score/score.ts";
import { mapped } from "./mapped.ts";
import { inputFloats, workFloats } from "./subset-costs.ts";
import { createSlices, type Slices, sliceBits, sliceNumbers, takeOver } from "./subset-slices.ts";
import { sliceSweeps } from "./subset-sweeps.ts";
import { mostTasks, taskBytes } from "./subset-tasks.ts";

export { bitCount, maskOf, membersOf, spread, squeeze } from "../../math/bit-sets.ts";
export { checkedTerm, termCount } from "./subset-costs.ts";

export interface SubsetProgram {
  /** Runs one pass; yields the share done. */
  readonly pass: (multiplier: number) => Generator<number, SubsetOptimum, void>;
  /**
   * Costs, with the multiplier of the last pass; Infinity if no DAG satisfies the knowledge. Absent if the tables are in several
   * memories.
   */
  readonly without?: WithoutLinks;
}

/** For each pair [i, j] the best of all DAGs in which the two are not adjacent, and of those in which i is not a parent of j. */
export interface BestWithout {
  readonly link: Float64Array;
  /** Null if it would take long. */
  readonly arrow: Float64Array | null;
}

/** Yields the share done. */
export type WithoutLinks = (
  pairs: readonly (readonly [number, number])[],
) => Generator<number, BestWithout, void>;

export interface SubsetOptimum {
  /** The least cost, multiplier included; Infinity if no DAG satisfies the knowledge. */
  readonly value: number;
  readonly graph: Graph;
  /** How often a parent or a node was found to be a linear combination of the parents before it. */
  readonly collinear: number;
}

export interface SubsetProgramOptions {
  /** Threads that share the work; with few variables, or without a crew, the caller works alone. */
  readonly crew?: Crew | undefined;
  /** Number of variables whose sets one memory holds; default: as many as fit. */
  readonly bits?: number;
}

/** With fewer variables a pass is over before other threads have started. */
export const threadedVariables = 16;
/** Bytes per thread, in addition to its workspace in the program. */
const threadBytes = 12e6;

/** Bytes a program for d variables allocates. */
export function subsetProgramBytes(d: number, local: Local, threads = 1): number {
  const rest = memoryBits(d, threads) === d ? 2 ** d : 0;
  const costBytes = local.gaussian ? 0 : 8 * d * 2 ** Math.max(0, d - 1) + (local.ofSets?.bytes ?? 0);
  const others = d < threadedVariables ? 0 : threads - 1;
  return 8 * (sliceNumbers(d) + rest) + costBytes + 65536 + others * (threadBytes + 8 * workFloats(d));
}

/** Number of variables whose sets fit into one memory. */
function memoryBits(d: number, threads: number): number {
  return sliceBits(d, (bits) => extraBytes(d, bits, threads));
}

/** Bytes in each memory besides the tables; best completions only if there is a single memory. */
function extraBytes(d: number, bits: number, threads: number): number {
  const rest = bits === d ? 2 ** d : 0;
  return 8 * (rest + threads * workFloats(d) + inputFloats(d) + mostTasks) + taskBytes + 4096;
}

export function subsetProgram(
  local: Local,
  knowledge: Knowledge,
  { crew: offered, bits: fixedBits }: SubsetProgramOptions = {},
): SubsetProgram {
  const { d } = knowledge;
  check(d >= 1 && d <= 30, `exact: between 1 and 30 variables fit the program, got ${d}`);
  const crew = d >= threadedVariables && offered && offered.threads > 1 ? offered : undefined;
  const threads = crew?.threads ?? 1;
  const bits = fixedBits ?? memoryBits(d, threads);
  const slices = createSlices(d, {
    bits,
    extraBytes: extraBytes(d, bits, threads),
    isShared: crew !== undefined,
  });
  const sweeps = slices.list.map((slice) => sliceSweeps(slice, { local, knowledge, bits, crew }));
  const rounding = costRounding(local);

  return {
    *pass(multiplier) {
      let collinear = 0;
      for (const [k, slice] of slices.list.entries()) {
        const { nodeCosts, orderCosts, share } = sweeps[k];
        const at = (part: number): number => (k + part) / sweeps.length;
        collinear += yield* mapped(nodeCosts(multiplier), (part) => at(share() * part));
        slice.totals.fill(Number.POSITIVE_INFINITY);
        if (k === 0) slice.totals[0] = 0;
        for (const i of membersOf(slice.high)) {
          const below = slices.list[k ^ (1 << (i - bits))];
          yield* mapped(takeOver(slice, below, i), () => at(share()));
        }
        yield* mapped(orderCosts(), (part) => at(share() + (1 - share()) * part));
      }
      const value = slices.total(2 ** d - 1);
      const parents = value < Number.POSITIVE_INFINITY ? readBack(slices, d, rounding) : emptyParents(d);
      return { value, graph: graphFromParents(parents), collinear };
    },
    ...(bits === d && { without: sweeps[0].without }),
  };
}

/** Tables of costs in one memory, for other computations on the same terms. */
export interface SubsetTables {
  readonly kernels: Kernels;
  /** d · 2^(d−1) numbers: for each node those of its parent sets, renumbered by `squeeze`. */
  readonly table: number;
  /** Two tables of 2^d numbers, one for each set of variables. */
  readonly sets: readonly [number, number];
  /** Fills the table with the costs; yields the share done. */
  readonly fill: () => Generator<number, number, void>;
}

/** `moreBytes`: additional memory for those computations. */
export function subsetTables(local: Local, knowledge: Knowledge, moreBytes = 0): SubsetTables {
  const { d } = knowledge;
  const bytes = 8 * sliceNumbers(d) + extraBytes(d, d, 1) + moreBytes;
  check(d >= 1 && bytes <= maxKernelBytes, () => `exact: ${d} variables do not fit into one memory`);
  const { list } = createSlices(d, { bits: d, extraBytes: extraBytes(d, d, 1) + moreBytes, isShared: false });
  const [{ kernels, table, costs }] = list;
  const { fill, rest } = sliceSweeps(list[0], { local, knowledge, bits: d, crew: undefined });
  return { kernels, table, sets: [costs, rest], fill: () => fill(0) };
}

/** The best graph, from the filled tables. */
function readBack({ cell, total }: Slices, d: number, rounding: number): number[][] {
  const full = 2 ** d - 1;
  let empty = 0;
  for (let j = 0; j < d; j++) empty += cell(j, 0);
  // Relative to the gain from the edges if that is less: a change of units moves the costs, not the gain.
  const gain = Number.isFinite(empty) ? Math.abs(empty - total(full)) : Number.POSITIVE_INFINITY;
  // The total cost of ties; each choice uses up its part.
  let budget = Math.max(rounding, scoreTolerance * Math.min(gain, Math.abs(total(full))));
  const costWith = (j: number, set: number): number => total(set & ~(1 << j)) + cell(j, set & ~(1 << j));
  const parents = emptyParents(d);
  let S = full;
  while (S !== 0) {
    let sink = d - 1;
    while (sink >= 0 && !(has(S, sink) && costWith(sink, S) <= total(S) + budget)) sink--;
    if (sink < 0) throw new Error("no sink attains the cost of its set");
    budget -= Math.max(0, costWith(sink, S) - total(S));
    let C = S & ~(1 << sink);
    const least = cell(sink, C);
    for (let k = d - 1; k >= 0; k--) {
      if (has(C, k) && cell(sink, C & ~(1 << k)) <= least + budget) C &= ~(1 << k);
    }
    budget -= Math.max(0, cell(sink, C) - least);
    parents[sink] = membersOf(C);
    S &= ~(1 << sink);
  }
  return parents;
}

function emptyParents(d: number): number[][] {
  return Array.from({ length: d }, () => []);
}
