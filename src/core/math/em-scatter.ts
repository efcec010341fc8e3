// Means and scatter matrix of rows with missing values: maximum likelihood of a normal distribution by the EM algorithm, for values
// missing at random (whether a value is missing may depend on observed values, not on missing ones).
//
//     E   for a row with observed columns O and missing columns M:  x̂_M = μ_M + B (x_O − μ_O),   B = Σ_MO Σ_OO⁻¹
//         and the conditional covariance:                            C = Σ_MM − B Σ_OM
//     M   μ ← mean of x̂,   Σ ← mean of (x̂ − μ)(x̂ − μ)ᵀ + C
//
// Rows with the same missing columns share B and C. Their values matter only through mean and scatter, so if there are more rows than
// observed columns, the columns of a Cholesky factor replace them. Columns are standardised first. Ends when no mean or covariance
// changes by more than the tolerance, in standard deviations. Cost of an iteration: patterns · d³ and at most n · d².
//
// Dempster, Laird, Rubin. "Maximum likelihood from incomplete data via the EM algorithm." JRSS B 39(1), 1977, section 4.1.3.
// Little, Rubin. "Statistical analysis with missing data." Wiley, section 11.2.

import { logarithm } from "./elementary.ts";
import { column, type Matrix, matrix } from "./matrix.ts";
import { type Scatter, scatterOf } from "./scatter.ts";
import { backwardSolveInto, choleskyOf, forwardSolveInto } from "./solve.ts";

export interface EmOptions {
  /** In standard deviations of the columns. */
  readonly tolerance?: number;
  readonly maxIterations?: number;
}

export interface EmScatter {
  /** Its n is the number of rows with at least one value. */
  readonly scatter: Scatter;
  readonly iterations: number;
  /** The largest change of the last iteration. */
  readonly change: number;
  readonly converged: boolean;
}

/** Rows with values in the same columns. */
export interface GapPattern {
  readonly observed: readonly number[];
  readonly missing: readonly number[];
  readonly rows: readonly number[];
}

/** The patterns in the order of their first rows; NaN is a missing value, and a row without any value is in no pattern. */
export function gapPatterns({ rows: n, cols: d, data }: Matrix): GapPattern[] {
  const patterns = new Map<string, { observed: number[]; missing: number[]; rows: number[] }>();
  const columns = Array.from({ length: d }, (_, j) => j);
  for (let i = 0; i < n; i++) {
    const isGap = (j: number): boolean => Number.isNaN(data[i * d + j]);
    const missing = columns.filter(isGap);
    if (missing.length === d) continue;
    const key = missing.join();
    const known = patterns.get(key);
    if (known) known.rows.push(i);
    else patterns.set(key, { observed: columns.filter((j) => !isGap(j)), missing, rows: [i] });
  }
  return [...patterns.values()];
}

/** Yields an estimate of the share of the work done. Without missing values this is scatterOf. */
export function* emScatter(
  X: Matrix,
  patterns: readonly GapPattern[] = gapPatterns(X),
  { tolerance = 1e-10, maxIterations = 2000 }: EmOptions = {},
): Generator<number, EmScatter, void> {
  if (patterns.length === 1 && patterns[0].rows.length === X.rows && patterns[0].missing.length === 0)
    return { scatter: scatterOf(X), iterations: 0, change: 0, converged: true };
  const { Z, offsets, scales } = standardisedCells(X);
  const parts = patterns.map((pattern) => reduced(Z, pattern));
  const n = patterns.reduce((sum, { rows }) => sum + rows.length, 0);
  let now: Normal = { mean: new Float64Array(X.cols), S: identity(X.cols) };
  let [iterations, change] = [0, 1];
  while (change > tolerance && iterations < maxIterations) {
    const share = Math.min(0.99, Math.max(0, logarithm(change) / logarithm(tolerance)));
    const running = iterated(now, parts, n);
    let step = running.next();
    for (; !step.done; step = running.next()) yield share;
    change = largestChange(now, step.value);
    now = step.value;
    iterations++;
  }
  return { scatter: inUnits(now, n), iterations, change, converged: change <= tolerance };

  function inUnits({ mean, S }: Normal, n: number): Scatter {
    const sums = S.data.map((s, k) => n * scales[Math.floor(k / S.cols)] * scales[k % S.cols] * s);
    return { n, mean: mean.map((m, j) => offsets[j] + scales[j] * m), S: matrix(S.rows, S.cols, sums) };
  }
}

interface Normal {
  readonly mean: Float64Array;
  /** Covariances. */
  readonly S: Matrix;
}

/** Sufficient statistics of the rows of a pattern. */
interface Part extends Omit<GapPattern, "rows"> {
  readonly count: number;
  /** Means of the observed columns. */
  readonly mean: Float64Array;
  /** Deviations from the mean; many rows are replaced by fewer with the same scatter. */
  readonly rows: readonly Float64Array[];
}

function standardisedCells({ rows: n, cols: d, data }: Matrix) {
  const [offsets, scales] = [new Float64Array(d), new Float64Array(d).fill(1)];
  const Z = matrix(n, d);
  for (let j = 0; j < d; j++) {
    const cells = column({ rows: n, cols: d, data }, j);
    const values = cells.filter((x) => !Number.isNaN(x));
    offsets[j] = meanOf(values);
    const squares = values.reduce((sum, x) => sum + (x - offsets[j]) * (x - offsets[j]), 0);
    if (squares > 0) scales[j] = Math.sqrt(squares / values.length);
    for (let i = 0; i < n; i++) Z.data[i * d + j] = (cells[i] - offsets[j]) / scales[j];
  }
  return { Z, offsets, scales };
}

