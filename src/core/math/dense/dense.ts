// Dense float64 algebra on whole matrices: Cholesky factorisation, solves and updates, products, Gaussian kernel
// matrices, the matrix exponential. Each call has its own WebAssembly instance and leaves its arguments unchanged;
// callers with thousands of small matrices use a denseWorkspace, which has the same operations in place.
//
// Strict arithmetic in an order that depends only on the sizes: the same bytes everywhere. NaN is never hidden: it
// propagates to the result, or the factorisation reports its pivot.

import { check } from "../../check.ts";
import { type Matrix, matrix } from "../matrix.ts";
import { createKernels } from "../wasm/wasm.ts";
import {
  denseWorkspace,
  featureStep,
  readRows,
  rowStep,
  writeFeatures,
  writeRows,
} from "./dense-workspace.ts";

export { wideKernels } from "../wasm/wasm.ts";
export { type AcyclicityName, acyclicityNames, cycleMeasure, cycleTrace } from "./cycle-trace.ts";
export { type DenseWorkspace, type DenseWorkspaceOptions, denseWorkspace } from "./dense-workspace.ts";
export { mMatrix } from "./m-matrix.ts";
export { symmetricEigen } from "./symmetric-eigen.ts";
export { type ShiftedForms, shiftedForms, tridiagonalInto } from "./tridiagonal.ts";

/** The lower-triangular L with A = L Lᵀ, for a symmetric positive-definite A (only its lower triangle is read). */
export function denseCholesky(A: Matrix): Matrix {
  const n = sizeOf("denseCholesky", A);
  const space = denseWorkspace(n, { matrices: 1 });
  const L = space.matrix();
  space.write(L, A);
  const pivot = space.cholesky(L, n);
  check(
    pivot === 0,
    `denseCholesky: the matrix must be positive definite, got a pivot in row ${pivot} of ${n} that is not above 0; add a positive number to the diagonal`,
  );
  return lowerTriangle(space.read(L, n, n));
}

/** X with L Lᵀ X = B, for the factor L of denseCholesky; B has one right-hand side in each column. */
export function solveCholesky(L: Matrix, B: Matrix): Matrix {
  const n = sizeOf("solveCholesky", L);
  const m = B.cols;
  check(
    B.rows === n,
    `solveCholesky: the right-hand sides must have ${n} rows like the factor, got ${B.rows}`,
  );
  const [stepL, stepX] = [rowStep(n), rowStep(m)];
  const mostRoom = 512 + 128 * (n + 4) + 128 * Math.min(m + 4, 256);
  const kernels = createKernels(8 * (n * stepL + n * stepX + mostRoom) + 64);
  const [l, x] = [kernels.allocateFloats(n * stepL), kernels.allocateFloats(n * stepX)];
  const work = kernels.allocateFloats(kernels.call.solveRoom(n, m));
  writeRows(kernels.floats(l, n * stepL), stepL, L);
  if (m === 1) {
    const vector = kernels.floats(x, n);
    vector.set(B.data);
    kernels.call.solveLowerVectorInto(x, l, stepL, n);
    kernels.call.solveTransposedVectorInto(x, l, stepL, n);
    return matrix(n, 1, vector.slice());
  }
  const last = n - 1; // counted from the end, Lᵀ is lower triangular
  writeRows(kernels.floats(x, n * stepX), stepX, B);
  kernels.call.solveLowerInto(x, stepX, l, stepL, 1, n, m, work);
  kernels.call.solveLowerInto(
    x + 8 * last * stepX,
    -stepX,
    l + 8 * last * (stepL + 1),
    -1,
    -stepL,
    n,
    m,
    work,
  );
  return readRows(kernels.floats(x, n * stepX), stepX, n, m);
}

export interface ProductTransposes {
  /** Use Aᵀ in place of A. */
  readonly transposeA?: boolean;
  /** Use Bᵀ in place of B. */
  readonly transposeB?: boolean;
}

/** A B, Aᵀ B, A Bᵀ or Aᵀ Bᵀ. */
export function product(
  A: Matrix,
  B: Matrix,
  { transposeA = false, transposeB = false }: ProductTransposes = {},
): Matrix {
  const [m, k] = transposeA ? [A.cols, A.rows] : [A.rows, A.cols];
  const [inner, n] = transposeB ? [B.cols, B.rows] : [B.rows, B.cols];
  check(k === inner, `product: inner sizes must agree, got ${m} × ${k} and ${inner} × ${n}`);
  return multiplied(A, transposeA, B, transposeB, [m, n, k], false);
}

export interface SymmetricProductOptions {
  /** "columns" (the default) is AᵀA, products of the columns with each other; "rows" is AAᵀ. */
  readonly of?: "columns" | "rows";
}

/** AᵀA or AAᵀ, exactly symmetric, with half the work of a product. */
export function symmetricProduct(A: Matrix, { of = "columns" }: SymmetricProductOptions = {}): Matrix {
  const transposed = of === "columns";
  const [n, k] = transposed ? [A.cols, A.rows] : [A.rows, A.cols];
  return multiplied(A, transposed, undefined, !transposed, [n, n, k], true);
}

/**
 * K[i, j] = exp(−‖x_i − x_j‖² / (2 bandwidth²)) for the rows of X; with one bandwidth for each feature, each column is
 * divided by its own first. Exactly symmetric, with 1 on the diagonal.
 */
