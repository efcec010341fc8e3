import { describe, expect, it } from "vitest";
import golden from "../../../test/golden/kernel-scores.json" with { type: "json" };
import { changedValues, columnNames, randomTable, reorderedRows } from "../../../test/problems.ts";
import { itHasTermsOfSets } from "../../../test/slow-twins.ts";
import { createTable, type Table, withColumns } from "../data/table.ts";
import { completeGraph, graphFromEdges } from "../graph/graph.ts";
import { denseCholesky, product, rbfMatrix, solveCholesky } from "../math/dense/dense.ts";
import { column, type Matrix, matrix, matrixFromRows, selectColumns } from "../math/matrix.ts";
import { medianDistance } from "../math/median-distance.ts";
import { createRng } from "../math/rng.ts";
import { type GeneralizedCvOptions, generalizedCv, generalizedCvTerms } from "./generalized-cv.ts";

const published: GeneralizedCvOptions = { foldOrder: "rows" };

/** c = a · b + noise, whose spread also depends on a: no regression of values would capture all of it. */
function productTable(label: string, n: number): Table {
  const rng = createRng(label);
  const X = matrix(n, 3);
  for (let i = 0; i < n; i++) {
    const [a, b] = [rng.normal(), rng.normal()];
    X.data.set([a, b, a * b + (0.1 + 0.2 * Math.abs(a)) * rng.normal()], 3 * i);
  }
  return createTable(["a", "b", "c"], X);
}

describe("generalizedCv", () => {
  it("equals causal-learn's, with folds of consecutive rows", () => {
    let terms = 0;
    for (const { rows, terms: asked } of golden.cases) {
      const table = createTable(columnNames(4), matrixFromRows(rows));
      const score = generalizedCv(table, published);
      for (const { node, parents, cv, cvAsArray } of asked) {
        expect(Math.abs(score.local!.term(node, parents) / cv - 1)).toBeLessThan(1e-9);
        // What causal-learn computes from arrays is something else.
        expect(Math.abs(cvAsArray / cv - 1)).toBeGreaterThan(1e-3);
        terms++;
      }
    }
    expect(terms).toBe(12);
  });

  it("is the density of the test rows, computed with whole kernel matrices", () => {
    const table = randomTable(createRng("slow"), 4, 23);
    for (const options of [
      published,
      { foldOrder: "rows", determinantWeight: 1 },
      { foldOrder: "rows", folds: 3, ridge: 0.1, covarianceRidge: 0.03 },
    ] as const) {
      const score = generalizedCv(table, options);
      for (const [node, parents] of [
        [0, [1]],
        [3, [0, 2]],
        [2, [0, 1, 3]],
      ] as const) {
        const slow = slowTerm(table.X, node, parents, options);
        expect(Math.abs(score.local!.term(node, parents) / slow - 1)).toBeLessThan(1e-9);
      }
    }
  });

  it("finds both parents of a product, and no third", () => {
    const { local } = generalizedCv(productTable("product", 150));
    const both = local!.term(2, [0, 1]);
    for (const parents of [[], [0], [1]]) expect(both).toBeGreaterThan(local!.term(2, parents));
    const four = randomTable(createRng("idle"), 3, 150, 0);
    const idle = generalizedCv(four).local!;
    expect(idle.term(0, [])).toBeGreaterThan(idle.term(0, [1]));
    expect(idle.term(0, [])).toBeGreaterThan(idle.term(0, [1, 2]));
  });

  it("depends on the order neither of rows nor of columns, even if values repeat, unless folds are blocks of rows", () => {
    const rng = createRng("order");
    const table = changedValues(randomTable(rng, 3, 30), (x, j) => (j === 0 ? x : Math.round(x)));
    const graph = graphFromEdges(3, [
      [0, 1],
      [0, 2],
      [1, 2],
    ]);
    const moved = reorderedRows(table, rng.permutation(30));
    const value = generalizedCv(table).ofGraph(graph);
    expect(generalizedCv(moved).ofGraph(graph)).toBeCloseTo(value, 6);
    expect(generalizedCv(withColumns(table, [2, 1, 0])).ofGraph(completeGraph([2, 1, 0]))).toBeCloseTo(
      value,
      6,
    );
    const blocks = (t: Table) => generalizedCv(t, { foldOrder: "rows" }).ofGraph(graph);
    expect(Math.abs(blocks(moved) - blocks(table))).toBeGreaterThan(1e-3);
  });

  itHasTermsOfSets(generalizedCv, generalizedCvTerms);

  it("refuses unsupported input with a sentence", () => {
    const table = randomTable(createRng("refuses"), 2, 20);
    expect(() => generalizedCv(table, { folds: 1 })).toThrow(
      "generalized-cv: folds must be a whole number from 2 on, got 1",
    );
    expect(() => generalizedCv(table, { ridge: 0 })).toThrow("generalized-cv: ridge must be above 0, got 0");
    expect(() => generalizedCv(changedValues(table, (x, j) => (j === 1 ? 4 : x)))).toThrow(
      'column "v1" must be finite and vary',
    );
    expect(() => generalizedCv(randomTable(createRng(1), 2, 2001))).toThrow(
      "generalized-cv: at most 2000 rows, got 2001; use the score gp",
    );
  });
});

