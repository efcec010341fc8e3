// The scatter matrix of the features of degree one and two of all variables: regressions of a variable on a constant
// and on x_a, x_a², x_a x_b of any others follow from it, without reading the rows again.
//
//     z_a = (x_a − mean_a) / scale_a      features z_a, then z_a z_b for a ≤ b:  F = d + d (d + 1) / 2 of them
//
// With a constant, the polynomials of degree two in z and in x are the same functions, so the residuals are those of x
// itself; but squares of z neither overflow nor lose precision to a large mean. n F² / 2 multiplications, F² numbers of memory.
//
// Differs from the features of scikit-learn's PolynomialFeatures in being centred and scaled; `quadraticCoefficients` returns
// coefficients on the original scale of the data, in the same order.

import { check } from "../check.ts";
import { type Matrix, matrix } from "./matrix.ts";
import { columnMeans, type Scatter, scatterOf } from "./scatter.ts";
import { joinedScatter } from "./scatter-sum.ts";
import { backwardSolveInto, choleskyOf, forwardSolveInto } from "./solve.ts";

export interface QuadraticFeatures {
  readonly n: number;
  readonly d: number;
  readonly mean: Float64Array;
  /** Population standard deviations; 0 for a constant column, whose features are then 0. */
  readonly scale: Float64Array;
  /** Scatter matrix of the features, [F, F]. */
  readonly S: Matrix;
}

/** F² numbers must fit: 5,150 features, 0.2 GB. */
const maxQuadraticVariables = 100;

/** `beat` is called during the work, which is long for many variables; it may abort it by throwing. */
export function quadraticFeatures(X: Matrix, beat?: () => void): QuadraticFeatures {
  const { rows: n, cols: d } = X;
  check(
    d <= maxQuadraticVariables,
    `quadratic: ${d} variables have ${featureCount(d)} features, and a matrix of at most ${featureCount(maxQuadraticVariables)} is made (${maxQuadraticVariables} variables)`,
    { remedies: [{ act: "use fewer columns", option: "columns" }] },
  );
  const mean = columnMeans(X);
  const scale = deviations(X, mean);
  let sum: Scatter | null = null;
  // In blocks of rows, so that the features of all rows are never in memory together.
  const block = Math.max(1, Math.floor(2 ** 22 / featureCount(d)));
  for (let from = 0; from < n; from += block) {
    const rows = Math.min(block, n - from);
    const part = scatterOf(expanded({ mean, scale }, X, from, rows), beat);
    sum = sum === null ? part : joinedScatter(sum, part);
  }
  const { S, mean: centre } = sum ?? scatterOf(matrix(0, featureCount(d)));
  dropConstantsInto(S, centre, n);
  return { n, d, mean, scale, S };
}

/** The number of features of p variables. */
export function featureCount(p: number): number {
  return p + (p * (p + 1)) / 2;
}

/**
 * The rows of S for these variables (ascending) of d: x_a first, then x_a², x_a x_b, …, x_b², …. First-order features come
 * first, so that of collinear features (a 0/1 column and its square) the simplest is kept.
 */
export function featuresOf(d: number, variables: readonly number[]): number[] {
  const out = [...variables];
  variables.forEach((a, k) => {
    // Row a of the triangle begins after rows of d, d − 1, … entries.
    const start = d + a * d - (a * (a - 1)) / 2 - a;
    for (let l = k; l < variables.length; l++) out.push(start + variables[l]);
  });
  return out;
}

/**
 * Coefficients of x_a, then x_a², x_a x_b, …, of the parents in the least-squares fit of `node`, on the original scale; 0 for
 * features dropped because they are linear combinations of earlier ones.
 */
export function quadraticCoefficients(
  { d, mean, scale, S }: QuadraticFeatures,
  node: number,
  parents: readonly number[],
): Float64Array {
  const features = featuresOf(d, parents);
  const p = parents.length;
  const { L } = choleskyOf(S, features);
  const beta = Float64Array.from(features, (f) => S.data[f * S.cols + node]);
  forwardSolveInto(beta, L);
  backwardSolveInto(beta, L);

  // z_a z_b = (x_a x_b − mean_a x_b − mean_b x_a + …) / (scale_a scale_b): products contribute first-order terms.
  const unit = parents.map((a) => (scale[a] > 0 ? 1 / scale[a] : 0));
  for (let a = 0; a < p; a++) beta[a] *= scale[node] * unit[a];
  let at = p;
  for (let a = 0; a < p; a++) {
    for (let b = a; b < p; b++) {
      beta[at] *= scale[node] * unit[a] * unit[b];
      beta[a] -= beta[at] * mean[parents[b]];
      beta[b] -= beta[at] * mean[parents[a]];
      at++;
    }
  }
  return beta;
}

/** Features of some rows, [rows, F]. */
function expanded(
  { mean, scale }: Pick<QuadraticFeatures, "mean" | "scale">,
  { cols: d, data }: Matrix,
  from: number,
  rows: number,
): Matrix {
  const F = featureCount(d);
  const out = matrix(rows, F);
  const z = new Float64Array(d);
  for (let i = 0; i < rows; i++) {
    for (let a = 0; a < d; a++) {
      z[a] = scale[a] > 0 ? (data[(from + i) * d + a] - mean[a]) / scale[a] : 0;
    }
    out.data.set(z, i * F);
    let at = i * F + d;
    for (let a = 0; a < d; a++) for (let b = a; b < d; b++) out.data[at++] = z[a] * z[b];
  }
  return out;
}

/** Standard deviations, computed in units of the largest deviation so that no square overflows. */
function deviations({ rows: n, cols: d, data }: Matrix, mean: Float64Array): Float64Array {
  return mean.map((m, j) => {
    let largest = 0;
    for (let i = 0; i < n; i++) largest = Math.max(largest, Math.abs(data[i * d + j] - m));
    if (largest === 0) return 0;
    let sum = 0;
    for (let i = 0; i < n; i++) {
      const x = (data[i * d + j] - m) / largest;
      sum += x * x;
    }
    return largest * Math.sqrt(sum / n);
  });
}

/** Sets a feature that is constant up to rounding (the square of a ±1 column) to 0, so that no noise is fitted. */
function dropConstantsInto({ cols: F, data }: Matrix, mean: Float64Array, n: number): void {
  for (let f = 0; f < F; f++) {
    if (data[f * F + f] > 1e-24 * n * mean[f] * mean[f]) continue;
    for (let g = 0; g < F; g++) data[f * F + g] = data[g * F + f] = 0;
  }
}
