import { existsSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changedValues, columnNames, randomTable } from "../../../test/problems.ts";
import { tableFromCsv } from "../data/columns.ts";
import { createTable, standardised, type Table } from "../data/table.ts";
import { emptyGraph, graphFromEdges } from "../graph/graph.ts";
import { type Matrix, matrix, matrixFromRows, selectColumns } from "../math/matrix.ts";
import { medianDistance } from "../math/median-distance.ts";
import { createRng } from "../math/rng.ts";
import { exactSearch } from "../search/exact/exact.ts";
import { finish } from "../search/search.ts";
import { gp, gpTerms } from "./gp.ts";

const golden = JSON.parse(readFileSync(new URL("../../../test/golden/gp.json", import.meta.url), "utf8")) as {
  cases: {
    rows: number[][];
    terms: { node: number; parents: number[]; likelihoods: number[] }[];
  }[];
};

const [bandwidths, noises] = [
  [0.5, 1],
  [0.01, 0.1, 1],
];

/** log N(y; 0, σ̂² (K + τ I)) by plain elimination: each value given the earlier ones. */
function eliminated(X: Matrix, y: Float64Array, length: number, tau: number): number {
  const n = X.rows;
  const A = Array.from({ length: n }, (_, a) =>
    Array.from({ length: n }, (_, b) => {
      let square = 0;
      for (let f = 0; f < X.cols; f++) square += (X.data[a * X.cols + f] - X.data[b * X.cols + f]) ** 2;
      return Math.exp(-square / (2 * length * length)) + (a === b ? tau : 0);
    }),
  );
  const z = [...y];
  let [q, logdet] = [0, 0];
  for (let p = 0; p < n; p++) {
    q += (z[p] * z[p]) / A[p][p];
    logdet += Math.log(A[p][p]);
    for (let i = p + 1; i < n; i++) {
      const factor = A[i][p] / A[p][p];
      z[i] -= factor * z[p];
      for (let j = p; j < n; j++) A[i][j] -= factor * A[p][j];
    }
  }
  return -0.5 * (n * Math.log((2 * Math.PI * q) / n) + n + logdet);
}

function twin(table: Table, node: number, parents: number[]): number {
  const { X } = standardised(table);
  const inputs = selectColumns(X, parents);
  const w = medianDistance(inputs);
  const y = selectColumns(X, [node]).data;
  return Math.max(...bandwidths.flatMap((b) => noises.map((t) => eliminated(inputs, y, b * w, t))));
}

/** x → y by a nonlinear function, n rows, noise of this standard deviation. */
function curve(seed: string, n: number, noise: number, f = Math.sin): Table {
  const rng = createRng(seed);
  const X = matrix(n, 2);
  for (let i = 0; i < n; i++) {
    X.data[2 * i] = 2 * rng.normal();
    X.data[2 * i + 1] = f(X.data[2 * i]) + noise * rng.normal();
  }
  return createTable(columnNames(2), X);
}

