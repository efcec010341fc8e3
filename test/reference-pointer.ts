// Slow, obvious references for the pointer network's ops, the network and CORL's critic, in float64.

import { type Matrix, matrix } from "../src/core/math/matrix.ts";
import type { Kink } from "./gradients.ts";
import type { ParameterMap } from "./reference-agent.ts";
import { at, attention, batchNorm, itemMean, lstm, made, product, softmax } from "./reference-ops.ts";

/** Σ_k v_k tanh(R_jk + q_k) for the open rows of each item, 0 for others: [items, d]. */
export function pointer(R: Matrix, q: Matrix, { v, waits }: { v: Matrix; waits: Matrix }): Matrix {
  const d = waits.cols;
  return made(q.rows, d, (b, j) => {
    if (at(waits, b, j) !== 0) return 0;
    let sum = 0;
    for (let k = 0; k < q.cols; k++) sum += v.data[k] * Math.tanh(at(R, b * d + j, k) + at(q, b, k));
    return sum;
  });
}

/** Probabilities of the open rows of item b, 0 of others. */
export function shares(logits: Matrix, waits: Matrix, b: number): number[] {
  const d = waits.cols;
  return softmax(
    Array.from({ length: d }, (_, j) =>
      at(waits, b, j) === 0 ? at(logits, b, j) : Number.NEGATIVE_INFINITY,
    ),
  );
}

export function mix(scores: Matrix, V: Matrix, { start, waits }: { start: Matrix; waits: Matrix }): Matrix {
  const d = waits.cols;
  return made(start.rows, V.cols, (b, k) =>
    shares(scores, waits, b).reduce((sum, p, j) => sum + p * at(V, b * d + j, k), at(start, b, k)),
  );
}

/** −log likelihood and entropy of each item's choice. */
export function categorical(
  logits: Matrix,
  { waits, choice }: { waits: Matrix; choice: readonly number[] },
): readonly [Matrix, Matrix] {
  const p = choice.map((_, b) => shares(logits, waits, b));
  return [
    made(choice.length, 1, (b) => -Math.log(p[b][choice[b]])),
    made(choice.length, 1, (b) => -p[b].reduce((sum, x) => sum + (x > 0 ? x * Math.log(x) : 0), 0)),
  ];
}

export function takeRow(V: Matrix, choice: readonly number[], d: number): Matrix {
  return made(choice.length, V.cols, (b, k) => at(V, b * d + choice[b], k));
}

export interface ReferenceCorl {
  readonly d: number;
  readonly heads: number;
  readonly stacks: number;
  readonly relu?: Kink;
}

/** The paper's encoder on a batch [items · d, samples]. */
export function referenceEncoder(x: Matrix, named: ParameterMap, options: ReferenceCorl): Matrix {
  const { d, heads, stacks, relu = (z) => (z > 0 ? z : 0) } = options;
  const p = (name: string) => named.get(name)!;
  const norm = (h: Matrix, name: string) => batchNorm(h, p(`${name}.gamma`), p(`${name}.beta`));
  const dense = (h: Matrix, name: string) =>
    product(h, p(`${name}.weight`), { bias: p(`${name}.bias`), relu });
  let e = norm(product(x, p("embedding.weight")), "embedding");
  for (let k = 0; k < stacks; k++) {
    const name = `layer${k}`;
    const qkv = ["q", "k", "v"].map((part) => dense(e, `${name}.${part}`));
    e = norm(attention(qkv, { d, heads, start: e }), `${name}.attention`);
    const inner = dense(e, `${name}.inner`);
    e = norm(product(inner, p(`${name}.outer.weight`), { start: e }), `${name}.output`);
  }
  return e;
}

/** −log likelihood of every choice of given orders, [items, d − 1], from what the encoder says of the rows. */
export function referenceNll(e: Matrix, named: ParameterMap, orders: readonly (readonly number[])[]): Matrix {
  const d = e.rows / orders.length;
  const p = (name: string) => named.get(name)!;
  const looking = (name: string) => {
    const R = product(e, p(`${name}.rows`));
    return (query: Matrix, waits: Matrix) =>
      pointer(R, product(query, p(`${name}.query`)), { v: p(`${name}.v`), waits });
  };
  const [look, point] = [looking("decoder.glimpse"), looking("decoder.pointer")];
  const nll = matrix(orders.length, d - 1);
  let x = itemMean(e, d);
  let h = x;
  let c = made(orders.length, e.cols, (_, k) => p("decoder.start").data[k]);
  for (let t = 0; t < d - 1; t++) {
    const gates = product(x, p("decoder.cell.input"), {
      bias: p("decoder.cell.bias"),
      start: product(h, p("decoder.cell.state")),
    });
    [h, c] = lstm(gates, c, 1);
    const waits = made(orders.length, d, (b, j) => Number(orders[b].slice(0, t).includes(j)));
    const glimpse = mix(look(h, waits), e, { start: h, waits });
    const choice = orders.map((order) => order[t]);
    const [likelihood] = categorical(point(glimpse, waits), { waits, choice });
    for (let b = 0; b < orders.length; b++) nll.data[b * (d - 1) + t] = likelihood.data[b];
    x = takeRow(e, choice, d);
  }
  return nll;
}

/** What the critic expects at each row of x. */
export function referenceCritic(x: Matrix, named: ParameterMap, relu: Kink = (z) => (z > 0 ? z : 0)): Matrix {
  const layers = [...named.keys()].filter((name) => /^critic\..*weight$/.test(name));
  return layers.reduce((h, name, k) => {
    const bias = named.get(name.replace("weight", "bias"))!;
    return product(h, named.get(name)!, { bias, ...(k < layers.length - 1 ? { relu } : {}) });
  }, x);
}
