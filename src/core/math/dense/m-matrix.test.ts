import { describe, expect, it } from "vitest";
import { createRng } from "../rng.ts";
import { mMatrix } from "./m-matrix.ts";

describe("mMatrix", () => {
  it("gives the closed forms of the inverse and the log-determinant", () => {
    const { M, invert } = mMatrix(2);
    M.set([2, -1, -0.5, 3]);
    expect(invert()).toBeCloseTo(Math.log(5.5), 14);
    [3, 1, 0.5, 2].forEach((entry, k) => {
      expect(M[k]).toBeCloseTo(entry / 5.5, 14);
    });
  });

  it("gives an inverse without negative entries that multiplies back to the identity", () => {
    const { uniform } = createRng("m-matrix");
    for (let d = 1; d <= 9; d++) {
      const { M, invert } = mMatrix(d);
      const A = Float64Array.from({ length: d * d }, (_, k) => (k % (d + 1) === 0 ? d : -uniform()));
      M.set(A);
      expect(Number.isNaN(invert())).toBe(false);
      expect(Math.min(...M)).toBeGreaterThanOrEqual(0);
      for (let i = 0; i < d; i++) {
        for (let j = 0; j < d; j++) {
          let sum = 0;
          for (let k = 0; k < d; k++) sum += A[i * d + k] * M[k * d + j];
          expect(sum).toBeCloseTo(i === j ? 1 : 0, 12);
        }
      }
    }
  });

  it("detects the boundary of the domain: s against the spectral radius of a cycle", () => {
    // The spectral radius of a cycle with weights b is the geometric mean of b.
    for (const [s, isInside] of [
      [1.99, false],
      [2.01, true],
    ] as const) {
      const { M, invert } = mMatrix(3);
      M.set([s, -4, 0, 0, s, -2, -1, 0, s]);
      expect(Number.isNaN(invert())).toBe(!isInside);
    }
  });

  it("handles determinants outside the range of float64", () => {
    const { M, invert } = mMatrix(60);
    for (let i = 0; i < 60; i++) M[i * 61] = 1e8;
    expect(invert()).toBeCloseTo(60 * Math.log(1e8), 9);
  });
});
