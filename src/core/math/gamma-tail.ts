// The logarithm of the upper tail of the gamma distribution: a p-value that does not underflow.
//
//     log Q(a, x) = log ∫ from x of t^(a−1) e^(−t) dt / Γ(a)
//
// For x < a + 1 by the series of the lower tail, otherwise by the continued fraction of the upper one, in logarithms:
// the tail itself underflows at x ≈ 745, its logarithm never. About √a steps near x = a, fewer elsewhere.
//
// Press et al., "Numerical Recipes", 3rd edition, 2007, section 6.2 (Lentz's method for the fraction).

import { exponential, logarithm, logarithm1p, logGamma } from "./elementary.ts";

/** log Q(shape, x), for shape > 0 and x ≥ 0. */
export function logGammaTail(shape: number, x: number): number {
  if (x === 0) return 0;
  const logDensity = shape * logarithm(x) - x - logGamma(shape);
  if (x < shape + 1) return logarithm1p(-exponential(logDensity) * lowerSeries(shape, x));
  return logDensity + logarithm(upperFraction(shape, x));
}

/** Σ_k x^k / (a (a + 1) … (a + k)); its terms decrease from the second on. */
function lowerSeries(a: number, x: number): number {
  let term = 1 / a;
  let sum = term;
  for (let k = 1; term > 1e-17 * sum; k++) {
    term *= x / (a + k);
    sum += term;
  }
  return sum;
}

/** 1/(x + 1 − a − 1 (1 − a)/(x + 3 − a − 2 (2 − a)/(x + 5 − a − …))). */
function upperFraction(a: number, x: number): number {
  const least = 1e-300; // replaces a denominator of 0
  let b = x + 1 - a;
  let c = 1 / least;
  let d = 1 / b;
  let value = d;
  for (let k = 1; ; k++) {
    const numerator = -k * (k - a);
    b += 2;
    d = 1 / away(numerator * d + b, least);
    c = away(b + numerator / c, least);
    const factor = c * d;
    value *= factor;
    // Also ends if a factor is NaN, which propagates to the caller.
    if (!(Math.abs(factor - 1) > 4e-16)) return value;
  }
}

function away(x: number, least: number): number {
  return Math.abs(x) < least ? least : x;
}
