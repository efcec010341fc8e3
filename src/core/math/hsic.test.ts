import fc from "fast-check";
import { describe, expect, it } from "vitest";
import golden from "../../../test/golden/kernel-scores.json" with { type: "json" };
import { hsic, hsicSpace, hsicWidth } from "./hsic.ts";
import { type Matrix, matrix, matrixFromRows, selectColumns } from "./matrix.ts";
import { createRng } from "./rng.ts";

const normals = (label: string, n: number, cols = 1): Matrix => {
  const rng = createRng(label);
  return matrix(
    n,
    cols,
    Float64Array.from({ length: n * cols }, () => rng.normal()),
  );
};

describe("hsic", () => {
  it("has the statistic and the p-value of causal-learn's KCI_UInd at the same widths", () => {
    let small = 0;
    for (const { rows, hsic: tests } of golden.cases) {
      const Z = standardised(matrixFromRows(rows));
      for (const { left, right, widths, statistic, p, logP } of tests) {
        const [X, Y] = [selectColumns(Z, left), selectColumns(Z, right)];
        const ours = hsic(X, Y, { widthX: widths[0], widthY: widths[1] });
        expect(Math.abs((ours.statistic * Z.rows) / statistic - 1)).toBeLessThan(1e-10);
        expect(Math.abs(ours.logP - logP)).toBeLessThan(1e-9 * Math.max(1, Math.abs(logP)));
        expect(Math.abs(Math.exp(ours.logP) - p)).toBeLessThan(1e-12);
        if (p < 1e-4) small++;
      }
    }
    expect(small).toBeGreaterThan(0);
  });

  it("has the statistic of Gretton's test in causal-learn, widths from the median distance", () => {
    for (const { rows, hsic: tests } of golden.cases) {
      const Z = standardised(matrixFromRows(rows));
      for (const { left, right, medianStatistic } of tests) {
        const { statistic } = hsic(selectColumns(Z, left), selectColumns(Z, right));
        expect(Math.abs(statistic / medianStatistic - 1)).toBeLessThan(1e-10);
      }
    }
  });

  it("is the sum over the centred kernel matrices, formed explicitly", () => {
    fc.assert(
      fc.property(fc.nat({ max: 100 }), fc.integer({ min: 2, max: 20 }), (seed, n) => {
        const [X, Y] = [normals(`x/${seed}`, n), normals(`y/${seed}`, n, 2)];
        const [K, L] = [X, Y].map((M) => centredKernel(M, hsicWidth(M)));
        const slow = K.flat().reduce((sum, k, at) => sum + k * L.flat()[at], 0) / n;
        expect(hsic(X, Y).statistic).toBeCloseTo(slow, 10);
      }),
      { seed: 1, numRuns: 40 },
    );
  });

  it("rejects independence of unrelated columns at about the nominal rate", () => {
    const space = hsicSpace(60, 1);
    const p = Array.from({ length: 400 }, (_, k) =>
      Math.exp(hsic(normals(`a/${k}`, 60), normals(`b/${k}`, 60), { space }).logP),
    );
    // With 400 draws the standard deviation is 0.011 at 0.05 and 0.025 at 0.5; the approximation itself is off by some hundredths.
    expect(Math.abs(p.filter((x) => x < 0.05).length / 400 - 0.05)).toBeLessThan(0.04);
    expect(Math.abs(p.filter((x) => x < 0.5).length / 400 - 0.5)).toBeLessThan(0.1);
  });

  it("has a finite log p-value where the p-value itself is 0, which grows in magnitude with the rows", () => {
    const logs = [200, 400, 800].map((n) => {
      const X = normals("same", n);
      return hsic(X, X).logP;
    });
    expect(logs[2]).toBeLessThan(-1000);
    expect(Number.isFinite(logs[2])).toBe(true);
    expect(logs[1]).toBeLessThan(1.5 * logs[0]);
    expect(logs[2]).toBeLessThan(1.5 * logs[1]);
  });

  it("is symmetric, and independent of units and the order of the rows", () => {
    const rng = createRng("rows");
    const X = normals("x", 50);
    const Y = matrix(
      50,
      1,
      X.data.map((x) => x * x + 0.5 * rng.normal()),
    );
    const { statistic, logP } = hsic(X, Y);
    expect(hsic(Y, X).logP).toBeCloseTo(logP, 10);
    const order = rng.permutation(50);
    const moved = (M: Matrix, scale: number) =>
      matrix(
        50,
        1,
        Float64Array.from(order, (i) => scale * M.data[i] + 7),
      );
    expect(hsic(moved(X, 1e-3), moved(Y, 50)).statistic).toBeCloseTo(statistic, 9);
  });

  it("treats constants as independent of everything, and handles few or repeated rows without NaN", () => {
    const X = normals("x", 12);
    expect(hsic(matrix(12, 1), X)).toEqual({ statistic: 0, logP: 0 });
    expect(hsic(X, matrix(12, 2))).toEqual({ statistic: 0, logP: 0 });
    for (const n of [2, 3, 4, 5, 6]) {
      const { statistic, logP } = hsic(normals("few", n), normals("rows", n));
      expect(Number.isFinite(statistic) && logP <= 0 && Number.isFinite(logP)).toBe(true);
    }
    const binary = matrix(
      12,
      1,
      Float64Array.from({ length: 12 }, (_, i) => i % 2),
    );
    expect(hsic(binary, binary).logP).toBeLessThan(-3);
  });
});

/** Each column with mean 0 and variance 1, by the n − 1 formula. */
function standardised(X: Matrix): Matrix {
  const { rows: n, cols: d } = X;
  const out = matrix(n, d, new Float64Array(X.data));
  for (let j = 0; j < d; j++) {
    const values = Array.from({ length: n }, (_, i) => X.data[i * d + j]);
    const mean = values.reduce((sum, x) => sum + x, 0) / n;
    const sd = Math.sqrt(values.reduce((sum, x) => sum + (x - mean) * (x - mean), 0) / (n - 1));
    values.forEach((x, i) => {
      out.data[i * d + j] = (x - mean) / sd;
    });
  }
  return out;
}

function centredKernel({ rows: n, cols, data }: Matrix, width: number): number[][] {
  const row = (i: number) => Array.from(data.subarray(i * cols, (i + 1) * cols));
  const K = Array.from({ length: n }, (_, i) =>
    Array.from({ length: n }, (_, j) => {
      const square = row(i).reduce((sum, x, f) => sum + (x - row(j)[f]) * (x - row(j)[f]), 0);
      return Math.exp((-0.5 * square) / (width * width));
    }),
  );
  const mean = K.map((r) => r.reduce((sum, k) => sum + k, 0) / n);
  const all = mean.reduce((sum, m) => sum + m, 0) / n;
  return K.map((r, i) => r.map((k, j) => k - mean[i] - mean[j] + all));
}