/** As in causal-learn: centred kernel matrices of all rows, without features. */
function slowTerm(
  X: Matrix,
  node: number,
  parents: readonly number[],
  options: GeneralizedCvOptions,
): number {
  const { folds = 10, ridge = 0.01, covarianceRidge: gamma = 0.01, determinantWeight = 0.5 } = options;
  const n = X.rows;
  const width = (j: number) => Math.SQRT2 * medianDistance(matrix(n, 1, column(X, j)));
  const kernel = (columns: readonly number[]) =>
    centred(rbfMatrix(selectColumns(X, columns), columns.map(width)));
  const [Kx, Kp] = [kernel([node]), kernel(parents)];
  const size = Math.floor(n / folds);
  let sum = 0;
  for (let f = 0; f < folds; f++) {
    const rows = Array.from({ length: n }, (_, i) => i);
    const isTest = (i: number) => i >= f * size && (f === folds - 1 || i < (f + 1) * size);
    const [test, train] = [rows.filter(isTest), rows.filter((i) => !isTest(i))];
    const [n0, n1] = [test.length, train.length];
    const M = inverse(plusDiagonal(block(Kp, train, train), n1 * ridge));
    const MKM = product(product(M, block(Kx, train, train)), M);
    const c = (n1 * ridge * ridge) / gamma;
    const L = denseCholesky(plusDiagonal(scaledBy(MKM, c), 1));
    const middle = product(M, solveCholesky(L, M)); // M B⁻¹ M
    const [kx, kp] = [block(Kx, train, test), block(Kp, train, test)];
    const fitted = product(M, kp);
    const off = matrix(
      n1,
      n0,
      product(block(Kx, train, train), fitted).data.map((x, at) => kx.data[at] - x),
    );
    const correction = product(off, product(middle, off), { transposeA: true });
    const cross = product(kx, fitted, { transposeA: true });
    const square = product(fitted, product(block(Kx, train, train), fitted), { transposeA: true });
    let trace = 0;
    for (let t = 0; t < n0; t++) {
      const at = t * n0 + t;
      trace +=
        Kx.data[test[t] * n + test[t]] + square.data[at] - 2 * cross.data[at] - c * correction.data[at];
    }
    let half = 0;
    for (let i = 0; i < n1; i++) half += Math.log(L.data[i * n1 + i]);
    sum -= 0.5 * (n0 * n0 * Math.log(2 * Math.PI) + 2 * determinantWeight * n0 * half + trace / gamma);
  }
  return sum / folds;
}

function centred(K: Matrix): Matrix {
  const n = K.rows;
  const mean = Array.from(
    { length: n },
    (_, i) => K.data.subarray(i * n, (i + 1) * n).reduce((s, x) => s + x, 0) / n,
  );
  const all = mean.reduce((s, x) => s + x, 0) / n;
  return matrix(
    n,
    n,
    K.data.map((x, at) => x - mean[Math.floor(at / n)] - mean[at % n] + all),
  );
}

function block({ cols, data }: Matrix, rows: readonly number[], columns: readonly number[]): Matrix {
  return matrix(
    rows.length,
    columns.length,
    Float64Array.from(rows.flatMap((i) => columns.map((j) => data[i * cols + j]))),
  );
}

function plusDiagonal({ rows: n, data }: Matrix, x: number): Matrix {
  return matrix(
    n,
    n,
    data.map((a, at) => (at % (n + 1) === 0 ? a + x : a)),
  );
}

function scaledBy({ rows, cols, data }: Matrix, x: number): Matrix {
  return matrix(
    rows,
    cols,
    data.map((a) => a * x),
  );
}

function inverse(A: Matrix): Matrix {
  return solveCholesky(denseCholesky(A), plusDiagonal(matrix(A.rows, A.rows), 1));
}
