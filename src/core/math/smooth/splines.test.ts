import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { symmetricEigen } from "../dense/symmetric-eigen.ts";
import { matrix } from "../matrix.ts";
import { createRng } from "../rng.ts";
import { splineBasis } from "./splines.ts";

const normals = (label: string, n: number) => {
  const rng = createRng(label);
  return Float64Array.from({ length: n }, () => rng.normal());
};

const columnOf = ({ rows, cols, data }: ReturnType<typeof splineBasis>, c: number) =>
  Float64Array.from({ length: rows }, (_, i) => data[i * cols + c]);

/** The residual of y after least squares on the columns and a constant, relative to y. */
function leftover(y: Float64Array, columns: readonly Float64Array[]): number {
  const basis: Float64Array[] = [];
  for (const column of [new Float64Array(y.length).fill(1), ...columns, y]) {
    const rest = column.slice();
    const before = Math.sqrt(rest.reduce((sum, x) => sum + x * x, 0));
    for (let pass = 0; pass < 2; pass++) {
      for (const b of basis) {
        const share = rest.reduce((sum, x, i) => sum + x * b[i], 0);
        for (let i = 0; i < rest.length; i++) rest[i] -= share * b[i];
      }
    }
    const size = Math.sqrt(rest.reduce((sum, x) => sum + x * x, 0));
    if (column === y) return size / before;
    basis.push(rest.map((x) => x / size));
  }
  return Number.NaN;
}

/** ∫ f''² of the natural cubic spline through the points (x_i, f_i), by its tridiagonal system: the penalty must equal it. */
function bending(x: readonly number[], f: readonly number[]): number {
  const m = x.length - 2;
  const h = x.slice(1).map((b, i) => b - x[i]);
  const R = matrix(m, m);
  const g = new Float64Array(m);
  for (let i = 0; i < m; i++) {
    R.data[i * m + i] = (h[i] + h[i + 1]) / 3;
    if (i > 0) R.data[i * m + i - 1] = R.data[(i - 1) * m + i] = h[i] / 6;
    g[i] = (f[i + 2] - f[i + 1]) / h[i + 1] - (f[i + 1] - f[i]) / h[i];
  }
  const { values, vectors } = symmetricEigen(R);
  let sum = 0;
  values.forEach((value, e) => {
    let along = 0;
    for (let i = 0; i < m; i++) along += vectors.data[i * m + e] * g[i];
    sum += (along * along) / value;
  });
  return sum;
}

describe("splineBasis", () => {
  it("has nine columns that sum to 0: the standardised values, then functions of penalty 1", () => {
    const x = normals("basis", 40).map((z) => 3 + 2 * z);
    const basis = splineBasis(x);
    expect(basis.cols).toBe(9);
    for (let c = 0; c < 9; c++) expect(columnOf(basis, c).reduce((a, b) => a + b, 0)).toBeCloseTo(0, 9);
    const z = columnOf(basis, 0);
    expect(z.reduce((sum, v) => sum + v * v, 0)).toBeCloseTo(40, 9);
    expect(leftover(z, [x])).toBeLessThan(1e-12);
    const order = [...z.keys()].sort((a, b) => z[a] - z[b]);
    for (let c = 1; c < 9; c++) {
      const f = columnOf(basis, c);
      const bent = bending(
        order.map((i) => z[i]),
        order.map((i) => f[i]),
      );
      expect(bent).toBeCloseTo(1, 6);
    }
  });

  it("is orthogonal in the penalty: that of a sum of two functions is 2", () => {
    const basis = splineBasis(normals("pairs", 30));
    const z = columnOf(basis, 0);
    const order = [...z.keys()].sort((a, b) => z[a] - z[b]);
    for (let a = 1; a < 9; a++) {
      for (let b = 1; b < a; b++) {
        const f = columnOf(basis, a).map((v, i) => v + columnOf(basis, b)[i]);
        const bent = bending(
          order.map((i) => z[i]),
          order.map((i) => f[i]),
        );
        expect(bent).toBeCloseTo(2, 5);
      }
    }
  });

  it("restricts the functions to the eigenvectors of the ten eigenvalues largest in magnitude", () => {
    // E δ for δ along the ten, orthogonal to 1 and x: E⁻¹ of what is left of f without its line has no part along the others.
    const x = normals("eigen", 25);
    const basis = splineBasis(x);
    const z = columnOf(basis, 0);
    const E = matrix(25, 25);
    for (let i = 0; i < 25; i++) {
      for (let j = 0; j < 25; j++) E.data[i * 25 + j] = Math.abs(z[i] - z[j]) ** 3 / 12;
    }
    const { values, vectors } = symmetricEigen(E);
    const order = [...values.keys()].sort((a, b) => Math.abs(values[b]) - Math.abs(values[a]));
    const leading = order.slice(0, 10).map((e) => columnOf(vectors, e));
    for (let c = 1; c < 9; c++) expect(leftover(columnOf(basis, c), leading)).toBeLessThan(1e-8);
  });

  it("is nested: the columns of a smaller rank are the first of a larger", () => {
    const x = normals("nested", 60);
    const large = splineBasis(x);
    for (let rank = 2; rank < 10; rank++) {
      const small = splineBasis(x, rank);
      expect(small.cols).toBe(rank - 1);
      for (let c = 0; c < small.cols; c++) {
        const [a, b] = [columnOf(small, c), columnOf(large, c)];
        const sign = Math.sign(a.reduce((sum, v, i) => sum + v * b[i], 0));
        a.forEach((v, i) => {
          expect(v).toBeCloseTo(sign * b[i], 6);
        });
      }
    }
  });

  it("has as many functions as distinct values allow, is linear for two values and empty for one", () => {
    const rng = createRng("few");
    for (const [values, columns] of [
      [1, 0],
      [2, 1],
      [3, 2],
      [5, 4],
      [9, 8],
      [10, 9],
      [14, 9],
    ]) {
      const x = Float64Array.from({ length: 60 }, (_, i) => (i < values ? i : rng.integer(values)));
      const basis = splineBasis(x);
      expect(basis.cols).toBe(columns);
      // With all functions of its values, any function of them is in the span.
      if (values > 1 && values <= 10) {
        const all = Array.from({ length: columns }, (_, c) => columnOf(basis, c));
        expect(
          leftover(
            x.map((v) => Math.sin(3 * v) + v * v),
            all,
          ),
        ).toBeLessThan(1e-7);
      }
    }
    expect(splineBasis(new Float64Array(5).fill(0.1)).cols).toBe(0);
    expect(splineBasis(Float64Array.of(1e6, 1e6 * (1 + 2e-16), 1e6)).cols).toBe(0);
  });

  it("is independent of units and origin, also for huge or tiny numbers, and always finite", () => {
    fc.assert(
      fc.property(
        fc.nat(),
        fc.integer({ min: 3, max: 50 }),
        fc.constantFrom(1e-150, 1e-3, 7, 1e150),
        fc.constantFrom(0, 1, -20),
        (seed, n, scale, shift) => {
          const x = normals(`units/${seed}`, n).map((z) => (seed % 3 === 0 ? z * z * z : z));
          const [a, b] = [splineBasis(x), splineBasis(x.map((v) => scale * (v + shift)))];
          expect(b.cols).toBe(a.cols);
          expect(b.data.every(Number.isFinite)).toBe(true);
          for (let c = 0; c < a.cols; c++) {
            const others = Array.from({ length: c + 1 }, (_, k) => columnOf(a, k));
            expect(leftover(columnOf(b, c), others)).toBeLessThan(1e-4);
          }
        },
      ),
      { seed: 1, numRuns: 40 },
    );
  });
});
