// Gaussians of the numeric columns within cells of a table's rows: the likelihood of the numbers in a cell, and how well they
// predict a label.
//
//     likelihood(C, rows)         Σ log N(x; μ̂, Σ̂),   x a row's numbers in the columns C, μ̂ and Σ̂ their mean and covariance
//     posterior(C, rows, codes)   Σ log [ p(l) N(x; μ̂_l, Σ̂_l) / Σ over the labels m:  p(m) N(x; μ̂_m, Σ̂_m) ],   l the row's label
//
// With too few rows: the mean and covariance of the whole table. If a column is constant in the rows or a combination of others, so
// that Σ̂ is singular: Σ̂ + diag(δ²/12), where δ is the resolution of a column, since a value rounded to multiples of δ represents an
// interval with that variance (W. F. Sheppard, 1898). If rows have weights, every sum over rows is weighted.

import { sampleSize, standardised, type Table, tableScatter, withColumns } from "../data/table.ts";
import { exponential, logarithm } from "../math/elementary.ts";
import { matrix } from "../math/matrix.ts";
import { pivotTolerance } from "../math/solve.ts";
import { grouped } from "./cells.ts";
import { checkedScatter } from "./regression.ts";

/** Rows that a cell needs beyond its number of numeric columns to have its own Gaussian. */
const spareRows = 10;

export interface CellGaussians {
  /** The effective number of some rows: their count, or the sum of their weights. */
  readonly weightOf: (rows: Int32Array) => number;
  /** Σ log p over some rows of the numeric columns C, in the units of the table. */
  readonly likelihood: (C: readonly number[], rows: Int32Array) => number;
  /** Upper bound on the mean log p of a numeric column given others: its variance is kept above 1e-11 of that in the table. */
  readonly largestLog: (j: number) => number;
  /** Σ log p of the labels of some rows (codes of all rows) given the numbers in the columns C. */
  readonly posterior: (C: readonly number[], rows: Int32Array, codes: Int32Array) => number;
}

/** A Gaussian in standardised columns. */
interface Gaussian {
  readonly mean: Float64Array;
  /** Lower Cholesky factor of the covariance, [k, k]. */
  readonly L: Float64Array;
  readonly logdet: number;
  /** Whether the mean and covariance are exactly those of the rows. */
  readonly isOwn: boolean;
}

export function cellGaussians(table: Table): CellGaussians {
  const { rows: of, cols: d } = table.X;
  const { weights } = table;
  const n = sampleSize(table);
  const numbers = table.names.map((_, j) => j).filter((j) => !table.levels?.[j]);
  const p = numbers.length;
  if (p === 0) return { weightOf, likelihood: () => 0, posterior: () => 0, largestLog: () => 0 };
  const numeric = withColumns(table, numbers);
  const { S } = checkedScatter(numeric);
  const { data } = standardised(numeric).X;
  const place = new Int32Array(d);
  numbers.forEach((j, at) => {
    place[j] = at;
  });
  const logDeviation = numbers.map((_, at) => logarithm(S.data[at * p + at] / n) / 2);
  // Correlations in the whole table; the mean is 0.
  const R = tableScatter({ X: matrix(of, p, data), ...(weights && { weights }) }).S.data.map((x) => x / n);
  const roundingVariances = new Map<number, number>();

  return {
    weightOf,
    likelihood: (C, rows) => {
      const at = C.map((j) => place[j]);
      const [k, N] = [C.length, weightOf(rows)];
      const gaussian = gaussianOf(at, rows);
      const squares = gaussian.isOwn
        ? N * k
        : squaredDistances(gaussian, at, [rows]).reduce(
            (sum, square, r) => sum + weightAt(rows[r]) * square,
            0,
          );
      const units = at.reduce((sum, a) => sum + logDeviation[a], 0);
      return -N * (units + (k / 2) * logarithm(2 * Math.PI)) - (N * gaussian.logdet + squares) / 2;
    },
    largestLog: (j) => -logDeviation[place[j]] - logarithm(2 * Math.PI * pivotTolerance) / 2,
    posterior: (C, rows, codes) => {
      const N = weightOf(rows);
      const groups = grouped(rows, codes).filter((group) => group.length > 0);
      const counts = groups.map(weightOf);
      if (counts.every((count) => count < C.length + spareRows))
        return counts.reduce((sum, count) => sum + count * logarithm(count / N), 0);
      const at = C.map((j) => place[j]);
      // [label, row]: log p(l) + log N(x; μ̂_l, Σ̂_l) up to constants; rows in the order of the groups.
      const logs = groups.map((group, l) => {
        const gaussian = gaussianOf(at, group);
        const offset = logarithm(counts[l] / N) - gaussian.logdet / 2;
        const out = squaredDistances(gaussian, at, groups);
        for (let r = 0; r < out.length; r++) out[r] = offset - out[r] / 2;
        return out;
      });
      let first = 0;
      return groups.reduce((sum, group, index) => {
        const from = first;
        first += group.length;
        return sum + logShares(logs, index, [from, first], weights && ((r) => weights[group[r - from]]));
      }, 0);
    },
  };

  function weightAt(row: number): number {
    return weights === undefined ? 1 : weights[row];
  }

  function weightOf(rows: Int32Array): number {
    return weights === undefined ? rows.length : rows.reduce((sum, row) => sum + weights[row], 0);
  }

  function gaussianOf(at: readonly number[], rows: Int32Array): Gaussian {
    const k = at.length;
    const mean = new Float64Array(k);
    const L = new Float64Array(k * k);
    const N = weightOf(rows);
    if (N >= k + spareRows) {
      for (let r = 0; r < rows.length; r++)
        for (let a = 0; a < k; a++) mean[a] += (weightAt(rows[r]) * data[rows[r] * p + at[a]]) / N;
      covarianceInto(L, mean, at, rows);
      if (choleskyInto(L, k)) return { mean, L, logdet: logdet(L, k), isOwn: true };
      covarianceInto(L, mean, at, rows);
      for (let a = 0; a < k; a++) L[a * k + a] += roundingVariance(at[a]);
      choleskyInto(L, k);
      return { mean, L, logdet: logdet(L, k), isOwn: false };
    }
    for (let a = 0; a < k; a++) for (let b = 0; b <= a; b++) L[a * k + b] = R[at[a] * p + at[b]];
    choleskyInto(L, k);
    return { mean, L, logdet: logdet(L, k), isOwn: false };
  }

  /** δ²/12 for a column, at least the lower limit of variances. */
  function roundingVariance(a: number): number {
    let variance = roundingVariances.get(a);
    if (variance === undefined) {
      const step = smallestGap(Float64Array.from({ length: of }, (_, i) => data[i * p + a]));
      variance = Math.max((step * step) / 12, pivotTolerance);
      roundingVariances.set(a, variance);
    }
    return variance;
  }

  /** Lower triangle of the mean of (x − mean)(x − mean)ᵀ over the rows. */
  function covarianceInto(out: Float64Array, mean: Float64Array, at: readonly number[], rows: Int32Array) {
    const k = at.length;
    out.fill(0);
    for (let r = 0; r < rows.length; r++) {
      const row = rows[r] * p;
      const weight = weightAt(rows[r]);
      for (let a = 0; a < k; a++) {
        const x = weight * (data[row + at[a]] - mean[a]);
        for (let b = 0; b <= a; b++) out[a * k + b] += x * (data[row + at[b]] - mean[b]);
      }
    }
    const N = weightOf(rows);
    for (let e = 0; e < k * k; e++) out[e] /= N;
  }

  /** (x − mean)ᵀ (L Lᵀ)⁻¹ (x − mean) for each row, group by group. */
  function squaredDistances(
    { mean, L }: Gaussian,
    at: readonly number[],
    groups: readonly Int32Array[],
  ): Float64Array {
    const k = at.length;
    const y = new Float64Array(k); // L⁻¹ (x − mean)
    const out = new Float64Array(groups.reduce((sum, { length }) => sum + length, 0));
    let r = 0;
    for (const rows of groups) {
      for (let each = 0; each < rows.length; each++) {
        let sum = 0;
        for (let a = 0; a < k; a++) {
          let x = data[rows[each] * p + at[a]] - mean[a];
          for (let l = 0; l < a; l++) x -= L[a * k + l] * y[l];
          x /= L[a * k + a];
          y[a] = x;
          sum += x * x;
        }
        out[r++] = sum;
      }
    }
    return out;
  }
}

