// Folds of the rows for cross-validation.
//
// "balanced": the rows are sorted by their distance from the mean, in standard deviations, and dealt to the folds in turn. Every
// fold gets its share of outlying rows, and the folds depend only on the values of the rows: not on their order, nor on the units
// or order of the columns. "rows": blocks of consecutive rows, n/k rounded down, the last with the remainder.

import { nameOrder, standardised, type Table } from "../data/table.ts";
import { matrix } from "../math/matrix.ts";

export type FoldOrder = "balanced" | "rows";

/** The test rows are `from` to `to` − 1, of n. */
export interface Fold {
  readonly from: number;
  readonly to: number;
  readonly n: number;
}

/** Folds as blocks of n rows; for "balanced" their sizes differ by at most 1, and the rows must be ordered by dealtRows first. */
export function foldsOf(n: number, count: number, order: FoldOrder): Fold[] {
  const size = Math.floor(n / count);
  const start = (f: number) => (order === "rows" && f < count ? f * size : f * size + Math.min(f, n % count));
  return Array.from({ length: count }, (_, f) => ({ from: start(f), to: start(f + 1), n }));
}

/** The table with its rows ordered fold by fold. */
export function dealtRows(table: Table, count: number): Table {
  const { names, X } = standardised(table);
  const { rows: n, cols: d } = X;
  const columns = nameOrder(names);
  // Rounded, so that rounding errors from the order of summation have no effect. Ties in distance are broken by the values.
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
