// The costs of every (node, parent set) of a slice: from the kernel, or from the score one by one.

import { check } from "../../check.ts";
import { allowedParents, type Knowledge, requiredParents } from "../../graph/knowledge.ts";
import { bitCount, maskOf, membersOf, spread } from "../../math/bit-sets.ts";
import { unitDiagonal } from "../../math/scatter.ts";
import { pivotTolerance } from "../../math/solve.ts";
import type { Kernels } from "../../math/wasm/wasm.ts";
import type { Local } from "../../score/score.ts";
import type { Slice } from "./subset-slices.ts";
import type { GaussianArguments, TaskGroup } from "./subset-tasks.ts";
import { taskKinds } from "./subset-tasks.ts";

/** Floats of workspace for the elimination, per thread. */
export function workFloats(d: number): number {
  return (d + 1) * ((d + 1) * (d + (d % 2)) + 2);
}

/** Floats of the kernel's input. */
export function inputFloats(d: number): number {
  return d * d + 5 * d;
}

/** Writes the kernel's input into a memory, with workspace for the threads. */
export function gaussianArguments(
  { allocateFloats, floats, words }: Kernels,
  { M, kind, a, b, c }: NonNullable<Local["gaussian"]>,
  { knowledge, threads }: { readonly knowledge: Knowledge; readonly threads: number },
): GaussianArguments {
  const { d, maxParents } = knowledge;
  const { R, scale } = unitDiagonal(M);
  const written = (numbers: ArrayLike<number>): number => {
    const at = allocateFloats(numbers.length);
    floats(at, numbers.length).set(numbers);
    return at;
  };
  const masks = allocateFloats(d);
  for (let j = 0; j < d; j++) words(masks + 8 * j, 2).set(limitsOf(knowledge, j));
  return {
    matrix: written(R.data),
    scale: written(scale),
    masks,
    coefficients: written([...a, ...b, ...c]),
    work: allocateFloats(threads * workFloats(d)),
    workBytes: 8 * workFloats(d),
    maxParents,
    isLogarithmic: kind === "log",
    tolerance: pivotTolerance,
  };
}

/** Sets per task. Each task counts anew how often a column is a combination of others, so this affects the result. */
export const costChunk = 2 ** 15;

/** The costs of a slice as tasks: recomputed for each pass, because storing them would double the memory. */
export function costTasks({ high, totals }: Slice): TaskGroup {
  const end = high + totals.length;
  const count = Math.ceil(totals.length / costChunk);
  return Array.from({ length: count }, (_, k) => {
    const from = high + k * costChunk;
    return [taskKinds.costs, from, Math.min(from + costChunk, end)];
  });
}

/**
 * Costs obtained from the score, once; each pass adds its multiplier. Yields the share done. They are evaluated one by one, or
 * derived from numbers of sets that the score computes together. A set that costs more than one of its subsets is in no best
 * graph: if the score can tell beforehand, its cost is infinite.
 */
export function listedCosts(slice: Slice, local: Local, knowledge: Knowledge) {
  const { high, cells, nodes } = slice;
  const costs = new Float64Array(cells.length);
  let isListed = false;
  return function* (multiplier: number): Generator<number, void, void> {
    if (!isListed && isJoint(local, knowledge)) {
      yield* jointCostsInto(costs, slice, local, knowledge);
      isListed = true;
    }
    if (isListed && multiplier === 0) {
      cells.set(costs);
      return;
    }
    for (const { j, at, bits, isHigh } of nodes) {
      const [allowed, required] = limitsOf(knowledge, j);
      // The least cost among the subsets of each set, including itself.
      const least = new Float64Array(isListed ? 0 : 2 ** bits);
      for (let index = 0; index < 2 ** bits; index++) {
        const S = high | (isHigh ? index : spread(index, j));
        const k = bitCount(S);
        if (!isListed) {
          const isForbidden = k > knowledge.maxParents || (S & ~allowed) !== 0 || (required & ~S) !== 0;
          least[index] = leastBelow(least, index);
          const isAsked = !isForbidden && !isRuledOut(local, j, membersOf(S), least[index]);
          costs[at + index] = isAsked ? -checkedTerm(local, j, membersOf(S)) : Number.POSITIVE_INFINITY;
          least[index] = Math.min(least[index], costs[at + index]);
        }
        cells[at + index] = costs[at + index] + multiplier * k;
        if (index % 512 === 511) yield (at + index) / cells.length;
      }
    }
    isListed = true;
  };
}

