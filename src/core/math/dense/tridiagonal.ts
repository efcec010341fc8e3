// Householder reduction of a symmetric matrix to tridiagonal form, A = Q T Qᵀ, after which A + s I is cheap for any s.
//
//     log det (A + s I) = Σ log δ_k,   δ_0 = t_0 + s,  δ_k = t_k + s − e_k² / δ_{k−1}
//     yᵀ (A + s I)⁻¹ y = Σ u_k² / δ_k,  u_0 = z_0,  u_k = z_k − e_k u_{k−1} / δ_{k−1},   z = Qᵀ y
//
// ⅔ n³ multiplications for T and n² for each y (as many operations as four Cholesky factorisations, on contiguous
// rows), then 3n for each y and s.
//
// Golub, G. and Van Loan, C. "Matrix Computations", 4th edition, section 8.3.1; from the last row upwards, so that the
// vector of each reflection is a row.

import { logarithm } from "../elementary.ts";
import type { Matrix } from "../matrix.ts";

export interface Tridiagonal {
  /** t_0 … t_{n−1}. */
  readonly diagonal: Float64Array;
  /** e_k is the entry (k, k − 1); e_0 is 0. */
  readonly off: Float64Array;
}

/** T of the lower triangle of A (rows of `step` numbers), which is overwritten; Y becomes Qᵀ Y. `beat` may abort by throwing. */
export function tridiagonalInto(A: Float64Array, Y: Matrix, step = Y.rows, beat?: () => void): Tridiagonal {
  const n = Y.rows;
  const diagonal = new Float64Array(n);
  const off = new Float64Array(n);
  // Entries this far below the largest are negligible, and their squares would underflow.
  let largest = 0;
  for (let i = 0; i < n; i++) largest = Math.max(largest, Math.abs(A[i * step + i]));
  const negligible = 1e-40 * largest * largest;
  // The update by a reflection, A − v qᵀ − q vᵀ, is applied to a row only when the next reflection reads it.
  const none = new Float64Array(n);
  let v: Float64Array = none;
  let [q, p] = [new Float64Array(n), new Float64Array(n)];
  for (let i = n - 1; i > 0; i--) {
    beat?.();
    const row = i * step;
    for (let k = 0; k <= i; k++) A[row + k] -= v[i] * q[k] + q[i] * v[k];
    diagonal[i] = A[row + i];
    const w = A.subarray(row, row + i);
    const h = reflectionInto(w, off, negligible);
    changedProductInto(p, { A, step, v, q, w: h > 0 ? w : none }, i);
    if (h > 0) {
      let wp = 0;
      for (let k = 0; k < i; k++) wp += w[k] * p[k];
      for (let k = 0; k < i; k++) p[k] = p[k] / h - (wp / (2 * h * h)) * w[k];
      reflectRowsInto(Y, w, h);
    }
    [v, q, p] = [h > 0 ? w : none, p, q];
  }
  if (n > 0) diagonal[0] = A[0] - 2 * v[0] * q[0];
  return { diagonal, off };
}

/** Replaces v by the vector of I − v vᵀ / h that maps the old v to e_i times the last unit vector; returns h, 0 if none is needed. */
function reflectionInto(v: Float64Array, off: Float64Array, negligible: number): number {
  const i = v.length;
  let rest = 0;
  for (let k = 0; k < i - 1; k++) rest += v[k] * v[k];
  const last = v[i - 1];
  off[i] = last;
  if (!(rest > negligible)) return 0;
  const norm = Math.sqrt(rest + last * last);
  off[i] = last >= 0 ? -norm : norm;
  v[i - 1] = last - off[i];
  return norm * norm - last * off[i];
}

interface Change {
  readonly A: Float64Array;
  readonly step: number;
  readonly v: Float64Array;
  readonly q: Float64Array;
  readonly w: Float64Array;
}

