// What a variable may choose as parents when its place is known: all candidates that come before it or, where its layer is
// known too, those of them that meet the layer before it. The sums are tables; what is drawn or averaged at a place is listed once.

import { bitCount, membersOf, squeeze } from "../../math/bit-sets.ts";
import { exponential, logarithm } from "../../math/elementary.ts";
import { createMemo } from "../../math/memo.ts";
import { createKernels, type Kernels } from "../../math/wasm/wasm.ts";
import type { Candidates } from "./candidates.ts";

export interface Choices {
  /**
   * Log of the summed weights of the sets within U that meet K (sets of candidates of j); K = null: of all within U; K = 0: of no
   * parents.
   */
  readonly logSum: (j: number, U: number, K: number | null) => number;
  /** The same sets, one by one. */
  readonly listed: (j: number, U: number, K: number | null) => ListedChoices;
}

export interface ListedChoices {
  /** Share of the sets with each candidate. */
  readonly members: Float64Array;
  /** Share of the sets of each size. */
  readonly sizes: Float64Array;
  /** Sets, and the running sums of their shares. */
  readonly sets: readonly number[];
  readonly sums: readonly number[];
}

/** Shares below this are no part of the lists, which are read by chains whose own error is far larger. */
const negligible = 1e-9;
/** Places that are remembered. */
const mostPlaces = 20_000;

export function choices({ d, lists, weights }: Candidates): Choices {
  const numbers = weights.reduce((sum, { length }) => sum + length, 0);
  const pairs = weights.reduce((sum, { length }, j) => sum + (length / 2) * lists[j].length, 0);
  const kernels = createKernels(8 * (2 * numbers + pairs) + 512 * d + 1024);
  const tables = weights.map((logs) => tablesOf(kernels, logs));
  const remembered = createMemo<number, ListedChoices>(mostPlaces);

  const logSum: Choices["logSum"] = (j, U, K) => {
    const { within, first } = tables[j];
    if (K === null) return within[U];
    if (K === 0) return weights[j][0];
    let top = Number.NEGATIVE_INFINITY;
    let sum = 0;
    let T = U;
    for (let rest = K; rest !== 0; rest &= rest - 1) {
      const k = 31 - Math.clz32(rest & -rest);
      const x = first[k][squeeze(T, k)];
      T &= ~(1 << k);
      if (x === Number.NEGATIVE_INFINITY) continue;
      sum = x > top ? sum * exponential(top - x) + 1 : sum + exponential(x - top);
      top = Math.max(top, x);
    }
    return top + logarithm(sum);
  };
  return {
    logSum,
    listed: (j, U, K) =>
      remembered(((K ?? 0) * 2 ** 20 + U) * 2 * d + 2 * j + (K === null ? 1 : 0), () => list(j, U, K)),
  };

  function list(j: number, U: number, K: number | null): ListedChoices {
    const whole = logSum(j, U, K);
    const members = new Float64Array(lists[j].length);
    const sizes = new Float64Array(lists[j].length + 1);
    const sets: number[] = [];
    const sums: number[] = [];
    let sum = 0;
    // All subsets of U, from U downwards to the empty one.
    for (let S = U, isLast = false; !isLast; S = (S - 1) & U) {
      isLast = S === 0;
      if (K !== null && (K === 0 ? S !== 0 : (S & K) === 0)) continue;
      const share = exponential(weights[j][S] - whole);
      if (!(share > negligible)) continue;
      for (const c of membersOf(S)) members[c] += share;
      sizes[bitCount(S)] += share;
      sum += share;
      sets.push(S);
      sums.push(sum);
    }
    return { members, sizes, sets, sums };
  }
}

/** within[U] = log Σ over S ⊆ U; first[k][T without k] = log Σ over S with k ∈ S ⊆ T. */
function tablesOf({ allocateFloats, floats, call }: Kernels, logs: Float64Array) {
  const bits = 31 - Math.clz32(logs.length);
  const weights = allocateFloats(logs.length);
  floats(weights, logs.length).set(logs);
  const first = Array.from({ length: bits }, (_, k) => {
    const cells = allocateFloats(logs.length / 2);
    call.weightsWith(cells, weights, bits - 1, k);
    for (let bit = 0; bit < bits - 1; bit++) call.addWithoutBit(cells, bits - 1, bit, 0);
    return floats(cells, logs.length / 2);
  });
  for (let bit = 0; bit < bits; bit++) call.addWithoutBit(weights, bits, bit, 0);
  return { within: floats(weights, logs.length), first };
}
