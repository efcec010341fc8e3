// FastICA: the rotation that makes whitened columns as independent as possible.
//
//     Z = K (X − mean)ᵀ  with covariance I  [d, n]
//     W ← mean of g(W Z) Zᵀ − diag(mean of g′(W Z)) W,     then  W ← (W Wᵀ)^{−1/2} W,     until W converges
//
// All components at once ("parallel"); the sources are the rows of W Z. The unmixing matrix of the columns is W K. Where whole
// steps cycle, half steps do not: W moves half way to the result of the whole step.
//
//     logcosh   g(y) = tanh y
//     exp       g(y) = y e^{−y²/2}, less sensitive to outliers
//
// Hyvärinen, A. "Fast and robust fixed-point algorithms for independent component analysis." IEEE Transactions on Neural
// Networks 10(3), 1999; the functions and the convergence criterion are scikit-learn's.
//
// Differs from scikit-learn in whitening by the symmetric square root of the inverse covariance, which does not depend on signs
// or order of eigenvectors; from W₀ it takes the same steps as scikit-learn from W₀ U, where U is the rotation of its whitening.

import { symmetricEigen } from "./dense/dense.ts";
import { type Matrix, matrix } from "./matrix.ts";
import { columnMeans, scatterOf } from "./scatter.ts";
import { pivotTolerance } from "./solve.ts";
import { createKernels } from "./wasm/wasm.ts";

export const contrastNames = ["logcosh", "exp"] as const;
export type ContrastName = (typeof contrastNames)[number];

export interface FastIcaOptions {
  /** The contrast function: the mean of log cosh, or of −e^{−y²/2}. */
  readonly contrast?: ContrastName;
}

export interface FastIca {
  /** K, [d, d]. */
  readonly whitening: Matrix;
  /** The next W, and the change by a whole step: the largest 1 − |cosine| between a row before and after. */
  readonly next: (W: Matrix, step?: "whole" | "half") => { readonly W: Matrix; readonly change: number };
}

/** Null if the columns are linearly dependent and thus cannot be whitened. */
export function fastIca(X: Matrix, { contrast = "logcosh" }: FastIcaOptions = {}): FastIca | null {
  const { rows: n, cols: d } = X;
  const { values, root: whitening } = inverseRoot(covariance(X));
  if (!(values[d - 1] > pivotTolerance * values[0])) return null;
  const block = Math.min(n, 1024);
  const mostRoom = 16 + 256 * (128 + 1024); // enough for either product
  const kernels = createKernels(8 * (d * n + 2 * d * block + 2 * d * d + mostRoom) + 256);
  const { call, floats } = kernels;
  const [atZ, atY, atE] = [d * n, d * block, d * block].map(kernels.allocateFloats);
  const [atW, atC] = [d * d, d * d].map(kernels.allocateFloats);
  const work = kernels.allocateFloats(Math.max(call.productRoom(d, block, d), call.productRoom(d, d, block)));
  whitenInto(floats(atZ, d * n), X, whitening);
  const [y, e] = [floats(atY, d * block), floats(atE, d * block)];
  const [w, c] = [floats(atW, d * d), floats(atC, d * d)];
  const slopes = new Float64Array(d);
  const apply = contrast === "logcosh" ? tanhInto : gaussInto;
  const next: FastIca["next"] = (W, step = "whole") => {
    w.set(W.data);
    c.fill(0);
    slopes.fill(0);
    for (let from = 0; from < n; from += block) {
      const count = Math.min(block, n - from);
      const z = atZ + 8 * from;
      call.productInto(atY, block, atW, d, 1, z, n, 1, d, count, d, 0, 0, work);
      argumentsInto(e, y, contrast);
      call.expInto(atE, atE, d * block);
      for (let k = 0; k < d; k++) slopes[k] += apply(y, e, k * block, k * block + count);
      call.productInto(atC, d, atY, block, 1, z, 1, n, d, d, count, 1, 0, work);
    }
    const out = matrix(d, d);
    for (let k = 0; k < d; k++) {
      for (let j = 0; j < d; j++) out.data[k * d + j] = (c[k * d + j] - slopes[k] * W.data[k * d + j]) / n;
    }
    const turned = decorrelated(out);
    return { W: step === "whole" ? turned : halfway(W, turned), change: changeOf(turned, W) };
  };
  return { whitening, next };
}

