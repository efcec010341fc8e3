// Inverses and determinants of many M-matrices of one size.
//
//     M = s I − B,  B ≥ 0,   is an M-matrix if s exceeds the spectral radius of B; then M⁻¹ ≥ 0 and det M > 0
//
// A matrix without positive off-diagonal entries is an M-matrix exactly if all pivots of elimination without pivoting are
// positive, and elimination needs no pivoting to be accurate. Gauss–Jordan elimination in place: d³ operations.
//
// Berman, A., Plemmons, R. "Nonnegative matrices in the mathematical sciences." SIAM, 1994, chapter 6, theorem 2.3.

import { logarithm } from "../elementary.ts";

export interface MMatrix {
  /** [d, d], to be filled with M; overwritten. */
  readonly M: Float64Array;
  /** Replaces M by its inverse; returns log det M, or NaN (with M left half-eliminated) if it is not an M-matrix. */
  readonly invert: () => number;
}

export function mMatrix(d: number): MMatrix {
  const M = new Float64Array(d * d);
  const invert = (): number => {
    let [product, logDeterminant] = [1, 0];
    for (let p = 0; p < d; p++) {
      const pivot = M[p * d + p];
      if (!(pivot > 0 && pivot < Number.POSITIVE_INFINITY)) return Number.NaN;
      // One logarithm for several pivots.
      product *= pivot;
      if (product < 1e-100 || product > 1e100) {
        logDeterminant += logarithm(product);
        product = 1;
      }
      const row = p * d;
      M[row + p] = 1;
      const by = 1 / pivot;
      for (let j = 0; j < d; j++) M[row + j] *= by;
      for (let i = 0; i < d; i++) {
        const at = i * d;
        const factor = M[at + p];
        if (i === p || factor === 0) continue;
        M[at + p] = 0;
        for (let j = 0; j < d; j++) M[at + j] -= factor * M[row + j];
      }
    }
    return logDeterminant + logarithm(product);
  };
  return { M, invert };
}
