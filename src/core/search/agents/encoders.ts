// Encoders: from rows of the data, a variable a token, to what is known of each variable among the others.

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
 * Differs from the published code: a head's two scores are linear in the block's input, not in the head's own values, of which
 * they are functions there; the embedding is that of the Transformer.
 */
function graphEncoder(
  plan: Plan,
  x: Tensor,
  { hidden = 64, heads = 16, stacks = 6 }: EncoderOptions = {},
): Tensor {
  let h = norm(plan, dense(plan, x, hidden, { name: "embedding", bias: false }), "embedding");
  for (let k = 0; k < stacks; k++) {
    const side = (name: string) => dense(plan, h, heads, { name: `layer${k}.${name}` });
    // A bias of the values is one of the output: the weights of a row sum to 1.
    const values = dense(plan, h, hidden, { name: `layer${k}.values` });
    h = map(plan, graphAttention(plan, [side("left"), side("right"), values], { heads }), "elu");
  }
  return h;
}
