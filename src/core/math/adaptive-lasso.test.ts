import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { randomTable } from "../../../test/problems.ts";
import { simulate } from "../data/simulate/simulate.ts";
import { topologicalOrder } from "../graph/graph.ts";
import { adaptiveLasso, lassoPath } from "./adaptive-lasso.ts";
import { matrix } from "./matrix.ts";
import { createRng } from "./rng.ts";
import { scatterOf, unitDiagonal } from "./scatter.ts";

/** Correlations among the first p columns, and of these with the last. */
function problem(seed: number, p: number, n: number) {
  const d = p + 1;
  const { R } = unitDiagonal(scatterOf(randomTable(createRng(seed), d, n).X).S);
  const G = matrix(p, p);
  for (let k = 0; k < p; k++) for (let l = 0; l < p; l++) G.data[k * p + l] = R.data[k * d + l];
  return { G, c: Float64Array.from({ length: p }, (_, k) => R.data[k * d + p]) };
}

describe("lassoPath", () => {
  it("solves the lasso at every knot: the Karush–Kuhn–Tucker conditions hold", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e6 }), fc.integer({ min: 1, max: 8 }), (seed, p) => {
        const { G, c } = problem(seed, p, 40);
        const rng = createRng(seed);
        const weights = Float64Array.from({ length: p }, () => 0.05 + rng.uniform());
        let before = Number.POSITIVE_INFINITY;
        for (const b of lassoPath(G, c, weights)) {
          const pull = c.map((ck, k) => {
            let rest = ck;
            for (let l = 0; l < p; l++) rest -= G.data[k * p + l] * b[l];
            return weights[k] * rest;
          });
          const lambda = Math.max(...pull.map(Math.abs));
          expect(lambda).toBeLessThanOrEqual(before + 1e-12);
          before = lambda;
          b.forEach((x, k) => {
            if (x !== 0) expect(Math.abs(pull[k] - Math.sign(x) * lambda)).toBeLessThan(1e-10);
          });
        }
        expect(before).toBeLessThan(1e-10); // the end is least squares
      }),
      { seed: 1, numRuns: 150 },
    );
  });

  it("is soft thresholding if predictors are uncorrelated", () => {
    const G = matrix(3, 3, Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1));
    const path = [...lassoPath(G, Float64Array.of(0.5, -0.3, 0.1), new Float64Array(3).fill(1))];
    const expected = [
      [0, 0, 0],
      [0.2, 0, 0],
      [0.4, -0.2, 0],
      [0.5, -0.3, 0.1],
    ];
    expect(path.length).toBe(4);
    path.forEach((b, k) => {
      b.forEach((x, i) => {
        expect(x).toBeCloseTo(expected[k][i], 12);
      });
    });
  });
});

describe("adaptiveLasso", () => {
  it("keeps the parents among all predecessors, with enough samples", () => {
    for (const seed of [1, 2, 3]) {
      const { table, truth } = simulate({ nodes: 8, samples: 5000, seed, noise: "uniform" });
      const { R } = unitDiagonal(scatterOf(table.X).S);
      const order = topologicalOrder(truth)!;
      order.forEach((target, k) => {
        const predictors = order.slice(0, k).sort((a, b) => a - b);
        const parents = predictors.filter((i) => truth.edges[i * 8 + target] === 1);
        expect(adaptiveLasso(R, { target, predictors }, 5000)).toEqual(parents);
      });
    }
  });

  it("selects one of two copies, nothing without predictors, and the predictors of a perfect fit", () => {
    const rng = createRng(5);
    const data = new Float64Array(100 * 3);
    for (let i = 0; i < 100; i++) {
      data[i * 3] = rng.normal();
      data[i * 3 + 1] = 2 * data[i * 3];
      data[i * 3 + 2] = data[i * 3] + 0.1 * rng.normal();
    }
    const { R } = unitDiagonal(scatterOf(matrix(100, 3, data)).S);
    expect(adaptiveLasso(R, { target: 2, predictors: [0, 1] }, 100)).toEqual([0]);
    expect(adaptiveLasso(R, { target: 2, predictors: [] }, 100)).toEqual([]);
    expect(adaptiveLasso(R, { target: 1, predictors: [0, 2] }, 100)).toEqual([0]);
  });
});
