import fc from "fast-check";
import { describe, expect, it } from "vitest";
import golden from "../../../test/golden/categories.json" with { type: "json" };
import mixedGolden from "../../../test/golden/mixed.json" with { type: "json" };
import {
  allDags,
  columnsBut,
  plainTable,
  randomDag,
  randomTable,
  subsetsOf,
  suited,
} from "../../../test/problems.ts";
import { withCategories } from "../data/categories.ts";
import { createTable, type Table } from "../data/table.ts";
import { graphFromEdges } from "../graph/graph.ts";
import { matrix } from "../math/matrix.ts";
import { createRng } from "../math/rng.ts";
import { discreteBic } from "./discrete-bic.ts";
import { linearBic } from "./linear-bic.ts";
import { mixedBic } from "./mixed-bic.ts";

/** The parts of the formulas in the header, row by row. */
function slowPieces({ X, levels }: Table, set: readonly number[]) {
  const [A, C] = [set.filter((j) => levels?.[j]), set.filter((j) => !levels?.[j])];
  const k = C.length;
  const at = (i: number, j: number) => X.data[i * X.cols + j];
  const all = Array.from({ length: X.rows }, (_, i) => i);
  const by = (rows: readonly number[], columns: readonly number[]) => {
    const groups = new Map<string, number[]>();
    for (const i of rows) {
      const key = columns.map((j) => at(i, j)).join();
      groups.set(key, [...(groups.get(key) ?? []), i]);
    }
    return [...groups.values()];
  };
  const gaussian = (rows: readonly number[]) => {
    const mean = C.map((j) => rows.reduce((sum, i) => sum + at(i, j), 0) / rows.length);
    const cov = C.map((a, p) =>
      C.map(
        (b, q) => rows.reduce((s, i) => s + (at(i, a) - mean[p]) * (at(i, b) - mean[q]), 0) / rows.length,
      ),
    );
    return { mean, cov };
  };
  const whole = gaussian(all);
  /** log N of row i under the Gaussian of a cell's rows. */
  const density = (rows: readonly number[]) => {
    const { mean, cov } = rows.length >= k + 10 ? gaussian(rows) : whole;
    return (i: number) => {
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
  };
  const cells = A.reduce((product, j) => product * levels![j]!.length, 1);
  return { all, A, by, density, cells, ofGaussian: k + (k * (k + 1)) / 2, penalty: Math.log(X.rows) / 2 };
}

/** g(S) */
function slowValue(table: Table, set: readonly number[]): number {
  const { all, A, by, density, cells, ofGaussian, penalty } = slowPieces(table, set);
  let value = 0;
  for (const rows of by(all, A)) {
    const log = density(rows);
    for (const i of rows) value += Math.log(rows.length / all.length) + log(i);
  }
  return value - penalty * (cells * (1 + ofGaussian) - 1);
}

/** Bayes' theorem for category j with numbers among its parents. */
function slowPosterior(table: Table, j: number, P: readonly number[]): number {
  const { all, A, by, density, cells, ofGaussian, penalty } = slowPieces(table, P);
  let value = 0;
  for (const rows of by(all, A)) {
    const labels = by(rows, [j]).map((own) => ({ own, share: own.length / rows.length, log: density(own) }));
    for (const { own, share, log } of labels) {
      for (const i of own) {
        const sum = labels.reduce((s, other) => s + other.share * Math.exp(other.log(i) - log(i)), 0);
        value += Math.log(share / sum);
      }
    }
  }
  return value - penalty * cells * (table.levels![j]!.length - 1) * (1 + ofGaussian);
}

describe("mixedBic", () => {
  it("equals pgmpy for numeric nodes, and for categorical ones without numeric parents", () => {
    for (const { rows, terms } of golden.mixed) {
      const table = withCategories(plainTable(rows), ["v0", "v1"]);
      const [own, free] = [mixedBic(table), mixedBic(table, { penaltyWeight: 0 })];
      for (const { node, parents, likelihood, bic } of terms) {
        const near = (value: number, expected: number) =>
          expect(Math.abs(value - expected)).toBeLessThan(1e-9 * Math.abs(expected));
        if (bic === null) continue;
        near(free.local!.term(node, parents), likelihood);
        near(own.local!.term(node, parents), bic);
      }
    }
  });

  it("is Tetrad's conditional Gaussian if numbers cause no category, and scikit-learn's quadratic discriminant if they do", () => {
    for (const { rows, terms } of mixedGolden.cases) {
      const table = withCategories(plainTable(rows), ["v0", "v1"]);
      const { local } = mixedBic(table, { penaltyWeight: 0 });
      for (const { node, parents, posterior, tetrad, unbiased = 0 } of terms) {
        // Tetrad's score is twice ours; it uses unbiased covariances and does not count the means as parameters.
        const parameters = tetradParameters(table, [...parents, node]) - tetradParameters(table, parents);
        const expected = posterior ?? tetrad! / 2 - unbiased + (Math.log(rows.length) / 2) * parameters;
        expect(Math.abs(local!.term(node, parents) - expected)).toBeLessThan(1e-9 * Math.abs(expected));
      }
    }
  });

  it("equals its definition, row by row, for every kind of node and parents", () => {
    // 60 rows: many cells are too small for their own Gaussian.
    for (const n of [60, 400]) {
      const table = suited(randomTable(createRng(`slow/${n}`), 5, n), "mixed");
      const { local } = mixedBic(table);
      for (let j = 0; j < 5; j++) {
        for (const P of subsetsOf(columnsBut(5, j))) {
          const family = [...P, j].sort((a, b) => a - b);
          const isByBayes = table.levels![j] && P.some((p) => !table.levels![p]);
          const expected = isByBayes
            ? slowPosterior(table, j, P)
            : slowValue(table, family) - slowValue(table, P);
          expect(Math.abs(local!.term(j, P) - expected)).toBeLessThan(1e-8 * Math.max(1, Math.abs(expected)));
        }
      }
    }
  });

  it("compares graphs like bic if all columns are numbers, and is bic-discrete if none is", () => {
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

  it("is finite for any rows: labels seen once, numbers constant within a label, copies of each other", () => {
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

  it("gives a number that is constant within a label the variance of its rounding there, in any unit", () => {
    // Rain is 0 on all 60 dry days, and recorded in steps of 0.5 on the 40 others.
    const rng = createRng("rain");
    const n = 100;
    const wet = Array.from({ length: 40 }, () => (1 + rng.integer(20)) / 2);
    const rain = [...new Array<number>(60).fill(0), ...wet];
    const tableIn = (unit: number) => {
      const X = matrix(n, 2);
      rain.forEach((x, i) => {
        X.data.set([i < 60 ? 0 : 1, unit * x], 2 * i);
      });
      return withCategories(createTable(["sky", "rain"], X), ["sky"]);
    };
    const logNormal = (count: number, variance: number, squares: number) =>
      -(count * Math.log(2 * Math.PI * variance) + squares / variance) / 2;
    const mean = wet.reduce((sum, x) => sum + x, 0) / 40;
    const squares = wet.reduce((sum, x) => sum + (x - mean) ** 2, 0);
    const expected =
      logNormal(60, 0.5 ** 2 / 12, 0) + logNormal(40, squares / 40, squares) - (Math.log(n) / 2) * 4;
    const { local } = mixedBic(tableIn(1));
    expect(local!.term(1, [0])).toBeCloseTo(expected, 6);
    expect(local!.term(1, [0]) - local!.term(1, [])).toBeGreaterThan(100);
    expect(local!.term(0, [1]) - local!.term(0, [])).toBeGreaterThan(10);
    const inches = mixedBic(tableIn(1 / 25.4)).local!;
    expect(inches.term(1, [0]) - inches.term(1, [])).toBeCloseTo(local!.term(1, [0]) - local!.term(1, []), 6);
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

function tetradParameters({ levels }: Table, set: readonly number[]): number {
  const k = set.filter((j) => !levels?.[j]).length;
  const cells = set.reduce((product, j) => product * (levels?.[j]?.length ?? 1), 1);
  return cells * (1 + (k * (k + 1)) / 2);
}
