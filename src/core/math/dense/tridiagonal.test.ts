import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Matrix, matrix } from "../matrix.ts";
import { createRng } from "../rng.ts";
import { denseCholesky, product, solveCholesky, symmetricProduct } from "./dense.ts";
import { shiftedForms, tridiagonalInto } from "./tridiagonal.ts";

function normals(label: string, rows: number, cols: number): Matrix {
  const rng = createRng(label);
  return matrix(
    rows,
    cols,
    Float64Array.from({ length: rows * cols }, () => rng.normal()),
  );
}

describe("tridiagonalInto", () => {
  it("preserves every quadratic form and the determinant, whatever is added to the diagonal", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 25 }),
        fc.integer({ min: 1, max: 25 }),
        fc.nat({ max: 99 }),
        (n, rank, seed) => {
          const A = symmetricProduct(normals(`A/${seed}`, n, rank), { of: "rows" });
          const Y = normals(`Y/${seed}`, n, 3);
          const Z = matrix(n, 3, new Float64Array(Y.data));
          const T = tridiagonalInto(new Float64Array(A.data), Z);
          for (const s of [0.01, 1, 30]) {
            const shifted = matrix(n, n, new Float64Array(A.data));
            for (let i = 0; i < n; i++) shifted.data[i * n + i] += s;
            const L = denseCholesky(shifted);
            const solved = product(Y, solveCholesky(L, Y), { transposeA: true });
            let logdet = 0;
            for (let i = 0; i < n; i++) logdet += 2 * Math.log(L.data[i * n + i]);
            const all = shiftedForms(T, Z, s);
            expect(all.logdet).toBeCloseTo(logdet, 9);
            expect(all.forms / (solved.data[0] + solved.data[4] + solved.data[8])).toBeCloseTo(1, 9);
            expect(shiftedForms(T, Z, s, [1, 2]).forms / solved.data[4]).toBeCloseTo(1, 9);
          }
        },
      ),
      { seed: 1, numRuns: 40 },
    );
  });

  it("preserves the trace and the sum of squares, also with longer rows and for a matrix that is already tridiagonal", () => {
    const n = 12;
    const step = 15;
    const A = symmetricProduct(normals("A", n, n));
    const long = new Float64Array(n * step);
    for (let i = 0; i < n; i++) long.set(A.data.subarray(i * n, (i + 1) * n), i * step);
    const { diagonal, off } = tridiagonalInto(long, matrix(n, 1), step);
    let [trace, squares] = [0, 0];
    for (let i = 0; i < n; i++) trace += A.data[i * n + i];
    for (const x of A.data) squares += x * x;
    expect(diagonal.reduce((sum, x) => sum + x, 0)).toBeCloseTo(trace, 10);
    const sum = diagonal.reduce((s, x) => s + x * x, 0) + 2 * off.reduce((s, x) => s + x * x, 0);
    expect(sum / squares).toBeCloseTo(1, 12);

    const bands = matrix(3, 3, Float64Array.of(4, 1, 0, 1, 5, 2, 0, 2, 6));
    const same = tridiagonalInto(bands.data, matrix(3, 1));
    expect([...same.diagonal]).toEqual([4, 5, 6]);
    expect([...same.off]).toEqual([0, 1, 2]);
  });
});
