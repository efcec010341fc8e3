import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { firstLambdas, type LambdaRule, type Lambdas, nextLambdas, penalised } from "./lambda.ts";

const cyclic = { score: 0.9, distance: 1 };
const dag = (score: number) => ({ score, distance: 0 });

/** λ₁ after each update. */
function ones(rule: LambdaRule, bests: readonly { score: number; distance: number }[]): number[] {
  let lambdas = firstLambdas(12, rule);
  return bests.map((best) => {
    lambdas = nextLambdas(lambdas, rule, best);
    return lambdas.one;
  });
}

describe("λ₁", () => {
  it("rises by one while the best graph is cyclic, to 5 and no further", () => {
    const seven = Array.from({ length: 7 }, () => cyclic);
    expect(firstLambdas(12, "code").one).toBe(0);
    for (const rule of ["code", "paper"] as const) expect(ones(rule, seven)).toEqual([1, 2, 3, 4, 5, 5, 5]);
  });

  // The authors' run on LiNGAM set 8: cyclic at 1,000 and 2,000 iterations, acyclic with 1.21026 at 3,000.
  it("falls to the score of the best graph when that is acyclic", () => {
    for (const rule of ["code", "paper"] as const)
      expect(ones(rule, [cyclic, cyclic, dag(1.21026)])).toEqual([1, 2, 1.21026]);
  });

  it("follows that score down and up as published, and down only as in the paper", () => {
    const bests = [cyclic, cyclic, dag(1.5), dag(1.2), dag(1.4), cyclic, dag(3), dag(4.5)];
    expect(ones("code", bests)).toEqual([1, 2, 1.5, 1.2, 1.4, 1.4, 2.4, 3.4]);
    expect(ones("paper", bests)).toEqual([1, 2, 1.5, 1.2, 1.2, 1.2, 1.2, 1.2]);
  });

  it("is never negative: where a score can fall below the scale's 0, a weight would reward cycles", () => {
    for (const rule of ["code", "paper"] as const)
      expect(ones(rule, [cyclic, cyclic, dag(-0.8), cyclic])).toEqual([1, 2, 0, 0]);
  });

  it("never passes its cap, and the paper's cap never rises", () => {
    const best = fc.record({
      score: fc.double({ min: -1, max: 6, noNaN: true }),
      distance: fc.constantFrom(0, 1),
    });
    fc.assert(
      fc.property(fc.array(best, { maxLength: 30 }), (bests) => {
        for (const rule of ["code", "paper"] as const) {
          let lambdas = firstLambdas(7, rule);
          for (const seen of bests) {
            const next = nextLambdas(lambdas, rule, seen);
            expect(next.one).toBeLessThanOrEqual(next.cap);
            expect(next.one).toBeLessThanOrEqual(lambdas.one + 1);
            expect(next.two).toBeGreaterThanOrEqual(lambdas.two);
            if (rule === "paper") expect(next.cap).toBeLessThanOrEqual(lambdas.cap);
            else if (seen.distance === 0) expect(next.cap).toBe(Math.max(0, seen.score));
            expect(next.one).toBeGreaterThanOrEqual(0);
            if (seen.distance !== 0) expect(next.cap).toBe(lambdas.cap);
            lambdas = next;
          }
        }
      }),
      { seed: 1, numRuns: 200 },
    );
  });
});

describe("λ₂", () => {
  // In the authors' logs: 1e-4 at 12 variables, 1e-3 at 10 and 11, 1e-10 at 30. The paper: 10^−⌈d/3⌉.
  it("starts as in the authors' logs, or as in the paper", () => {
    const exponents: readonly [number, number, number][] = [
      [9, -3, -3],
      [10, -3, -4],
      [11, -3, -4],
      [12, -4, -4],
      [30, -10, -10],
      [100, -33, -34],
    ];
    for (const [d, code, paper] of exponents) {
      expect(firstLambdas(d, "code").two / Number(`1e${code}`)).toBeCloseTo(1, 12);
      expect(firstLambdas(d, "paper").two / Number(`1e${paper}`)).toBeCloseTo(1, 12);
    }
  });

  it("rises tenfold to 0.01, where it also stays with few variables", () => {
    let lambdas: Lambdas = firstLambdas(12, "code");
    const twos = [1, 2, 3, 4].map(() => {
      lambdas = nextLambdas(lambdas, "code", cyclic);
      return lambdas.two;
    });
    [1e-3, 0.01, 0.01, 0.01].forEach((two, k) => {
      expect(twos[k] / two).toBeCloseTo(1, 12);
      expect(twos[k]).toBeLessThanOrEqual(0.01);
    });
    for (const d of [1, 2, 3, 5]) expect(firstLambdas(d, "code").two).toBe(0.01);
  });
});

it("the penalised score of a DAG is its score; that of any other graph is more by λ₁ + λ₂ h", () => {
  const lambdas = { one: 2, cap: 5, two: 0.01 };
  expect(penalised(1.25, 0, true, lambdas)).toBe(1.25);
  expect(penalised(1.25, 50, false, lambdas)).toBe(3.75);
  // A cycle of twelve variables has a distance of 2.5e-8: the first weight must not depend on it.
  expect(penalised(1.25, 2.5e-8, false, { ...lambdas, two: 0 })).toBe(3.25);
});