/** Standardised values closer than this are equal up to rounding. */
const sameValue = 1e-9;

/** The smallest gap between distinct values; 0 if all are equal. */
function smallestGap(values: Float64Array): number {
  values.sort();
  let least = Number.POSITIVE_INFINITY;
  for (let i = 1; i < values.length; i++) {
    const gap = values[i] - values[i - 1];
    if (gap > sameValue && gap < least) least = gap;
  }
  return least === Number.POSITIVE_INFINITY ? 0 : least;
}

/** Exponentials of differences below this are negligible in a sum of 1 or more. */
const negligible = -40;

/** Σ over rows `first` to `end` − 1:  log [ exp(logs[index]) / Σ over the labels exp(logs) ], each times its weight. */
function logShares(
  logs: readonly Float64Array[],
  index: number,
  [first, end]: readonly [number, number],
  weightAt?: (r: number) => number,
): number {
  let sum = 0;
  let product = 1; // of the sums over labels, so that few logarithms are taken
  for (let r = first; r < end; r++) {
    let largest = logs[index][r];
    for (const each of logs) if (each[r] > largest) largest = each[r];
    let total = 0;
    for (const each of logs)
      if (each[r] - largest > negligible) total += each[r] === largest ? 1 : exponential(each[r] - largest);
    if (weightAt) {
      sum += weightAt(r) * (logs[index][r] - largest - logarithm(total));
      continue;
    }
    sum += logs[index][r] - largest;
    product *= total;
    if (product > 1e200) {
      sum -= logarithm(product);
      product = 1;
    }
  }
  return sum - logarithm(product);
}

function logdet(L: Float64Array, k: number): number {
  let sum = 0;
  for (let a = 0; a < k; a++) sum += 2 * logarithm(L[a * k + a]);
  return sum;
}

/** Cholesky factor of a lower triangle, [k, k], in place, with pivots raised to 1e-11; returns whether none had to be raised. */
function choleskyInto(L: Float64Array, k: number): boolean {
  let isRegular = true;
  for (let a = 0; a < k; a++) {
    for (let b = 0; b <= a; b++) {
      let x = L[a * k + b];
      for (let l = 0; l < b; l++) x -= L[a * k + l] * L[b * k + l];
      if (b < a) L[a * k + b] = x / L[b * k + b];
      else {
        isRegular &&= x > pivotTolerance;
        L[a * k + a] = Math.sqrt(Math.max(x, pivotTolerance));
      }
    }
  }
  return isRegular;
}
