// The loss of linear NOTEARS, and how cyclic its weights are, as functions of the weights that knowledge leaves open.
//
//     loss = ½ tr((I − W)ᵀ C (I − W)) + λ₁ ‖W‖₁      h = tr e^{W∘W} − d
//
// C is the covariance matrix, so that the rows are read once: 9 d³ operations per evaluation, independent of n. With λ₁ > 0,
// W = W⁺ − W⁻ with both ≥ 0, and the penalty is linear.

import { check } from "../../../check.ts";
import { checkNumbers, type Table } from "../../../data/table.ts";
import type { Knowledge } from "../../../graph/knowledge.ts";
import { type AcyclicityName, cycleTrace, denseWorkspace } from "../../../math/dense/dense.ts";
import { type Matrix, matrix, sortedRows } from "../../../math/matrix.ts";
import { scatterOf } from "../../../math/scatter.ts";
import { openEdges } from "../weighted-dag.ts";
import type { ConstrainedLoss } from "./lagrangian-state.ts";
import type { WeightedLoss } from "./notears-steps.ts";

export function linearLoss(
  C: Matrix,
  {
    lambda1,
    acyclicity,
    knowledge,
  }: { readonly lambda1: number; readonly acyclicity: AcyclicityName; readonly knowledge: Knowledge },
): WeightedLoss {
  const d = C.cols;
  const open = openEdges(knowledge);
  const at = Int32Array.from(open.keys()).filter((k) => open[k] === 1);
  const penalty = Float64Array.from(at, (k) => (knowledge.required[k] === 1 ? 0 : lambda1));
  const count = at.length;
  const isDoubled = lambda1 > 0;
  const size = isDoubled ? 2 * count : count;
  const space = denseWorkspace(d, { matrices: 3 });
  const { step } = space;
  // Positions of the edges in matrices in linear memory, and in their transposes.
  const entry = at.map((k) => Math.floor(k / d) * step + (k % d));
  const turned = at.map((k) => (k % d) * step + Math.floor(k / d));
  const [c, w, r] = [space.matrix(), space.matrix(), space.matrix()];
  space.write(c, C);
  const [W, R] = [space.numbers(w, d * step), space.numbers(r, d * step)];
  const covariances = space.numbers(c, d * step);
  const { B, measure, slopes } = cycleTrace(d, acyclicity);
  const sizes = [d, d, d] as const;

  /** Sets W and (W ∘ W)ᵀ from x. */
  const place = (x: Float64Array): void => {
    for (let k = 0; k < count; k++) {
      const weight = isDoubled ? x[k] - x[count + k] : x[k];
      W[entry[k]] = weight;
      B[turned[k]] = weight * weight;
    }
  };
  /** ½ tr((I − W)ᵀ C (I − W)); R becomes C (W − I), its gradient. */
  const squares = (): number => {
    space.product(r, c, w, sizes);
    let sum = 0;
    for (let i = 0; i < d; i++) {
      for (let j = 0; j < d; j++) {
        const k = i * step + j;
        R[k] -= covariances[k];
        sum += (W[k] - (i === j ? 1 : 0)) * R[k];
      }
    }
    return 0.5 * sum;
  };
  const evaluate: ConstrainedLoss["evaluate"] = (x, gradient, rho, alpha) => {
    place(x);
    const h = measure();
    const steep = slopes();
    const pull = 2 * (rho * h + alpha);
    let value = squares() + 0.5 * rho * h * h + alpha * h;
    for (let k = 0; k < count; k++) {
      const slope = R[entry[k]] + pull * steep[entry[k]] * W[entry[k]];
      if (isDoubled) {
        value += penalty[k] * (x[k] + x[count + k]);
        gradient[k] = penalty[k] + slope;
        gradient[count + k] = penalty[k] - slope;
      } else gradient[k] = slope;
    }
    return value;
  };
  const weights = (x: Float64Array): Float64Array => {
    const out = new Float64Array(d * d);
    for (let k = 0; k < count; k++) out[at[k]] = isDoubled ? x[k] - x[count + k] : x[k];
    return out;
  };
  return {
    size,
    ...(isDoubled && { low: new Float64Array(size) }),
    evaluate,
    constraint: (x) => {
      place(x);
      return measure();
    },
    // For small matrices the overhead around the products dominates.
    cost: 2 * d * d * d + 20 * d * d + 5000,
    weights,
    fit: (x) => {
      place(x);
      return (
        squares() +
        weights(x).reduce((sum, e, k) => sum + (knowledge.required[k] ? 0 : lambda1) * Math.abs(e), 0)
      );
    },
  };
}

/** Covariances of the centred columns, identical for any order of the rows. */
export function covariance(where: string, table: Table): Matrix {
  checkNumbers(where, table);
  const { names, X, scatter } = table;
  const { S, n } = scatter ?? scatterOf(sortedRows(X));
  const C = matrix(
    X.cols,
    X.cols,
    S.data.map((s) => s / Math.max(1, n)),
  );
  for (let j = 0; j < X.cols; j++)
    check(
      Number.isFinite(C.data[j * X.cols + j]),
      `${where}: column "${names[j]}" must be finite and so must its variance; scale it, or drop its rows`,
    );
  return C;
}
