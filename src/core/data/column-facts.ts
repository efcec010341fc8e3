// What the columns of a table are like, for the record of a run: of the rows that were used.
//
//     mean, SD       from the sum of squares divided by n − 1, by weights where rows have them; of a table that is given by its
//                    covariances, from those
//     min, max       of numbers whose rows are at hand

import { column } from "../math/matrix.ts";
import { type Table, tableScatter } from "./table.ts";

export interface ColumnFacts {
  readonly name: string;
  /** Labels, of a column of categories; null of numbers. */
  readonly labels: number | null;
  /** Null of categories. */
  readonly mean: number | null;
  readonly deviation: number | null;
  /** Null of categories, and where the rows are not at hand. */
  readonly min: number | null;
  readonly max: number | null;
}

export function columnFacts(table: Table): ColumnFacts[] {
  const { names, X, levels, weights } = table;
  const scatter = weights ? tableScatter(table) : table.scatter;
  return names.map((name, j): ColumnFacts => {
    const labels = levels?.[j];
    const none = { mean: null, deviation: null, min: null, max: null };
    if (labels) return { name, labels: labels.length, ...none };
    if (scatter) {
      const { n, mean, S } = scatter;
      const deviation = n > 1 ? Math.sqrt(S.data[j * S.cols + j]! / (n - 1)) : null;
      const range = weights ? rangeOf(column(X, j)) : {};
      return { ...none, ...range, name, labels: null, mean: mean[j]!, deviation };
    }
    return { name, labels: null, ...numbersOf(column(X, j)) };
  });
}

function numbersOf(values: Float64Array): Omit<ColumnFacts, "name" | "labels"> {
  const n = values.length;
  if (n === 0) return { mean: null, deviation: null, min: null, max: null };
  const mean = values.reduce((sum, x) => sum + x, 0) / n;
  const squares = values.reduce((sum, x) => sum + (x - mean) * (x - mean), 0);
  return { mean, deviation: n > 1 ? Math.sqrt(squares / (n - 1)) : null, ...rangeOf(values) };
}

function rangeOf(values: Float64Array): { readonly min: number; readonly max: number } {
  return {
    min: values.reduce((least, x) => Math.min(least, x)),
    max: values.reduce((most, x) => Math.max(most, x)),
  };
}
