import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { columnsBut, leastSquares, randomTable } from "../../../test/problems.ts";
import { createRng } from "../math/rng.ts";
import { scatterOf } from "../math/scatter.ts";
import { choleskyOf } from "../math/solve.ts";
import { coefficientsOf, regression } from "./regression.ts";

describe("regression", () => {
  it("equals least squares with intercept on the rows: residuals and coefficients", () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const rng = createRng(`regression/${seed}`);
        const d = 2 + rng.integer(6);
        const table = randomTable(rng, d, d + 3 + rng.integer(60));
        const { S } = scatterOf(table.X);
        const node = rng.integer(d);
        const parents = columnsBut(d, node).filter(() => rng.uniform() < 0.6);
        const twin = leastSquares(table, node, parents);
        const { rss, dropped } = regression(S, node, parents);
        expect(dropped).toBe(0);
        // The scatter matrix squares the condition number; 1e-7 leaves room for the worst of these tables.
        expect(Math.abs(rss / twin.rss - 1)).toBeLessThan(1e-7);
        coefficientsOf(S, node, parents).forEach((b, k) => {
          expect(Math.abs(b - twin.beta[k])).toBeLessThan(1e-7 * Math.max(1, Math.abs(b)));
        });
      }),
      { seed: 1, numRuns: 200 },
    );
  });

  it("never increases when a parent is added, and does not depend on the parents' order", () => {
    const { S } = scatterOf(randomTable(createRng("monotone"), 6, 40).X);
    let before = regression(S, 5, []).rss;
    for (let k = 1; k <= 5; k++) {
      const parents = [3, 0, 4, 1, 2].slice(0, k);
      const { rss } = regression(S, 5, parents);
      expect(rss).toBeLessThanOrEqual(before);
      expect(Math.abs(regression(S, 5, [...parents].reverse()).rss / rss - 1)).toBeLessThan(1e-10);
      before = rss;
    }
  });

  it("gives the log determinant of the parents' block", () => {
    const { S } = scatterOf(randomTable(createRng("logdet"), 4, 40).X);
    const { L } = choleskyOf(S, [0, 2, 3]);
    expect(regression(S, 1, [0, 2, 3]).logdet).toBeCloseTo(2 * Math.log(L[0] * L[4] * L[8]), 9);
    expect(regression(S, 1, []).logdet).toBe(0);
  });

  it("drops a parent that is a combination of the others: counted, coefficient 0, same residuals", () => {
    const { X } = randomTable(createRng("collinear"), 4, 30);
    for (let i = 0; i < 30; i++) X.data[i * 4 + 2] = 2 * X.data[i * 4] - X.data[i * 4 + 1];
    const { S } = scatterOf(X);
    const { rss, dropped } = regression(S, 3, [0, 1, 2]);
    expect(dropped).toBe(1);
    expect(Math.abs(rss / regression(S, 3, [0, 1]).rss - 1)).toBeLessThan(1e-12);
    const [b0, b1, b2] = coefficientsOf(S, 3, [0, 1, 2]);
    expect(Math.abs(b2)).toBe(0);
    expect([b0, b1]).toEqual(coefficientsOf(S, 3, [0, 1]));
  });

  it("keeps residuals above zero for a node that its parents determine", () => {
    const { X } = randomTable(createRng("determined"), 3, 30);
    for (let i = 0; i < 30; i++) X.data[i * 3 + 2] = X.data[i * 3] + X.data[i * 3 + 1];
    const { S } = scatterOf(X);
    const { rss } = regression(S, 2, [0, 1]);
    expect(rss).toBeGreaterThan(0);
    expect(rss).toBeLessThan(1e-8 * S.data[8]);
  });
});
