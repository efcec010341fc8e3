// What the sums over all orders and those over all DAGs have in common.

import type { Rng } from "../../math/rng.ts";
import type { SubsetTables } from "../exact/exact.ts";

export interface Progress {
  /** Share of the work done, 0 to 1. */
  readonly progress: number;
  /** What is being done, in a few words. */
  readonly doing: string;
}

/** Where the terms are, and room to work. */
export type { SubsetTables };

export interface SumsProblem {
  readonly d: number;
  readonly tables: SubsetTables;
  /** Makes log evidence of a score. */
  readonly factor: number;
  readonly samples: number;
  readonly rng: Rng;
}

export interface Sums {
  /** Log of the sum of all weights. */
  readonly logSum: number;
  /** How large the logarithms were that were added: what their rounding is relative to. */
  readonly size: number;
  /** P(i → j) at i * d + j. */
  readonly edges: Float64Array;
  /** P(j has k parents) at j * d + k. */
  readonly parentCounts: Float64Array;
  /** An order of each drawn graph, causes first: d numbers for each. */
  readonly orders: Uint8Array;
  /** Parents of j in a drawn graph. */
  readonly parentsOf: (sample: number, j: number) => readonly number[];
}

/** The shares of a part of the work, as progress between two others. */
export function* withProgress<T>(
  work: Generator<number, T, void>,
  [from, to]: readonly [number, number],
  doing: string,
): Generator<Progress, T, void> {
  for (;;) {
    const { value, done } = work.next();
    if (done) return value;
    yield { progress: from + (to - from) * value, doing };
  }
}
