import { describe, expect, it } from "vitest";
import { matrix } from "../matrix.ts";
import { createRng } from "../rng.ts";
import { acyclicityNames, cycleMeasure } from "./cycle-trace.ts";
import { traceOfExponential } from "./dense.ts";

/** h of a row-major matrix, and its gradient. */
function traced(name: (typeof acyclicityNames)[number], d: number) {
  const measure = cycleMeasure(d, name);
  return (entries: ArrayLike<number>) => {
    const gradient = new Float64Array(d * d);
    return { h: measure(gradient, Float64Array.from(entries)), gradient };
  };
}

describe("cycleMeasure", () => {
  it("has the closed form for a cycle, and is 0 without one", () => {
    // tr e^B of [[0, b], [c, 0]] is 2 cosh √(bc); tr (I + B/2)² is 2 + bc/2.
    expect(traced("exponential", 2)([0, 4, 9, 0]).h).toBeCloseTo(2 * Math.cosh(6) - 2, 9);
    expect(traced("polynomial", 2)([0, 4, 9, 0]).h).toBeCloseTo(18, 12);
    for (const name of acyclicityNames) {
      const { h, gradient } = traced(name, 3)([0, 5, 7, 0, 0, 3, 0, 0, 0]);
      expect(h).toBe(0);
      // The gradient of an absent reverse edge: the walks that it would close.
      expect(gradient[1 * 3 + 0]).toBeGreaterThan(0);
      expect(gradient[0 * 3 + 1]).toBe(0);
      expect(gradient[0]).toBe(1);
    }
    expect(traced("polynomial", 1)([0]).h).toBe(0);
  });

  it("has the gradient of finite differences, for one matrix after another", () => {
    const { uniform } = createRng("cycle trace");
    for (const name of acyclicityNames) {
      const trace = traced(name, 6);
      for (let round = 0; round < 3; round++) {
        const B = Float64Array.from({ length: 36 }, uniform);
        const { gradient } = trace(B);
        for (let k = 0; k < 36; k++) {
          const near = (by: number) => trace(B.with(k, B[k] + by)).h;
          expect(gradient[k]).toBeCloseTo((near(1e-5) - near(-1e-5)) / 2e-5, 5);
        }
      }
    }
  });

  it("equals the whole-matrix functions, and is precise even if tiny", () => {
    const { uniform } = createRng("digits");
    for (const d of [2, 5, 8, 13]) {
      for (const size of [1, 1e-6]) {
        const B = Float64Array.from({ length: d * d }, () => size * uniform());
        const exact = traceOfExponential(matrix(d, d, B)).excess;
        expect(traced("exponential", d)(B).h / exact).toBeCloseTo(1, 12);
      }
    }
  });
});
