// The slow, obvious reference for the agent's network: encoder, decoders, critic and both losses in float64, composed of
// reference-ops.ts on parameters by name. It shares only the names with the engine.

import type { Matrix } from "../src/core/math/matrix.ts";
import { matrix } from "../src/core/math/matrix.ts";
import type { ActivationName, DecoderName } from "../src/core/search/agents/decoders.ts";
import type { Kink } from "./gradients.ts";
import {
  attention,
  batchNorm,
  bernoulli,
  combined,
  forms,
  itemMean,
  made,
  mapped,
  pairs,
  product,
} from "./reference-ops.ts";

export type ParameterMap = ReadonlyMap<string, Matrix>;

export interface ReferenceOptions {
  readonly d: number;
  readonly heads: number;
  readonly stacks: number;
  readonly decoder: DecoderName;
  /** A constant, or the parameter "decoder.bias" where there is one. */
  readonly logitBias?: number;
  readonly decoderActivation?: ActivationName;
  readonly relu?: Kink;
}

export interface ReferenceOutputs {
  /** [items · d, d] */
  readonly logits: Matrix;
  /** [items, 1] */
  readonly value: Matrix;
}

/** Logits and values of a batch [items · d, samples]. */
export function referenceAgent(x: Matrix, named: ParameterMap, options: ReferenceOptions): ReferenceOutputs {
  const { d, heads, stacks, decoder, logitBias, relu = (z) => (z > 0 ? z : 0) } = options;
  const f = { tanh: Math.tanh, relu, none: (z: number) => z }[options.decoderActivation ?? "tanh"];
  const p = (name: string): Matrix => {
    const found = named.get(name);
    if (found === undefined) throw new Error(`reference: no parameter called ${name}`);
    return found;
  };
  const norm = (h: Matrix, name: string) => batchNorm(h, p(`${name}.gamma`), p(`${name}.beta`));
  const dense = (h: Matrix, name: string, more: { start?: Matrix; relu?: Kink; isBare?: boolean } = {}) =>
    product(h, p(`${name}.weight`), {
      ...(more.isBare ? {} : { bias: p(`${name}.bias`) }),
      ...(more.start ? { start: more.start } : {}),
      ...(more.relu ? { relu: more.relu } : {}),
    });
  const attended = (h: Matrix, name: string) =>
    norm(
      attention(
        ["q", "k", "v"].map((part) => dense(h, `${name}.${part}`, { relu })),
        { d, heads, start: h },
      ),
      `${name}.attention`,
    );

  let e = norm(dense(x, "embedding", { isBare: true }), "embedding");
  for (let k = 0; k < stacks; k++) {
    const name = `layer${k}`;
    e = attended(e, name);
    const wide = dense(e, `${name}.inner`, { relu });
    e = norm(dense(wide, `${name}.outer`, { isBare: true, start: e }), `${name}.output`);
  }

  const decode: Record<DecoderName, () => Matrix> = {
    "single-layer": () =>
      pairs(dense(e, "decoder.left", { isBare: true }), dense(e, "decoder.right", { isBare: true }), {
        d,
        u: p("decoder.u"),
        f,
      }),
    bilinear: () => {
      const form = forms(e, p("decoder.weight"), d);
      return made(e.rows, d, (i, j) => form.data[i * d + j]);
    },
    ntn: () =>
      pairs(product(e, p("decoder.left")), product(e, p("decoder.right")), {
        d,
        u: p("decoder.u"),
        bias: p("decoder.b"),
        T: forms(e, p("decoder.tensor"), d),
        f,
      }),
    transformer: () => {
      let h = norm(dense(e, "decoder.embedding", { isBare: true }), "decoder.embedding");
      for (let k = 0; k < 6; k++) {
        const name = `decoder.layer${k}`;
        h = attended(h, name);
        const outer = dense(dense(h, `${name}.inner`, { relu }), `${name}.outer`, { relu });
        h = norm(
          combined(outer, h, (a, b) => a + b),
          `${name}.output`,
        );
      }
      return dense(h, "decoder.rows");
    },
  };
  const shift = named.get("decoder.bias")?.data[0] ?? logitBias ?? 0;
  return {
    logits: mapped(decode[decoder](), (logit) => logit + shift),
    value: dense(dense(itemMean(e, d), "critic.first", { relu }), "critic.second"),
  };
}

export interface ReferenceStep {
  readonly actions: Matrix;
  readonly rewards: readonly number[];
  readonly baseline: number;
  readonly entropyWeight: number;
  /** R − a − V of each item, held constant in the actor's loss; from the values themselves where it is not given. */
  readonly advantages?: readonly number[];
}

/** [L₁, L₂] of agent.ts. */
export function referenceLosses(
  { logits, value }: ReferenceOutputs,
  { actions, rewards, baseline, entropyWeight, advantages }: ReferenceStep,
): readonly [number, number] {
  const d = logits.cols;
  const [nll, entropy] = bernoulli(logits, { d, actions, offset: diagonalOffset(d) });
  let [actor, critic] = [0, 0];
  rewards.forEach((reward, b) => {
    const apart = reward - baseline - value.data[b];
    actor += ((advantages?.[b] ?? apart) * nll.data[b] - entropyWeight * entropy.data[b]) / rewards.length;
    critic += (apart * apart) / rewards.length;
  });
  return [actor, critic];
}

/** No variable causes itself. */
export function diagonalOffset(d: number): Matrix {
  return matrix(
    d,
    d,
    Float64Array.from({ length: d * d }, (_, k) => (k % (d + 1) === 0 ? -1e8 : 0)),
  );
}
