// A Gaussian kernel matrix as G Gᵀ of low rank, for many rows: Cholesky with pivots, stopped early.
//
//     K = G Gᵀ + E,  E positive semidefinite,  tr E ≤ traceError · n  (or the rank is used up)
//     log det (G Gᵀ + τ I) = (n − r) log τ + log det (GᵀG + τ I)
//     yᵀ (G Gᵀ + τ I)⁻¹ y = (yᵀy − bᵀ (GᵀG + τ I)⁻¹ b) / τ,   b = Gᵀy
//
// With λ the largest eigenvalue of E (at most its trace), the quadratic form comes out too large, by a factor of at most
// 1 + λ/τ, and the log-determinant too small, by at most tr E / τ. So the log-likelihood with the variance profiled out
// is off by no more than  max( (n/2) log(1 + λ/τ), tr E / (2τ) ).  n r² multiplications.
//
// Fine & Scheinberg, "Efficient SVM training using low-rank kernel representations", JMLR 2, 2001.
//
// Where the rank is used up first, what is computed is still a likelihood, that of the process with kernel G Gᵀ.

import { product, symmetricProduct } from "../math/dense.ts";
import { denseWorkspace } from "../math/dense-workspace.ts";
import { type Matrix, matrix } from "../math/matrix.ts";

export interface LowRankOptions {
  /** Share of the trace that may be left out. */
  readonly traceError?: number;
  /** The most columns of G. */
  readonly maxRank?: number;
}

export interface LowRank {
  /** [n, r]. */
  readonly G: Matrix;
  /** Share of the trace left out. */
  readonly left: number;
}

export function incompleteCholesky(
  X: Matrix,
  bandwidth: number,
  { traceError = 1e-9, maxRank = 400 }: LowRankOptions = {},
): LowRank {
  const n = X.rows;
  const diagonal = new Float64Array(n).fill(1); // of what is left of K
  const columns: Float64Array[] = [];
  let trace = n;
  while (columns.length < Math.min(n, maxRank) && trace > traceError * n) {
    const pivot = largest(diagonal);
    // What is left of a pivot below this is rounding.
    if (!(diagonal[pivot] > 1e-13)) break;
    const column = kernelColumn(X, pivot, bandwidth);
    subtractColumnsInto(column, columns, pivot);
    const scale = 1 / Math.sqrt(diagonal[pivot]);
    trace = 0;
    for (let i = 0; i < n; i++) {
      column[i] *= scale;
      diagonal[i] = Math.max(0, diagonal[i] - column[i] * column[i]);
      trace += diagonal[i];
    }
    trace -= diagonal[pivot];
    diagonal[pivot] = 0;
    columns.push(column);
  }
  return { G: sideBySide(columns, n), left: trace / n };
}

/** q of every column of Y and the log-determinant, for any noise: written into d + 1 numbers. */
export function lowRankCell({ G }: LowRank, Y: Matrix): (out: Float64Array, tau: number) => void {
  const { rows: n, cols: r } = G;
  const d = Y.cols;
  const space = denseWorkspace(Math.max(r, d), { matrices: 2 });
  const [L, Z] = [space.matrix(), space.matrix()];
  const A = symmetricProduct(G); // GᵀG
  const B = product(G, Y, { transposeA: true });
  const total = new Float64Array(d);
  for (let i = 0; i < n; i++) for (let j = 0; j < d; j++) total[j] += Y.data[i * d + j] * Y.data[i * d + j];
  return (out, tau) => {
    const withNoise = matrix(r, r, new Float64Array(A.data));
    for (let i = 0; i < r; i++) withNoise.data[i * r + i] += tau;
    space.write(L, withNoise);
    space.cholesky(L, r); // eigenvalues are at least tau: it cannot fail
    space.write(Z, B);
    space.solveLower(Z, L, r, d);
    const z = space.numbers(Z, r * space.step);
    const factor = space.numbers(L, r * space.step);
    let half = 0;
    for (let i = 0; i < r; i++) half += Math.log(factor[i * space.step + i]);
    out[d] = (n - r) * Math.log(tau) + 2 * half;
    for (let j = 0; j < d; j++) {
      let explained = 0;
      for (let i = 0; i < r; i++) explained += z[i * space.step + j] * z[i * space.step + j];
      // No eigenvalue of a kernel matrix exceeds its trace: what rounding may not undercut.
      out[j] = Math.max((total[j] - explained) / tau, total[j] / (n + tau));
    }
  };
}

function kernelColumn({ rows, cols, data }: Matrix, pivot: number, bandwidth: number): Float64Array {
  const column = new Float64Array(rows);
  const factor = -0.5 / (bandwidth * bandwidth);
  for (let i = 0; i < rows; i++) {
    let square = 0;
    for (let f = 0; f < cols; f++) {
      const difference = data[i * cols + f] - data[pivot * cols + f];
      square += difference * difference;
    }
    column[i] = Math.exp(factor * square);
  }
  return column;
}

/** out − Σ_s column_s · column_s[pivot], four columns in a sweep. */
function subtractColumnsInto(out: Float64Array, columns: readonly Float64Array[], pivot: number): void {
  const n = out.length;
  const whole = columns.length - (columns.length % 4);
  for (let s = 0; s < whole; s += 4) {
    const [a, b, c, e] = columns.slice(s, s + 4);
    const [fa, fb, fc, fe] = [a[pivot], b[pivot], c[pivot], e[pivot]];
    for (let i = 0; i < n; i++) out[i] -= fa * a[i] + fb * b[i] + fc * c[i] + fe * e[i];
  }
  for (const column of columns.slice(whole)) {
    const factor = column[pivot];
    for (let i = 0; i < n; i++) out[i] -= factor * column[i];
  }
}

/** Where the largest number stands; the first of equals. */
function largest(numbers: Float64Array): number {
  let at = 0;
  for (let i = 1; i < numbers.length; i++) if (numbers[i] > numbers[at]) at = i;
  return at;
}

function sideBySide(columns: readonly Float64Array[], n: number): Matrix {
  const r = columns.length;
  const out = matrix(n, r);
  columns.forEach((column, s) => {
    for (let i = 0; i < n; i++) out.data[i * r + s] = column[i];
  });
  return out;
}
