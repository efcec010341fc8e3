// Eigenvalues and eigenvectors of a small symmetric matrix, by cyclic Jacobi rotations: slow for hundreds of rows, and
// accurate to rounding.
//
// Golub, G. and Van Loan, C. "Matrix Computations", 4th edition, section 8.5.

import { type Matrix, matrix } from "../matrix.ts";

export interface SymmetricEigen {
  /** Descending. */
  readonly values: Float64Array;
  /** Column k belongs to value k; columns are orthonormal. */
  readonly vectors: Matrix;
}

/** Maximum number of sweeps; convergence takes about eight. */
const sweeps = 60;

export function symmetricEigen(A: Matrix): SymmetricEigen {
  const m = A.rows;
  const a = new Float64Array(A.data);
  // While rotating, row k of Q holds vector k, so that vectors are contiguous.
  const Q = new Float64Array(m * m);
  for (let i = 0; i < m; i++) Q[i * m + i] = 1;
  let norm = 0;
  for (const x of a) norm += x * x;
  for (let sweep = 0; sweep < sweeps; sweep++) {
    let off = 0;
    for (let p = 0; p < m; p++) for (let q = p + 1; q < m; q++) off += a[p * m + q] * a[p * m + q];
    if (!(off > 1e-32 * norm)) break;
    for (let p = 0; p < m; p++) for (let q = p + 1; q < m; q++) rotateInto(a, Q, m, p, q);
  }
  const order = Array.from({ length: m }, (_, k) => k).sort((k, l) => a[l * m + l] - a[k * m + k]);
  const vectors = matrix(m, m);
  order.forEach((from, to) => {
    for (let i = 0; i < m; i++) vectors.data[i * m + to] = Q[from * m + i];
  });
  return { values: Float64Array.from(order, (k) => a[k * m + k]), vectors };
}

/** The rotation that annihilates entry (p, q). */
function rotateInto(a: Float64Array, Q: Float64Array, m: number, p: number, q: number): void {
  const apq = a[p * m + q];
  if (apq === 0) return;
  const theta = (a[q * m + q] - a[p * m + p]) / (2 * apq);
  const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  for (let k = 0; k < m; k++) {
    const [x, y] = [a[p * m + k], a[q * m + k]];
    a[p * m + k] = c * x - s * y;
    a[q * m + k] = s * x + c * y;
    const [u, v] = [Q[p * m + k], Q[q * m + k]];
    Q[p * m + k] = c * u - s * v;
    Q[q * m + k] = s * u + c * v;
  }
  for (let k = 0; k < m; k++) {
    const [x, y] = [a[k * m + p], a[k * m + q]];
    a[k * m + p] = c * x - s * y;
    a[k * m + q] = s * x + c * y;
  }
}