/** Whether computing the numbers of all sets together is less work than evaluating the terms one by one. */
function isJoint({ ofSets, atMost }: Local, knowledge: Knowledge): boolean {
  return ofSets !== undefined && atMost === undefined && termCount(knowledge) >= 2 ** knowledge.d;
}

/** Costs from numbers of sets: bit-identical to those evaluated one by one. */
function* jointCostsInto(
  out: Float64Array,
  { high, nodes }: Slice,
  local: Local,
  knowledge: Knowledge,
): Generator<number, void, void> {
  const { values: compute, ofSize } = local.ofSets!;
  const work = compute();
  let next = work.next();
  for (; !next.done; next = work.next()) yield 0.95 * next.value;
  const values = next.value;
  for (const { j, at, bits, isHigh } of nodes) {
    const [allowed, required] = limitsOf(knowledge, j);
    for (let index = 0; index < 2 ** bits; index++) {
      const S = high | (isHigh ? index : spread(index, j));
      const k = bitCount(S);
      const isForbidden = k > knowledge.maxParents || (S & ~allowed) !== 0 || (required & ~S) !== 0;
      const whole = values[S | (1 << j)];
      const term = whole === Number.NEGATIVE_INFINITY ? whole : whole - values[S];
      // A value that is not a number is refused with the same message as a single term.
      if (!isForbidden && !(term < Number.POSITIVE_INFINITY)) checkedTerm(local, j, membersOf(S));
      out[at + index] = isForbidden ? Number.POSITIVE_INFINITY : -(ofSize ? term + ofSize[k] : term);
      if (index % 65536 === 65535) yield 0.95 + (0.05 * (at + index)) / out.length;
    }
  }
}

function leastBelow(least: Float64Array, index: number): number {
  let cost = Number.POSITIVE_INFINITY;
  for (let rest = index; rest !== 0; rest &= rest - 1) {
    const without = index & ~(rest & -rest);
    if (least[without] < cost) cost = least[without];
  }
  return cost;
}

/** Whether the cost is above that of a subset by more than rounding. */
function isRuledOut({ atMost }: Local, node: number, parents: readonly number[], cost: number): boolean {
  return atMost !== undefined && -atMost(node, parents) > cost + 1e-6 * Math.abs(cost);
}

/** The allowed and the required parents of a node, as sets. */
function limitsOf(knowledge: Knowledge, j: number): [allowed: number, required: number] {
  return [maskOf(allowedParents(knowledge, j)), maskOf(requiredParents(knowledge, j))];
}

/** Number of terms evaluated one by one: every node with every parent set that the knowledge allows. */
export function termCount(knowledge: Knowledge): number {
  const { d, maxParents } = knowledge;
  let count = 0;
  for (let j = 0; j < d; j++) {
    const required = requiredParents(knowledge, j).length;
    const free = allowedParents(knowledge, j).length - required;
    // Sets of k more parents: binomial coefficients, each from the one before.
    for (let k = 0, sets = 1; k <= Math.min(free, maxParents - required); k++) {
      count += sets;
      sets = (sets * (free - k)) / (k + 1);
    }
  }
  return count;
}

/** A term, which must be a number (−Infinity: never choose this set); throws otherwise. */
export function checkedTerm(local: Local, node: number, parents: readonly number[]): number {
  const term = local.term(node, parents);
  check(
    typeof term === "number" && term < Number.POSITIVE_INFINITY,
    () =>
      `score: the term of variable ${node + 1} given [${parents.map((p) => p + 1).join(", ")}] must be a number or -Infinity, got ${term}`,
  );
  return term;
}
