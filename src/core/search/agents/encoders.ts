// Encoders: from rows of the data, one token per variable, to an embedding of each variable in the context of the others.

import { map } from "../../net/elements.ts";
import { graphAttention } from "../../net/graph-attention.ts";
import { dense, type EncoderOptions, encoder, norm } from "../../net/layers.ts";
import type { Plan, Tensor } from "../../net/plan.ts";

export type EncoderName = keyof typeof encoders;

export const encoders = {
  /** The paper's. */
  transformer: encoder,
  "graph-attention": graphEncoder,
} as const;

export const encoderNames = Object.keys(encoders) as EncoderName[];

/**
 * Blocks of graph attention and ELU on the embedded rows; the paper mentions it and never uses it.
 *
 * Differs from the published code: a head's two scores are linear in the block's input, while there they are functions of
 * the head's own values; the embedding is that of the Transformer.
 */
function graphEncoder(
  plan: Plan,
  x: Tensor,
  { hidden = 64, heads = 16, stacks = 6 }: EncoderOptions = {},
): Tensor {
  let h = norm(plan, dense(plan, x, hidden, { name: "embedding", bias: false }), "embedding");
  for (let k = 0; k < stacks; k++) {
    const side = (name: string) => dense(plan, h, heads, { name: `layer${k}.${name}` });
    // A bias on the values is a bias on the output, because the attention weights of a row sum to 1.
    const values = dense(plan, h, hidden, { name: `layer${k}.values` });
    h = map(plan, graphAttention(plan, [side("left"), side("right"), values], { heads }), "elu");
  }
  return h;
}
