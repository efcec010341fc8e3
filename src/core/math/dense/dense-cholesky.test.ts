import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  edges,
  expectNear,
  largest,
  positiveDefinite,
  randomMatrix,
  runs,
  size,
  sumOfProducts,
  textbookCholesky,
} from "../../../../test/dense-twins.ts";
import { identity, transpose } from "../../../../test/problems.ts";
import { matrix } from "../matrix.ts";
import { denseCholesky, downdateCholesky, solveCholesky, updateCholesky } from "./dense.ts";

describe("denseCholesky", () => {
  it("gives L with L Lᵀ = A to 1e-13, lower triangular, and leaves A unchanged", () => {
    fc.assert(
      fc.property(size, (n) => {
        const A = positiveDefinite(n);
        const before = A.data.slice();
        const L = denseCholesky(A);
        expect(A.data).toEqual(before);
        expect(L.data.every((x, at) => at % n <= Math.floor(at / n) || x === 0)).toBe(true);
        expectNear(sumOfProducts(L, transpose(L)), A, 1e-13 * largest(A));
      }),
      runs,
    );
    const A = positiveDefinite(389); // several blocks and two groups of the update
    const L = denseCholesky(A);
    expectNear(sumOfProducts(L, transpose(L)), A, 1e-13 * largest(A));
  });

  it("equals the factor of the textbook algorithm", () => {
    for (const n of edges)
      expectNear(denseCholesky(positiveDefinite(n)), textbookCholesky(positiveDefinite(n)), 1e-11);
  });

  it("reads only the lower triangle", () => {
    const A = positiveDefinite(70);
    const L = denseCholesky(A);
    for (let i = 0; i < 70; i++) A.data.fill(Number.NaN, i * 70 + i + 1, (i + 1) * 70);
    expect(denseCholesky(A)).toEqual(L);
  });

  it("names the first pivot that is not positive, also for NaN", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(1, 2, 3, 5, 63, 64, 65, 130, 200),
        fc.nat(),
        fc.boolean(),
        (n, at, byNaN) => {
          const A = positiveDefinite(n);
          const i = at % n;
          const j = (at * 7) % (i + 1);
          if (byNaN) A.data[i * n + j] = Number.NaN;
          else A.data[i * n + i] = 0;
          expect(() => denseCholesky(A)).toThrow(
            `denseCholesky: the matrix must be positive definite, got a pivot in row ${i + 1} of ${n} that is not above 0`,
          );
        },
      ),
      runs,
    );
    expect(() => denseCholesky(matrix(2, 3))).toThrow("denseCholesky: the matrix must be square, got 2 × 3");
  });
});

describe("solveCholesky", () => {
  it("solves L Lᵀ X = B for one right-hand side and for many", () => {
    fc.assert(
      fc.property(size, fc.oneof(fc.constant(1), size), (n, m) => {
        const A = positiveDefinite(n);
        const X = randomMatrix(n, m, "X");
        expectNear(solveCholesky(denseCholesky(A), sumOfProducts(A, X)), X, 1e-10);
      }),
      runs,
    );
    const A = positiveDefinite(261);
    const X = randomMatrix(261, 259, "X"); // past a block of unknowns and one of right-hand sides
    expectNear(solveCholesky(denseCholesky(A), sumOfProducts(A, X)), X, 1e-10);
  });

  it("keeps a NaN in its own right-hand side", () => {
    const L = denseCholesky(positiveDefinite(9));
    const B = randomMatrix(9, 6, "B");
    B.data[3 * 6 + 5] = Number.NaN;
    const X = solveCholesky(L, B);
    for (let i = 0; i < 9; i++)
      for (let j = 0; j < 6; j++) expect(Number.isNaN(X.data[i * 6 + j])).toBe(j === 5);
    expect(
      [...solveCholesky(L, matrix(9, 1, new Float64Array(9).fill(Number.NaN))).data].every(Number.isNaN),
    ).toBe(true);
  });

  it("refuses right-hand sides of another height", () => {
    expect(() => solveCholesky(identity(3), matrix(2, 1))).toThrow(
      "solveCholesky: the right-hand sides must have 3 rows like the factor, got 2",
    );
  });
});

describe("updateCholesky and downdateCholesky", () => {
  it("give the factors of L Lᵀ ± x xᵀ and undo each other", () => {
    fc.assert(
      fc.property(size, (n) => {
        const A = positiveDefinite(n);
        const L = denseCholesky(A);
        const x = randomMatrix(n, 1, "x");
        const updated = updateCholesky(L, x.data);
        const sum = matrix(
          n,
          n,
          sumOfProducts(x, transpose(x)).data.map((y, at) => y + A.data[at]),
        );
        expectNear(sumOfProducts(updated, transpose(updated)), sum, 1e-13 * Math.max(1, largest(sum)));
        expectNear(updated, textbookCholesky(sum), 1e-10);
        expectNear(downdateCholesky(updated, x.data), L, 1e-9);
      }),
      runs,
    );
  });

  it("refuse what is not positive definite, NaN, and vectors of another length", () => {
    const L = denseCholesky(positiveDefinite(7));
    const column = Float64Array.from({ length: 7 }, (_, i) => 1.01 * L.data[i * 7]);
    for (const x of [column, new Float64Array(7).fill(Number.NaN)]) {
      expect(() => downdateCholesky(L, x)).toThrow(
        "downdateCholesky: what remains must be positive definite",
      );
    }
    expect([...updateCholesky(L, new Float64Array(7).fill(Number.NaN)).data].some(Number.isNaN)).toBe(true);
    expect(() => updateCholesky(L, new Float64Array(6))).toThrow(
      "updateCholesky: the vector must have 7 numbers like the factor, got 6",
    );
  });
});
