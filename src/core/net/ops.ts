// Differentiable ops on tensors of a plan, each with its forward and backward calls side by side.

import { check } from "../check.ts";
import type { Parameter, Plan, Shard, Tensor } from "./plan.ts";

export interface ProductOptions {
  readonly bias?: Parameter;
  /** Added to the product, before the ReLU. */
  readonly start?: Tensor;
  readonly relu?: boolean;
}

/** y = x W (+ bias) (+ start), then max(0, ·) if relu. */
export function product(plan: Plan, x: Tensor, W: Parameter, options: ProductOptions = {}): Tensor {
  const { bias, start, relu = false } = options;
  check(
    x.columns === W.rows &&
      (bias?.columns ?? W.columns) === W.columns &&
      (start?.columns ?? W.columns) === W.columns &&
      (start?.perItem ?? x.perItem) === x.perItem,
    `net: a product of ${x.columns} columns with ${W.rows} x ${W.columns} needs matching sizes`,
  );
  const y = plan.output(x.perItem, W.columns, { inputs: [x], isTrainable: true });
  const sizes = { N: W.columns, K: W.rows, stepA: x.step, stepC: y.step };
  plan.record({
    outputs: [y],
    forward: (w) =>
      w.each("multiplyInto", (s) => ({
        ...s.all({ C: y, A: x, start }),
        B: plan.theta(W),
        rows: s.rows(y),
        ...sizes,
        bias: bias ? plan.theta(bias) : 0,
        relu,
      })),
    backward: (w, g) => {
      const dy = g.of(y)!;
      if (relu) {
        const t = plan.table;
        w.each("reluGradientInto", (s) => ({
          ...s.all({ dx: dy, dy, kept: y }),
          count: s.count(y),
          t,
        }));
      }
      const G = g.parameter(W);
      const sums = bias && g.parameter(bias);
      check((sums?.adds ?? G.adds) === G.adds, "net: a bias is used as often as its matrix");
      w.each("gradientInto", (s) => ({
        ...s.all({ A: x, Y: dy }),
        G: G.at(s),
        sums: sums?.at(s) ?? 0,
        rows: s.rows(y),
        N: W.columns,
        K: W.rows,
        stepA: x.step,
        stepY: y.step,
        adds: G.adds,
      }));
      g.make(x, (dx, adds) => {
        const B = plan.transposed(W);
        w.each("multiplyInto", (s) => ({
          ...s.all({ C: dx, A: dy }),
          B,
          rows: s.rows(y),
          N: W.rows,
          K: W.columns,
          stepA: y.step,
          stepC: x.step,
          bias: 0,
          start: adds ? s.at(dx) : 0,
          relu: false,
        }));
      });
      if (start) g.pass(y, start);
    },
  });
  return y;
}

export interface BatchNormOptions {
  readonly gamma: Parameter;
  readonly beta: Parameter;
  readonly epsilon?: number;
}

/** y = γ x̂ + β with the mean and variance of each column over all rows of the batch. */
export function batchNorm(plan: Plan, x: Tensor, { gamma, beta, epsilon = 1e-3 }: BatchNormOptions): Tensor {
  check(
    gamma.columns === x.columns && beta.columns === x.columns,
    "net: batch norm needs one γ and β a column",
  );
  const y = plan.output(x.perItem, x.columns, { inputs: [x], isTrainable: true });
  const columns = x.step / 4;
  const bytes = 2 * x.step;
  const shards = plan.shards.length;
  const moments = plan.room(shards * bytes);
  const merged = plan.room(shards * bytes);
  const counts = plan.constants(plan.shards.map((s) => s.rows(x)));
  const rowsOf = (s: Shard) => ({ x: s.at(x), rows: s.rows(x), columns, step: x.step });
  const mergedOf = (s: Shard) => merged + s.index * bytes;
  plan.record({
    outputs: [y],
    forward: (w) => {
      w.each("momentsInto", (s) => ({ moments: moments + s.index * bytes, ...rowsOf(s) }));
      w.barrier();
      w.each("normaliseInto", (s) => ({
        y: s.at(y),
        merged: mergedOf(s),
        gamma: plan.theta(gamma),
        beta: plan.theta(beta),
        ...{ moments, counts, shards, epsilon },
        ...rowsOf(s),
      }));
    },
    backward: (w, g) => {
      const dy = g.of(y)!;
      const dGamma = g.parameter(gamma);
      const dBeta = g.parameter(beta);
      check(!dGamma.adds && !dBeta.adds, "net: γ and β of a batch norm serve it alone");
      w.each("normaliseSumsInto", (s) => ({
        dGamma: dGamma.at(s),
        dBeta: dBeta.at(s),
        dy: s.at(dy),
        merged: mergedOf(s),
        ...rowsOf(s),
      }));
      if (!x.needsGradient) return;
      w.barrier();
      w.each("normaliseGradientInto", (s) => ({
        ...s.all({ dx: dy, dy }),
        merged: mergedOf(s),
        gamma: plan.theta(gamma),
        dGamma: dGamma.at(plan.shards[0]),
        dBeta: dBeta.at(plan.shards[0]),
        apart: dGamma.apart,
        shards,
        count: plan.items * x.perItem,
        ...rowsOf(s),
      }));
      g.pass(y, x);
    },
  });
  return y;
}

