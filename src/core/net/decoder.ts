// Ops that produce one logit for every ordered pair of an item's rows, ops on logits, and random inputs.

import { check } from "../check.ts";
import type { Parameter, Plan, Shard, Tensor } from "./plan.ts";

export interface PairOptions {
  /** One weight for each hidden unit. */
  readonly u: Parameter;
  readonly bias?: Parameter;
  /** A further term for each hidden unit of each pair, [d · d, units] per item. */
  readonly T?: Tensor;
  readonly f?: "tanh" | "relu" | "none" | undefined;
}

/** logit_ij = Σ_k u_k f(L_ik + R_jk (+ T_ijk) (+ b_k)). */
export function pairs(plan: Plan, L: Tensor, R: Tensor, { u, bias, T, f = "tanh" }: PairOptions): Tensor {
  check(
    L.columns === u.columns && R.columns === u.columns && L.perItem === R.perItem,
    "net: both sides of a pair have the size of u",
  );
  const d = L.perItem;
  check(
    !T || (T.perItem === d * d && T.columns === u.columns),
    "net: T has a row of the size of u for each pair",
  );
  const y = plan.output(d, d, { inputs: T ? [L, R, T] : [L, R], isTrainable: true });
  const perItem = d * d * L.step;
  const cache = plan.room(plan.items * perItem);
  const sizes = {
    d,
    columns: L.step / 4,
    step: L.step,
    stepOut: y.step,
    f: ["tanh", "relu", "none"].indexOf(f),
  };
  plan.record({
    outputs: [y],
    forward: (w) =>
      w.each("pairsInto", (s) => ({
        ...s.all({ logits: y, L, R, T }),
        kept: cache + s.firstItem * perItem,
        bias: bias ? plan.theta(bias) : 0,
        u: plan.theta(u),
        ...sizes,
      })),
    backward: (w, g) => {
      const dy = g.of(y)!;
      const [dL, dR] = [g.fresh(L), g.fresh(R)];
      const dT = T && g.fresh(T);
      const dU = g.parameter(u);
      const dBias = bias && g.parameter(bias);
      check((dBias?.adds ?? dU.adds) === dU.adds, "net: the bias of pairs is used as often as u");
      w.each("pairsGradientInto", (s) => ({
        ...s.all({ dL, dR, dT, dLogits: dy }),
        dBias: dBias?.at(s) ?? 0,
        dU: dU.at(s),
        kept: cache + s.firstItem * perItem,
        u: plan.theta(u),
        ...sizes,
        adds: dU.adds,
      }));
    },
  });
  return y;
}

/** Purposes that separate the random numbers of a step: no two kinds of draws share one. */
const purposes = { rows: 1, actions: 2, normals: 3 };

/** An input whose columns are, for each item, `samples` rows of `data` [n, d], drawn with replacement anew in every run. */
export function drawnRows(
  plan: Plan,
  { data, n, d, samples, stream }: { data: number; n: number; d: number; samples: number; stream: number },
): Tensor {
  const x = plan.input(d, samples);
  plan.record({
    outputs: [x],
    forward: (w) =>
      w.each("drawRowsInto", (s) => ({
        out: s.at(x),
        data,
        stream,
        n,
        d,
        first: s.firstItem,
        samples,
        stepData: 4 * d,
        stepOut: x.step,
        purpose: purposes.rows,
      })),
  });
  return x;
}

/** An input of standard normal numbers, drawn anew in every run; several inputs from one stream need different indices. */
export function drawnNormals(
  plan: Plan,
  {
    perItem,
    columns,
    stream,
    index = 0,
  }: { perItem: number; columns: number; stream: number; index?: number },
): Tensor {
  const x = plan.input(perItem, columns);
  plan.record({
    outputs: [x],
    forward: (w) => {
      w.each("normalInto", (s) => ({
        out: s.at(x),
        stream,
        first: s.firstItem,
        blocks: (perItem * x.step) / 16,
        purpose: purposes.normals + index,
      }));
      if (4 * columns < x.step)
        w.each("clearBeyondInto", (s) => ({ y: s.at(x), rows: s.rows(x), columns, step: x.step }));
    },
  });
  return x;
}

export interface BernoulliOptions {
  /** Address of an offset added to every item's logits, [rows, padded columns]: ±1e8 fixes a cell to 1 or 0. */
  readonly offset: number;
  /** Address of the random stream for sampling; 0 if the caller supplies the actions. */
  readonly stream: number;
}

export interface Bernoulli {
  /** 1 or 0 for each logit. */
  readonly actions: Tensor;
  /** −log likelihood of an item's actions, and the entropy of their distribution, each a mean over the rows x columns cells. */
  readonly nll: Tensor;
  readonly entropy: Tensor;
}

/** Treats every logit as an independent Bernoulli variable. */
export function bernoulli(plan: Plan, logits: Tensor, { offset, stream }: BernoulliOptions): Bernoulli {
  const actions = plan.input(logits.perItem, logits.columns);
  const nll = plan.output(1, 1, { inputs: [logits] });
  const entropy = plan.output(1, 1, { inputs: [logits] });
  const cells = (s: Shard) => ({
    ...s.all({ logits, actions }),
    offset,
    rows: logits.perItem,
    columns: logits.step / 4,
  });
  const scaling = { stepOut: nll.step, scale: 1 / (logits.perItem * logits.columns) };
  plan.record({
    outputs: [actions, nll, entropy],
    forward: (w) => {
      if (stream !== 0)
        w.each("sampleInto", (s) => ({
          ...{ stream, first: s.firstItem, purpose: purposes.actions },
          ...cells(s),
        }));
      w.each("bernoulliInto", (s) => ({
        ...s.all({ nll, entropy }),
        ...cells(s),
        ...scaling,
      }));
    },
    backward: (w, g) => {
      const dNll = g.of(nll);
      const dEntropy = g.of(entropy);
      const dx = g.fresh(logits);
      w.each("bernoulliGradientInto", (s) => ({
        ...s.all({ dLogits: dx, dNll, dEntropy }),
        ...cells(s),
        ...scaling,
      }));
    },
  });
  return { actions, nll, entropy };
}
