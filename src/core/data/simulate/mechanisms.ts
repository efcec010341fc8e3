// How simulated effects depend on their causes: the part of a variable that its parents explain.
//
//     linear        Σ wᵢ xᵢ,                              w ~ ±U[0.5, 2]
//     quadratic     Σ c_k φ_k(x),  φ the xᵢ, xᵢ² and xᵢxⱼ; each kept with probability ½,  c ~ ±U[0.5, 1.5]
//     gp            f(x),     f ~ GP(0, RBF), one function of all parents together
//     gp-additive   Σ fᵢ(xᵢ),  fᵢ ~ GP(0, RBF)
//     mlp           Σ_h v_h σ(Σᵢ w_ih xᵢ),  100 sigmoid units,  v, w ~ ±U[0.5, 2], no biases
//
// linear, quadratic: Zhu, Ng, Chen, ICLR 2020 (its code draws up to 1.5 where its text says 1). gp: Peters et al., JMLR 15,
// 2014. gp-additive, mlp: the simulations of Zheng et al., "Learning sparse nonparametric DAGs", AISTATS 2020.
//
// Differs from the paper's quadratic data (paper-sets.ts), where a parent may lose all its terms and is then
// removed from the truth: here the terms are redrawn until every parent has one, so that the graph is the
// requested one, and coefficients are not rounded. Squares of squares explode along a long path; `dropOutliers` and
// the internal scaling of simulate.ts are the two remedies.

import * as z from "zod";
import { check } from "../../check.ts";
import { exponential } from "../../math/elementary.ts";
import { column, type Matrix } from "../../math/matrix.ts";
import type { Rng } from "../../math/rng.ts";
import { count, option, positive, size } from "../../option.ts";
import { gpCost, gpDraw } from "./gp-draw.ts";

export type MechanismName = "linear" | "quadratic" | "gp" | "gp-additive" | "mlp";

const weights = (high: number) => ({
  weightLow: option(size, { help: "minimum size of a weight", default: 0.5, flag: "--weight-low <size>" }),
  weightHigh: option(size, {
    help: "maximum size of a weight",
    default: high,
    flag: "--weight-high <size>",
  }),
});
const functions = z.strictObject({
  bandwidth: option(positive, {
    help: "bandwidth of the RBF kernel",
    default: 1,
    flag: "--bandwidth <width>",
  }),
});
const network = z.strictObject({
  ...weights(2),
  hiddenUnits: option(count, { help: "hidden units", default: 100, flag: "--hidden-units <count>" }),
});

export type MechanismOptions = Readonly<Partial<z.output<typeof functions> & z.output<typeof network>>>;

export interface Effect {
  /** The explained part of each sample. */
  readonly values: Float64Array;
  /** One weight for each parent (linear only). */
  readonly weights?: Float64Array;
}

/** The effect of at least one parent, [n, p]. */
export type MechanismFunction = (parents: Matrix, rng: Rng) => Effect;

export interface Mechanism {
  /** One line for a list of choices. */
  readonly summary: string;
  /** The options that it reads; any other is refused. */
  readonly options: z.ZodObject;
  /** The mechanism with its options set; throws on invalid options. */
  readonly create: (options: MechanismOptions, samples: number) => MechanismFunction;
}

export const mechanisms: Readonly<Record<MechanismName, Mechanism>> = {
  linear: {
    summary: "weighted sum of the parents",
    options: z.strictObject(weights(2)),
    create: linear,
  },
  quadratic: {
    summary: "random terms of degree one and two",
    options: z.strictObject(weights(1.5)),
    create: quadratic,
  },
  gp: {
    summary: "one Gaussian-process function of all parents jointly",
    options: functions,
    create: gp,
  },
  "gp-additive": {
    summary: "sum of one Gaussian-process function for each parent",
    options: functions,
    create: gpAdditive,
  },
  mlp: {
    summary: "random network with one hidden layer of sigmoid units",
    options: network,
    create: mlp,
  },
};

/**
 * The terms of degree one and two in p variables, without the constant: x₀ … x_{p−1}, then x₀², x₀x₁, …, x₁², …
 * Each is the list of the variables it multiplies.
 */
