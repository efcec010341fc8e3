// Regresses one column of a table on others, and draws values for its gaps. Both fits use a bootstrap sample of the observed rows and the
// covariances of the predictors, whose diagonal is increased by a factor of 1 + 1e-5.
//
//     numbers      least squares; a gap gets the value of one of the five rows whose fitted values are nearest to its own
//     categories   linear discriminant:  P(label l | x) ∝ π_l N(x; μ_l, W),   W the covariance within the labels

import { exponential, logarithm } from "../../math/elementary.ts";
import { type Matrix, matrix } from "../../math/matrix.ts";
import type { Rng } from "../../math/rng.ts";
import { type Scatter, weightedScatter } from "../../math/scatter.ts";
import { backwardSolveInto, choleskyOf, forwardSolveInto } from "../../math/solve.ts";
import type { Design } from "./design.ts";

const ridge = 1e-5;
const donors = 5;

export function drawnNumbers(design: Design, j: number, gaps: readonly number[], rng: Rng): Float64Array {
  const observed = design.rowsWith(j);
  const predictors = design.predictors(j);
  const p = predictors.length;
  const X = design.rows(observed, predictors);
  const y = Float64Array.from(observed, (i) => design.value(i, j));
  const scatter = weightedScatter(withColumn(X, y), bootstrapTimes(observed.length, rng));
  const slope = Float64Array.from({ length: p }, (_, a) => scatter.S.data[a * (p + 1) + p]);
  solveInto(slope, ridged(scatter.S, scatter.S, p), p);
  const fitted = fittedValues(X, slope, scatter.mean);
  const order = fitted.map((_, r) => r).sort((a, b) => fitted[a] - fitted[b] || a - b);
  const sorted = order.map((r) => fitted[r]);
  return fittedValues(design.rows(gaps, predictors), slope, scatter.mean).map(
    (at) => y[order[nearest(sorted, at, rng)]],
  );
}

/** Position of one of the numbers nearest to `at` in an ascending list, drawn at random. */
function nearest(sorted: Float64Array, at: number, rng: Rng): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] < at) low = middle + 1;
    else high = middle;
  }
  let first = low;
  let end = low;
  while (end - first < Math.min(donors, sorted.length)) {
    const isBelow = end === sorted.length || (first > 0 && at - sorted[first - 1] <= sorted[end] - at);
    if (isBelow) first--;
    else end++;
  }
  return first + rng.integer(end - first);
}

export function drawnLabels(design: Design, j: number, gaps: readonly number[], rng: Rng): Float64Array {
  const observed = design.rowsWith(j);
  const predictors = design.predictors(j);
  const p = predictors.length;
  const X = design.rows(observed, predictors);
  const times = bootstrapTimes(observed.length, rng);
  const { n, mean, S } = weightedScatter(X, times);
  const groups = labelMeans(
    X,
    observed.map((i) => design.value(i, j)),
    times,
    { mean, labels: design.labels(j) },
  );
  const W = matrix(p, p, Float64Array.from(S.data));
  for (const { weight, from } of groups)
    for (let a = 0; a < p; a++) for (let b = 0; b < p; b++) W.data[a * p + b] -= weight * from[a] * from[b];
  const L = ridged(W, S, p);
  const discriminants = groups.map(({ label, weight, from }) => {
    const slope = from.slice();
    solveInto(slope, L, p);
    for (let a = 0; a < p; a++) slope[a] *= n;
    const offset = logarithm(weight / n) - slope.reduce((sum, s, a) => sum + s * from[a], 0) / 2;
    return { label, slope, offset };
  });
  const gapRows = design.rows(gaps, predictors);
  const logs = discriminants.map(({ slope, offset }) =>
    centredProducts(gapRows, slope, mean).map((product) => product + offset),
  );
  return Float64Array.from(gaps, (_, r) => {
    const largest = Math.max(...logs.map((each) => each[r]));
    const shares = logs.map((each) => exponential(each[r] - largest));
    let rest = rng.uniform() * shares.reduce((sum, share) => sum + share, 0);
    const at = shares.findIndex((share) => {
      rest -= share;
      return rest < 0;
    });
    return discriminants[at < 0 ? shares.length - 1 : at].label;
  });
}

interface LabelMean {
  readonly label: number;
  readonly weight: number;
  /** Mean of the rows with the label, minus the overall mean. */
  readonly from: Float64Array;
}

/** Means by label, for the labels in the bootstrap sample. */
function labelMeans(
  { cols: p, data }: Matrix,
  codes: readonly number[],
  times: Float64Array,
  { mean, labels }: { readonly mean: Float64Array; readonly labels: number },
): LabelMean[] {
  const weights = new Float64Array(labels);
  const sums = Array.from({ length: labels }, () => new Float64Array(p));
  codes.forEach((code, r) => {
    weights[code] += times[r];
    for (let a = 0; a < p; a++) sums[code][a] += times[r] * (data[r * p + a] - mean[a]);
  });
  return sums
    .map((sum, label) => ({ label, weight: weights[label], from: sum.map((x) => x / weights[label]) }))
    .filter(({ weight }) => weight > 0);
}

function bootstrapTimes(n: number, rng: Rng): Float64Array {
  const times = new Float64Array(n);
  for (let k = 0; k < n; k++) times[rng.integer(n)]++;
  return times;
}

/** Cholesky factor of the first p rows and columns of A, plus `ridge` times the diagonal of S. */
function ridged(A: Matrix, S: Matrix, p: number): Float64Array {
  const out = matrix(p, p);
  for (let a = 0; a < p; a++) {
    for (let b = 0; b < p; b++) out.data[a * p + b] = A.data[a * A.cols + b];
    out.data[a * p + a] += ridge * S.data[a * S.cols + a];
  }
  return choleskyOf(
    out,
    Array.from({ length: p }, (_, a) => a),
  ).L;
}

function solveInto(b: Float64Array, L: Float64Array, p: number): void {
  if (p === 0) return;
  forwardSolveInto(b, L);
  backwardSolveInto(b, L);
}

function withColumn({ rows, cols, data }: Matrix, y: Float64Array): Matrix {
  const out = matrix(rows, cols + 1);
  for (let i = 0; i < rows; i++) {
    out.data.set(data.subarray(i * cols, (i + 1) * cols), i * (cols + 1));
    out.data[i * (cols + 1) + cols] = y[i];
  }
  return out;
}

/** Fitted values; the last entry of `mean` is the mean of the response. */
function fittedValues(X: Matrix, slope: Float64Array, mean: Scatter["mean"]): Float64Array {
  return centredProducts(X, slope, mean).map((product) => mean[slope.length] + product);
}

/** (x − mean) · slope of each row. */
function centredProducts(
  { rows, cols, data }: Matrix,
  slope: Float64Array,
  mean: Float64Array,
): Float64Array {
  const out = new Float64Array(rows);
  for (let i = 0; i < rows; i++)
    for (let a = 0; a < cols; a++) out[i] += (data[i * cols + a] - mean[a]) * slope[a];
  return out;
}
