import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matrix } from "../matrix.ts";
import { createRng } from "../rng.ts";
import { type PenalisedProblem, penalised, smoothingCriteria } from "./smoothing.ts";

/** Three terms: one linear and two penalised columns, three penalised ones, one linear. */
const blocks = [
  { from: 0, bentFrom: 1, to: 3 },
  { from: 3, bentFrom: 3, to: 6 },
  { from: 6, bentFrom: 7, to: 7 },
];
const isBent = [0, 1, 1, 1, 1, 1, 0];

function randomProblem(seed: number): { problem: PenalisedProblem; X: number[][]; y: number[] } {
  const rng = createRng(`smoothing/${seed}`);
  const n = 30;
  const X = Array.from({ length: n }, () =>
    blocks.flatMap(({ from, to }) => Array.from({ length: to - from }, rng.normal)),
  );
  const y = X.map((row) => row[0] + Math.sin(row[4]) + rng.normal());
  const A = matrix(7, 7);
  const b = new Float64Array(7);
  X.forEach((row, i) => {
    for (let c = 0; c < 7; c++) {
      b[c] += row[c] * y[i];
      for (let l = 0; l < 7; l++) A.data[c * 7 + l] += row[c] * row[l];
    }
  });
  return { problem: { n, A, b, yy: y.reduce((sum, v) => sum + v * v, 0), blocks }, X, y };
}

describe("the smoothing criteria", () => {
  it.each(["gcv", "reml"] as const)("%s has the derivatives of finite differences", (name) => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const { problem } = randomProblem(seed);
        const rng = createRng(`rho/${seed}`);
        const rho = Float64Array.from(blocks, () => 3 * rng.normal());
        const criterion = smoothingCriteria[name];
        const { gradient, hessian } = criterion(problem, rho).derivatives();
        const h = 1e-5;
        for (let j = 0; j < 3; j++) {
          const [up, down] = [h, -h].map((step) =>
            criterion(
              problem,
              rho.map((x, k) => (k === j ? x + step : x)),
            ),
          );
          expect(gradient[j]).toBeCloseTo((up.value - down.value) / (2 * h), 7);
          const [above, below] = [up.derivatives().gradient, down.derivatives().gradient];
          for (let k = 0; k < 3; k++) {
            expect(hessian.data[j * 3 + k]).toBeCloseTo((above[k] - below[k]) / (2 * h), 7);
          }
        }
        expect(gradient[2]).toBe(0); // nothing of the third term is penalised
      }),
      { seed: 1, numRuns: 30 },
    );
  });

  it("equal their formulas, computed on the rows", () => {
    const { problem, X, y } = randomProblem(7);
    const rho = Float64Array.of(1, -0.5, 0);
    const { beta, rss, edf, F } = penalised(problem, rho);
    const residuals = y.map((v, i) => v - X[i].reduce((sum, x, c) => sum + x * beta[c], 0));
    const onRows = residuals.reduce((sum, r) => sum + r * r, 0);
    expect(rss).toBeCloseTo(onRows, 9);
    expect(smoothingCriteria.gcv(problem, rho).value).toBeCloseTo(
      Math.log(onRows) - 2 * Math.log(30 - edf),
      10,
    );
    expect(edf).toBeCloseTo(1 + [0, 1, 2, 3, 4, 5, 6].reduce((sum, c) => sum + F.data[c * 8], 0), 10);
    // The penalised normal equations: Xᵀ(y − Xβ) = Λβ.
    for (let c = 0; c < 7; c++) {
      const gap = residuals.reduce((sum, r, i) => sum + r * X[i][c], 0);
      const lambda = Math.exp(rho[blocks.findIndex(({ to }) => c < to)]);
      expect(gap).toBeCloseTo(isBent[c] * lambda * beta[c], 9);
    }
  });
});
