import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { orderStatisticInto } from "./order-statistic.ts";

describe("orderStatisticInto", () => {
  it("is the k-th entry of the sorted numbers", () => {
    const numbers = fc.array(
      fc.double({ noNaN: true }).map((x) => (Object.is(x, -0) ? 0 : x)),
      { minLength: 1, maxLength: 60 },
    );
    fc.assert(
      fc.property(numbers, fc.nat(), (values, seed) => {
        const k = seed % values.length;
        expect(orderStatisticInto(Float64Array.from(values), k)).toBe(Float64Array.from(values).sort()[k]);
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  // In quadratic time this would take an hour.
  it("is found among a million equal, sorted or organ-pipe numbers", () => {
    const n = 1e6;
    const shapes = [() => 3, (i: number) => i, (i: number) => Math.min(i, n - i)];
    for (const shape of shapes) {
      const values = Float64Array.from({ length: n }, (_, i) => shape(i));
      const sorted = Float64Array.from(values).sort();
      expect(orderStatisticInto(values, n / 2)).toBe(sorted[n / 2]);
    }
  });
});