export function quadraticTerms(p: number): number[][] {
  const terms = Array.from({ length: p }, (_, a) => [a]);
  for (let a = 0; a < p; a++) for (let b = a; b < p; b++) terms.push([a, b]);
  return terms;
}

/** out += coefficient · term, for each row of the parents. */
export function addTermInto(
  out: Float64Array,
  { cols, data }: Matrix,
  term: readonly number[],
  coefficient: number,
): void {
  for (let i = 0; i < out.length; i++) {
    let product = coefficient;
    for (const a of term) product *= data[i * cols + a]!;
    out[i]! += product;
  }
}

function linear({ weightLow = 0.5, weightHigh = 2 }: MechanismOptions): MechanismFunction {
  checkWeights(weightLow, weightHigh);
  return (parents, rng) => {
    const values = new Float64Array(parents.rows);
    const weights = Float64Array.from({ length: parents.cols }, () =>
      signedUniform(weightLow, weightHigh, rng),
    );
    weights.forEach((w, a) => {
      addTermInto(values, parents, [a], w);
    });
    return { values, weights };
  };
}

function quadratic({ weightLow = 0.5, weightHigh = 1.5 }: MechanismOptions): MechanismFunction {
  checkWeights(weightLow, weightHigh);
  return (parents, rng) => {
    const values = new Float64Array(parents.rows);
    const terms = quadraticTerms(parents.cols);
    let subset: number[][];
    // A single parent keeps a term with probability 3/4, each of several with a higher one: a few rounds suffice.
    do subset = terms.filter(() => rng.uniform() < 0.5);
    while (new Set(subset.flat()).size < parents.cols);
    for (const term of subset) addTermInto(values, parents, term, signedUniform(weightLow, weightHigh, rng));
    return { values };
  };
}

function gp({ bandwidth = 1 }: MechanismOptions, samples: number): MechanismFunction {
  checkBandwidth(bandwidth);
  // Refused before the first node is drawn: with several parents the factor is full.
  check(samples <= 5000, () => gpCost(samples, "take at most 5000, or the mechanism gp-additive"));
  return (parents, rng) => ({ values: gpDraw(parents, bandwidth, rng) });
}

function gpAdditive({ bandwidth = 1 }: MechanismOptions): MechanismFunction {
  checkBandwidth(bandwidth);
  return (parents, rng) => {
    const values = new Float64Array(parents.rows);
    for (let a = 0; a < parents.cols; a++) {
      const f = gpDraw({ rows: values.length, cols: 1, data: column(parents, a) }, bandwidth, rng);
      for (let i = 0; i < values.length; i++) values[i]! += f[i]!;
    }
    return { values };
  };
}

function mlp({ weightLow = 0.5, weightHigh = 2, hiddenUnits = 100 }: MechanismOptions): MechanismFunction {
  checkWeights(weightLow, weightHigh);
  check(
    Number.isInteger(hiddenUnits) && hiddenUnits >= 1,
    `simulate: hiddenUnits must be a whole number of at least 1, got ${hiddenUnits}`,
  );
  return ({ rows: n, cols: p, data }, rng) => {
    const values = new Float64Array(n);
    for (let h = 0; h < hiddenUnits; h++) {
      const w = Float64Array.from({ length: p }, () => signedUniform(weightLow, weightHigh, rng));
      const v = signedUniform(weightLow, weightHigh, rng);
      for (let i = 0; i < n; i++) {
        let activation = 0;
        for (let a = 0; a < p; a++) activation += w[a]! * data[i * p + a]!;
        values[i]! += v / (1 + exponential(-activation));
      }
    }
    return { values };
  };
}

function signedUniform(low: number, high: number, rng: Rng): number {
  const size = low + (high - low) * rng.uniform();
  return rng.uniform() < 0.5 ? -size : size;
}

function checkWeights(low: number, high: number): void {
  check(
    low > 0 && high >= low && high < Infinity,
    `simulate: weights need 0 < weightLow ≤ weightHigh, got ${low} and ${high}; give both`,
  );
}

function checkBandwidth(bandwidth: number): void {
  check(bandwidth > 0 && bandwidth < Infinity, `simulate: bandwidth must be above 0, got ${bandwidth}`);
}
