// What a variable may choose as parents when it is known which of its candidates come before it: the sum over all sets within
// those is a table, and what is drawn or averaged there is listed once and remembered.

import { bitCount, membersOf } from "../../math/bit-sets.ts";
import { exponential } from "../../math/elementary.ts";
import { createMemo } from "../../math/memo.ts";
import type { Rng } from "../../math/rng.ts";
import { createKernels, type Kernels } from "../../math/wasm/wasm.ts";
import type { Candidates } from "./candidates.ts";

/** Sets are of candidates of j, by bits. */
export interface Choices {
  /** Log of the summed weights of the parent sets within U. */
  readonly logSum: (j: number, U: number) => number;
  /** The same sets, one by one. */
  readonly listed: (j: number, U: number) => ListedChoices;
  /** One of them, with the probability of its share. */
  readonly drawn: (j: number, U: number, rng: Rng) => number;
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
  const bytes = weights.reduce((sum, { length }) => sum + 8 * length + 16, 0);
  const kernels = createKernels(bytes);
  const within = weights.map((logs) => sumsWithin(kernels, logs));
  const remembered = createMemo<number, ListedChoices>(mostPlaces);
  const listed: Choices["listed"] = (j, U) => remembered(U * d + j, () => list(j, U));
  return {
    logSum: (j, U) => within[j][U],
    listed,
    drawn: (j, U, rng) => {
      const { sets, sums } = listed(j, U);
      const u = rng.uniform() * sums[sums.length - 1];
      return sets[sums.findIndex((sum) => sum > u)];
    },
  };

  function list(j: number, U: number): ListedChoices {
    const members = new Float64Array(lists[j].length);
    const sizes = new Float64Array(lists[j].length + 1);
    const sets: number[] = [];
    const sums: number[] = [];
    let sum = 0;
    // All subsets of U, from U downwards to the empty one.
    for (let S = U, isLast = false; !isLast; S = (S - 1) & U) {
      isLast = S === 0;
      const share = exponential(weights[j][S] - within[j][U]);
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

/** At U: log Σ over S ⊆ U. */
function sumsWithin({ allocateFloats, floats, call }: Kernels, logs: Float64Array): Float64Array {
  const bits = 31 - Math.clz32(logs.length);
  const cells = allocateFloats(logs.length);
  floats(cells, logs.length).set(logs);
  for (let bit = 0; bit < bits; bit++) call.addWithoutBit(cells, bits, bit, 0);
  return floats(cells, logs.length);
}