describe("gp", () => {
  it("has the likelihoods of scikit-learn 1.9.1 with the same kernels, each and the largest", () => {
    for (const { rows, terms } of golden.cases) {
      const table = createTable(columnNames(4), matrixFromRows(rows));
      for (const { node, parents, likelihoods } of terms) {
        expect(gp(table).local!.term(node, parents)).toBeCloseTo(Math.max(...likelihoods), 9);
        likelihoods.forEach((likelihood, cell) => {
          const one = { bandwidths: [bandwidths[Math.floor(cell / 3)]], noises: [noises[cell % 3]] };
          expect(gp(table, one).local!.term(node, parents)).toBeCloseTo(likelihood, 9);
        });
      }
    }
  });

  it("equals elimination done value by value", () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 2, max: 40 }), (seed, n) => {
        const table = randomTable(createRng(`twin/${seed}`), 4, n);
        const { term } = gp(table).local!;
        for (const [node, parents] of [
          [0, [1]],
          [3, [0, 2]],
          [1, [0, 2, 3]],
        ] as const)
          expect(term(node, parents)).toBeCloseTo(twin(table, node, [...parents]), 8);
      }),
      { seed: 1, numRuns: 25 },
    );
  });

  it("is the Gaussian likelihood with its own variance if there are no parents", () => {
    const table = randomTable(createRng("empty"), 3, 50);
    const each = -25 * (Math.log(2 * Math.PI) + 1);
    expect(gp(table).ofGraph(emptyGraph(3))).toBeCloseTo(3 * each, 10);
  });

  it("does not depend on the units of the columns, or their means", () => {
    const table = randomTable(createRng("units"), 4, 60);
    const other = changedValues(table, (x, j) => 10 ** (3 * j - 4) * x + 7 * j);
    for (const [node, parents] of [
      [0, [1]],
      [2, [0, 1, 3]],
    ] as const)
      expect(gp(other).local!.term(node, parents)).toBeCloseTo(gp(table).local!.term(node, parents), 6);
  });

  it("prefers the direction in which the noise is independent, for nonlinear functions", () => {
    for (const f of [Math.sin, (x: number) => x * x, Math.tanh]) {
      const score = gp(curve("direction", 200, 0.2, f));
      const [forth, back] = [[0, 1] as const, [1, 0] as const].map((e) =>
        score.ofGraph(graphFromEdges(2, [e])),
      );
      expect(forth).toBeGreaterThan(back);
      expect(forth).toBeGreaterThan(score.ofGraph(emptyGraph(2)));
    }
  });

  it("needs no penalty: an irrelevant parent nearly always lowers the score, alone and beside a relevant one", () => {
    // Measured on 400 tables of 60 rows: it raises the score in 2.0 % of them, beside a relevant one in 0.3 % (linear BIC: 4 %).
    const gains = Array.from({ length: 100 }, (_, trial) => {
      const n = 60;
      const rng = createRng(`idle/${trial}`);
      const { X } = curve(`curve/${trial}`, n, 0.5);
      const data = new Float64Array(n * 3);
      for (let i = 0; i < n; i++) data.set([X.data[2 * i], X.data[2 * i + 1], rng.normal()], 3 * i);
      const { term } = gp(createTable(columnNames(3), matrix(n, 3, data))).local!;
      return [term(1, [2]) - term(1, []), term(1, [0, 2]) - term(1, [0])];
    });
    expect(gains.filter(([alone]) => alone > 0).length).toBeLessThanOrEqual(5);
    expect(gains.filter(([, beside]) => beside > 0).length).toBeLessThanOrEqual(2);
    for (const at of [0, 1]) expect(gains.reduce((sum, gain) => sum + gain[at], 0) / 100).toBeLessThan(-2);
  });

  it("has the same bytes whatever was requested before", () => {
    const table = randomTable(createRng("bytes"), 5, 70);
    const sets = [[0], [1, 2], [0, 1, 2, 3], [4], [2, 3, 4], []];
    const forth = gpTerms(table);
    const back = gpTerms(table);
    const rows = sets.map(forth);
    for (const [at, P] of [...sets.entries()].reverse()) expect(back(P)).toEqual(rows[at]);
    expect(sets.map(gpTerms(table))).toEqual(rows);
  });

  it("works in exact search, which finds the nonlinear effect and its direction, with proof", () => {
    const rng = createRng("exact");
    const n = 150;
    const X = matrix(n, 3);
    for (let i = 0; i < n; i++) {
      const [a, b] = [2 * rng.normal(), rng.normal()];
      X.data.set([Math.sin(a) * b + 0.1 * rng.normal(), a, b], 3 * i);
    }
    const step = finish(exactSearch({ score: gp(createTable(columnNames(3), X)) }));
    expect(step.graph).toEqual(
      graphFromEdges(3, [
        [1, 0],
        [2, 0],
      ]),
    );
    expect(step.bound - step.score).toBeLessThan(1e-6);
  });
});

