import { describe, expect, it } from "vitest";
import { mgcvProblems } from "../../../../test/golden/mgcv.ts";
import { type Matrix, matrix } from "../matrix.ts";
import { createRng } from "../rng.ts";
import { additiveFit, basisScatter } from "./additive.ts";
import { smoothPValues } from "./smooth-p.ts";

const before = (node: number) => Array.from({ length: node }, (_, j) => j);

describe("smoothPValues", () => {
  it("agrees with mgcv within a factor of two from 1e-6 to 0.5, and on which terms are below 0.001", () => {
    let [terms, compared, agreed, worst] = [0, 0, 0, 1];
    const elsewhere: number[] = [];
    mgcvProblems().forEach(({ n, X, gcv }, at) => {
      const node = X.cols - 1;
      const fit = additiveFit(basisScatter(X), node, before(node));
      // If mgcv stopped in a minimum of GCV higher by a hundredth or more, the terms differ: decisions are compared, not p-values.
      const theirs = Math.log(gcv.rss / (n - gcv.edfTotal) ** 2);
      const ours = Math.log(((fit.rss / n) * sumOfSquares(X, node)) / (n - fit.edf) ** 2);
      if (ours < theirs - 0.01) elsewhere.push(at);
      smoothPValues(fit).forEach((p, j) => {
        terms++;
        if (p < 0.001 === gcv.p[j] < 0.001) agreed++;
        if (elsewhere.includes(at) || !(gcv.pTight[j] >= 1e-6 && gcv.pTight[j] <= 0.5)) return;
        compared++;
        worst = Math.max(worst, p / gcv.pTight[j], gcv.pTight[j] / p);
      });
    });
    expect(elsewhere).toEqual([27]);
    expect([terms, agreed]).toEqual([150, 150]);
    expect(compared).toBeGreaterThanOrEqual(75);
    expect(worst).toBeLessThan(2);
  });

  it("is the F test of a line if only lines can be fitted", () => {
    // Two distinct values: one column. F = n − 2 times explained over unexplained; published: F(1, 10) > 4.964603 has 0.05.
    const x = [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1];
    const noise = [1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1, -1];
    const shift = Math.sqrt((4.964603 * 12) / 10 / 3); // explained: 12 (shift / 2)², unexplained: 12
    const X = matrix(12, 2, Float64Array.from(x.flatMap((v, i) => [v, shift * v + noise[i]])));
    expect(smoothPValues(additiveFit(basisScatter(X), 1, [0]))[0]).toBeCloseTo(0.05, 6);
  });

  it("is roughly uniform without an effect, with slightly more small values because smoothing is estimated", () => {
    const rng = createRng("uniform");
    let [below, all] = [0, 0];
    for (let trial = 0; trial < 60; trial++) {
      const X = matrix(100, 3, Float64Array.from({ length: 300 }, rng.normal));
      for (const p of smoothPValues(additiveFit(basisScatter(X), 2, [0, 1], { smoothing: "reml" }))) {
        expect(p).toBeGreaterThan(0);
        expect(p).toBeLessThanOrEqual(1);
        all++;
        if (p < 0.1) below++;
      }
    }
    // 120 terms at 0.1: twelve expected, with a standard deviation of three.
    expect(below / all).toBeGreaterThan(0.03);
    expect(below / all).toBeLessThan(0.2);
  });

  it("is 1 for a constant parent and for a constant node, and tiny for a function without noise", () => {
    const rng = createRng("edges");
    const rows = Array.from({ length: 50 }, () => {
      const x = rng.normal();
      return [x, 3, Math.sin(x), 2 * x];
    });
    const X = matrix(50, 4, Float64Array.from(rows.flat()));
    const scatter = basisScatter(X);
    expect(smoothPValues(additiveFit(scatter, 2, [0, 1]))[1]).toBe(1);
    expect(smoothPValues(additiveFit(scatter, 2, [0, 1]))[0]).toBeLessThan(1e-20);
    expect([...smoothPValues(additiveFit(scatter, 1, [0, 2]))]).toEqual([1, 1]);
    expect(smoothPValues(additiveFit(scatter, 3, [0]))[0]).toBeLessThan(1e-100);
  });
});

function sumOfSquares({ rows, cols, data }: Matrix, j: number): number {
  let mean = 0;
  for (let i = 0; i < rows; i++) mean += data[i * cols + j] / rows;
  let sum = 0;
  for (let i = 0; i < rows; i++) sum += (data[i * cols + j] - mean) ** 2;
  return sum;
}
