// The objective of NOTEARS with networks beside gCastle's and PyTorch's, at given parameters: bench/peers/golden-notears-mlp.py.

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { matrix } from "../../src/core/math/matrix.ts";
import { numpyLegacy } from "../../src/core/math/numpy-legacy.ts";
import { mlpLoss } from "../../src/core/search/continuous/notears-mlp/notears-mlp-loss.ts";

interface Answer {
  readonly h: number;
  readonly fit: number;
  readonly objective: number;
  readonly gradient: number[];
}

interface Case extends Record<"seed" | "d" | "n" | "m" | "lambda1" | "lambda2" | "rho" | "alpha", number> {
  readonly polynomial: Answer;
  readonly exponential: Answer;
  readonly weights: number[];
}

const golden = JSON.parse(readFileSync(new URL("notears-mlp.json", import.meta.url), "utf8")) as {
  cases: Case[];
};

const near = (ours: number, theirs: number) => expect(Math.abs(ours / theirs - 1)).toBeLessThan(1e-10);

describe("NOTEARS with networks", () => {
  it("has gCastle's objective and PyTorch's gradient, with either measure of cycles", () => {
    expect(golden.cases.length).toBe(4);
    for (const { seed, d, n, m, lambda1, lambda2, rho, alpha, weights, ...answers } of golden.cases) {
      const { randn, rand } = numpyLegacy(seed);
      const X = matrix(n, d, randn(n * d));
      const edges = d * (d - 1) * m;
      const halved = (numbers: Float64Array) => numbers.map((x) => 0.5 * x);
      const x = Float64Array.from([
        ...[...halved(rand(edges)), ...halved(rand(edges))],
        ...[...halved(randn(d * m)), ...randn(d * m), ...randn(d)],
      ]);
      for (const acyclicity of ["polynomial", "exponential"] as const) {
        const { h, fit, objective, gradient } = answers[acyclicity];
        const loss = mlpLoss(X, { lambda1, lambda2, hidden: m, acyclicity });
        const ours = new Float64Array(loss.size);
        near(loss.evaluate(x, ours, rho, alpha), objective);
        near(loss.constraint(x), h);
        near(loss.fit(x), fit);
        const largest = Math.max(...gradient.map(Math.abs));
        expect(ours.length).toBe(gradient.length);
        gradient.forEach((slope, p) => {
          expect(Math.abs(ours[p] - slope)).toBeLessThan(1e-12 * largest + 1e-10 * Math.abs(slope));
        });
        loss.weights(x).forEach((w, k) => {
          expect(w).toBeCloseTo(weights[k], 12);
        });
      }
    }
  });
});