export interface AttentionOptions {
  readonly heads: number;
  /** Added to the output. */
  readonly start?: Tensor;
}

/**
 * Softmax attention among the rows of each item; qkv holds queries, keys and values, as three tensors or side by side in one.
 * Component c of head h is column c · heads + h of each.
 */
export function attention(
  plan: Plan,
  qkv: Tensor | readonly [Tensor, Tensor, Tensor],
  { heads, start }: AttentionOptions,
): Tensor {
  const sources = "address" in qkv ? [qkv] : qkv;
  const [{ perItem: d, step, columns }] = sources;
  const width = (columns * sources.length) / 3;
  const components = width / heads;
  check(
    Number.isInteger(components) && sources.every((x) => x.perItem === d && x.columns === columns),
    `net: attention needs heads x components columns of queries, of keys and of values; got ${width} for ${heads} heads`,
  );
  check(
    !start || (start.columns === width && start.perItem === d),
    "net: what is added to an attention has the shape of its output",
  );
  const y = plan.output(d, width, { inputs: start ? [...sources, start] : sources });
  const perItem = 16 * (Math.floor(heads / 4) + (heads % 4)) * d * (d + 1);
  const cache = plan.room(plan.items * perItem);
  const scratch = plan.shards.map(() => plan.room(32 * d * (d + 9) + 16 * heads));
  const sizes = { d, heads, components, step, stepOut: y.step, scale: 1 / Math.sqrt(components) };
  /** Addresses of a shard's queries, keys and values, or of their gradients. */
  const thirds = (s: Shard, from: readonly Tensor[]): number[] =>
    [0, 1, 2].map((k) => (from.length === 3 ? s.at(from[k]) : s.at(from[0]) + 4 * k * width));
  plan.record({
    outputs: [y],
    forward: (w) =>
      w.each("attentionInto", (s) => {
        const [Q, K, V] = thirds(s, sources);
        return {
          ...s.all({ out: y, start }),
          kept: cache + s.firstItem * perItem,
          ...{ Q, K, V },
          ...sizes,
        };
      }),
    backward: (w, g) => {
      const dy = g.of(y)!;
      if (sources.some((x) => x.needsGradient)) {
        const gradients = sources.map((x) => g.fresh(x));
        w.each("attentionGradientInto", (s) => {
          const [Q, K, V] = thirds(s, sources);
          const [dQ, dK, dV] = thirds(s, gradients);
          return {
            ...{ dQ, dK, dV },
            dOut: s.at(dy),
            kept: cache + s.firstItem * perItem,
            ...{ Q, K, V },
            room: scratch[s.index],
            ...sizes,
          };
        });
      }
      if (start) g.pass(y, start);
    },
  });
  return y;
}

/** [the mean of each item's rows]. */
export function itemMean(plan: Plan, x: Tensor): Tensor {
  const y = plan.output(1, x.columns, { inputs: [x] });
  const sizes = { size: x.perItem, columns: x.step / 4, step: x.step };
  plan.record({
    outputs: [y],
    forward: (w) => w.each("groupMeanInto", (s) => ({ y: s.at(y), x: s.at(x), groups: s.items, ...sizes })),
    backward: (w, g) => {
      const dy = g.of(y)!;
      g.make(x, (dx, adds) =>
        w.each("groupMeanGradientInto", (s) => ({
          ...{ dx: s.at(dx), dy: s.at(dy), groups: s.items },
          ...sizes,
          adds,
        })),
      );
    },
  });
  return y;
}
