// What the sums over all orders and over all DAGs share.

import type { Rng } from "../../math/rng.ts";
import type { SubsetTables } from "../exact/exact.ts";

export interface Progress {
  /** Share of the work done, 0 to 1. */
  readonly progress: number;
  /** What is being done, in a few words. */
  readonly doing: string;
}

/** The tables of the terms, with workspace. */
export type { SubsetTables };

export interface SumsProblem {
  readonly d: number;
  readonly tables: SubsetTables;
  /** Factor from the score to log evidence. */
  readonly factor: number;
  readonly samples: number;
  readonly rng: Rng;
}

export interface Sums {
  /** Log of the sum of all weights. */
  readonly logSum: number;
  /** Magnitude of the logarithms that were added, to which their rounding is relative. */
  readonly size: number;
  /** P(i → j) at i * d + j. */
  readonly edges: Float64Array;
  /** P(j has k parents) at j * d + k. */
  readonly parentCounts: Float64Array;
  /** An order of each drawn graph, causes first: d numbers per graph. */
  readonly orders: Uint8Array;
  /** Parents of j in a drawn graph. */
  readonly parentsOf: (sample: number, j: number) => readonly number[];
}

/** Maps the share done of a part of the work to overall progress. */
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
