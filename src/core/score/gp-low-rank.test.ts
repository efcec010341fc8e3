import { describe, expect, it } from "vitest";
import { columnNames } from "../../../test/problems.ts";
import { createTable, standardised } from "../data/table.ts";
import { rbfMatrix } from "../math/dense/dense.ts";
import { matrix, selectColumns } from "../math/matrix.ts";
import { createRng } from "../math/rng.ts";
import { gp } from "./gp.ts";
import { incompleteCholesky, lowRankCells } from "./gp-low-rank.ts";

const n = 300;
const table = (() => {
  const rng = createRng("low-rank");
  const X = matrix(n, 4);
  for (let i = 0; i < n; i++) {
    const [a, b, c] = [rng.normal(), rng.normal(), rng.normal()];
    X.data.set([a, b, c, Math.sin(2 * a) * b + 0.2 * rng.normal()], 4 * i);
  }
  return standardised(createTable(columnNames(4), X));
})();
const sets = [[0], [0, 1], [0, 1, 2]];

describe("incompleteCholesky", () => {
  it("leaves a positive-semidefinite remainder and reports its trace, never above the requested one", () => {
    for (const P of sets) {
      const X = selectColumns(table.X, P);
      const K = rbfMatrix(X, 1);
      const { G, residual: left } = incompleteCholesky(X, 1, { traceError: 1e-4 });
      let trace = 0;
      for (let i = 0; i < n; i++) {
        let own = 1;
        for (let s = 0; s < G.cols; s++) own -= G.data[i * G.cols + s] ** 2;
        expect(own).toBeGreaterThan(-1e-12);
        trace += own;
        // |E_ij| ≤ √(E_ii E_jj): also far off the diagonal.
        const j = (i * 7) % n;
        let other = K.data[i * n + j];
        for (let s = 0; s < G.cols; s++) other -= G.data[i * G.cols + s] * G.data[j * G.cols + s];
        expect(Math.abs(other)).toBeLessThan(1e-4 * n);
      }
      expect(trace / n).toBeCloseTo(left, 10);
      expect(left).toBeLessThanOrEqual(1e-4);
      expect(G.cols).toBeLessThan(n);
    }
  });

  it("stops at the maximum rank, and reports the remaining trace", () => {
    const { G, residual: left } = incompleteCholesky(selectColumns(table.X, [0, 1, 2]), 0.5, { maxRank: 5 });
    expect(G.cols).toBe(5);
    expect(left).toBeGreaterThan(0.1);
    expect(left).toBeLessThan(1);
  });

  it("has rank 1 for equal rows and the rank of the different ones for repeated rows", () => {
    expect(incompleteCholesky(matrix(20, 2), 1).G.cols).toBe(1);
    const X = matrix(
      30,
      1,
      new Float64Array(30).map((_, i) => 5 * (i % 3)),
    );
    expect(incompleteCholesky(X, 1, { traceError: 0 }).G.cols).toBe(3);
  });
});

describe("lowRankCells", () => {
  it("has the quadratic forms and the determinant of elimination on G Gᵀ + τ I", () => {
    const inputs = selectColumns(table.X, [0, 1]);
    const { G } = incompleteCholesky(inputs, 1, { maxRank: 6 });
    const tau = 0.1;
    const out = new Float64Array(5);
    lowRankCells(table.X, { maxRank: 6 })(inputs, 1)(out, tau);
    const A = Array.from({ length: n }, (_, i) =>
      Array.from({ length: n }, (_, j) => {
        let entry = i === j ? tau : 0;
        for (let s = 0; s < 6; s++) entry += G.data[i * 6 + s] * G.data[j * 6 + s];
        return entry;
      }),
    );
    const Y = Array.from({ length: n }, (_, i) => [...table.X.data.subarray(4 * i, 4 * i + 4)]);
    const q = [0, 0, 0, 0];
    let logdet = 0;
    for (let p = 0; p < n; p++) {
      logdet += Math.log(A[p][p]);
      for (let j = 0; j < 4; j++) q[j] += Y[p][j] ** 2 / A[p][p];
      for (let i = p + 1; i < n; i++) {
        const factor = A[i][p] / A[p][p];
        for (let j = 0; j < 4; j++) Y[i][j] -= factor * Y[p][j];
        for (let j = p; j < n; j++) A[i][j] -= factor * A[p][j];
      }
    }
    expect(out[4]).toBeCloseTo(logdet, 8);
    for (let j = 0; j < 4; j++) expect(out[j] / q[j]).toBeCloseTo(1, 10);
  });
});

describe("gp with low rank", () => {
  it("is within the stated error of the exact score, and in fact far within it", () => {
    for (const traceError of [1e-3, 1e-9]) {
      for (const P of sets) {
        for (const [bandwidth, tau] of [
          [1, 0.01],
          [0.5, 0.1],
          [1, 1],
        ]) {
          const cell = { bandwidths: [bandwidth], noises: [tau] };
          const exact = gp(table, cell).local!.term(3, P);
          const low = gp(table, { ...cell, exactRows: 10, traceError, maxRank: n }).local!.term(3, P);
          expect(Math.abs(low - exact)).toBeLessThanOrEqual(
            (n / 2) * Math.log(1 + (traceError * n) / tau) + 1e-7,
          );
          if (traceError === 1e-9) expect(Math.abs(low - exact)).toBeLessThan(1e-4);
        }
      }
    }
  });

  it("handles thousands of rows, and finds the edge", () => {
    const rng = createRng("thousands");
    const X = matrix(4000, 2);
    for (let i = 0; i < 4000; i++) {
      X.data[2 * i] = rng.normal();
      X.data[2 * i + 1] = X.data[2 * i] ** 2 + 0.5 * rng.normal();
    }
    const { term } = gp(createTable(columnNames(2), X)).local!;
    expect(term(1, [0]) + term(0, [])).toBeGreaterThan(term(0, [1]) + term(1, []) + 100);
  });
});
