// Skewness of numbers, m₃ / m₂^1.5 with central moments, and whether their logarithms are less skewed.

import { logarithm } from "./elementary.ts";

/** NaN if all numbers are equal. */
export function skewness(x: Float64Array): number {
  const n = x.length;
  const mean = x[0] + x.reduce((sum, value) => sum + (value - x[0]), 0) / n;
  let [second, third] = [0, 0];
  for (const value of x) {
    const off = value - mean;
    second += off * off;
    third += off * off * off;
  }
  second /= n;
  return third / n / (second * Math.sqrt(second));
}

/** False unless all numbers are positive. */
export function isLessSkewedInLogarithms(x: Float64Array): boolean {
  return x.every((value) => value > 0) && Math.abs(skewness(x.map(logarithm))) < Math.abs(skewness(x));
}