/** Updates the first m rows of A to those of A − v qᵀ − q vᵀ and writes their product with w: one pass over A, four rows at a time. */
function changedProductInto(out: Float64Array, change: Change, m: number): void {
  const { A, step, v, q, w } = change;
  out.fill(0, 0, m);
  const whole = m - (m % 4);
  for (let j = 0; j < whole; j += 4) {
    const [r0, r1, r2, r3] = [j * step, (j + 1) * step, (j + 2) * step, (j + 3) * step];
    const [v0, v1, v2, v3] = [v[j], v[j + 1], v[j + 2], v[j + 3]];
    const [q0, q1, q2, q3] = [q[j], q[j + 1], q[j + 2], q[j + 3]];
    const [w0, w1, w2, w3] = [w[j], w[j + 1], w[j + 2], w[j + 3]];
    let [s0, s1, s2, s3] = [0, 0, 0, 0];
    for (let k = 0; k < j; k++) {
      const vk = v[k];
      const qk = q[k];
      const wk = w[k];
      const a0 = A[r0 + k] - v0 * qk - q0 * vk;
      const a1 = A[r1 + k] - v1 * qk - q1 * vk;
      const a2 = A[r2 + k] - v2 * qk - q2 * vk;
      const a3 = A[r3 + k] - v3 * qk - q3 * vk;
      A[r0 + k] = a0;
      A[r1 + k] = a1;
      A[r2 + k] = a2;
      A[r3 + k] = a3;
      s0 += a0 * wk;
      s1 += a1 * wk;
      s2 += a2 * wk;
      s3 += a3 * wk;
      out[k] += a0 * w0 + a1 * w1 + a2 * w2 + a3 * w3;
    }
    out[j] += s0;
    out[j + 1] += s1;
    out[j + 2] += s2;
    out[j + 3] += s3;
    rowsInto(out, change, [j, j + 4], j);
  }
  rowsInto(out, change, [whole, m], 0);
}

/** The same for a few rows, from column `start` up to the diagonal. */
function rowsInto(
  out: Float64Array,
  { A, step, v, q, w }: Change,
  [from, to]: readonly [number, number],
  start: number,
): void {
  for (let j = from; j < to; j++) {
    const row = j * step;
    for (let k = start; k <= j; k++) {
      const a = A[row + k] - v[j] * q[k] - q[j] * v[k];
      A[row + k] = a;
      out[j] += a * w[k];
      if (k < j) out[k] += a * w[j];
    }
  }
}

/** Reflects the first rows of Y: Y − v (vᵀ Y) / h. */
function reflectRowsInto({ cols, data }: Matrix, v: Float64Array, h: number): void {
  const w = new Float64Array(cols);
  for (let k = 0; k < v.length; k++) {
    const vk = v[k] / h;
    for (let c = 0, at = k * cols; c < cols; c++, at++) w[c] += vk * data[at];
  }
  for (let k = 0; k < v.length; k++) {
    const vk = v[k];
    for (let c = 0, at = k * cols; c < cols; c++, at++) data[at] -= vk * w[c];
  }
}

export interface ShiftedForms {
  readonly logdet: number;
  /** Σ over the columns of yᵀ (A + s I)⁻¹ y. */
  readonly forms: number;
}

/** The log-determinant of A + s I, and the forms of columns `from` to `to` − 1 of Z = Qᵀ Y; A + s I must be positive definite. */
export function shiftedForms(
  { diagonal, off }: Tridiagonal,
  { cols, data }: Matrix,
  s: number,
  [from, to]: readonly [number, number] = [0, cols],
): ShiftedForms {
  const n = diagonal.length;
  const u = new Float64Array(to - from);
  let [logdet, forms, delta] = [0, 0, 1];
  for (let k = 0; k < n; k++) {
    const ratio = k > 0 ? off[k] / delta : 0;
    delta = diagonal[k] + s - ratio * off[k];
    logdet += logarithm(delta);
    let squares = 0;
    for (let c = from, at = k * cols + from; c < to; c++, at++) {
      const x = data[at] - ratio * u[c - from];
      u[c - from] = x;
      squares += x * x;
    }
    forms += squares / delta;
  }
  return { logdet, forms };
}
