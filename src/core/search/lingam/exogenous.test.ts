import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRng } from "../../math/rng.ts";
import { mostExogenous } from "./exogenous.ts";

/** Differences of d variables, D_ji = −D_ij; many exactly 0, so that there are ties. */
function randomDifferences(seed: number, d: number) {
  const rng = createRng(seed);
  const D = new Float64Array(d * d);
  for (let i = 0; i < d; i++) {
    for (let j = 0; j < i; j++) D[i * d + j] = -(D[j * d + i] = rng.uniform() < 0.3 ? 0 : rng.normal());
  }
  return (i: number, j: number) => D[i * d + j];
}

describe("mostExogenous", () => {
  it("is the first of the least sums over all pairs, for no more pairs than there are", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e6 }), fc.integer({ min: 2, max: 9 }), (seed, d) => {
        const difference = randomDifferences(seed, d);
        const rest = [...Array(d).keys()];
        const candidates = rest.filter((i) => i % 2 === seed % 2);
        const M = candidates.map((i) =>
          rest.reduce((sum, j) => sum + (i === j ? 0 : Math.min(0, difference(i, j)) ** 2), 0),
        );
        const { variable, measure, compared } = mostExogenous({ difference }, candidates, rest);
        if (candidates.length > 1) expect(measure).toBeCloseTo(Math.min(...M), 12);
        // Sums of the same squares in another order may differ by rounding.
        const ties = candidates.filter((_, k) => M[k] <= Math.min(...M) + 1e-12);
        expect(ties).toContain(variable);
        if (Math.min(...M) === 0 && candidates.length > 1) expect(variable).toBe(ties[0]);
        expect(compared).toBeLessThanOrEqual((d * (d - 1)) / 2);
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  it("compares about twice the variables where one is clearly first", () => {
    const d = 30;
    const { variable, compared } = mostExogenous(
      { difference: (i, j) => (i < j ? 1 : -1) },
      [...Array(d).keys()].reverse(),
      [...Array(d).keys()],
    );
    expect(variable).toBe(0);
    expect(compared).toBeLessThanOrEqual(2 * d);
  });

  it("asks nothing where there is one candidate", () => {
    const difference = () => {
      throw new Error("asked");
    };
    expect(mostExogenous({ difference }, [2], [0, 1, 2]).variable).toBe(2);
  });
});
