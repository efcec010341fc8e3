// Dense float64 algebra over addresses: one WebAssembly instance for callers that factor thousands of matrices of the
// same size. dense.ts has the same operations on whole matrices.
//
// Every matrix has rows of `step` numbers, step ≥ columns and never a power of two, and lives at an address returned by
// `matrix()`; of symmetric matrices and factors only the lower triangle is read. Methods change only their first
// argument, unless stated otherwise, and allocate nothing; addresses and sizes are not checked here.

import { check } from "../../check.ts";
import type { Matrix } from "../matrix.ts";
import { createKernels, maxKernelBytes } from "../wasm/wasm.ts";

export interface DenseWorkspaceOptions {
  /** Number of matrices of maxSize rows and columns to make room for. */
  readonly matrices?: number;
  /** Make room for the matrix exponential: five more matrices. */
  readonly exponential?: boolean;
  /** The kernels compiled to 256-bit instructions, from `wideKernels`: the same bytes, faster. */
  readonly wide?: WebAssembly.Module | undefined;
  /** Called before each operation that takes long for large sizes; it may abort the work by throwing. */
  readonly beat?: (() => void) | undefined;
}

export interface ProductOptions {
  readonly transposeA?: boolean;
  readonly transposeB?: boolean;
  /** Whether C is replaced, or the product added to or subtracted from it. */
  readonly mode?: "replace" | "add" | "subtract";
  /** Compute only the entries of C on and below the diagonal. */
  readonly lower?: boolean;
}

export interface DenseWorkspace {
  readonly maxSize: number;
  /** Row stride of every matrix, in numbers. */
  readonly step: number;
  /** Address of a fresh matrix of zeros (maxSize × maxSize; also room for features or vectors). */
  readonly matrix: () => number;
  readonly write: (at: number, A: Matrix) => void;
  readonly read: (at: number, rows: number, cols: number) => Matrix;
  /** The numbers at an address, to read or write in place. */
  readonly numbers: (at: number, count: number) => Float64Array;
  /** C = op(A) op(B), or C plus or minus it; sizes [m, n, k] with k the inner one. */
  readonly product: (
    C: number,
    A: number,
    B: number,
    sizes: readonly [m: number, n: number, k: number],
    options?: ProductOptions,
  ) => void;
  /** Copies the lower triangle to the upper one. */
  readonly mirror: (A: number, n: number) => void;
  /** Replaces A by its factor L; returns 0, or the number (from 1) of the first pivot that is not positive. */
  readonly cholesky: (A: number, n: number) => number;
  /** Solves L X = B in place, with m right-hand sides as columns. */
  readonly solveLower: (X: number, L: number, n: number, m: number) => void;
  /** Solves Lᵀ X = B in place. */
  readonly solveLowerTransposed: (X: number, L: number, n: number, m: number) => void;
  /** Solves L x = b in place, x contiguous. */
  readonly solveLowerVector: (x: number, L: number, n: number) => void;
  /** Solves Lᵀ x = b in place, x contiguous. */
  readonly solveTransposedVector: (x: number, L: number, n: number) => void;
  /** Replaces L by the factor of L Lᵀ + x xᵀ; x is overwritten. */
  readonly update: (L: number, x: number, n: number) => void;
  /** Replaces L by the factor of L Lᵀ − x xᵀ; returns false and leaves L unchanged if that is not positive definite. */
  readonly downdate: (L: number, x: number, n: number) => boolean;
  /** Writes X feature by feature, as `rbfLower` expects; all features together must fit one matrix. */
  readonly writeFeatures: (at: number, X: Matrix) => void;
  /** exp(−‖x_i − x_j‖² / (2 bandwidth²)) on and below the diagonal, for n samples of `count` features. */
  readonly rbfLower: (K: number, features: number, n: number, count: number, bandwidth: number) => void;
  /** E = e^A − I; returns the trace of E. */
  readonly exponentialMinusIdentity: (E: number, A: number, n: number) => number;
}

