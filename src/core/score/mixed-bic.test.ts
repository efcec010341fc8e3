import fc from "fast-check";
import { describe, expect, it } from "vitest";
import golden from "../../../test/golden/categories.json" with { type: "json" };
import {
  allDags,
  columnNames,
  columnsBut,
  plainTable,
  randomDag,
  randomTable,
  subsetsOf,
  suited,
} from "../../../test/problems.ts";
import { withCategories } from "../data/categories.ts";
import { createTable, type Table } from "../data/table.ts";
import { edgeCount, graphFromEdges, parentsOf, topologicalOrder } from "../graph/graph.ts";
import { graphMetrics } from "../graph/metrics.ts";
import { matrix } from "../math/matrix.ts";
import { createRng, type Rng } from "../math/rng.ts";
import { exactSearch } from "../search/exact/exact.ts";
import { finish } from "../search/search.ts";
import { discreteBic } from "./discrete-bic.ts";
import { linearBic } from "./linear-bic.ts";
import { mixedBic } from "./mixed-bic.ts";

/** g(S) as the header defines it, row by row: log densities of each cell's own Gaussian, or of the table's. */
function slowValue({ X, levels }: Table, set: readonly number[]): number {
  const n = X.rows;
  const A = set.filter((j) => levels?.[j]);
  const C = set.filter((j) => !levels?.[j]);
  const k = C.length;
  const at = (i: number, j: number) => X.data[i * X.cols + j];
  const groups = new Map<string, number[]>();
  for (let i = 0; i < n; i++) {
    const key = A.map((j) => at(i, j)).join();
    groups.set(key, [...(groups.get(key) ?? []), i]);
  }
  const gaussian = (rows: readonly number[]) => {
    const mean = C.map((j) => rows.reduce((sum, i) => sum + at(i, j), 0) / rows.length);
    const cov = C.map((a, p) =>
      C.map(
        (b, q) => rows.reduce((s, i) => s + (at(i, a) - mean[p]) * (at(i, b) - mean[q]), 0) / rows.length,
      ),
    );
    return { mean, cov };
  };
  const logDensity = (i: number, { mean, cov }: ReturnType<typeof gaussian>) => {
    // Elimination of [cov | x − mean]: the determinant, and the quadratic form from the reduced right side.
    const M = cov.map((row, p) => [...row, at(i, C[p]) - mean[p]]);
    let [logdet, quadratic] = [0, 0];
    for (let p = 0; p < k; p++) {
      logdet += Math.log(M[p][p]);
      quadratic += M[p][k] ** 2 / M[p][p];
      for (let q = p + 1; q < k; q++) {
        const f = M[q][p] / M[p][p];
        for (let c = p; c <= k; c++) M[q][c] -= f * M[p][c];
      }
    }
    return -(k * Math.log(2 * Math.PI) + logdet + quadratic) / 2;
  };
  const whole = gaussian(Array.from({ length: n }, (_, i) => i));
  let value = 0;
  for (const rows of groups.values()) {
    value += rows.length * Math.log(rows.length / n);
    const own = rows.length >= k + 10 ? gaussian(rows) : whole;
    for (const i of rows) value += logDensity(i, own);
  }
  const cells = A.reduce((product, j) => product * levels![j]!.length, 1);
  return value - (Math.log(n) / 2) * (cells * (1 + k + (k * (k + 1)) / 2) - 1);
}

