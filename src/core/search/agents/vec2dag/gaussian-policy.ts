// A policy over vectors: independent normal distributions with means μ and standard deviations σ, and no network. It learns
// by proximal policy optimisation.
//
//     objective = mean_b min(r A, clip(r, 1 − c, 1 + c) A) + η Σ_k log σ_k,     r = π(z)/π_before(z)
//
// A is the advantage of a draw. If it is given for each number separately, so are the ratio r and its clipping: the policy is
// then a product of one policy per number. In the first epoch r = 1, so with a single epoch nothing is clipped.
//
//     σ ∂ log π/∂μ = (z − μ)/σ,   ∂ log π/∂ log σ = (z − μ)²/σ² − 1
//
// Means are measured in units of their standard deviations: the gradient is with respect to μ/σ, and an Adam step moves μ by
// σ times the learning rate, so that relative to its spread the policy moves as far late in a run as early.
//
// Schulman et al., "Proximal policy optimization algorithms", 2017; Adam with the constants of Stable-Baselines3.

import * as z from "zod";
import { check } from "../../../check.ts";
import { exponential, logarithm } from "../../../math/elementary.ts";
import type { Rng } from "../../../math/rng.ts";
import { index, resumedState } from "../../resumed-state.ts";

export interface GaussianOptions {
  /** Vectors in a batch. */
  readonly batch?: number;
  readonly learningRate?: number;
  /** How far a ratio may move from 1 before its gradient is dropped. */
  readonly clip?: number;
  /** Optimiser steps with each batch. */
  readonly epochs?: number;
  /** Weight of the entropy. */
  readonly entropy?: number;
}

export interface GaussianPolicy {
  readonly batch: number;
  /** μ, then log σ. */
  readonly parameters: Float64Array;
  /** Draws the vectors of iteration t, [batch, size]. */
  readonly propose: (t: number) => Float64Array;
  /** Learns from the advantages of the vectors proposed last: one per vector, or one per number, [batch, size]. */
  readonly learn: (advantages: Float64Array) => void;
  /** Mean entropy per number. */
  readonly entropy: () => number;
  readonly state: () => unknown;
  readonly restore: (state: unknown) => void;
}

/** Share of the learning rate for log σ: if deviations shrink as fast as means move, a run settles on what it saw first. */
const deviationRate = 0.1;
const adam = { beta1: 0.9, beta2: 0.999, epsilon: 1e-5 };

/** ½ log(2πe), the entropy of the standard normal distribution. */
const unitEntropy = 1.4189385332046727;

const numbers = z.array(z.number()).readonly();
const stateSchema = z.strictObject({ parameters: numbers, m: numbers, v: numbers, steps: index });

type State = Readonly<z.infer<typeof stateSchema>>;

export function gaussianPolicy(size: number, rng: Rng, options: GaussianOptions = {}): GaussianPolicy {
  const { batch = 64, learningRate = 0.1, clip = 0.2, epochs = 3, entropy: bonus = 0 } = options;
  const [parameters, m, v] = [0, 1, 2].map(() => new Float64Array(2 * size));
  const drawn = new Float64Array(batch * size);
  let steps = 0;

  const ascend = (gradient: Float64Array): void => {
    steps++;
    const rate = learningRate / (1 - exponential(steps * logarithm(adam.beta1)));
    const correction = 1 - exponential(steps * logarithm(adam.beta2));
    const deviations = parameters.subarray(size).map(exponential);
    for (let k = 0; k < 2 * size; k++) {
      const g = gradient[k];
      m[k] = adam.beta1 * m[k] + (1 - adam.beta1) * g;
      v[k] = adam.beta2 * v[k] + (1 - adam.beta2) * g * g;
      const unit = k < size ? deviations[k] : deviationRate;
      parameters[k] += (unit * rate * m[k]) / (Math.sqrt(v[k] / correction) + adam.epsilon);
    }
  };

  return {
    batch,
    parameters,
    propose: (t) => {
      const { normal } = rng.fork(`batch/${t}`);
      const deviations = parameters.subarray(size).map(exponential);
      for (let b = 0, at = 0; b < batch; b++)
        for (let k = 0; k < size; k++) drawn[at++] = parameters[k] + deviations[k] * normal();
      return drawn;
    },
    learn: (advantages) => {
      const before = parameters.slice();
      for (let epoch = 0; epoch < epochs; epoch++)
        ascend(objectiveGradient({ parameters, before, drawn, advantages }, { clip, entropy: bonus }));
    },
    entropy: () => unitEntropy + parameters.subarray(size).reduce((sum, x) => sum + x, 0) / size,
    state: (): State => ({ parameters: [...parameters], m: [...m], v: [...v], steps }),
    restore: (from) => {
      const state = resumedState(stateSchema, from)!;
      check(
        state.parameters.length === 2 * size,
        "vec2dag: the state is that of another number of variables",
      );
      parameters.set(state.parameters);
      m.set(state.m);
      v.set(state.v);
      steps = state.steps;
    },
  };
}

interface Batch {
  /** μ and log σ now, and when the batch was drawn. */
  readonly parameters: Float64Array;
  readonly before: Float64Array;
  readonly drawn: Float64Array;
  readonly advantages: Float64Array;
}

/** Gradient of the objective above in μ (in units of σ) and in log σ. */
export function objectiveGradient(
  { parameters, before, drawn, advantages }: Batch,
  { clip, entropy }: { readonly clip: number; readonly entropy: number },
): Float64Array {
  const size = parameters.length / 2;
  const batch = drawn.length / size;
  const isJoint = advantages.length === batch;
  const isMoved = parameters.some((x, k) => x !== before[k]);
  const inverse = parameters.subarray(size).map((x) => exponential(-x));
  const inverseBefore = before.subarray(size).map((x) => exponential(-x));
  const logRatio = (b: number, k: number): number => {
    const now = (drawn[b * size + k] - parameters[k]) * inverse[k];
    const then = (drawn[b * size + k] - before[k]) * inverseBefore[k];
    return (then * then - now * now) / 2 + before[size + k] - parameters[size + k];
  };
  const gradient = new Float64Array(2 * size).fill(entropy, size);
  for (let b = 0; b < batch; b++) {
    let joint = 0;
    if (isMoved && isJoint) for (let k = 0; k < size; k++) joint += logRatio(b, k);
    for (let k = 0; k < size; k++) {
      const A = advantages[isJoint ? b : b * size + k];
      const ratio = isMoved ? exponential(isJoint ? joint : logRatio(b, k)) : 1;
      if (A > 0 ? ratio > 1 + clip : ratio < 1 - clip) continue;
      const step = (drawn[b * size + k] - parameters[k]) * inverse[k];
      gradient[k] += (A * ratio * step) / batch;
      gradient[size + k] += (A * ratio * (step * step - 1)) / batch;
    }
  }
  return gradient;
}
