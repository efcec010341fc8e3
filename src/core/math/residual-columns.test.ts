import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { leastSquares, plainTable, randomTable } from "../../../test/problems.ts";
import { noises } from "../data/simulate/noise.ts";
import { matrix } from "./matrix.ts";
import { residualColumns } from "./residual-columns.ts";
import { createRng } from "./rng.ts";

describe("residualColumns", () => {
  it("puts the cause first, whatever the units", () => {
    for (const noise of ["uniform", "laplace", "exponential"] as const) {
      const rng = createRng(noise);
      const [n, d] = [3000, 2];
      const [x, e] = [noises[noise].sample(n, rng), noises[noise].sample(n, rng)];
      const data = new Float64Array(n * d);
      for (let i = 0; i < n; i++) {
        data[i * d] = 100 + x[i];
        data[i * d + 1] = -1e-3 * (0.8 * x[i] + e[i]);
      }
      expect(residualColumns(matrix(n, d, data)).difference(0, 1)).toBeGreaterThan(0.005);
    }
  });

  it("changes sign when the pair is swapped", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e6 }), (seed) => {
        const columns = residualColumns(randomTable(createRng(seed), 3, 60).X);
        expect(columns.difference(0, 2)).toBeCloseTo(-columns.difference(2, 0), 12);
      }),
      { seed: 1, numRuns: 50 },
    );
  });

  it("removes causes like a regression on all of them", () => {
    const table = randomTable(createRng(3), 4, 80);
    const columns = residualColumns(table.X);
    columns.takeOut(2, [0, 1, 3]);
    columns.takeOut(0, [1, 3]);
    // Residuals of 1 on 0 and 2, as a table of their own, look as far from Gaussian.
    const { beta } = leastSquares(table, 1, [0, 2]);
    const row = (i: number) => table.X.data.subarray(4 * i, 4 * i + 4);
    const own = Array.from({ length: 80 }, (_, i) => [
      row(i)[1] - beta.at(-2)! * row(i)[0] - beta.at(-1)! * row(i)[2],
    ]);
    expect(columns.negentropy(1)).toBeCloseTo(residualColumns(plainTable(own).X).negentropy(0), 10);
  });

  it("finds no direction between copies, nor for a column of which nothing is left", () => {
    const rng = createRng(4);
    const rows = Array.from({ length: 50 }, () => {
      const [x, y] = [rng.normal(), rng.uniform()];
      return [x, 3 - 2 * x, y, x + y];
    });
    const columns = residualColumns(plainTable(rows).X);
    expect(columns.difference(0, 1)).toBe(0);
    columns.takeOut(0, [1, 2, 3]);
    expect(columns.negentropy(1)).toBe(0);
    expect(columns.difference(1, 2)).toBe(0);
    columns.takeOut(2, [1, 3]);
    expect([columns.negentropy(1), columns.negentropy(3), columns.difference(1, 3)]).toEqual([0, 0, 0]);
  });
});