/** (W Wᵀ)^{−1/2} W: the orthogonal matrix nearest to W. */
export function decorrelated(W: Matrix): Matrix {
  return multiplied(inverseRoot(multiplied(W, W, true)).root, W);
}

/** A^{−1/2} for a symmetric A, and A's eigenvalues, descending; for the root, those near 0 are raised so that it is finite. */
function inverseRoot(A: Matrix): { root: Matrix; values: Float64Array } {
  const d = A.rows;
  const { values, vectors } = symmetricEigen(A);
  const scaled = matrix(d, d);
  for (let i = 0; i < d; i++) {
    for (let k = 0; k < d; k++) {
      const value = Math.max(values[k], pivotTolerance * values[0], Number.MIN_VALUE);
      scaled.data[i * d + k] = vectors.data[i * d + k] / Math.sqrt(value);
    }
  }
  return { root: multiplied(scaled, vectors, true), values };
}

function covariance(X: Matrix): Matrix {
  const { S } = scatterOf(X);
  return matrix(
    S.rows,
    S.cols,
    S.data.map((x) => x / X.rows),
  );
}

/** A B, or A Bᵀ, for small square matrices. */
function multiplied(A: Matrix, B: Matrix, isTransposed = false): Matrix {
  const d = A.rows;
  const [row, column] = isTransposed ? [1, d] : [d, 1];
  const out = matrix(d, d);
  for (let i = 0; i < d; i++) {
    for (let j = 0; j < d; j++) {
      let sum = 0;
      for (let k = 0; k < d; k++) sum += A.data[i * d + k] * B.data[k * row + j * column];
      out.data[i * d + j] = sum;
    }
  }
  return out;
}

function whitenInto(Z: Float64Array, X: Matrix, K: Matrix): void {
  const { rows: n, cols: d, data } = X;
  const mean = columnMeans(X);
  const x = new Float64Array(d);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < d; j++) x[j] = data[i * d + j] - mean[j];
    for (let k = 0; k < d; k++) {
      let sum = 0;
      for (let j = 0; j < d; j++) sum += K.data[k * d + j] * x[j];
      Z[k * n + i] = sum;
    }
  }
}

/** The arguments of the exponential: 2y for tanh y = 1 − 2/(e^{2y} + 1), or −y²/2. */
function argumentsInto(e: Float64Array, y: Float64Array, contrast: ContrastName): void {
  if (contrast === "logcosh") for (let i = 0; i < y.length; i++) e[i] = 2 * y[i];
  else for (let i = 0; i < y.length; i++) e[i] = -0.5 * y[i] * y[i];
}

/** Replaces y by tanh y; returns the sum of its slopes 1 − tanh² y. */
function tanhInto(y: Float64Array, e: Float64Array, from: number, to: number): number {
  let slopes = 0;
  for (let i = from; i < to; i++) {
    const g = 1 - 2 / (e[i] + 1);
    slopes += 1 - g * g;
    y[i] = g;
  }
  return slopes;
}

/** Replaces y by y e^{−y²/2}; returns the sum of its slopes (1 − y²) e^{−y²/2}. */
function gaussInto(y: Float64Array, e: Float64Array, from: number, to: number): number {
  let slopes = 0;
  for (let i = from; i < to; i++) {
    slopes += (1 - y[i] * y[i]) * e[i];
    y[i] *= e[i];
  }
  return slopes;
}

function changeOf(W: Matrix, before: Matrix): number {
  let change = 0;
  for (let k = 0; k < W.rows; k++) change = Math.max(change, Math.abs(1 - Math.abs(cosine(W, before, k))));
  return change;
}

/** Half way between the rows of W and the new ones, whose signs are arbitrary. */
function halfway(W: Matrix, turned: Matrix): Matrix {
  const d = W.rows;
  const out = matrix(d, d);
  for (let k = 0; k < d; k++) {
    const sign = cosine(W, turned, k) < 0 ? -1 : 1;
    for (let j = 0; j < d; j++) out.data[k * d + j] = W.data[k * d + j] + sign * turned.data[k * d + j];
  }
  return decorrelated(out);
}

/** Cosine between row k of A and row k of B, both of length 1. */
function cosine(A: Matrix, B: Matrix, k: number): number {
  let sum = 0;
  for (let j = 0; j < A.cols; j++) sum += A.data[k * A.cols + j] * B.data[k * A.cols + j];
  return sum;
}
