import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  expectNear,
  gaussians,
  randomMatrix,
  runs,
  size,
  sumOfProducts,
} from "../../../../test/dense-twins.ts";
import { transpose } from "../../../../test/problems.ts";
import { matrix } from "../matrix.ts";
import { product, rbfMatrix, symmetricProduct } from "./dense.ts";

describe("product", () => {
  it("equals the sum of products, for every shape and either factor transposed", () => {
    fc.assert(
      fc.property(size, size, size, fc.boolean(), fc.boolean(), (m, n, k, transposeA, transposeB) => {
        const [A, B] = [randomMatrix(m, k, "A"), randomMatrix(k, n, "B")];
        const ours = product(transposeA ? transpose(A) : A, transposeB ? transpose(B) : B, {
          transposeA,
          transposeB,
        });
        expectNear(ours, sumOfProducts(A, B), 1e-14 * Math.max(1, k));
      }),
      runs,
    );
  });

  it("is correct beyond every block size of the kernel", () => {
    for (const [m, n, k] of [
      [133, 9, 515],
      [6, 1030, 17],
      [257, 3, 256],
    ]) {
      const [A, B] = [randomMatrix(m, k, "A"), randomMatrix(k, n, "B")];
      expectNear(product(A, B), sumOfProducts(A, B), 1e-12);
    }
  });

  it("propagates a NaN to its row, and through zeros", () => {
    const A = randomMatrix(9, 6, "A");
    A.data[2 * 6 + 4] = Number.NaN;
    const C = product(A, matrix(6, 7));
    for (let i = 0; i < 9; i++)
      for (let j = 0; j < 7; j++) expect(Number.isNaN(C.data[i * 7 + j])).toBe(i === 2);
  });

  it("refuses inner sizes that differ", () => {
    expect(() => product(matrix(2, 3), matrix(2, 3))).toThrow(
      "product: inner sizes must agree, got 2 × 3 and 2 × 3",
    );
  });
});

describe("symmetricProduct", () => {
  it("equals AᵀA and AAᵀ and is exactly symmetric", () => {
    fc.assert(
      fc.property(size, size, (m, k) => {
        const A = randomMatrix(m, k, "A");
        const columns = symmetricProduct(A);
        expectNear(columns, sumOfProducts(transpose(A), A), 1e-14 * Math.max(1, m));
        expect(columns).toEqual(transpose(columns));
        const rows = symmetricProduct(A, { of: "rows" });
        expectNear(rows, sumOfProducts(A, transpose(A)), 1e-14 * Math.max(1, k));
        expect(rows).toEqual(transpose(rows));
      }),
      runs,
    );
    const wide = randomMatrix(3, 1100, "wide"); // past a block of columns
    expectNear(symmetricProduct(wide), sumOfProducts(transpose(wide), wide), 1e-13);
  });
});

describe("rbfMatrix", () => {
  it("equals its formula, exactly symmetric, exactly 1 on the diagonal", () => {
    fc.assert(
      fc.property(
        size,
        fc.integer({ min: 0, max: 12 }),
        fc.double({ min: 0.1, max: 5, noNaN: true }),
        (n, f, h) => {
          const X = randomMatrix(n, f, "X");
          const K = rbfMatrix(X, h);
          expectNear(K, gaussians(X, h), 1e-14);
          expect(K).toEqual(transpose(K));
          for (let i = 0; i < n; i++) expect(K.data[i * n + i]).toBe(1);
        },
      ),
      runs,
    );
  });

  it("keeps its precision far from zero", () => {
    const X = matrix(6, 1, Float64Array.of(1e9, 1e9 + 1, 1e9 + 2, 1e9 + 3, 1e9 + 4, 1e9 + 5));
    const near = matrix(6, 1, Float64Array.of(0, 1, 2, 3, 4, 5));
    expect(rbfMatrix(X, 2)).toEqual(rbfMatrix(near, 2));
  });

  it("divides each feature by its own bandwidth", () => {
    const X = randomMatrix(11, 3, "X");
    const scaled = matrix(
      11,
      3,
      X.data.map((x, at) => x / [0.5, 2, 3][at % 3]),
    );
    expect(rbfMatrix(X, [0.5, 2, 3])).toEqual(rbfMatrix(scaled, 1));
  });

  it("propagates a NaN to its row and column, and lets distant pairs underflow to 0", () => {
    const X = randomMatrix(9, 2, "X");
    X.data[4 * 2] = Number.NaN;
    X.data[7 * 2] = 1e200;
    const K = rbfMatrix(X, 1);
    for (let i = 0; i < 9; i++) {
      for (let j = 0; j < 9; j++) {
        expect(Number.isNaN(K.data[i * 9 + j])).toBe(i === 4 || j === 4);
        if (i !== j && i !== 4 && j !== 4 && (i === 7 || j === 7)) expect(K.data[i * 9 + j]).toBe(0);
      }
    }
  });

  it("refuses a bandwidth that is not above 0, and a list of another length", () => {
    expect(() => rbfMatrix(matrix(2, 1), 0)).toThrow("rbfMatrix: the bandwidth must be above 0, got 0");
    expect(() => rbfMatrix(matrix(2, 1), Number.NaN)).toThrow("got NaN");
    expect(() => rbfMatrix(matrix(2, 2), [1, -1])).toThrow("got -1 for feature 2");
    expect(() => rbfMatrix(matrix(2, 2), [1])).toThrow("one bandwidth for each of the 2 features");
  });
});
