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
import { checkedScatter } from "./regression.ts";

/** Rows that a cell needs beyond its number of numeric columns to have its own Gaussian. */
const spareRows = 10;

/** Some rows, with the moments of the numeric columns in them as far as these have been requested. */
export interface Cell {
  readonly rows: Int32Array;
  /** The effective number of the rows: their count, or the sum of their weights. */
  readonly weight: number;
  /** In standardised columns: means [p] and lower triangle of the covariance [p, p], NaN where not yet computed. */
  readonly moments: { readonly means: Float64Array; readonly products: Float64Array } | null;
}

/** Of the numeric columns C. */
export interface GivenColumns {
  /** Σ log p over the rows of a cell, in the units of the table. */
  readonly likelihood: (cell: Cell) => number;
  /** Σ log p of the labels of a cell's rows, of which each group has one label, given the numbers. */
  readonly posterior: (cell: Cell, groups: readonly Cell[]) => number;
}

export interface CellGaussians {
  readonly cellOf: (rows: Int32Array) => Cell;
  /** Bytes of a cell of that many rows. */
  readonly bytesOf: (rows: number) => number;
  readonly given: (C: readonly number[]) => GivenColumns;
  /** Upper bound on the mean log p of a numeric column given others: its variance is kept above 1e-11 of that in the table. */
  readonly largestLog: (j: number) => number;
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
  const hasNumbers = p > 0;
  const numeric = withColumns(table, numbers);
  const S = hasNumbers ? checkedScatter(numeric).S.data : new Float64Array(0);
  const X = hasNumbers ? standardised(numeric).X : matrix(of, 0);
  const columns = numbers.map((_, at) => Float64Array.from({ length: of }, (_, i) => X.data[i * p + at]));
  const place = new Int32Array(d);
  numbers.forEach((j, at) => {
    place[j] = at;
  });
  const logDeviation = numbers.map((_, at) => logarithm(S[at * p + at] / n) / 2);
  // Correlations in the whole table; the mean is 0.
  const R = hasNumbers ? tableScatter({ X, ...(weights && { weights }) }).S.data.map((x) => x / n) : S;
  const roundingVariances = new Map<number, number>();

  return {
    cellOf: (rows) => {
      const weight = weights === undefined ? rows.length : rows.reduce((sum, row) => sum + weights[row], 0);
      const hasOwn = hasNumbers && weight >= 1 + spareRows;
      const unknown = (length: number) => new Float64Array(length).fill(Number.NaN);
      return { rows, weight, moments: hasOwn ? { means: unknown(p), products: unknown(p * p) } : null };
    },
    bytesOf: (rows) => 4 * rows + (rows > spareRows ? 8 * p * (p + 1) : 0),
    given,
    largestLog: (j) => -logDeviation[place[j]] - logarithm(2 * Math.PI * pivotTolerance) / 2,
  };

  function given(C: readonly number[]): GivenColumns {
    const at = C.map((j) => place[j]);
    const k = at.length;
    const units = at.reduce((sum, a) => sum + logDeviation[a], 0);
    let ofTable: Gaussian | undefined;
    const gaussianOf = (cell: Cell) => ownGaussian(cell, at) ?? (ofTable ??= tableGaussian(at));
    return {
      likelihood: (cell) => {
        const { rows, weight: N } = cell;
        const gaussian = gaussianOf(cell);
        const squares = gaussian.isOwn
          ? N * k
          : squaredDistances(gaussian, at, [cell]).reduce(
              (sum, square, r) => sum + (weights === undefined ? square : weights[rows[r]] * square),
              0,
            );
        return -N * (units + (k / 2) * logarithm(2 * Math.PI)) - (N * gaussian.logdet + squares) / 2;
      },
      posterior: ({ weight: N }, groups) => {
        if (groups.every(({ weight }) => weight < k + spareRows))
          return groups.reduce((sum, { weight }) => sum + weight * logarithm(weight / N), 0);
        // [label, row]: log p(l) + log N(x; μ̂_l, Σ̂_l) up to constants; rows in the order of the groups.
        const logs = groups.map((group) => {
          const gaussian = gaussianOf(group);
          const offset = logarithm(group.weight / N) - gaussian.logdet / 2;
          const out = squaredDistances(gaussian, at, groups);
          for (let r = 0; r < out.length; r++) out[r] = offset - out[r] / 2;
          return out;
        });
        let first = 0;
        return groups.reduce((sum, { rows }, index) => {
          const from = first;
          first += rows.length;
          return sum + logShares(logs, index, [from, first], weights && ((r) => weights[rows[r - from]]));
        }, 0);
      },
    };
  }

