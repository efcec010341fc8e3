import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { logGammaTail } from "./gamma-tail.ts";

describe("logGammaTail", () => {
  it("is −x for shape 1, even if the tail itself is 0 in float64", () => {
    for (const x of [1e-9, 0.3, 1, 1.9, 2.1, 50, 1e4, 1e8]) {
      expect(Math.abs(logGammaTail(1, x) + x)).toBeLessThan(1e-13 * Math.max(1, x));
    }
  });

  it("is the tail of a Poisson distribution for integer shapes: Q(k, x) = Σ_{i<k} xⁱ e⁻ˣ / i!", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.double({ min: 0.01, max: 300, noNaN: true }),
        (k, x) => {
          // From the largest term, so that nothing underflows.
          const logs = Array.from({ length: k }, (_, i) => i * Math.log(x) - x - logFactorial(i));
          const top = Math.max(...logs);
          const sum = top + Math.log(logs.reduce((s, l) => s + Math.exp(l - top), 0));
          expect(Math.abs(logGammaTail(k, x) - sum)).toBeLessThan(1e-11 * Math.max(1, Math.abs(sum)));
        },
      ),
      { seed: 1, numRuns: 200 },
    );
  });

  it("decreases with x and increases with the shape, across the point where the method changes", () => {
    fc.assert(
      fc.property(fc.double({ min: 0.05, max: 2000, noNaN: true }), (shape) => {
        const at = (x: number) => logGammaTail(shape, x);
        for (const x of [0.5 * shape, shape + 1 - 1e-6, shape + 1, shape + 1 + 1e-6, 2 * shape + 5]) {
          expect(at(x * 1.001)).toBeLessThan(at(x));
          expect(logGammaTail(shape * 1.001, x)).toBeGreaterThan(at(x));
        }
        expect(at(shape + 1 - 1e-9)).toBeCloseTo(at(shape + 1 + 1e-9), 7);
      }),
      { seed: 1, numRuns: 100 },
    );
    expect(logGammaTail(3, 0)).toBe(0);
  });
});

function logFactorial(k: number): number {
  let sum = 0;
  for (let i = 2; i <= k; i++) sum += Math.log(i);
  return sum;
}
