import { describe, expect, it } from "vitest";
import { createRng } from "./rng.ts";
import { isLessSkewedInLogarithms, skewness } from "./skewness.ts";

const rng = createRng("skewness");
const normal = Float64Array.from({ length: 2000 }, () => 8 + rng.normal());

describe("skewness", () => {
  it("equals a closed form, whatever the unit and the origin", () => {
    // One of 10 numbers is 1: Bernoulli with p = 0.1, (1 − 2p) / √(p (1 − p)).
    const few = Float64Array.from({ length: 1000 }, (_, i) => (i % 10 === 0 ? 1 : 0));
    expect(skewness(few)).toBeCloseTo(0.8 / 0.3, 12);
    expect(skewness(few.map((x) => 1e6 - 40 * x))).toBeCloseTo(-0.8 / 0.3, 9);
    expect(skewness(Float64Array.of(2, 2, 2))).toBeNaN();
  });

  it("is smaller in logarithms for log-normal numbers, and not for normal ones", () => {
    const skewed = normal.map((x) => Math.exp(x));
    expect(isLessSkewedInLogarithms(skewed)).toBe(true);
    expect(isLessSkewedInLogarithms(normal)).toBe(false);
    expect(isLessSkewedInLogarithms(normal.map((x) => -Math.exp(-x)))).toBe(false);
    expect(isLessSkewedInLogarithms(Float64Array.of(0, ...skewed))).toBe(false);
    expect(isLessSkewedInLogarithms(Float64Array.of(2, 2, 2))).toBe(false);
  });
});
