// Rows in parts, each to be predicted from the others.
//
// "balanced": the rows are sorted by their distance from the mean, in standard deviations, and dealt out, the k-th to fold k and
// so on. Every fold has its share of the outlying rows, and which rows are together depends on nothing but the rows: not on
// their order, not on units or places of the columns. "rows": blocks of the rows as they come, n/k rounded down, the last with the rest.

import { nameOrder, standardised, type Table } from "../data/table.ts";
import { matrix } from "../math/matrix.ts";

export type FoldOrder = "balanced" | "rows";

/** Test rows are those from `from` to before `to`, of n. */
export interface Fold {
  readonly from: number;
  readonly to: number;
  readonly n: number;
}

/** Blocks of n rows; those of "balanced" are of nearly the same size, and the rows have to be dealt out before. */
export function foldsOf(n: number, count: number, order: FoldOrder): Fold[] {
  const size = Math.floor(n / count);
  const start = (f: number) => (order === "rows" && f < count ? f * size : f * size + Math.min(f, n % count));
  return Array.from({ length: count }, (_, f) => ({ from: start(f), to: start(f + 1), n }));
}

/** The table with its rows fold after fold. */
export function dealtRows(table: Table, count: number): Table {
  const { names, X } = standardised(table);
  const { rows: n, cols: d } = X;
  const columns = nameOrder(names);
  // Rounded, so that the rounding of sums over other orders decides nothing. Rows as far from the mean: by their values.
  const keys = Array.from({ length: n }, (_, i) => {
    const values = columns.map((j) => X.data[i * d + j]);
    return [values.reduce((sum, z) => sum + z * z, 0), ...values].map((x) => Math.round(1e9 * x));
  });
  const sorted = keys.map((_, i) => i).sort((a, b) => compared(keys[a], keys[b]));
  const out = matrix(n, d);
  let row = 0;
  for (let f = 0; f < count; f++) {
    for (let r = f; r < n; r += count) {
      const from = sorted[r] * d;
      out.data.set(table.X.data.subarray(from, from + d), row++ * d);
    }
  }
  return { ...table, X: out };
}

function compared(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((x, k) => x !== b[k]);
  return at < 0 ? 0 : a[at] - b[at];
}
