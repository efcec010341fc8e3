import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { transpose } from "../../../test/problems.ts";
import { product } from "./dense/dense.ts";
import { type Matrix, matrix } from "./matrix.ts";
import { createRng } from "./rng.ts";
import { backwardSolveInto, choleskyOf, forwardSolveInto } from "./solve.ts";

function positiveDefinite(seed: number, d: number): Matrix {
  const rng = createRng(`solve/${seed}`);
  const B = matrix(
    d + 2,
    d,
    Float64Array.from({ length: (d + 2) * d }, () => rng.normal()),
  );
  return product(transpose(B), B);
}

describe("choleskyOf", () => {
  it("solves A x = b for any choice and order of rows", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), fc.nat(), (d, seed) => {
        const A = positiveDefinite(seed, d);
        const rng = createRng(`index/${seed}`);
        const index = rng.permutation(d).slice(0, 1 + rng.integer(d));
        const x = index.map(() => rng.normal());
        const b = Float64Array.from(index, (i) =>
          index.reduce((sum, j, k) => sum + A.data[i * d + j] * x[k], 0),
        );
        const { L, dropped } = choleskyOf(A, index);
        forwardSolveInto(b, L);
        backwardSolveInto(b, L);
        expect(dropped).toEqual([]);
        b.forEach((value, k) => {
          expect(value).toBeCloseTo(x[k], 5);
        });
      }),
      { seed: 1, numRuns: 200 },
    );
  });

  it("gives L with L Lᵀ = A", () => {
    const A = positiveDefinite(1, 6);
    const { L } = choleskyOf(A, [0, 1, 2, 3, 4, 5]);
    const back = product(matrix(6, 6, L), transpose(matrix(6, 6, L)));
    back.data.forEach((value, k) => {
      expect(value).toBeCloseTo(A.data[k], 10);
    });
  });

  it("drops a row that is a combination of earlier ones, and solves as if it were absent", () => {
    const A = positiveDefinite(3, 3);
    // Variable 3 = variable 0 + variable 1, exactly.
    const T = matrix(3, 4, Float64Array.of(1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 1, 0));
    const B = product(transpose(T), product(A, T));
    const { L, dropped } = choleskyOf(B, [0, 1, 3, 2]);
    expect(dropped).toEqual([2]);
    const rhs = [1, -2, 5, 3];
    const b = Float64Array.from(rhs);
    forwardSolveInto(b, L);
    backwardSolveInto(b, L);
    const without = Float64Array.of(rhs[0], rhs[1], rhs[3]);
    const { L: M } = choleskyOf(B, [0, 1, 2]);
    forwardSolveInto(without, M);
    backwardSolveInto(without, M);
    expect(b[2]).toBe(0);
    [b[0], b[1], b[3]].forEach((value, k) => {
      expect(value).toBeCloseTo(without[k], 9);
    });
  });

  it("drops a variable without variance and never gives NaN", () => {
    const { L, dropped } = choleskyOf(matrix(2, 2, Float64Array.of(0, 0, 0, 4)), [0, 1]);
    expect(dropped).toEqual([0]);
    const b = Float64Array.of(0, 8);
    forwardSolveInto(b, L);
    backwardSolveInto(b, L);
    expect([...b]).toEqual([0, 2]);
  });
});
