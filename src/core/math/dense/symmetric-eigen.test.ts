import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matrix, matrixFromRows } from "../matrix.ts";
import { createRng } from "../rng.ts";
import { symmetricEigen } from "./symmetric-eigen.ts";

describe("symmetricEigen", () => {
  it("solves a case known by hand", () => {
    const { values, vectors } = symmetricEigen(
      matrixFromRows([
        [2, 1],
        [1, 2],
      ]),
    );
    expect([...values].map((x) => Math.round(x * 1e12) / 1e12)).toEqual([3, 1]);
    expect(vectors.data[0] / vectors.data[2]).toBeCloseTo(1, 12);
  });

  it("gives orthonormal vectors and descending values that reproduce the matrix", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.nat(), (m, seed) => {
        const rng = createRng(`eigen/${seed}`);
        const A = matrix(m, m);
        for (let i = 0; i < m; i++) {
          for (let j = 0; j <= i; j++) A.data[i * m + j] = A.data[j * m + i] = rng.normal();
        }
        const { values, vectors: Q } = symmetricEigen(A);
        for (let i = 0; i < m; i++) {
          if (i > 0) expect(values[i]).toBeLessThanOrEqual(values[i - 1]);
          for (let j = 0; j < m; j++) {
            let [again, inner] = [0, 0];
            for (let k = 0; k < m; k++) {
              again += Q.data[i * m + k] * values[k] * Q.data[j * m + k];
              inner += Q.data[k * m + i] * Q.data[k * m + j];
            }
            expect(again).toBeCloseTo(A.data[i * m + j], 11);
            expect(inner).toBeCloseTo(i === j ? 1 : 0, 11);
          }
        }
      }),
      { seed: 1, numRuns: 40 },
    );
  });

  it("handles zeros", () => {
    expect([...symmetricEigen(matrix(3, 3)).values]).toEqual([0, 0, 0]);
    expect(symmetricEigen(matrix(0, 0)).values.length).toBe(0);
  });
});
