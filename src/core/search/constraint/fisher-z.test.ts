import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { leastSquares, plainTable, randomTable, suited } from "../../../../test/problems.ts";
import { matrix } from "../../math/matrix.ts";
import { createRng } from "../../math/rng.ts";
import { fisherZ, fisherZOf } from "./fisher-z.ts";

const golden: readonly {
  readonly d: number;
  readonly n: number;
  readonly correlations: readonly number[];
  readonly tests: readonly (readonly [number, number, number[], number])[];
}[] = JSON.parse(readFileSync(new URL("../../../../test/golden/pc.json", import.meta.url), "utf8")).cases;

describe("fisherZ", () => {
  it("has causal-learn's p-values", () => {
    let compared = 0;
    for (const { d, n, correlations, tests } of golden) {
      const R = matrix(d, d);
      for (let i = 0, k = 0; i < d; i++) {
        R.data[i * d + i] = 1;
        for (let j = 0; j < i; j++) R.data[i * d + j] = R.data[j * d + i] = correlations[k++];
      }
      const { given } = fisherZOf(R, n);
      for (const [i, j, S, p] of tests) {
        // Theirs is 1 − Φ, which has no more than sixteen decimals.
        expect(Math.abs(Math.exp(given(S).logP(i, j)) - p)).toBeLessThan(1e-9 * p + 1e-14);
        expect(given(S).isIndependent(i, j)).toBe(p > 0.01);
        if (p > 1e-12) compared++;
      }
    }
    expect(compared).toBeGreaterThan(20);
  });

  it("has the partial correlation of least squares on the rows", () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 0, max: 4 }), (seed, size) => {
        const rng = createRng(seed);
        const table = randomTable(rng, 6, 40, 0.6);
        const [i, j, ...others] = rng.permutation(6);
        const S = others.slice(0, size).sort((a, b) => a - b);
        const without = leastSquares(table, i, S).rss;
        const r2 = 1 - leastSquares(table, i, [...S, j]).rss / without;
        const z = Math.atanh(Math.sqrt(Math.max(0, r2))) * Math.sqrt(40 - size - 3);
        const test = fisherZ(table);
        test.given([...others.slice(0, 2)].sort((a, b) => a - b)); // what was asked before leaves nothing behind
        const logP = test.given(S).logP(i, j);
        expect(test.given(S).logP(j, i)).toBe(logP);
        // The normal tail by its continued fraction where it is short, by Simpson's rule elsewhere.
        expect(Math.abs(logP - Math.log(twoTails(z)))).toBeLessThan(1e-6 * Math.max(1, z * z));
        for (const alpha of [0.3, 0.05, 1e-4])
          expect(fisherZ(table, { alpha }).given(S).isIndependent(i, j)).toBe(Math.exp(logP) > alpha);
      }),
      { seed: 1, numRuns: 200 },
    );
  });

  it("has nothing to test where the set determines a variable, and passes over members that repeat others", () => {
    const rng = createRng("fisher-z/repeats");
    const rows = Array.from({ length: 50 }, () => {
      const [a, b, c] = [rng.normal(), rng.normal(), rng.normal()];
      return [a, b, a, a + b, c + a, 3];
    });
    const { given } = fisherZ(plainTable(rows));
    expect(given([2]).isIndependent(0, 4)).toBe(false);
    expect(given([2]).logP(0, 4)).toBe(0);
    expect(given([0, 1]).isIndependent(3, 4)).toBe(false);
    expect(given([]).isIndependent(0, 2)).toBe(false);
    expect(given([]).isIndependent(0, 5)).toBe(true);
    const once = given([0]).logP(1, 4);
    // One degree of freedom less, all else the same.
    expect(Math.sign(given([0, 2]).logP(1, 4) - once)).toBeGreaterThanOrEqual(0);
    expect(Math.abs(given([0, 2]).logP(1, 4) - once)).toBeLessThan(0.1 * Math.abs(once) + 1e-9);
  });

  it("refuses categories, an alpha that is no probability and too few rows", () => {
    const table = randomTable(createRng("fisher-z"), 3, 20);
    expect(() => fisherZ(suited(table, "mixed"))).toThrow(
      'fisher-z: column "v1" must hold numbers, got categories',
    );
    expect(() => fisherZ(table, { alpha: Number.NaN })).toThrow(
      "fisher-z: alpha must be between 0 and 1, got NaN",
    );
    expect(() => fisherZ(randomTable(createRng(1), 3, 4))).toThrow("at least 5 rows, got 4");
  });
});

/** P(|N(0, 1)| > z) by Simpson's rule on the tail. */
function twoTails(z: number): number {
  const density = (x: number) => Math.exp((-x * x) / 2) * Math.sqrt(2 / Math.PI);
  const [from, to, steps] = [z, z + 12, 4000];
  const h = (to - from) / steps;
  let sum = density(from) + density(to);
  for (let k = 1; k < steps; k++) sum += (k % 2 === 1 ? 4 : 2) * density(from + k * h);
  return (sum * h) / 3;
}
