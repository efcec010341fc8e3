// Skewness of numbers, m₃ / m₂^1.5 with central moments, and whether their logarithms have less of it.

import { logarithm } from "./elementary.ts";

/** NaN where all numbers are equal. */
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

/** Only positive numbers have logarithms. */
export function isLessSkewedInLogarithms(x: Float64Array): boolean {
  return x.every((value) => value > 0) && Math.abs(skewness(x.map(logarithm))) < Math.abs(skewness(x));
}
