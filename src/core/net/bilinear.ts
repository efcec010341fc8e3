// Pairwise logits from bilinear forms: one form, or a neural tensor network.
//
//     bilinear:     logit_ij = e_iᵀ W e_j
//     tensorPairs:  logit_ij = uᵀ f(e_iᵀ W^[1:K] e_j + e_i V_l + e_j V_r + b)
//
// The second is Socher, Chen, Manning & Ng, "Reasoning with neural tensor networks for knowledge base completion", NIPS 2013.
// W^[1] … W^[K] are side by side in one matrix [H, K · H].

import { check } from "../check.ts";
import { type PairOptions, pairs } from "./decoder.ts";
import { product } from "./ops.ts";
import type { Parameter, Plan, Tensor } from "./plan.ts";

/** e_iᵀ W e_j for every ordered pair of an item's rows. */
export function bilinear(plan: Plan, e: Tensor, W: Parameter): Tensor {
  check(
    W.rows === e.columns && W.columns === e.columns,
    `net: a bilinear form of ${e.columns} columns needs a square matrix, got ${W.rows} x ${W.columns}`,
  );
  const P = product(plan, e, W);
  const d = e.perItem;
  const y = plan.output(d, d, { inputs: [P, e] });
  const sizes = { d, hidden: e.columns, step: e.step, stepOut: y.step };
  plan.record({
    outputs: [y],
    forward: (w) => w.each("bilinearInto", (s) => ({ y: s.at(y), P: s.at(P), e: s.at(e), ...sizes })),
    backward: (w, g) => {
      const dy = g.of(y)!;
      const [dP, dE] = [g.fresh(P), g.fresh(e)];
      w.each("bilinearGradientInto", (s) => ({
        ...s.all({ dP, dE, dy, P, e }),
        ...sizes,
      }));
    },
  });
  return y;
}

export interface TensorPairOptions {
  /** [H, K · H] */
  readonly W: Parameter;
  /** [H, K] */
  readonly left: Parameter;
  readonly right: Parameter;
  /** [1, K] */
  readonly u: Parameter;
  readonly bias: Parameter;
  readonly f?: PairOptions["f"];
}

/** uᵀ f(e_iᵀ W^[1:K] e_j + e_i V_l + e_j V_r + b) for every ordered pair of an item's rows. */
export function tensorPairs(
  plan: Plan,
  e: Tensor,
  { W, left, right, u, bias, f }: TensorPairOptions,
): Tensor {
  const T = tensorForms(plan, e, W);
  return pairs(plan, product(plan, e, left), product(plan, e, right), { u, bias, T, f });
}

/** T [d · d, K] for each item: T_ijk = e_iᵀ W^[k] e_j. */
export function tensorForms(plan: Plan, e: Tensor, W: Parameter): Tensor {
  const hidden = e.columns;
  const K = W.columns / hidden;
  check(
    Number.isInteger(K) && W.rows === hidden,
    `net: bilinear forms of ${hidden} columns need ${hidden} x (K · ${hidden}), got ${W.rows} x ${W.columns}`,
  );
  const P = product(plan, e, W);
  const d = e.perItem;
  const T = plan.output(d * d, K, { inputs: [P, e] });
  const sizes = { d, K, hidden, stepP: P.step, stepE: e.step, stepT: T.step };
  plan.record({
    outputs: [T],
    forward: (w) =>
      w.each("tensorInto", (s) => ({
        ...s.all({ T, P, e }),
        ...sizes,
      })),
    backward: (w, g) => {
      const dT = g.of(T)!;
      const [dP, dE] = [g.fresh(P), g.fresh(e)];
      w.each("tensorGradientInto", (s) => ({
        ...s.all({ dP, dE, dT, P, e }),
        ...sizes,
      }));
    },
  });
  return T;
}
