// How far numbers are from Gaussian: an approximation of their negentropy, 0 for a Gaussian and never negative.
//
//     J(u) = k₁ (mean log cosh u − γ)² + k₂ (mean u e^{−u²/2})²,     u of mean 0 and variance 1
//     entropy H(u) = (1 + log 2π)/2 − J(u)
//
//     k₁ = 79.047, k₂ = 7.4129, γ = 0.37457 (the mean of log cosh over a Gaussian)
//
// Hyvärinen, A. "New approximations of differential entropy for independent component analysis and projection pursuit."
// NIPS 1997; with these constants in Hyvärinen & Smith, JMLR 14, 2013, and in the package lingam.
//
// The constants k are 1/(2v), where v/n is the variance of each mean over n standardised Gaussian numbers (for the second,
// v = 1/(3√3) − 1/8), and the two means are uncorrelated. So for Gaussian numbers n J is exponentially distributed:
// P(n J > t) = e^{−t}, a test of Gaussianity at no extra cost.

import { exponential, logarithm } from "./elementary.ts";
import { createKernels } from "./wasm/wasm.ts";

const k1 = 79.047;
const k2 = 7.4129;
const gamma = 0.37457;

/** Numbers at a time: a product of this many factors, each at most 2, does not overflow. */
const block = 512;

/** J of x · scale, which must have mean 0 and variance 1. Allocates nothing; calls must not overlap. */
export type Negentropy = (x: Float64Array, scale?: number) => number;

export function createNegentropy(): Negentropy {
  const kernels = createKernels(8 * 2 * block + 64);
  const [first, second] = [kernels.allocateFloats(block), kernels.allocateFloats(block)];
  const [a, b] = [kernels.floats(first, block), kernels.floats(second, block)];
  return (x, scale = 1) => {
    const n = x.length;
    let even = 0; // Σ log cosh u = Σ |u| + log Π (1 + e^{−2|u|}) − n log 2
    let odd = 0; // Σ u e^{−u²/2}
    for (let from = 0; from < n; from += block) {
      const count = Math.min(block, n - from);
      for (let i = 0; i < count; i++) {
        const u = x[from + i] * scale;
        a[i] = -2 * Math.abs(u);
        b[i] = -0.5 * u * u;
      }
      kernels.call.expInto(first, first, count);
      kernels.call.expInto(second, second, count);
      let size = 0;
      let product = 1;
      for (let i = 0; i < count; i++) {
        const u = x[from + i] * scale;
        size += Math.abs(u);
        product *= 1 + a[i];
        odd += u * b[i];
      }
      even += size + logarithm(product);
    }
    const [spread, skew] = [even / n - Math.LN2 - gamma, odd / n];
    return k1 * spread * spread + k2 * skew * skew;
  };
}

/** Probability that n Gaussian numbers have a negentropy of J or more: the p-value of Gaussianity. */
export function gaussianity(J: number, n: number): number {
  return exponential(-n * J);
}
