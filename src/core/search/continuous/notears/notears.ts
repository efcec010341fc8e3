// NOTEARS: linear effects, found by minimising the residuals over all weights at once, under a smooth constraint that is 0 for
// acyclic weights alone.
//
//     min  ½/n ‖X − XW‖²_F + λ₁ ‖W‖₁   subject to   h(W) = tr e^{W∘W} − d = 0
//     by an augmented Lagrangian with L-BFGS-B inside; then the weights below 0.3 go (weighted-dag.ts)
//
// The loss is ½ tr((I − W)ᵀ C (I − W)) with the covariance C, so that the rows are read once: 9 d³ operations for an evaluation,
// whatever n. With λ₁ > 0, W = W⁺ − W⁻ with both ≥ 0, and the penalty is linear.
//
// The residuals are summed in the columns' own units: the order of the variances steers the directions, and another unit for a
// column can turn its edges (docs/algorithms/notears.md).
//
// Zheng, X., Aragam, B., Ravikumar, P., Xing, E. "DAGs with NO TEARS: continuous optimization for structure learning." NeurIPS 2018.
//
// Differs from xunzheng/notears and gCastle in centring the columns for every λ₁ (the first version did not), in weights that
// knowledge fixes at 0, in raising the threshold where the weights above it have a cycle (there the answer is cyclic), and in not
// penalising required edges. gCastle's h is the polynomial of Yu et al. 2019 (`acyclicity: "polynomial"`).

import { check } from "../../../check.ts";
import { checkNumbers, type Table } from "../../../data/table.ts";
import type { Knowledge } from "../../../graph/knowledge.ts";
import { type AcyclicityName, cycleTrace, denseWorkspace } from "../../../math/dense/dense.ts";
import { type Matrix, matrix, sortedRows } from "../../../math/matrix.ts";
import { scatterOf } from "../../../math/scatter.ts";
import type { Score } from "../../../score/score.ts";
import type { Search } from "../../search.ts";
import type { ConstrainedLoss } from "../augmented-lagrangian.ts";
import { openEdges } from "../weighted-dag.ts";
import {
  type NotearsOptions,
  type NotearsStep,
  notearsOptions,
  notearsSteps,
  type WeightedLoss,
} from "./notears-steps.ts";

export { type NotearsMlpOptions, notearsMlp } from "./notears-mlp.ts";
export { notearsQuadratic } from "./notears-quadratic.ts";
export type { NotearsOptions, NotearsStep } from "./notears-steps.ts";

export function* notears(table: Table, score: Score, options: NotearsOptions = {}): Search<NotearsStep> {
  const asked = notearsOptions("notears", table.X.cols, { lambda1: 0, ...options });
  return yield* notearsSteps(linearLoss(covariance("notears", table), asked), score, asked);
}

/** The loss and the constraint as functions of the weights that knowledge leaves open. */
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
  // Where matrices in linear memory have an edge, and their transposes.
  const entry = at.map((k) => Math.floor(k / d) * step + (k % d));
  const turned = at.map((k) => (k % d) * step + Math.floor(k / d));
  const [c, w, r] = [space.matrix(), space.matrix(), space.matrix()];
  space.write(c, C);
  const [W, R] = [space.numbers(w, d * step), space.numbers(r, d * step)];
  const covariances = space.numbers(c, d * step);
  const { B, measure, slopes } = cycleTrace(d, acyclicity);
  const sizes = [d, d, d] as const;

  /** W from x, and (W ∘ W)ᵀ. */
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
    // Small matrices take their time from what surrounds the products.
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

/** Covariances of the centred columns, the same for rows in any order. */
export function covariance(where: string, table: Table): Matrix {
  checkNumbers(where, table);
  const { names, X } = table;
  const { S, n } = scatterOf(sortedRows(X));
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
