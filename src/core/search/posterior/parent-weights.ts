// The weight of every (node, parent set): the exponential of its term, on the scale of log evidence.
//
//     log weight(j, P) = f · term(j, P) − top_j,   top_j = the largest f · term of node j;   −∞ if the knowledge forbids it
//
// The terms come from the program of exact search: all parent sets from one matrix for Gaussian scores, one by one (and only
// once) for others. The table is refilled after it was overwritten, because memory limits the number of variables.

import type { SubsetTables } from "./sums.ts";

/** Fills the table with the log weights and yields the share done; returns top_j of every node, −∞ if no set is allowed. */
export function* fillWeights(
  { kernels, table, fill }: SubsetTables,
  d: number,
  factor: number,
): Generator<number, Float64Array, void> {
  for (const share of fill()) yield 0.9 * share;
  const half = 2 ** (d - 1);
  const tops = new Float64Array(d);
  for (let j = 0; j < d; j++) {
    const cells = kernels.floats(table + 8 * j * half, half);
    let least = Number.POSITIVE_INFINITY;
    for (let S = 0; S < half; S++) if (cells[S] < least) least = cells[S];
    tops[j] = -factor * least;
    if (least < Number.POSITIVE_INFINITY)
      for (let S = 0; S < half; S++) cells[S] = factor * (least - cells[S]);
    yield 0.9 + (0.1 * (j + 1)) / d;
  }
  return tops;
}
