// Residuals of a numeric variable given its causes under the model of bic-mixed: within each combination of labels of its categorical
// causes (a cell) a regression on its numeric causes, with its own intercept, slopes and noise variance (mixed-bic.ts).
//
//     z = (x − fit) / √(rss / N)     for the N rows of a cell, so that the residuals of all cells have mean 0 and variance 1
//
// A cell with fewer than k + 11 rows for k numeric causes, or in which these are collinear or the residual variance is zero (below
// 1e-11 of the variance in the table), has no fit of its own, and its rows are omitted.
//
// Cost: one pass over the rows with k²/2 products for each.

import { sampleSize, type Table, tableScatter } from "../data/table.ts";
import { matrix } from "../math/matrix.ts";
import type { Scatter } from "../math/scatter.ts";
import { pivotTolerance } from "../math/solve.ts";
import { codedColumns, grouped, partitions } from "./cells.ts";
import { coefficientsOf, regression } from "./regression.ts";

/** Rows that a cell needs beyond the number of numeric variables in its fit. */
const spareRows = 10;

export interface CellResiduals {
  /** Standardised within their cell. */
  readonly z: Float64Array;
  /** The weight of each; 1 if the rows have no weights. */
  readonly weights: Float64Array;
  /** The row number of each. */
  readonly rows: Int32Array;
}

/** Residuals of a numeric column given its causes, for the rows in cells with a fit. */
export function cellResiduals(table: Table): (node: number, causes: readonly number[]) => CellResiduals {
  const { X, weights } = table;
  const { columns, sizes } = codedColumns(table);
  const partition = partitions(columns, sizes, X.rows);
  const all = Int32Array.from({ length: X.rows }, (_, i) => i);
  const n = sampleSize(table);
  const squares = tableScatter(table).S;
  return (node, causes) => {
    const categories = causes.filter((j) => columns[j] !== null);
    const numbers = [...causes.filter((j) => columns[j] === null), node];
    const parents = numbers.slice(0, -1).map((_, a) => a);
    const least = (pivotTolerance * squares.data[node * X.cols + node]) / n;
    const z = new Float64Array(X.rows);
    const counts = new Float64Array(X.rows);
    const places = new Int32Array(X.rows);
    let length = 0;
    for (const rows of grouped(all, partition(categories).cell)) {
      if (rows.length < numbers.length + spareRows) continue;
      const { n: N, mean, S } = scatterIn(rows, numbers);
      const { rss, dropped } = regression(S, parents.length, parents);
      if (!(N >= numbers.length + spareRows) || dropped > 0 || !(rss / N > least)) continue;
      const slopes = coefficientsOf(S, parents.length, parents);
      const deviation = Math.sqrt(rss / N);
      for (const row of rows) {
        let value = X.data[row * X.cols + node] - mean[parents.length];
        for (const a of parents) value -= slopes[a] * (X.data[row * X.cols + numbers[a]] - mean[a]);
        z[length] = value / deviation;
        places[length] = row;
        counts[length++] = weightAt(row);
      }
    }
    return {
      z: z.subarray(0, length),
      weights: counts.subarray(0, length),
      rows: places.subarray(0, length),
    };
  };

  function weightAt(row: number): number {
    return weights === undefined ? 1 : weights[row];
  }

  /** The scatter of some rows, usually few: the kernels of math/scatter.ts would take longer to start. */
  function scatterIn(rows: Int32Array, numbers: readonly number[]): Scatter {
    const k = numbers.length;
    const S = matrix(k, k);
    const mean = new Float64Array(k);
    const first = rows[0] * X.cols;
    let N = 0;
    for (const row of rows) {
      N += weightAt(row);
      for (let a = 0; a < k; a++)
        mean[a] += weightAt(row) * (X.data[row * X.cols + numbers[a]] - X.data[first + numbers[a]]);
    }
    for (let a = 0; a < k; a++) mean[a] = X.data[first + numbers[a]] + mean[a] / N;
    for (const row of rows)
      for (let a = 0; a < k; a++) {
        const x = weightAt(row) * (X.data[row * X.cols + numbers[a]] - mean[a]);
        for (let b = 0; b <= a; b++) S.data[a * k + b] += x * (X.data[row * X.cols + numbers[b]] - mean[b]);
      }
    for (let a = 0; a < k; a++) for (let b = 0; b < a; b++) S.data[b * k + a] = S.data[a * k + b];
    return { n: N, mean, S };
  }
}