  /** Null if the cell has too few rows. */
  function ownGaussian({ rows, weight: N, moments }: Cell, at: readonly number[]): Gaussian | null {
    const k = at.length;
    if (!(N >= k + spareRows) || moments === null) return null;
    const { means, products } = moments;
    for (const a of at) if (Number.isNaN(means[a])) means[a] = meanOf(a, rows, N);
    const covarianceInto = (out: Float64Array) => {
      for (let a = 0; a < k; a++)
        for (let b = 0; b <= a; b++) {
          const pair = at[a] * p + at[b];
          if (Number.isNaN(products[pair])) products[pair] = productOf(at[a], at[b], { rows, N, means });
          out[a * k + b] = products[pair];
        }
    };
    const mean = Float64Array.from(at, (a) => means[a]);
    const L = new Float64Array(k * k);
    covarianceInto(L);
    if (choleskyInto(L, k)) return { mean, L, logdet: logdet(L, k), isOwn: true };
    covarianceInto(L);
    for (let a = 0; a < k; a++) L[a * k + a] += roundingVariance(at[a]);
    choleskyInto(L, k);
    return { mean, L, logdet: logdet(L, k), isOwn: false };
  }

  function tableGaussian(at: readonly number[]): Gaussian {
    const k = at.length;
    const L = new Float64Array(k * k);
    for (let a = 0; a < k; a++) for (let b = 0; b <= a; b++) L[a * k + b] = R[at[a] * p + at[b]];
    choleskyInto(L, k);
    return { mean: new Float64Array(k), L, logdet: logdet(L, k), isOwn: false };
  }

  /** δ²/12 for a column, at least the lower limit of variances. */
  function roundingVariance(a: number): number {
    let variance = roundingVariances.get(a);
    if (variance === undefined) {
      const step = smallestGap(columns[a].slice());
      variance = Math.max((step * step) / 12, pivotTolerance);
      roundingVariances.set(a, variance);
    }
    return variance;
  }

  function meanOf(a: number, rows: Int32Array, N: number): number {
    const x = columns[a];
    let mean = 0;
    if (weights === undefined) for (let r = 0; r < rows.length; r++) mean += x[rows[r]] / N;
    else for (let r = 0; r < rows.length; r++) mean += (weights[rows[r]] * x[rows[r]]) / N;
    return mean;
  }

  /** Mean of (x − mean)(y − mean) over the rows. */
  function productOf(
    a: number,
    b: number,
    { rows, N, means }: { rows: Int32Array; N: number; means: Float64Array },
  ): number {
    const [x, y, meanX, meanY] = [columns[a], columns[b], means[a], means[b]];
    let sum = 0;
    if (weights === undefined)
      for (let r = 0; r < rows.length; r++) sum += (x[rows[r]] - meanX) * (y[rows[r]] - meanY);
    else
      for (let r = 0; r < rows.length; r++)
        sum += weights[rows[r]] * (x[rows[r]] - meanX) * (y[rows[r]] - meanY);
    return sum / N;
  }

  /** (x − mean)ᵀ (L Lᵀ)⁻¹ (x − mean) for each row, group by group. */
  function squaredDistances(
    { mean, L }: Gaussian,
    at: readonly number[],
    groups: readonly Pick<Cell, "rows">[],
  ): Float64Array {
    const k = at.length;
    const X = at.map((a) => columns[a]);
    const y = new Float64Array(k); // L⁻¹ (x − mean)
    const out = new Float64Array(groups.reduce((sum, { rows }) => sum + rows.length, 0));
    let r = 0;
    for (const { rows } of groups) {
      for (let each = 0; each < rows.length; each++) {
        let sum = 0;
        for (let a = 0; a < k; a++) {
          let x = X[a][rows[each]] - mean[a];
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
