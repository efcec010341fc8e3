// NOTEARS beside gCastle's, DAGMA beside the package dagma, and L-BFGS-B beside SciPy's.

import { describe, expect, it } from "vitest";
import { edgeList } from "../../src/core/graph/graph.ts";
import { mMatrix } from "../../src/core/math/dense/m-matrix.ts";
import { lbfgsB } from "../../src/core/math/optimise/lbfgs-b.ts";
import { linearBic } from "../../src/core/score/linear-bic.ts";
import { dagma } from "../../src/core/search/continuous/dagma/dagma.ts";
import { notears } from "../../src/core/search/continuous/notears/notears.ts";
import { finish } from "../../src/core/search/search.ts";
import { trials } from "../long.ts";
import { dagmaGolden, gaussianTable, type Minimum, notearsGolden } from "./notears.ts";

describe("ten tables of Gaussian noise", () => {
  it("are those that Python drew", () => {
    expect(notearsGolden.cases.length).toBe(10);
    for (const { sums, ...drawn } of [...notearsGolden.cases, ...dagmaGolden.cases]) {
      const { X } = gaussianTable(drawn);
      sums.forEach((sum, j) => {
        let ours = 0;
        for (let i = 0; i < X.rows; i++) ours += X.data[i * X.cols + j];
        expect(ours).toBeCloseTo(sum, 8);
      });
    }
  });

  it("have the objective and the edges of gCastle's NOTEARS with lambda1 0.1, by its constraint", () => {
    for (const { learnt, ...drawn } of notearsGolden.cases.slice(0, trials(5, 10))) {
      const [theirs] = learnt;
      const table = gaussianTable(drawn);
      const options = { lambda1: 0.1, acyclicity: "polynomial" } as const;
      const { graph, values, weights, converged } = finish(
        notears({ table, score: linearBic(table), ...options }, options),
      );
      expect(converged).toBe(true);
      // Both stop where the objective changes by less than 2e-9 an iteration, which leaves some 1e-4 of it open.
      expect(Math.abs(values.loss / theirs.objective - 1)).toBeLessThan(5e-4);
      expect(edgeList(graph!)).toEqual(theirs.edges);
      expect(largestGap(weights(), theirs.weights)).toBeLessThan(0.05);
    }
  });

  it("have them without a penalty too", () => {
    for (const { learnt, ...drawn } of notearsGolden.cases.slice(0, trials(3, 6))) {
      const theirs = learnt[1];
      const table = gaussianTable(drawn);
      const { graph, values } = finish(
        notears({ table, score: linearBic(table) }, { acyclicity: "polynomial" }),
      );
      expect(Math.abs(values.loss / theirs.objective - 1)).toBeLessThan(1e-3);
      expect(edgeList(graph!)).toEqual(theirs.edges);
    }
  });

  it("lead the exponential constraint to the same optimum or a better one", () => {
    for (const { learnt, ...drawn } of notearsGolden.cases.slice(0, trials(3, 5))) {
      const table = gaussianTable(drawn);
      const { values } = finish(notears({ table, score: linearBic(table) }, { lambda1: 0.1 }));
      expect(values.loss / learnt[0].objective - 1).toBeLessThan(1e-3);
    }
  });

  it("have the weights and the edges of the package dagma", () => {
    for (const { learnt, ...drawn } of dagmaGolden.cases) {
      const table = gaussianTable(drawn);
      const { graph, weights, values } = finish(dagma({ table, score: linearBic(table) }));
      expect(edgeList(graph!)).toEqual(learnt[0].edges);
      // Weights that the penalty holds at 0 swing about it by a step of Adam, 3e-4, and rounding decides on which side they are.
      expect(largestGap(weights(), learnt[0].weights)).toBeLessThan(1e-3);
      expect(Math.abs(values.loss / learnt[0].objective - 1)).toBeLessThan(1e-4);
    }
  });
});

describe("the log-determinant of the package dagma", () => {
  it("is ours, with its gradient", () => {
    for (const { barriers } of dagmaGolden.cases) {
      for (const { s, weights, h, gradient } of barriers) {
        const d = weights.length;
        const { M, invert } = mMatrix(d);
        weights.flat().forEach((w, k) => {
          M[k] = (k % (d + 1) === 0 ? s : 0) - w * w;
        });
        expect(d * Math.log(s) - invert()).toBeCloseTo(h, 11);
        weights.flat().forEach((w, k) => {
          const [i, j] = [Math.floor(k / d), k % d];
          expect(2 * w * M[j * d + i]).toBeCloseTo(gradient[i][j], 11);
        });
      }
    }
  });
});

describe("SciPy's L-BFGS-B", () => {
  it("has the minima, the values on the way and the iterations of ours", () => {
    expect(notearsGolden.minima.length).toBe(7);
    for (const golden of notearsGolden.minima) {
      const { value, x, iterations, evaluations, values } = golden;
      const run = solver(golden);
      const seen: number[] = [];
      for (let goes = true; goes; seen.push(run.value())) goes = run.iterate();
      values.forEach((v, k) => {
        // Rounding grows along the way: 1e-9 of the value after ten iterations.
        expect(Math.abs(seen[k] - v)).toBeLessThan(1e-9 * Math.max(1, Math.abs(v)));
      });
      expect(Math.abs(run.value() - value)).toBeLessThan(1e-7 * Math.max(1, Math.abs(value)));
      expect(largestGap(run.x, [x])).toBeLessThan(1e-3);
      expect(Math.abs(run.iterations() - iterations)).toBeLessThanOrEqual(0.05 * iterations);
      expect(Math.abs(run.evaluations() - evaluations)).toBeLessThanOrEqual(0.05 * evaluations);
    }
  });
});

function solver({ function: name, n, start, low, high, memory }: Minimum) {
  const bound = (pattern: readonly (number | null)[], none: number) =>
    Float64Array.from({ length: n }, (_, i) => pattern[i % pattern.length] ?? none);
  return lbfgsB(
    functions[name],
    { start: new Float64Array(n).fill(start) },
    { low: bound(low, Number.NEGATIVE_INFINITY), high: bound(high, Number.POSITIVE_INFINITY), memory },
  );
}

const functions = {
  rosenbrock: (x: Float64Array, g: Float64Array): number => {
    let f = 0;
    g.fill(0);
    for (let i = 0; i + 1 < x.length; i++) {
      const [a, b] = [x[i + 1] - x[i] * x[i], 1 - x[i]];
      f += 100 * a * a + b * b;
      g[i] -= 400 * x[i] * a + 2 * b;
      g[i + 1] += 200 * a;
    }
    return f;
  },
  quadratic: (x: Float64Array, g: Float64Array): number => {
    let f = 0;
    x.forEach((xi, i) => {
      const Ax = x.reduce((sum, xj, j) => sum + xj / (i + j + 2), 0.01 * (i + 1) * xi);
      const b = Math.sin(3 * (i + 1));
      g[i] = Ax - b;
      f += xi * (Ax / 2 - b);
    });
    return f;
  },
};

function largestGap(ours: Float64Array, theirs: readonly (readonly number[])[]): number {
  return theirs.flat().reduce((gap, w, k) => Math.max(gap, Math.abs(w - ours[k])), 0);
}
