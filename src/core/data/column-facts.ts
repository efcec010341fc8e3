// Summary statistics of the columns, over the rows that were used, for the record of a run.
//
//     mean, SD       from the sum of squares divided by n − 1, weighted if rows have weights; from the covariances if the table is
//                    given by those
//     min, max       of numbers whose rows are available

import { column } from "../math/matrix.ts";
import { type Table, tableScatter } from "./table.ts";

export interface ColumnFacts {
  readonly name: string;
  /** Number of labels of a categorical column; null for numbers. */
  readonly labels: number | null;
  /** Null for categories. */
  readonly mean: number | null;
  readonly deviation: number | null;
  /** Null for categories, and where the rows are not available. */
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
