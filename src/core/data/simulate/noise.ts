// Noise distributions for simulated data, each with mean 0 and variance 1, so that a scale means the same for all of them.
//
//     gauss         N(0, 1)
//     power         sign(s) |s|^q / σ(q),  s ~ N(0, 1),  one q for each variable, from [0.5, 0.8] ∪ (1.2, 2.0]
//     exponential   E − 1,  E ~ Exp(1)
//     gumbel        (−log E − γ) √6 / π
//     uniform       on (−√3, √3)
//     laplace       ± E / √2
//
// "power" is the non-Gaussian noise of Zhu, Ng, Chen, "Causal discovery with reinforcement learning", ICLR 2020,
// after Shimizu et al., JMLR 7, 2006.
//
// Differs from the paper's own data (paper-sets.ts) in dividing by the exact standard deviation
// σ(q)² = 2^q Γ(q + ½) / √π and not by the sample's: rows stay independent and one row is enough.
// Differs from NOTEARS and gCastle, whose exponential and Gumbel noises keep their mean and variance.

import { exponential, logarithm, logarithm1p, logGamma } from "../../math/elementary.ts";
import type { Rng } from "../../math/rng.ts";

export type NoiseName = "gauss" | "power" | "exponential" | "gumbel" | "uniform" | "laplace";

export interface Noise {
  /** One line for a list of choices. */
  readonly summary: string;
  /** n independent draws, mean 0 and variance 1. */
  readonly sample: (n: number, rng: Rng) => Float64Array;
}

export const noises: Readonly<Record<NoiseName, Noise>> = {
  gauss: { summary: "normal", sample: (n, rng) => filled(n, rng.normal) },
  power: { summary: "a signed power of a normal, the paper's non-Gaussian noise", sample: power },
  exponential: { summary: "exponential, centred", sample: (n, rng) => filled(n, () => waitingTime(rng) - 1) },
  gumbel: { summary: "Gumbel, centred", sample: gumbel },
  uniform: {
    summary: "uniform on (−√3, √3)",
    sample: (n, rng) => filled(n, () => Math.sqrt(3) * (2 * rng.uniform() - 1)),
  },
  laplace: {
    summary: "Laplace",
    sample: (n, rng) => filled(n, () => (rng.uniform() < 0.5 ? -1 : 1) * waitingTime(rng) * Math.SQRT1_2),
  },
};

/** Exponents u ↦ [0.5, 0.8] ∪ (1.2, 2.0]: away from 1, where the noise would remain Gaussian. */
export function powerExponent(u: number): number {
  const q = u * 1.1 + 0.5;
  return q > 0.8 ? q + 0.4 : q;
}

/** sign(s) |s|^q, without Math.pow, whose last digits depend on the engine. */
export function signedPower(s: number, q: number): number {
  return s === 0 ? 0 : Math.sign(s) * exponential(q * logarithm(Math.abs(s)));
}

function power(n: number, rng: Rng): Float64Array {
  const q = powerExponent(rng.uniform());
  const logVariance = q * Math.LN2 + logGamma(q + 0.5) - 0.5 * logarithm(Math.PI); // of |s|^q: log E|s|^{2q}
  const scale = exponential(-0.5 * logVariance);
  return filled(n, () => scale * signedPower(rng.normal(), q));
}

const EULER_GAMMA = 0.5772156649015329;

function gumbel(n: number, rng: Rng): Float64Array {
  const scale = Math.sqrt(6) / Math.PI;
  return filled(n, () => (-logarithm(waitingTime(rng)) - EULER_GAMMA) * scale);
}

/** Exp(1), never 0, so that its logarithm is finite. */
function waitingTime(rng: Rng): number {
  let u = rng.uniform();
  while (u === 0) u = rng.uniform();
  return -logarithm1p(-u);
}

function filled(n: number, draw: () => number): Float64Array {
  const out = new Float64Array(n);
  for (let i = 0; i < n; i++) out[i] = draw();
  return out;
}
