import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { columnNames, randomTable, subsetsOf } from "../../../test/problems.ts";
import { createTable, standardised, type Table } from "../data/table.ts";
import { type Matrix, matrix, matrixFromRows, selectColumns } from "../math/matrix.ts";
import { medianDistance } from "../math/median-distance.ts";
import { createRng } from "../math/rng.ts";
import { gp, gpTerms } from "./gp.ts";
import { orderOfRows } from "./gp-nearest.ts";

const golden = JSON.parse(readFileSync(new URL("../../../test/golden/gp.json", import.meta.url), "utf8")) as {
  cases: { rows: number[][]; terms: { node: number; parents: number[]; likelihoods: number[] }[] }[];
};

/** One cell, row by row: neighbours by sorting, (K + τ I) w = k by Gaussian elimination. */
function twin(table: Table, [node, parents]: readonly [number, number[]], m: number, b: number, tau: number) {
  const { X } = standardised(table);
  const order = [...orderOfRows(X)];
  const n = order.length;
  const inputs = selectColumns(X, parents);
  const length = b * medianDistance(inputs);
  const y = order.map((i) => X.data[i * X.cols + node]);
  const square = (a: number, c: number) => squareBetween(inputs, order[a], order[c]);
  const kernel = (a: number, c: number) => Math.exp(-square(a, c) / (2 * length * length));
  let [q, logdet] = [0, 0];
  for (let i = 0; i < n; i++) {
    const before = Array.from({ length: i }, (_, j) => j);
    const near = before.sort((a, c) => square(i, a) - square(i, c) || a - c).slice(0, m);
    const A = near.map((a) => near.map((c) => kernel(a, c) + (a === c ? tau : 0)));
    const k = near.map((a) => kernel(i, a));
    const w = eliminated(A, k);
    const v = 1 + tau - w.reduce((sum, x, at) => sum + x * k[at], 0);
    q += (y[i] - w.reduce((sum, x, at) => sum + x * y[near[at]], 0)) ** 2 / v;
    logdet += Math.log(v);
  }
  return -0.5 * (n * Math.log((2 * Math.PI * q) / n) + n + logdet);
}

function squareBetween({ cols, data }: Matrix, a: number, b: number): number {
  return Array.from({ length: cols }, (_, f) => (data[a * cols + f] - data[b * cols + f]) ** 2).reduce(
    (sum, x) => sum + x,
    0,
  );
}

function eliminated(A: number[][], b: readonly number[]): number[] {
  const rows = A.map((row, i) => [...row, b[i]]);
  const n = rows.length;
  for (let p = 0; p < n; p++) {
    for (let i = 0; i < n; i++) {
      if (i === p) continue;
      const factor = rows[i][p] / rows[p][p];
      for (let j = p; j <= n; j++) rows[i][j] -= factor * rows[p][j];
    }
  }
  return rows.map((row, i) => row[n] / row[i]);
}

/** x0, x1 and x2 are random; x3 is a nonlinear function of the first two, x4 of x3. */
function curves(n: number): Table {
  const { normal } = createRng("curves");
  const X = matrix(n, 5);
  for (let i = 0; i < n; i++) {
    const [a, b, c] = [normal(), normal(), normal()];
    const joint = Math.sin(2 * a * b) + 0.2 * normal();
    X.data.set([a, b, c, joint, Math.cos(2 * joint) + 0.2 * normal()], 5 * i);
  }
  return createTable(columnNames(5), X);
}

describe("a Gaussian process by nearest rows", () => {
  it("has the likelihoods of scikit-learn 1.9.1 if each row is conditioned on all earlier rows", () => {
    for (const { rows, terms } of golden.cases) {
      const table = createTable(columnNames(4), matrixFromRows(rows));
      const { term } = gp(table, { nearestRows: rows.length - 1 }).local!;
      for (const { node, parents, likelihoods } of terms)
        expect(term(node, parents)).toBeCloseTo(Math.max(...likelihoods), 8);
    }
  });

  it("equals the product of the rows' densities given their neighbours, each by elimination", () => {
    for (const [n, m] of [
      [2, 1],
      [23, 4],
      [40, 7],
      [31, 12],
    ]) {
      const table = randomTable(createRng(`nearest/${n}`), 4, n);
      for (const [b, tau] of [
        [0.5, 0.01],
        [1, 1],
      ]) {
        const { term } = gp(table, { nearestRows: m, bandwidths: [b], noises: [tau] }).local!;
        for (const asked of [
          [0, [1]],
          [1, [0, 2, 3]],
        ] as const) {
          const [node, parents] = [asked[0], [...asked[1]]];
          expect(term(node, parents)).toBeCloseTo(twin(table, [node, parents], m, b, tau), 8);
        }
      }
    }
  });

  it("ranks parents like the full kernel matrix, with gains within a tenth of its gains", () => {
    const table = curves(300);
    const [whole, nearest] = [gpTerms(table), gpTerms(table, { nearestRows: 20 })];
    for (const node of [3, 4]) {
      const sets = subsetsOf([0, 1, 2, 7 - node]).filter((P) => P.length > 0);
      const values = (terms: typeof whole) => sets.map((P) => terms(P)[node]);
      const [exact, near] = [values(whole), values(nearest)];
      const best = (numbers: readonly number[]) => sets[numbers.indexOf(Math.max(...numbers))];
      expect(best(near)).toEqual(best(exact));
      const gains = (numbers: readonly number[]) => numbers.map((x) => x - whole([])[node]);
      const most = Math.max(...gains(exact));
      gains(near).forEach((gain, k) => {
        // The largest difference is 9.6 % of the gain of the true parents, for a set with three irrelevant ones besides them.
        expect(Math.abs(gain - gains(exact)[k])).toBeLessThan(0.1 * most);
      });
    }
  });

  it("has the same bytes whatever was requested before, also when more parents follow", () => {
    const table = randomTable(createRng("bytes"), 7, 70);
    const sets = [[0], [0, 1, 2, 3, 4, 5], [1, 2], [4], [2, 3, 4, 5, 6], []];
    const forth = sets.map(gpTerms(table, { nearestRows: 9 }));
    const back = gpTerms(table, { nearestRows: 9 });
    for (const [at, P] of [...sets.entries()].reverse()) expect(back(P)).toEqual(forth[at]);
  });

  it("orders the rows by their values only", () => {
    const { X } = standardised(randomTable(createRng("order"), 3, 50));
    const order = orderOfRows(X);
    expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, i) => i));
    const shuffled = createRng("shuffle").permutation(50);
    const other = matrix(50, 3);
    shuffled.forEach((from, to) => {
      other.data.set(X.data.subarray(3 * from, 3 * from + 3), 3 * to);
    });
    expect([...orderOfRows(other)].map((i) => shuffled[i])).toEqual([...order]);
  });

  it("refuses an invalid number of rows", () => {
    expect(() => gpTerms(randomTable(createRng("none"), 3, 20), { nearestRows: 0 })).toThrow(
      "gp: the nearest rows must be a whole number from 1 on, got 0",
    );
  });
});