export function rbfMatrix(X: Matrix, bandwidth: number | ArrayLike<number>): Matrix {
  const scaled = typeof bandwidth === "number" ? X : dividedColumns(X, bandwidth);
  const single = typeof bandwidth === "number" ? bandwidth : 1;
  check(single > 0, `rbfMatrix: the bandwidth must be above 0, got ${single}`);
  const { rows: n, cols: count } = scaled;
  const [step, stride] = [rowStep(n), featureStep(n)];
  const kernels = createKernels(8 * (n * step + count * stride + 8) + 64);
  const K = kernels.allocateFloats(n * step);
  const features = kernels.allocateFloats(count * stride);
  writeFeatures(kernels.floats(features, count * stride), scaled);
  const factor = -0.5 / (single * single);
  kernels.call.rbfLowerInto(K, step, features, stride, n, count, factor, kernels.allocateFloats(8));
  kernels.call.mirrorInto(K, step, n);
  return readRows(kernels.floats(K, n * step), step, n, n);
}

/** e^A. */
export function matrixExponential(A: Matrix): Matrix {
  return traceOfExponential(A).exponential;
}

export interface ExponentialTrace {
  /** tr(e^A). */
  readonly trace: number;
  /** tr(e^A) − d, computed without cancellation; exactly 0 if the nonzero entries of A form no cycle. */
  readonly excess: number;
  /** e^A, whose transpose is the gradient of the trace. */
  readonly exponential: Matrix;
}

/** The trace of e^A with its gradient: h(W) of NOTEARS is the excess for A = W ∘ W. */
export function traceOfExponential(A: Matrix): ExponentialTrace {
  const n = sizeOf("traceOfExponential", A);
  const space = denseWorkspace(n, { matrices: 2, exponential: true });
  const [from, to] = [space.matrix(), space.matrix()];
  space.write(from, A);
  const excess = space.exponentialMinusIdentity(to, from, n);
  const exponential = space.read(to, n, n);
  for (let i = 0; i < n; i++) exponential.data[i * n + i] += 1;
  return { trace: excess + n, excess, exponential };
}

/** The factor of L Lᵀ + x xᵀ. */
export function updateCholesky(L: Matrix, x: Float64Array): Matrix {
  return changed("updateCholesky", L, x, (space, l, at, n) => space.update(l, at, n));
}

/** The factor of L Lᵀ − x xᵀ. */
export function downdateCholesky(L: Matrix, x: Float64Array): Matrix {
  return changed("downdateCholesky", L, x, (space, l, at, n) => {
    check(
      space.downdate(l, at, n),
      "downdateCholesky: what remains must be positive definite, got a vector too long for the factor (or NaN); take less away, or factor the matrix again",
    );
  });
}

function changed(
  where: string,
  L: Matrix,
  x: Float64Array,
  change: (space: ReturnType<typeof denseWorkspace>, l: number, at: number, n: number) => void,
): Matrix {
  const n = sizeOf(where, L);
  check(x.length === n, `${where}: the vector must have ${n} numbers like the factor, got ${x.length}`);
  const space = denseWorkspace(n, { matrices: 2 });
  const [l, at] = [space.matrix(), space.matrix()];
  space.write(l, L);
  space.numbers(at, n).set(x);
  change(space, l, at, n);
  return lowerTriangle(space.read(l, n, n));
}

function multiplied(
  A: Matrix,
  transposeA: boolean,
  B: Matrix | undefined, // undefined: A itself
  transposeB: boolean,
  [m, n, k]: readonly [number, number, number],
  symmetric: boolean,
): Matrix {
  const right = B ?? A;
  const [stepA, stepB, stepC] = [rowStep(A.cols), rowStep(right.cols), rowStep(n)];
  const mostRoom = Math.min(k * (m + n + 6), 300_000) + 16; // the kernel's blocks need no more
  const numbers = A.rows * stepA + (B ? B.rows * stepB : 0) + m * stepC + mostRoom;
  const kernels = createKernels(8 * numbers + 128);
  const a = kernels.allocateFloats(A.rows * stepA);
  writeRows(kernels.floats(a, A.rows * stepA), stepA, A);
  const b = B ? kernels.allocateFloats(B.rows * stepB) : a;
  if (B) writeRows(kernels.floats(b, B.rows * stepB), stepB, B);
  const c = kernels.allocateFloats(m * stepC);
  const work = kernels.allocateFloats(kernels.call.productRoom(m, n, k));
  const [rowA, columnA] = transposeA ? [1, stepA] : [stepA, 1];
  const [rowB, columnB] = transposeB ? [1, stepB] : [stepB, 1];
  const lower = symmetric ? 1 : 0;
  kernels.call.productInto(c, stepC, a, rowA, columnA, b, rowB, columnB, m, n, k, 0, lower, work);
  if (symmetric) kernels.call.mirrorInto(c, stepC, n);
  return readRows(kernels.floats(c, m * stepC), stepC, m, n);
}

function dividedColumns({ rows, cols, data }: Matrix, by: ArrayLike<number>): Matrix {
  check(
    by.length === cols,
    `rbfMatrix: one bandwidth for each of the ${cols} features, or a single number, got ${by.length}`,
  );
  for (let f = 0; f < cols; f++)
    check(by[f] > 0, `rbfMatrix: bandwidths must be above 0, got ${by[f]} for feature ${f + 1}`);
  return matrix(
    rows,
    cols,
    data.map((x, at) => x / by[at % cols]),
  );
}

function lowerTriangle(A: Matrix): Matrix {
  for (let i = 0; i < A.rows; i++) A.data.fill(0, i * A.cols + i + 1, (i + 1) * A.cols);
  return A;
}

function sizeOf(where: string, { rows, cols }: Matrix): number {
  check(rows === cols, `${where}: the matrix must be square, got ${rows} × ${cols}`);
  return rows;
}