describe("gp on awkward columns", () => {
  const terms = (rows: number[][], P: number[]) =>
    gpTerms(createTable(columnNames(rows[0].length), matrixFromRows(rows)))(P);

  it("refuses a constant column and a missing value by name", () => {
    const rows = [
      [1, 2],
      [1, 3],
      [1, 5],
    ];
    expect(() => terms(rows, [1])).toThrow(/column "v0" must be finite and vary.*leave out "v0"/);
    rows[0][0] = Number.NaN;
    expect(() => terms(rows, [1])).toThrow(/column "v0" must be finite/);
  });

  it("scores a column and its duplicate like the column alone", () => {
    const { X } = curve("double", 40, 0.3);
    const rows = Array.from({ length: 40 }, (_, i) => [
      X.data[2 * i],
      5 - 2 * X.data[2 * i],
      X.data[2 * i + 1],
    ]);
    expect(terms(rows, [0, 1])[2]).toBeCloseTo(terms(rows, [0])[2], 8);
    const exact = terms(rows, [0])[1];
    expect(Number.isFinite(exact)).toBe(true);
    expect(exact).toBeGreaterThan(terms(rows, [0])[2]);
  });

  it("is finite for repeated rows, discrete columns, few rows and huge or tiny units", () => {
    const rng = createRng("awkward");
    const repeated = Array.from({ length: 40 }, (_, i) =>
      i < 30 ? [1, 1, 1] : [rng.normal(), i, rng.normal()],
    );
    const discrete = Array.from({ length: 40 }, () => [rng.integer(2), rng.integer(3), rng.integer(2)]);
    const few = [
      [1, 2, 0],
      [2, 1, 5],
      [7, 3, 1],
    ];
    const two = [
      [0, 1, 2],
      [1, 0, 3],
    ];
    const units = Array.from({ length: 9 }, (_, i) => [1e150 * i * i, 1e-150 * i, rng.normal()]);
    for (const rows of [repeated, discrete, few, two, units]) {
      for (const P of [[0], [1], [0, 1], [1, 2]]) expect(terms(rows, P).every(Number.isFinite)).toBe(true);
    }
  });

  it("refuses a grid that is empty, without noise or without length", () => {
    const table = curve("grid", 20, 1);
    expect(() => gp(table, { noises: [0] })).toThrow(
      /noises must be 1e-6 or more, got 0; a process without noise/,
    );
    expect(() => gp(table, { bandwidths: [Number.NaN] })).toThrow(/bandwidths must be above 0, got NaN/);
    expect(() => gp(table, { noises: [] })).toThrow(/at least one/);
  });
});

const shared = new URL("../../../../shared/data/gp/", import.meta.url);
describe("gp on the paper's first Gaussian-process set", () => {
  it.skipIf(!existsSync(shared))(
    "scores the true graph above that graph without one edge (skipped if ../shared/data/gp is absent)",
    () => {
      const text = readFileSync(new URL("p10_e40_n1000_GP-01.csv", shared), "utf8");
      const all = tableFromCsv(text);
      const { term } = gp(all).local!;
      // x3 has one parent, x2 two; the whole neighbourhood of the graph takes half a minute.
      const truth = readFileSync(new URL("p10_e40_n1000_GP-01-truth.csv", shared), "utf8");
      const edges = truth
        .trim()
        .split("\n")
        .slice(1)
        .map((line) => line.split(",").map((x) => all.names.indexOf(x)));
      for (const node of [2, 3]) {
        const parents = edges
          .filter(([, to]) => to === node)
          .map(([from]) => from)
          .sort((a, b) => a - b);
        const best = term(node, parents);
        for (const lost of parents)
          expect(
            term(
              node,
              parents.filter((p) => p !== lost),
            ),
          ).toBeLessThan(best - 5);
      }
    },
    30_000,
  );
});
