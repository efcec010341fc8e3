// Decoders: from the encoded variables e [d, hidden] to a logit for every ordered pair, initialised as in the published code.

import { bilinear, tensorPairs } from "../../net/bilinear.ts";
import { pairs } from "../../net/decoder.ts";
import { add } from "../../net/elements.ts";
import { dense, glorot, norm, vector } from "../../net/layers.ts";
import { attention } from "../../net/ops.ts";
import type { Plan, Tensor } from "../../net/plan.ts";

export interface DecoderOptions {
  /** Hidden units of the pair; the paper's K for the tensor network (2 in its text, 16 in its runs). */
  readonly decoderHidden: number;
  /** Activation of those units. */
  readonly decoderActivation?: ActivationName | undefined;
  readonly heads: number;
}

/** Activations of the decoders with a hidden layer on the pair; the paper uses tanh, its code has all three. */
export const activationNames = ["tanh", "relu", "none"] as const;
export type ActivationName = (typeof activationNames)[number];

export type DecoderName = keyof typeof decoders;

export const decoders = {
  "single-layer": singleLayer,
  bilinear: bilinearForm,
  ntn: tensorNetwork,
  transformer,
} as const;

export const decoderNames = Object.keys(decoders) as DecoderName[];

/** u · f(e_i W_l + e_j W_r). */
function singleLayer(
  plan: Plan,
  e: Tensor,
  { decoderHidden: K, decoderActivation: f }: DecoderOptions,
): Tensor {
  const side = (name: string) => dense(plan, e, K, { name: `decoder.${name}`, bias: false });
  return pairs(plan, side("left"), side("right"), {
    u: vector(plan, K, { name: "decoder.u", limit: glorot(K, K) }),
    f,
  });
}

/** e_i W e_j. */
function bilinearForm(plan: Plan, e: Tensor): Tensor {
  const start = { limit: glorot(e.columns, e.columns) };
  return bilinear(
    plan,
    e,
    plan.parameter(e.columns, [{ name: "decoder.weight", columns: e.columns, start }]),
  );
}

/** u · f(e_i W^[1:K] e_j + e_i V_l + e_j V_r + b); the tensor is initialised as one of shape [hidden, hidden, K] is there. */
function tensorNetwork(
  plan: Plan,
  e: Tensor,
  { decoderHidden: K, decoderActivation: f }: DecoderOptions,
): Tensor {
  const hidden = e.columns;
  const matrix = (name: string, columns: number, limit: number) =>
    plan.parameter(hidden, [{ name: `decoder.${name}`, columns, start: { limit } }]);
  return tensorPairs(plan, e, {
    W: matrix("tensor", K * hidden, glorot(hidden * hidden, hidden * K)),
    left: matrix("left", K, glorot(hidden, K)),
    right: matrix("right", K, glorot(hidden, K)),
    u: vector(plan, K, { name: "decoder.u", limit: glorot(K, K) }),
    bias: vector(plan, K, { name: "decoder.b", limit: glorot(K, K) }),
    f,
  });
}

/** Six more attention blocks, with small inner layers and ReLUs on both, and a layer that outputs a row of logits. */
function transformer(plan: Plan, e: Tensor, { heads }: DecoderOptions): Tensor {
  const hidden = e.columns;
  let h = norm(plan, dense(plan, e, hidden, { name: "decoder.embedding", bias: false }), "decoder.embedding");
  for (let k = 0; k < 6; k++) {
    const name = `decoder.layer${k}`;
    const qkv = dense(plan, h, hidden, { name, relu: true, parts: ["q", "k", "v"] });
    h = norm(plan, attention(plan, qkv, { heads, start: h }), `${name}.attention`);
    const inner = dense(plan, h, hidden, { name: `${name}.inner`, relu: true });
    const outer = dense(plan, inner, hidden, { name: `${name}.outer`, relu: true });
    h = norm(plan, add(plan, outer, h), `${name}.output`);
  }
  return dense(plan, h, e.perItem, { name: "decoder.rows" });
}
