import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRng } from "../rng.ts";
import { cycleMeasure } from "./cycle-trace.ts";

/** tr[(I + B/d)^d] − d by repeated multiplication. */
function byProducts(B: Float64Array, d: number): number {
  const base = B.map((b, k) => b / d + (k % (d + 1) === 0 ? 1 : 0));
  let power = base;
  for (let p = 1; p < d; p++) {
    power = power.map((_, at) => {
      let sum = 0;
      for (let k = 0; k < d; k++) sum += power[Math.floor(at / d) * d + k] * base[k * d + (at % d)];
      return sum;
    });
  }
  let trace = -d;
  for (let i = 0; i < d; i++) trace += power[i * (d + 1)];
  return trace;
}

function weights(seed: string, d: number): Float64Array {
  const rng = createRng(seed);
  return Float64Array.from({ length: d * d }, () => (rng.uniform() < 0.5 ? 0 : rng.uniform()));
}

const cases = [fc.integer({ min: 0, max: 1e6 }).map(String), fc.integer({ min: 1, max: 20 })] as const;

describe("the polynomial", () => {
  it("is the trace of the power minus d", () => {
    fc.assert(
      fc.property(...cases, (seed, d) => {
        const B = weights(seed, d);
        const h = byProducts(B, d);
        expect(Math.abs(cycleMeasure(d, "polynomial")(new Float64Array(d * d), B) - h)).toBeLessThan(
          1e-12 * (d + h),
        );
      }),
      { seed: 1, numRuns: 50 },
    );
  });

  it("has the gradient of finite differences", () => {
    fc.assert(
      fc.property(...cases, fc.nat(), (seed, d, entry) => {
        const B = weights(seed, d);
        const h = cycleMeasure(d, "polynomial");
        const [gradient, unused] = [new Float64Array(d * d), new Float64Array(d * d)];
        h(gradient, B);
        const at = entry % (d * d);
        const around = [1e-5, -1e-5].map((move) => {
          const moved = B.slice();
          moved[at] += move;
          return h(unused, moved);
        });
        expect(Math.abs((around[0] - around[1]) / 2e-5 - gradient[at])).toBeLessThan(
          1e-7 * (1 + gradient[at]),
        );
      }),
      { seed: 1, numRuns: 50 },
    );
  });

  it("is exactly 0 for an acyclic matrix, and precise for a cycle of tiny weights", () => {
    const d = 12;
    const B = new Float64Array(d * d);
    for (let i = 0; i < d; i++) for (let j = i + 1; j < d; j++) B[i * d + j] = 1 + i;
    const gradient = new Float64Array(d * d);
    const h = cycleMeasure(d, "polynomial");
    expect(h(gradient, B)).toBe(0);
    // A cycle of two variables with weights a: 2 (C(d, 2) a²/d² + …).
    const pair = new Float64Array(d * d);
    pair[1] = pair[d] = 1e-9;
    expect(h(gradient, pair) / (2 * ((d * (d - 1)) / 2) * (1e-18 / (d * d)))).toBeCloseTo(1, 12);
  });
});
