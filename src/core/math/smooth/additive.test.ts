import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mgcvProblems } from "../../../../test/golden/mgcv.ts";
import { type Matrix, matrix } from "../matrix.ts";
import { createRng } from "../rng.ts";
import { additiveFit, basisScatter, rankFor } from "./additive.ts";

const before = (node: number) => Array.from({ length: node }, (_, j) => j);

/** n rows, generated one by one. */
function rowsOf(n: number, row: (i: number) => number[]): Matrix {
  const rows = Array.from({ length: n }, (_, i) => row(i));
  return matrix(n, rows[0].length, Float64Array.from(rows.flat()));
}

describe("additiveFit", () => {
  it("has the residuals and degrees of freedom of mgcv's gam with smoothing by GCV", () => {
    let same = 0;
    const problems = mgcvProblems();
    for (const { n, X, gcv } of problems) {
      const node = X.cols - 1;
      const fit = additiveFit(basisScatter(X), node, before(node));
      expect(fit.converged).toBe(true);
      const rss = (fit.rss / n) * sumOfSquares(X, node);
      const gain = Math.log(rss / gcv.rss) - 2 * Math.log((n - fit.edf) / (n - gcv.edfTotal));
      // mgcv's own λ give a criterion up to 2.5e-3 above the one it reports, where another λ is 1e9.
      expect(gain).toBeLessThan(3e-3);
      if (Math.abs(rss / gcv.rss - 1) < 1e-6 && Math.abs(fit.edf - gcv.edfTotal) < 1e-3) same++;
    }
    expect(same / problems.length).toBeGreaterThan(0.7);
  });

  it("has those of mgcv by REML, or a lower criterion", () => {
    let same = 0;
    const problems = mgcvProblems().slice(0, 16);
    for (const { n, X, reml } of problems) {
      const node = X.cols - 1;
      const fit = additiveFit(basisScatter(X), node, before(node), { smoothing: "reml" });
      const rss = (fit.rss / n) * sumOfSquares(X, node);
      if (Math.abs(rss / reml.rss - 1) < 1e-4 && Math.abs(fit.edf - reml.edfTotal) < 0.02) same++;
    }
    expect(same / problems.length).toBeGreaterThan(0.9);
  });

  it("is the least-squares line if the truth is linear, and counts one degree of freedom", () => {
    const rng = createRng("line");
    const X = rowsOf(500, () => {
      const x = rng.normal();
      return [x, 2 * x + 0.1 * rng.normal()];
    });
    const { terms, edf, rss } = additiveFit(basisScatter(X), 1, [0], { smoothing: "reml" });
    expect(terms[0].edf).toBeGreaterThan(0.99);
    expect(terms[0].edf).toBeLessThan(3);
    expect(edf).toBeCloseTo(1 + terms[0].edf, 12);
    expect(rss / 500).toBeLessThan(0.01 / 3.9);
  });

  it("depends neither on the order of the parents nor on that of the rows", () => {
    fc.assert(
      fc.property(fc.nat({ max: 50 }), (seed) => {
        const rng = createRng(`order/${seed}`);
        const X = rowsOf(80, () => {
          const [a, b] = [rng.normal(), rng.normal()];
          return [a, b, Math.sin(2 * a) + 0.3 * b + rng.normal()];
        });
        const order = rng.permutation(80);
        const shuffled = rowsOf(80, (i) => [...X.data.subarray(order[i] * 3, order[i] * 3 + 3)]);
        const [one, two, three] = [
          additiveFit(basisScatter(X), 2, [0, 1]),
          additiveFit(basisScatter(X), 2, [1, 0]),
          additiveFit(basisScatter(shuffled), 2, [0, 1]),
        ];
        expect(two.rss).toBeCloseTo(one.rss, 5);
        expect(two.terms[1].edf).toBeCloseTo(one.terms[0].edf, 5);
        expect(three.rss).toBeCloseTo(one.rss, 5);
      }),
      { seed: 1, numRuns: 15 },
    );
  });

  it("is finite whatever the columns: constant, repeated, collinear, of few values, in few rows", () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 5, max: 40 }), (seed, n) => {
        const rng = createRng(`odd/${seed}`);
        const X = rowsOf(n, () => {
          const [a, b] = [rng.normal(), rng.integer(3)];
          return [a, b, 1, a, 2 * a - b, rng.integer(2), a > 0 ? 1e9 : 1e-9, a * a + rng.normal()];
        });
        const scatter = basisScatter(X);
        const parents = before(7)
          .filter(() => rng.uniform() < 0.5)
          .slice(0, n - 2);
        for (const smoothing of ["gcv", "reml"] as const) {
          for (const node of [7, 2, 3]) {
            const { rss, edf, terms, beta } = additiveFit(
              scatter,
              node,
              parents.filter((j) => j !== node),
              { smoothing },
            );
            expect([rss, edf, ...beta, ...terms.map((term) => term.edf)].every(Number.isFinite)).toBe(true);
            expect(rss).toBeGreaterThan(0);
            expect(rss).toBeLessThanOrEqual(n * (1 + 1e-9));
          }
        }
      }),
      { seed: 1, numRuns: 60 },
    );
  });

  it("uses fewer functions if rows are few, and refuses parents that leave no residual", () => {
    expect([rankFor(1000, 5), rankFor(149, 5), rankFor(60, 5), rankFor(8, 6)]).toEqual([10, 10, 4, 2]);
    const rng = createRng("few");
    const X = rowsOf(12, () => [rng.normal(), rng.normal(), rng.normal(), rng.normal()]);
    const { terms } = additiveFit(basisScatter(X), 3, [0, 1, 2]);
    expect(terms.map(({ from, to }) => to - from)).toEqual([1, 1, 1]);
    const Y = rowsOf(4, () => [rng.normal(), rng.normal(), rng.normal(), rng.normal()]);
    expect(() => additiveFit(basisScatter(Y), 3, [0, 1, 2])).toThrow(
      "additive: 3 terms need at least 5 rows, got 4; take fewer parents",
    );
  });
});

function sumOfSquares({ rows, cols, data }: Matrix, j: number): number {
  let mean = 0;
  for (let i = 0; i < rows; i++) mean += data[i * cols + j] / rows;
  let sum = 0;
  for (let i = 0; i < rows; i++) sum += (data[i * cols + j] - mean) ** 2;
  return sum;
}
