// How much two categorical variables tell about each other given others: conditional mutual information, in nats.
//
//     I(a; b | P) = h(P ∪ a ∪ b) + h(P) − h(P ∪ a) − h(P ∪ b),   h(S) = Σ over the cells of S:  N/n log(N/n)

import { asCategories } from "../data/categories.ts";
import type { Table } from "../data/table.ts";
import { logarithm } from "../math/elementary.ts";
import { contingency, sumOverCounts } from "./contingency.ts";

export type Information = (pair: readonly [number, number], Z: readonly number[]) => number;

/** For a table whose columns are all taken as categories. */
export function conditionalInformation(table: Table): Information {
  const { n, countsOf } = contingency(asCategories(table));
  const h = (set: readonly number[]): number =>
    sumOverCounts(countsOf([...set].sort((i, j) => i - j)), (N) => (N / n) * logarithm(N / n));
  // Rounding may give a value below 0.
  return ([a, b], Z) => Math.max(0, h([...Z, a, b]) + h(Z) - h([...Z, a]) - h([...Z, b]));
}
