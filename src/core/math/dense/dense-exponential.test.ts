import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expectNear, largest, randomMatrix, runs, sumOfProducts } from "../../../../test/dense-twins.ts";
import golden from "../../../../test/golden/dense.json" with { type: "json" };
import { identity } from "../../../../test/problems.ts";
import { matrix, matrixFromRows } from "../matrix.ts";
import { matrixExponential, traceOfExponential } from "./dense.ts";

describe("matrixExponential and traceOfExponential", () => {
  for (const { name, rows, exponential, excess } of golden.cases) {
    it(`agrees with SciPy: ${name}`, () => {
      const wanted = matrixFromRows(exponential);
      const ours = traceOfExponential(matrixFromRows(rows));
      // Squaring loses precision in proportion to the norm; SciPy's result has the same uncertainty.
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
              // Powers above the degree of the series are omitted if they are negligible relative to the largest entry.
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

  it("propagates a NaN or an Infinity anywhere to the trace", () => {
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
