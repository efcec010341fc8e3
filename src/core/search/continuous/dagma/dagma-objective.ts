// The objective of DAGMA (dagma.ts) and its gradient, evaluated at one W after another.
//
//     objective  µ (½ tr((I − W)ᵀ C (I − W)) + Σ λ |W|) − log det(s I − W∘W) + d log s
//     gradient   µ (C (W − I) + λ sign W) + 2 W ∘ ((s I − W∘W)⁻¹)ᵀ

import { denseWorkspace, mMatrix } from "../../../math/dense/dense.ts";
import { logarithm } from "../../../math/elementary.ts";
import type { Matrix } from "../../../math/matrix.ts";

export interface DagmaObjective {
  /** log det(s I − W∘W), NaN if W is outside the domain. */
  readonly logDeterminant: (W: Float64Array, s: number) => number;
  /** The gradient at the W of the last call of `logDeterminant`. */
  readonly gradientInto: (gradient: Float64Array, W: Float64Array, mu: number) => void;
  /** ½ tr((I − W)ᵀ C (I − W)) + Σ λ |W|. */
  readonly fit: (W: Float64Array) => number;
  /** h_s(W), NaN outside the domain. */
  readonly barrier: (W: Float64Array, s: number) => number;
}

/** `penalty` holds the λ of each weight. */
export function dagmaObjective(C: Matrix, penalty: Float64Array): DagmaObjective {
  const d = C.cols;
  const { M, invert } = mMatrix(d);
  const space = denseWorkspace(d, { matrices: 3 });
  const row = space.step;
  const [c, w, r] = [space.matrix(), space.matrix(), space.matrix()];
  space.write(c, C);
  const [shifted, R] = [space.numbers(w, d * row), space.numbers(r, d * row)];
  const sizes = [d, d, d] as const;

  /** R becomes C (W − I). */
  const residualProduct = (W: Float64Array): void => {
    for (let i = 0; i < d; i++) {
      for (let j = 0; j < d; j++) shifted[i * row + j] = W[i * d + j];
      shifted[i * row + i] -= 1;
    }
    space.product(r, c, w, sizes);
  };
  /** M becomes (s I − W∘W)⁻¹. */
  const logDeterminant = (W: Float64Array, s: number): number => {
    for (let k = 0; k < d * d; k++) M[k] = -W[k] * W[k];
    for (let i = 0; i < d; i++) M[i * d + i] += s;
    return invert();
  };
  return {
    logDeterminant,
    gradientInto: (gradient, W, mu) => {
      residualProduct(W);
      for (let i = 0; i < d; i++) {
        for (let j = 0; j < d; j++) {
          const k = i * d + j;
          const sign = W[k] > 0 ? 1 : W[k] < 0 ? -1 : 0;
          gradient[k] = mu * (R[i * row + j] + penalty[k] * sign) + 2 * W[k] * M[j * d + i];
        }
      }
    },
    fit: (W) => {
      residualProduct(W);
      let [squares, weights] = [0, 0];
      for (let i = 0; i < d; i++) {
        for (let j = 0; j < d; j++) {
          squares += (W[i * d + j] - (i === j ? 1 : 0)) * R[i * row + j];
          weights += penalty[i * d + j] * Math.abs(W[i * d + j]);
        }
      }
      return 0.5 * squares + weights;
    },
    barrier: (W, s) => d * logarithm(s) - logDeterminant(W, s),
  };
}
