// The attention of graph attention networks, among all rows of an item.
//
//     p_ij = softmax over j of leaky(L_i + R_j),   out_i = Σ_j p_ij V_j,   for each head separately
//
// Veličković et al., "Graph attention networks", ICLR 2018: L and R are linear functions of V, one number per head; leaky is
// the leaky ReLU with slope 0.2 for negative inputs. The linear maps, biases, residuals and ELU come from other ops.

import { check } from "../check.ts";
import type { Plan, Tensor } from "./plan.ts";

export interface GraphAttentionOptions {
  readonly heads: number;
  /** Slope of the leaky ReLU for negative inputs. */
  readonly slope?: number;
}

/** Component c of head h is column c · heads + h of V and of the output; L and R have one column per head. */
export function graphAttention(
  plan: Plan,
  [L, R, V]: readonly [Tensor, Tensor, Tensor],
  { heads, slope = 0.2 }: GraphAttentionOptions,
): Tensor {
  const d = V.perItem;
  const components = V.columns / heads;
  check(
    Number.isInteger(components) && [L, R].every((x) => x.columns === heads && x.perItem === d),
    `net: attention of ${heads} heads needs a column for each on both sides and heads x components values, got ${L.columns}, ${R.columns} and ${V.columns}`,
  );
  const y = plan.output(d, V.columns, { inputs: [L, R, V] });
  const perItem = 16 * (Math.floor(heads / 4) + (heads % 4)) * d * (d + 1);
  const cache = plan.room(plan.items * perItem);
  const scratch = plan.shards.map(() => plan.room(16 * d));
  const sizes = { d, heads, components, stepHeads: L.step, step: V.step, slope };
  plan.record({
    outputs: [y],
    forward: (w) =>
      w.each("graphAttentionInto", (s) => ({
        ...s.all({ out: y, L, R, V }),
        kept: cache + s.firstItem * perItem,
        ...sizes,
      })),
    backward: (w, g) => {
      const dy = g.of(y)!;
      const [dL, dR, dV] = [g.fresh(L), g.fresh(R), g.fresh(V)];
      w.each("graphAttentionGradientInto", (s) => ({
        ...s.all({ dL, dR, dV, dOut: dy, L, R, V }),
        kept: cache + s.firstItem * perItem,
        room: scratch[s.index],
        ...sizes,
      }));
    },
  });
  return y;
}
