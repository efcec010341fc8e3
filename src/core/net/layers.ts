// Layers: parameters with their usual initial values, and the ops on them.

import { attention, batchNorm, product } from "./ops.ts";
import type { Parameter, Plan, Tensor } from "./plan.ts";

export interface DenseOptions {
  readonly name: string;
  readonly bias?: boolean;
  readonly relu?: boolean;
  /** Added to the product, before the ReLU. */
  readonly start?: Tensor;
  /** Names of several layers of equal width side by side, each initialised and clipped separately. */
  readonly parts?: readonly string[];
}

/** x W + b; weights start Glorot-uniform (Glorot & Bengio, 2010), biases at 0. */
export function dense(plan: Plan, x: Tensor, columns: number, options: DenseOptions): Tensor {
  const { name, bias = true, relu = false, start, parts = [""] } = options;
  const names = parts.map((part) => (part === "" ? name : `${name}.${part}`));
  const W = plan.parameter(
    x.columns,
    names.map((part) => ({ name: `${part}.weight`, columns, start: { limit: glorot(x.columns, columns) } })),
  );
  const b = bias
    ? plan.parameter(
        1,
        names.map((part) => ({ name: `${part}.bias`, columns, start: { value: 0 } })),
      )
    : undefined;
  return product(plan, x, W, { bias: b, relu, start });
}

/** The bound of a Glorot-uniform initial value. */
export function glorot(fanIn: number, fanOut: number): number {
  return Math.sqrt(6 / (fanIn + fanOut));
}

/** Batch normalisation, initialised to γ = 1, β = 0. */
export function norm(plan: Plan, x: Tensor, name: string): Tensor {
  return batchNorm(plan, x, {
    gamma: plan.parameter(1, [{ name: `${name}.gamma`, columns: x.columns, start: { value: 1 } }]),
    beta: plan.parameter(1, [{ name: `${name}.beta`, columns: x.columns, start: { value: 0 } }]),
  });
}

export function vector(plan: Plan, columns: number, part: { name: string; limit: number }): Parameter {
  return plan.parameter(1, [{ name: part.name, columns, start: { limit: part.limit } }]);
}

export interface EncoderOptions {
  readonly hidden?: number;
  readonly heads?: number;
  readonly stacks?: number;
  readonly inner?: number;
}

/**
 * The Transformer encoder of the paper: embedding without bias, then blocks of attention and a two-layer network, each with a
 * residual connection followed by batch normalisation. Queries, keys and values pass a ReLU; attention has no output layer.
 *
 * Differs from the published code in two ways that leave the functions the network can represent unchanged: heads are strided
 * through the hidden units instead of being slices of them, and the second layer of the inner network has no bias, which the
 * normalisation after it would remove.
 */
export function encoder(
  plan: Plan,
  x: Tensor,
  { hidden = 64, heads = 16, stacks = 6, inner = 4 * hidden }: EncoderOptions = {},
): Tensor {
  let h = norm(plan, dense(plan, x, hidden, { name: "embedding", bias: false }), "embedding");
  for (let k = 0; k < stacks; k++) {
    const name = `layer${k}`;
    h = norm(
      plan,
      attention(plan, projections(plan, h, hidden, name), { heads, start: h }),
      `${name}.attention`,
    );
    const wide = dense(plan, h, inner, { name: `${name}.inner`, relu: true });
    h = norm(
      plan,
      dense(plan, wide, hidden, { name: `${name}.outer`, bias: false, start: h }),
      `${name}.output`,
    );
  }
  return h;
}

/** Queries, keys and values: one product if the three can be placed side by side, three otherwise. */
function projections(plan: Plan, h: Tensor, hidden: number, name: string) {
  if (hidden % 8 === 0) return dense(plan, h, hidden, { name, relu: true, parts: ["q", "k", "v"] });
  const one = (part: string) => dense(plan, h, hidden, { name, relu: true, parts: [part] });
  return [one("q"), one("k"), one("v")] as const;
}
