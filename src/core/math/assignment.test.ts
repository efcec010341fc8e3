import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assignment } from "./assignment.ts";
import { type Matrix, matrix, matrixFromRows } from "./matrix.ts";

const total = ({ cols, data }: Matrix, columns: readonly number[]) =>
  columns.reduce((sum, j, i) => sum + data[i * cols + j], 0);

/** The minimum total over all permutations. */
function bruteForce(costs: Matrix): number {
  const d = costs.rows;
  const least = (row: number, used: number): number => {
    if (row === d) return 0;
    let best = Number.POSITIVE_INFINITY;
    for (let j = 0; j < d; j++) {
      if (!((used >> j) & 1))
        best = Math.min(best, costs.data[row * d + j] + least(row + 1, used | (1 << j)));
    }
    return best;
  };
  return least(0, 0);
}

const square = (cost: fc.Arbitrary<number>) =>
  fc
    .integer({ min: 1, max: 7 })
    .chain((d) =>
      fc
        .array(cost, { minLength: d * d, maxLength: d * d })
        .map((costs) => matrix(d, d, Float64Array.from(costs))),
    );

describe("assignment", () => {
  it("has the minimum total over all permutations, up to seven rows, with ties and negative costs", () => {
    for (const cost of [fc.double({ min: -5, max: 100, noNaN: true }), fc.integer({ min: 0, max: 3 })]) {
      fc.assert(
        fc.property(square(cost), (costs) => {
          const columns = assignment(costs);
          expect([...columns].sort((a, b) => a - b)).toEqual(columns.map((_, k) => k));
          expect(total(costs, columns)).toBeCloseTo(bruteForce(costs), 9);
        }),
        { seed: 1, numRuns: 150 },
      );
    }
  });

  it("recovers a permuted diagonal", () => {
    const costs = matrixFromRows([
      [9, 9, 0.1],
      [0.1, 9, 9],
      [9, 0.1, 9],
    ]);
    expect(assignment(costs)).toEqual([2, 0, 1]);
    expect(assignment(matrix(0, 0))).toEqual([]);
  });

  it("refuses costs that are not square or not finite", () => {
    expect(() => assignment(matrix(2, 3))).toThrow("must be square, got 2 × 3");
    expect(() => assignment(matrixFromRows([[Number.NaN]]))).toThrow("must be a finite number");
  });
});
