// Small systems that arise from the compact form of quasi-Newton matrices, factored and solved without allocation:
//
//     [ −A  Bᵀ ] [p]   [u]          A and C + B A⁻¹ Bᵀ positive definite
//     [  B  C  ] [q] = [v]
//
//     (C + B A⁻¹ Bᵀ) q = v + B A⁻¹ u,     A p = Bᵀ q − u
//
// k³ operations to factor, 4k² to solve.

export interface Saddle {
  /** [k, k] each, row-major with rows of `size` numbers; only the lower triangles of A and C are read. Overwritten by `factor`. */
  readonly A: Float64Array;
  readonly B: Float64Array;
  readonly C: Float64Array;
  /** Returns false if a matrix that must be positive definite is not. */
  readonly factor: (k: number) => boolean;
  /** Replaces x = (u, v) by (p, q); 2k numbers. */
  readonly solve: (x: Float64Array, k: number) => void;
}

export function saddle(size: number): Saddle {
  const [A, B, C] = [0, 1, 2].map(() => new Float64Array(size * size));

  const factor: Saddle["factor"] = (k) => {
    if (!choleskyInto(A, k, size)) return false;
    // Replaces the rows of B by those of (L⁻¹ Bᵀ)ᵀ.
    for (let i = 0; i < k; i++) forwardInto(B, i * size, A, k, size);
    for (let i = 0; i < k; i++) {
      for (let j = 0; j <= i; j++) {
        let sum = C[i * size + j];
        for (let l = 0; l < k; l++) sum += B[i * size + l] * B[j * size + l];
        C[i * size + j] = sum;
      }
    }
    return choleskyInto(C, k, size);
  };

  const solve: Saddle["solve"] = (x, k) => {
    forwardInto(x, 0, A, k, size);
    for (let i = 0; i < k; i++) for (let l = 0; l < k; l++) x[k + i] += B[i * size + l] * x[l];
    forwardInto(x, k, C, k, size);
    backwardInto(x, k, C, k, size);
    for (let l = 0; l < k; l++) {
      x[l] = -x[l];
      for (let i = 0; i < k; i++) x[l] += B[i * size + l] * x[k + i];
    }
    backwardInto(x, 0, A, k, size);
  };

  return { A, B, C, factor, solve };
}

/** Replaces the lower triangle by the factor L. */
function choleskyInto(A: Float64Array, k: number, size: number): boolean {
  for (let j = 0; j < k; j++) {
    let pivot = A[j * size + j];
    for (let l = 0; l < j; l++) pivot -= A[j * size + l] * A[j * size + l];
    if (!(pivot > 0 && pivot < Number.POSITIVE_INFINITY)) return false;
    const root = Math.sqrt(pivot);
    A[j * size + j] = root;
    for (let i = j + 1; i < k; i++) {
      let sum = A[i * size + j];
      for (let l = 0; l < j; l++) sum -= A[i * size + l] * A[j * size + l];
      A[i * size + j] = sum / root;
    }
  }
  return true;
}

/** Solves L y = x in place, for the k numbers of x from `at` on. */
function forwardInto(x: Float64Array, at: number, L: Float64Array, k: number, size: number): void {
  for (let i = 0; i < k; i++) {
    let sum = x[at + i];
    for (let l = 0; l < i; l++) sum -= L[i * size + l] * x[at + l];
    x[at + i] = sum / L[i * size + i];
  }
}

/** Solves Lᵀ y = x in place. */
function backwardInto(x: Float64Array, at: number, L: Float64Array, k: number, size: number): void {
  for (let i = k - 1; i >= 0; i--) {
    let sum = x[at + i];
    for (let l = i + 1; l < k; l++) sum -= L[l * size + i] * x[at + l];
    x[at + i] = sum / L[i * size + i];
  }
}