function meanOf(values: Float64Array): number {
  return values.reduce((sum, x) => sum + (x - values[0]) / values.length, values[0]);
}

// In plain loops: the kernels would allocate memory for each pattern, of which there may be thousands.
function reduced(Z: Matrix, { observed, missing, rows }: GapPattern): Part {
  const count = rows.length;
  const k = observed.length;
  const numbers = observed.map((j) => Float64Array.from(rows, (i) => Z.data[i * Z.cols + j]));
  const mean = Float64Array.from(numbers, meanOf);
  const centred = numbers.map((of, j) => of.map((x) => x - mean[j]));
  const asTheyAre = () => rows.map((_, i) => Float64Array.from({ length: k }, (__, j) => centred[j][i]));
  const products = () =>
    matrix(
      k,
      k,
      Float64Array.from({ length: k * k }, (_, at) => dot(centred[Math.floor(at / k)], centred[at % k])),
    );
  return { observed, missing, count, mean, rows: count > k ? factorRows(products()) : asTheyAre() };
}

/** Vectors r with Σ r rᵀ = S: the columns of its Cholesky factor, without the zero columns of a singular S. */
function factorRows({ cols: k, data }: Matrix): Float64Array[] {
  const left = new Float64Array(data);
  const out: Float64Array[] = [];
  for (let c = 0; c < k; c++) {
    const pivot = left[c * k + c];
    if (!(pivot > 1e-14 * data[c * k + c])) continue;
    const r = Float64Array.from({ length: k }, (_, i) => (i < c ? 0 : left[i * k + c] / Math.sqrt(pivot)));
    for (let i = c; i < k; i++) for (let j = c; j < k; j++) left[i * k + j] -= r[i] * r[j];
    out.push(r);
  }
  return out;
}

/** Operations between two yields: some tens of milliseconds. */
const breath = 2e7;

/** One E and M step, with deviations from the previous mean; yields from time to time, at least once. */
function* iterated(
  { mean, S }: Normal,
  parts: readonly Part[],
  n: number,
): Generator<undefined, Normal, void> {
  const d = S.cols;
  const sum = new Float64Array(d);
  const products = matrix(d, d);
  const x = new Float64Array(d);
  let operations = 0;
  for (const part of parts) {
    const { observed, count, mean: own, rows } = part;
    const B = coefficients(S, part);
    for (const r of rows) {
      fillInto(x, r, B, part);
      addProductInto(products, x, 1);
    }
    const away = own.map((m, k) => m - mean[observed[k]]);
    fillInto(x, away, B, part);
    addProductInto(products, x, count);
    for (let j = 0; j < d; j++) sum[j] += count * x[j];
    addUnexplainedInto(products, S, B, part);
    operations += observed.length * observed.length * d + (rows.length + 1) * d * d;
    if (operations < breath) continue;
    operations = 0;
    yield;
  }
  yield;
  const shift = sum.map((total) => total / n);
  const next = matrix(d, d);
  for (let i = 0; i < d; i++)
    for (let j = 0; j <= i; j++)
      next.data[i * d + j] = next.data[j * d + i] = products.data[i * d + j] / n - shift[i] * shift[j];
  return { mean: mean.map((m, j) => m + shift[j]), S: next };
}

/** B, row-major: the coefficients of each missing column on the observed ones. */
function coefficients(S: Matrix, { observed, missing }: Part): Float64Array {
  const k = observed.length;
  const B = new Float64Array(missing.length * k);
  if (missing.length === 0) return B;
  const { L } = choleskyOf(S, observed);
  for (let m = 0; m < missing.length; m++) {
    const b = B.subarray(m * k, (m + 1) * k);
    for (let o = 0; o < k; o++) b[o] = S.data[observed[o] * S.cols + missing[m]];
    forwardSolveInto(b, L);
    backwardSolveInto(b, L);
  }
  return B;
}

/** Writes the observed values r into x, and B r in place of the missing ones. */
function fillInto(x: Float64Array, r: Float64Array, B: Float64Array, { observed, missing }: Part): void {
  const k = observed.length;
  for (let o = 0; o < k; o++) x[observed[o]] = r[o];
  for (let m = 0; m < missing.length; m++) {
    let sum = 0;
    for (let o = 0; o < k; o++) sum += B[m * k + o] * r[o];
    x[missing[m]] = sum;
  }
}

/** Adds weight · x xᵀ, lower triangle only. */
function addProductInto({ cols: d, data }: Matrix, x: Float64Array, weight: number): void {
  for (let i = 0; i < d; i++) for (let j = 0; j <= i; j++) data[i * d + j] += weight * x[i] * x[j];
}

/** Adds count · C. */
function addUnexplainedInto(
  { cols: d, data }: Matrix,
  S: Matrix,
  B: Float64Array,
  { observed, missing, count }: Part,
): void {
  const k = observed.length;
  for (let a = 0; a < missing.length; a++) {
    const i = missing[a];
    for (let b = 0; b <= a; b++) {
      const j = missing[b];
      let left = S.data[i * d + j];
      for (let o = 0; o < k; o++) left -= B[a * k + o] * S.data[observed[o] * d + j];
      data[i * d + j] += count * left;
    }
  }
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k] * b[k];
  return sum;
}

function largestChange(a: Normal, b: Normal): number {
  let most = 0;
  a.mean.forEach((m, j) => {
    most = Math.max(most, Math.abs(m - b.mean[j]));
  });
  a.S.data.forEach((s, k) => {
    most = Math.max(most, Math.abs(s - b.S.data[k]));
  });
  return most;
}

function identity(d: number): Matrix {
  const out = matrix(d, d);
  for (let j = 0; j < d; j++) out.data[j * d + j] = 1;
  return out;
}
