// Symmetric positive-definite systems by pivot-checked Cholesky factorisation.

import type { Matrix } from "./matrix.ts";

/** Pivots below this share of their diagonal entry count as zero: the column is a linear combination of earlier ones. */
export const pivotTolerance = 1e-11;

/**
 * A = L Lᵀ for the rows and columns `index` of a symmetric matrix; L is lower triangular, row-major [k, k]. If a pivot
 * is nearly zero, its row of L is zero except for a diagonal of +Infinity: solves then give that variable coefficient 0,
 * and all other results are as if it were absent. `dropped` lists those positions.
 */
export function choleskyOf(A: Matrix, index: readonly number[]): { L: Float64Array; dropped: number[] } {
  const k = index.length;
  const { cols, data } = A;
  const L = new Float64Array(k * k);
  const dropped: number[] = [];
  for (let i = 0; i < k; i++) {
    const row = index[i] * cols;
    for (let j = 0; j < i; j++) {
      let x = data[row + index[j]];
      for (let l = 0; l < j; l++) x -= L[i * k + l] * L[j * k + l];
      L[i * k + j] = x / L[j * k + j];
    }
    const diagonal = data[row + index[i]];
    let pivot = diagonal;
    for (let l = 0; l < i; l++) pivot -= L[i * k + l] * L[i * k + l];
    if (pivot > pivotTolerance * diagonal) {
      L[i * k + i] = Math.sqrt(pivot);
    } else {
      dropped.push(i);
      L.fill(0, i * k, i * k + i);
      L[i * k + i] = Number.POSITIVE_INFINITY;
    }
  }
  return { L, dropped };
}

/** Solves L y = b in place, L lower triangular [k, k]. */
export function forwardSolveInto(b: Float64Array, L: Float64Array): void {
  const k = b.length;
  for (let i = 0; i < k; i++) {
    let x = b[i];
    for (let l = 0; l < i; l++) x -= L[i * k + l] * b[l];
    b[i] = x / L[i * k + i];
  }
}

/** Solves Lᵀ x = b in place. */
export function backwardSolveInto(b: Float64Array, L: Float64Array): void {
  const k = b.length;
  for (let i = k - 1; i >= 0; i--) {
    let x = b[i];
    for (let l = i + 1; l < k; l++) x -= L[l * k + i] * b[l];
    b[i] = x / L[i * k + i];
  }
}

/** Diagonal of (L Lᵀ)⁻¹, L lower triangular [k, k]: the squared lengths of the columns of L⁻¹. k³/3 operations. */
export function inverseDiagonal(L: Float64Array, k: number): Float64Array {
  const out = new Float64Array(k);
  const x = new Float64Array(k);
  for (let c = 0; c < k; c++) {
    for (let i = c; i < k; i++) {
      let sum = i === c ? 1 : 0;
      for (let l = c; l < i; l++) sum -= L[i * k + l] * x[l];
      x[i] = sum / L[i * k + i];
      out[c] += x[i] * x[i];
    }
  }
  return out;
}