export function denseWorkspace(
  maxSize: number,
  { matrices = 4, exponential = false, wide, beat = () => {} }: DenseWorkspaceOptions = {},
): DenseWorkspace {
  check(
    Number.isInteger(maxSize) && maxSize >= 0,
    `dense: the size must be a whole number from 0, got ${maxSize}`,
  );
  const step = rowStep(maxSize);
  const matrixNumbers = maxSize * step + 4;
  const bytes = 8 * ((matrices + (exponential ? 5 : 0)) * matrixNumbers + mostRoom(maxSize));
  check(
    bytes <= maxKernelBytes,
    `dense: ${matrices} matrices of ${maxSize} rows need ${bytes} bytes, and one memory holds ${maxKernelBytes}; use smaller or fewer ones`,
  );
  const kernels = createKernels(bytes, { wide });
  const { call, floats } = kernels;
  const work = kernels.allocateFloats(
    Math.max(
      2 * maxSize, // the rotations of an update
      call.choleskyRoom(maxSize),
      call.solveRoom(maxSize, maxSize),
      call.productRoom(maxSize, maxSize, maxSize),
      exponential ? call.exponentialRoom(maxSize, step) : 0,
    ),
  );

  return {
    maxSize,
    step,
    matrix: () => kernels.allocateFloats(matrixNumbers),
    write: (at, A) => writeRows(floats(at, A.rows * step), step, A),
    read: (at, rows, cols) => readRows(floats(at, rows * step), step, rows, cols),
    numbers: floats,
    product: (C, A, B, [m, n, k], { transposeA, transposeB, mode = "replace", lower } = {}) => {
      beat();
      const [rowA, columnA] = transposeA ? [1, step] : [step, 1];
      const [rowB, columnB] = transposeB ? [1, step] : [step, 1];
      call.productInto(
        C,
        step,
        A,
        rowA,
        columnA,
        B,
        rowB,
        columnB,
        m,
        n,
        k,
        modes[mode],
        lower ? 1 : 0,
        work,
      );
    },
    mirror: (A, n) => call.mirrorInto(A, step, n),
    cholesky: (A, n) => {
      beat();
      return call.choleskyInto(A, step, n, work);
    },
    solveLower: (X, L, n, m) => {
      beat();
      call.solveLowerInto(X, step, L, step, 1, n, m, work);
    },
    solveLowerTransposed: (X, L, n, m) => {
      beat();
      const last = n - 1; // counted from the end, Lᵀ is lower triangular
      call.solveLowerInto(X + 8 * last * step, -step, L + 8 * last * (step + 1), -1, -step, n, m, work);
    },
    solveLowerVector: (x, L, n) => call.solveLowerVectorInto(x, L, step, n),
    solveTransposedVector: (x, L, n) => call.solveTransposedVectorInto(x, L, step, n),
    update: (L, x, n) => call.updateCholeskyInto(L, step, n, x, work),
    downdate: (L, x, n) => call.downdateCholeskyInto(L, step, n, x, work) === 0,
    writeFeatures: (at, X) => {
      const count = X.cols * featureStep(X.rows);
      check(
        count <= matrixNumbers,
        `dense: ${X.cols} features of ${X.rows} samples must fit a matrix of ${maxSize} rows; make the workspace larger`,
      );
      writeFeatures(floats(at, count), X);
    },
    rbfLower: (K, features, n, count, bandwidth) => {
      beat();
      call.rbfLowerInto(K, step, features, featureStep(n), n, count, -0.5 / (bandwidth * bandwidth), work);
    },
    exponentialMinusIdentity: (E, A, n) => {
      check(
        exponential,
        "dense: the workspace was made without room for the exponential; say { exponential: true }",
      );
      return call.exponentialMinusIdentityInto(E, A, step, n, work);
    },
  };
}

const modes = { replace: 0, add: 1, subtract: 2 } as const;

/**
 * Row stride in numbers: even, so that rows are aligned, and neither a multiple of 64 nor a power of two, so that a
 * column does not map to few cache sets.
 */
export function rowStep(size: number): number {
  let step = size + (size % 2);
  while (step > 0 && ((step & (step - 1)) === 0 || step % 64 === 0)) step += 2;
  return step;
}

/** Upper bound on the scratch space of any kernel at this size, in numbers: memory is allocated before kernels can be queried. */
function mostRoom(size: number): number {
  return 512 + 384 * (size + 4);
}

/** Feature stride in numbers: a multiple of eight. */
export function featureStep(n: number): number {
  return 8 * Math.ceil(n / 8);
}

export function writeRows(out: Float64Array, step: number, { rows, cols, data }: Matrix): void {
  if (cols === step) out.set(data);
  else for (let i = 0; i < rows; i++) out.set(data.subarray(i * cols, (i + 1) * cols), i * step);
}

export function readRows(from: Float64Array, step: number, rows: number, cols: number): Matrix {
  const data = new Float64Array(rows * cols);
  if (cols === step) data.set(from);
  else for (let i = 0; i < rows; i++) data.set(from.subarray(i * step, i * step + cols), i * cols);
  return { rows, cols, data };
}

export function writeFeatures(out: Float64Array, { rows, cols, data }: Matrix): void {
  const step = featureStep(rows);
  for (let f = 0; f < cols; f++) {
    for (let i = 0; i < rows; i++) out[f * step + i] = data[i * cols + f];
    out.fill(0, f * step + rows, (f + 1) * step);
  }
}