describe("mixedBic", () => {
  it("is what pgmpy computes, likelihood and BIC, also for categories caused by numbers", () => {
    for (const { rows, terms } of golden.mixed) {
      const table = withCategories(plainTable(rows), ["v0", "v1"]);
      const [own, free] = [mixedBic(table), mixedBic(table, { penaltyWeight: 0 })];
      for (const { node, parents, likelihood, bic } of terms) {
        const near = (value: number, expected: number) =>
          expect(Math.abs(value - expected)).toBeLessThan(1e-9 * Math.abs(expected));
        near(free.local!.term(node, parents), likelihood);
        if (bic !== null) near(own.local!.term(node, parents), bic);
      }
    }
  });

  it("is the difference of two joint likelihoods and their parameters, for every kind of node and parents", () => {
    // 60 rows: many cells are too small for a Gaussian of their own.
    for (const n of [60, 400]) {
      const table = suited(randomTable(createRng(`slow/${n}`), 5, n), "mixed");
      const { local } = mixedBic(table);
      for (let j = 0; j < 5; j++) {
        for (const P of subsetsOf(columnsBut(5, j))) {
          const family = [...P, j].sort((a, b) => a - b);
          const expected = slowValue(table, family) - slowValue(table, P);
          expect(Math.abs(local!.term(j, P) - expected)).toBeLessThan(1e-8 * Math.max(1, Math.abs(expected)));
        }
      }
    }
  });

  it("compares graphs as bic does where all columns are numbers, and is bic-discrete where none is", () => {
    const rng = createRng("pure");
    const numbers = randomTable(rng, 4, 80);
    const [own, linear] = [mixedBic(numbers), linearBic(numbers)];
    const [first, ...others] = allDags(3).map(({ edges }) =>
      graphFromEdges(
        4,
        [0, 1, 2].flatMap((i) => [0, 1, 2].filter((j) => edges[i * 3 + j]).map((j) => [i, j] as const)),
      ),
    );
    for (const graph of others) {
      expect(2 * (own.ofGraph(graph) - own.ofGraph(first))).toBeCloseTo(
        linear.ofGraph(graph) - linear.ofGraph(first),
        7,
      );
    }
    const cut = suited(numbers, "categories");
    const labels = withCategories(cut, cut.names);
    for (let trial = 0; trial < 10; trial++) {
      const graph = randomDag(rng, 4);
      expect(mixedBic(labels).ofGraph(graph)).toBeCloseTo(discreteBic(labels).ofGraph(graph), 8);
    }
  });

  it("is a number for any rows: labels seen once, numbers constant within a label, copies of each other", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 60 }),
        fc.integer({ min: 1, max: 8 }),
        fc.string(),
        (n, labels, seed) => {
          const rng = createRng(seed);
          const X = matrix(n, 4);
          for (let i = 0; i < n; i++) {
            const label = i < labels ? i : rng.integer(labels);
            const flat = i === 0 ? -5 : label % 2 === 0 ? 1 : rng.normal() + i;
            X.data.set([label, flat, rng.integer(3), i], 4 * i);
          }
          const data = createTable(["a", "b", "c", "e"], X);
          const { local } = mixedBic(withCategories(data, ["a", "c"]));
          for (let j = 0; j < 4; j++) {
            for (const P of subsetsOf(columnsBut(4, j)))
              expect(Number.isFinite(local!.term(j, P))).toBe(true);
          }
        },
      ),
      { seed: 1, numRuns: 40 },
    );
  });

  it("joins what belongs together in random graphs of categories and numbers that cause each other", () => {
    const total = { edges: 0, missing: 0, extra: 0 };
    for (let trial = 0; trial < 10; trial++) {
      const { table, truth } = mixedProblem(createRng(`mixed/${trial}`), 6, 2000);
      const { graph } = finish(exactSearch({ score: mixedBic(table) }));
      const { missing, extra } = graphMetrics(truth, graph!);
      total.edges += edgeCount(truth);
      total.missing += missing;
      total.extra += extra;
    }
    expect(total.edges).toBeGreaterThan(40);
    expect(total.missing).toBeLessThanOrEqual(6);
    expect(total.extra).toBeLessThanOrEqual(6);
  });

  it("refuses a constant number and a negative weight", () => {
    const X = matrix(
      20,
      2,
      Float64Array.from({ length: 40 }, (_, k) => (k % 2 === 0 ? (k / 2) % 3 : 7)),
    );
    const data = withCategories(createTable(["a", "k"], X), ["a"]);
    expect(() => mixedBic(data)).toThrow(/^score: column "k" must be finite and vary/);
    expect(() => mixedBic(data, { penaltyWeight: -1 })).toThrow(
      "score: the penalty weight must be 0 or more, got -1",
    );
  });
});

/** Every other column has three labels, drawn by a multinomial logit of its parents; the others are numbers, with slopes that depend on the labels. */
function mixedProblem(rng: Rng, d: number, n: number) {
  const truth = randomDag(rng, d, 0.4);
  const isCategory = (j: number) => j % 2 === 0;
  const weights = Float64Array.from(
    { length: d * d * 9 },
    () => (rng.uniform() < 0.5 ? -1 : 1) * (0.7 + 0.8 * rng.uniform()),
  );
  const X = matrix(n, d);
  for (let i = 0; i < n; i++) {
    const row = X.data.subarray(i * d, (i + 1) * d);
    for (const j of topologicalOrder(truth)!) {
      const parents = parentsOf(truth, j);
      const cell = parents.filter(isCategory).reduce((c, p) => 3 * c + row[p], 0) % 9;
      const effect = (p: number, of: number) => weights[(p * d + j) * 9 + of];
      const pull = (label: number) =>
        parents.reduce(
          (sum, p) => sum + (isCategory(p) ? 1.2 * effect(p, 3 * label + row[p]) : row[p] * effect(p, label)),
          -Math.log(-Math.log(rng.uniform())),
        );
      const pulls = [0, 1, 2].map(pull);
      row[j] = isCategory(j)
        ? pulls.indexOf(Math.max(...pulls))
        : parents.reduce(
            (sum, p) => sum + (isCategory(p) ? 1.2 * effect(p, row[p]) : row[p] * effect(p, cell)),
            rng.normal(),
          );
    }
  }
  const table = createTable(columnNames(d), X);
  return {
    table: withCategories(
      table,
      table.names.filter((_, j) => isCategory(j)),
    ),
    truth,
  };
}
