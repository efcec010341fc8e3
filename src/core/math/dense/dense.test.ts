// Long, because the slow twins at the end serve every function of dense.ts.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import golden from "../../../../test/golden/dense.json" with { type: "json" };
import { identity, transpose } from "../../../../test/problems.ts";
import { type Matrix, matrix, matrixFromRows } from "../matrix.ts";
import { createRng } from "../rng.ts";
import {
  denseCholesky,
  downdateCholesky,
  matrixExponential,
  product,
  rbfMatrix,
  solveCholesky,
  symmetricProduct,
  traceOfExponential,
  updateCholesky,
} from "./dense.ts";

/** Sizes around the tile (4), the blocks (64, 128, 256) and their edges, and random ones between. */
const edges = [0, 1, 2, 3, 4, 5, 63, 64, 65, 130] as const;
const size = fc.oneof(fc.constantFrom(...edges), fc.integer({ min: 1, max: 80 }));
const runs = { seed: 1, numRuns: 60 };

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

  it("is right past every block of the kernel", () => {
    for (const [m, n, k] of [
      [133, 9, 515],
      [6, 1030, 17],
      [257, 3, 256],
    ]) {
      const [A, B] = [randomMatrix(m, k, "A"), randomMatrix(k, n, "B")];
      expectNear(product(A, B), sumOfProducts(A, B), 1e-12);
    }
  });

  it("carries a NaN into its row, and through zeros", () => {
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

describe("denseCholesky", () => {
  it("gives L with L Lᵀ = A to 1e-13, lower triangular, and leaves A as it was", () => {
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

  it("equals the textbook's factor", () => {
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

  it("keeps its digits far from zero", () => {
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

  it("carries a NaN into its row and column, and lets far pairs underflow to 0", () => {
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

describe("matrixExponential and traceOfExponential", () => {
  for (const { name, rows, exponential, excess } of golden.cases) {
    it(`agrees with SciPy: ${name}`, () => {
      const wanted = matrixFromRows(exponential);
      const ours = traceOfExponential(matrixFromRows(rows));
      // Squaring loses digits in proportion to the norm; SciPy's result has the same uncertainty.
      expectNear(ours.exponential, wanted, 1e-12 * largest(wanted));
      expect(matrixExponential(matrixFromRows(rows))).toEqual(ours.exponential);
      const trace = rows.reduce((sum, _, i) => sum + exponential[i][i], 0);
      expect(Math.abs(ours.trace - trace)).toBeLessThanOrEqual(1e-12 * rows.length * largest(wanted));
      if (excess !== undefined) expect(Math.abs(ours.excess / excess - 1)).toBeLessThan(1e-13);
    });
  }

  it("is the exponential of each entry for a diagonal matrix", () => {
    for (const n of [1, 2, 3, 5, 63, 64, 65]) {
      const entries = Array.from({ length: n }, (_, i) => 6 * Math.sin(i + n));
      const A = matrix(n, n);
      entries.forEach((x, i) => {
        A.data[i * n + i] = x;
      });
      const { exponential } = traceOfExponential(A);
      for (let i = 0; i < n; i++) {
        for (let j = 0; j < n; j++) {
          // The whole matrix is scaled by its largest entry: errors are relative to e^|x|.
          const wanted = i === j ? Math.exp(entries[i]) : 0;
          expect(Math.abs(exponential.data[i * n + j] - wanted)).toBeLessThanOrEqual(
            1e-13 * Math.max(1, wanted),
          );
        }
      }
    }
  });

  it("is the finite series for a nilpotent matrix, with an excess of exactly 0", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(1, 2, 3, 5, 17, 40),
        fc.double({ min: 0.01, max: 20, noNaN: true }),
        (n, x) => {
          // x above the diagonal: entry (i, j) of the exponential is x^(j−i) / (j−i)!.
          const A = matrix(n, n);
          for (let i = 0; i + 1 < n; i++) A.data[i * n + i + 1] = x;
          const { excess, exponential } = traceOfExponential(A);
          expect(excess).toBe(0);
          const most = largest(exponential);
          for (let i = 0; i < n; i++) {
            let wanted = 1;
            for (let j = i; j < n; j++) {
              // Powers above the series' degree are left out where they cannot matter beside the largest entry.
              expect(Math.abs(exponential.data[i * n + j] - wanted)).toBeLessThanOrEqual(1e-13 * most);
              wanted *= x / (j - i + 1);
            }
          }
        },
      ),
      runs,
    );
  });

  it("has an inverse, the exponential of the negative", () => {
    fc.assert(
      fc.property(fc.constantFrom(1, 2, 3, 5, 30), (n) => {
        const A = randomMatrix(n, n, "A");
        const scaled = matrix(
          n,
          n,
          A.data.map((x) => x / Math.sqrt(n)),
        );
        const negative = matrix(
          n,
          n,
          scaled.data.map((x) => -x),
        );
        expectNear(sumOfProducts(matrixExponential(scaled), matrixExponential(negative)), identity(n), 1e-12);
      }),
      runs,
    );
  });

  it("shows a NaN or an Infinity anywhere in the trace", () => {
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY]) {
      for (let at = 0; at < 9; at++) {
        const A = matrix(3, 3);
        A.data[at] = bad;
        expect(Number.isFinite(traceOfExponential(A).trace)).toBe(false);
      }
    }
    expect(Number.isFinite(traceOfExponential(matrix(2, 2, Float64Array.of(1e3, 1, 1, 1e3))).trace)).toBe(
      false,
    );
    expect(traceOfExponential(matrix(0, 0)).trace).toBe(0);
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

function randomMatrix(rows: number, cols: number, label: string): Matrix {
  const rng = createRng(`dense/${label}/${rows}/${cols}`);
  return matrix(rows, cols, Float64Array.from({ length: rows * cols }, rng.normal));
}

function positiveDefinite(n: number): Matrix {
  const X = randomMatrix(n, n, "positive");
  const A = sumOfProducts(X, transpose(X));
  for (let i = 0; i < n; i++) A.data[i * n + i] += n / 4 + 0.5;
  return A;
}

// The slow twins: definitions, entry by entry.

function sumOfProducts(A: Matrix, B: Matrix): Matrix {
  const out = matrix(A.rows, B.cols);
  for (let i = 0; i < A.rows; i++) {
    for (let k = 0; k < A.cols; k++) {
      for (let j = 0; j < B.cols; j++)
        out.data[i * B.cols + j] += A.data[i * A.cols + k] * B.data[k * B.cols + j];
    }
  }
  return out;
}

function textbookCholesky(A: Matrix): Matrix {
  const n = A.rows;
  const L = matrix(n, n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let x = A.data[i * n + j];
      for (let k = 0; k < j; k++) x -= L.data[i * n + k] * L.data[j * n + k];
      L.data[i * n + j] = i === j ? Math.sqrt(x) : x / L.data[j * n + j];
    }
  }
  return L;
}

function gaussians(X: Matrix, h: number): Matrix {
  const { rows: n, cols } = X;
  const K = matrix(n, n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      let square = 0;
      for (let f = 0; f < cols; f++) square += (X.data[i * cols + f] - X.data[j * cols + f]) ** 2;
      K.data[i * n + j] = Math.exp(-square / (2 * h * h));
    }
  }
  return K;
}

function largest(A: Matrix): number {
  return A.data.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
}

/** Largest difference of entries; NaN on either side is a difference. */
function expectNear(ours: Matrix, wanted: Matrix, tolerance: number): void {
  expect([ours.rows, ours.cols]).toEqual([wanted.rows, wanted.cols]);
  let worst = 0;
  ours.data.forEach((x, at) => {
    const difference = Math.abs(x - wanted.data[at]);
    if (!(difference <= worst)) worst = difference;
  });
  expect(worst).toBeLessThanOrEqual(tolerance);
}
