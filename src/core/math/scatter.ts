// Means and scatter matrix of the columns of X: S = Σ (x − mean)(x − mean)ᵀ over the rows.
//
// All linear models are computed from S, so the rows are read only twice, once for the means and once for S: n·d + n·d²/2
// multiplications, and d² numbers of memory besides a block of rows. For rows that arrive in blocks, see scatter-sum.ts.

import { type Matrix, matrix } from "./matrix.ts";
import { createKernels } from "./wasm/wasm.ts";

export interface Scatter {
  readonly n: number;
  readonly mean: Float64Array;
  /** [d, d]; divided by n it is the covariance matrix. */
  readonly S: Matrix;
}

/** `beat` is called during the work, which is long for many rows and columns; it may abort it by throwing. */
export function scatterOf(X: Matrix, beat?: () => void): Scatter {
  return finished(scatterSteps(X), beat);
}

/** The same block by block; yields the share of the work done. */
export function* scatterSteps(X: Matrix): Generator<number, Scatter, void> {
  const { rows: n, cols: d, data } = X;
  const mean = columnMeans(X);
  const S = yield* scatterOfBlocks({ n, d, mean }, (block, from, rows) =>
    block.set(data.subarray(from * d, (from + rows) * d)),
  );
  return { n, mean, S };
}

function finished<T>(steps: Generator<number, T, void>, beat?: () => void): T {
  for (;;) {
    const { value, done } = steps.next();
    if (done) return value;
    beat?.();
  }
}

/** The same with a non-negative weight for each row: Σ w (x − mean)(x − mean)ᵀ about the weighted means; n is the sum of weights. */
export function weightedScatter(X: Matrix, weights: Float64Array): Scatter {
  const { cols: d, data } = X;
  const some: number[] = [];
  let n = 0;
  weights.forEach((w, i) => {
    if (w > 0) some.push(i);
    n += w;
  });
  const mean = new Float64Array(d);
  const start = some[0] * d;
  for (const i of some)
    for (let j = 0; j < d; j++) mean[j] += weights[i] * (data[i * d + j] - data[start + j]);
  for (let j = 0; j < d; j++) mean[j] = data[start + j] + mean[j] / n;
  const centred = { n: some.length, d, mean: new Float64Array(d) };
  const steps = scatterOfBlocks(centred, (block, from, rows) => {
    for (let k = 0; k < rows; k++) {
      const i = some[from + k];
      const root = Math.sqrt(weights[i]);
      for (let j = 0; j < d; j++) block[k * d + j] = root * (data[i * d + j] - mean[j]);
    }
  });
  const S = finished(steps);
  return { n, mean, S };
}

interface Blocks {
  readonly n: number;
  readonly d: number;
  readonly mean: Float64Array;
}

/** Σ (x − mean)(x − mean)ᵀ over n rows, which `fill` writes into a block, some at a time. */
function* scatterOfBlocks(
  { n, d, mean }: Blocks,
  fill: (block: Float64Array, from: number, rows: number) => void,
): Generator<number, Matrix, void> {
  const blockRows = 4 * Math.max(1, Math.floor(4096 / Math.max(1, d)));
  const stride = d + (d % 2);
  const kernels = createKernels(8 * (d * stride + blockRows * d + d + 4 * stride) + 64);
  const out = kernels.allocateFloats(d * stride);
  const means = kernels.allocateFloats(d);
  const centred = kernels.allocateFloats(4 * stride);
  const block = kernels.allocateFloats(blockRows * d);
  kernels.floats(means, d).set(mean);
  for (let from = 0; from < n; from += blockRows) {
    if (from > 0) yield from / n;
    const rows = Math.min(blockRows, n - from);
    fill(kernels.floats(block, rows * d), from, rows);
    kernels.call.scatterInto(out, block, means, centred, rows, d);
  }

  const upper = kernels.floats(out, d * stride);
  const S = matrix(d, d);
  for (let i = 0; i < d; i++) {
    for (let j = i; j < d; j++) S.data[i * d + j] = S.data[j * d + i] = upper[i * stride + j];
  }
  return S;
}

/** The scatter of the columns at `indices`, in the given order. */
export function selectScatter({ n, mean, S }: Scatter, indices: readonly number[]): Scatter {
  const d = indices.length;
  const out = matrix(d, d);
  indices.forEach((i, a) => {
    indices.forEach((j, b) => {
      out.data[a * d + b] = S.data[i * S.cols + j]!;
    });
  });
  return { n, mean: Float64Array.from(indices, (j) => mean[j]!), S: out };
}

/** The scatter of the columns in other units, factor · (x − offset). */
export function rescaledScatter(
  { n, mean, S }: Scatter,
  factors: Float64Array,
  offsets: Float64Array,
): Scatter {
  const d = S.cols;
  const out = matrix(d, d);
  for (let i = 0; i < d; i++)
    for (let j = 0; j < d; j++) out.data[i * d + j] = factors[i] * (factors[j] * S.data[i * d + j]);
  return { n, mean: mean.map((m, j) => factors[j] * (m - offsets[j])), S: out };
}

/** The matrix scaled to unit diagonal, and its diagonal; a variable with 0 there is uncorrelated with all others. */
export function unitDiagonal({ rows: d, data }: Matrix): { R: Matrix; scale: Float64Array } {
  const scale = new Float64Array(d);
  for (let j = 0; j < d; j++) scale[j] = data[j * d + j];
  const R = matrix(d, d);
  for (let i = 0; i < d; i++) {
    for (let j = 0; j < d; j++) {
      const root = Math.sqrt(scale[i]) * Math.sqrt(scale[j]);
      R.data[i * d + j] = i === j ? 1 : root > 0 ? data[i * d + j] / root : 0;
    }
  }
  return { R, scale };
}

/** Computed relative to the first row, so that a constant column is centred to exact zeros. */
export function columnMeans({ rows: n, cols: d, data }: Matrix): Float64Array {
  const mean = new Float64Array(d);
  for (let i = 0; i < n; i++) for (let j = 0; j < d; j++) mean[j] += data[i * d + j] - data[j];
  for (let j = 0; j < d; j++) mean[j] = data[j] + mean[j] / n;
  return mean;
}
