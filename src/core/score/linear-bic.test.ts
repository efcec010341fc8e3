import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { allDags, changedValues, leastSquares, randomDag, randomTable } from "../../../test/problems.ts";
import { expectEqualVariance } from "../../../test/slow-twins.ts";
import type { Table } from "../data/table.ts";
import { equivalenceClass } from "../graph/equivalence.ts";
import {
  completeGraph,
  edgeCount,
  emptyGraph,
  type Graph,
  graphFromEdges,
  parentsOf,
} from "../graph/graph.ts";
import { matrixFromRows } from "../math/matrix.ts";
import { createRng } from "../math/rng.ts";
import { linearBic, linearBicEqualVariance } from "./linear-bic.ts";
import { paperScore } from "./score.ts";

const residuals = (table: Table, graph: Graph) =>
  Array.from({ length: graph.d }, (_, j) => leastSquares(table, j, parentsOf(graph, j)).rss);
const sum = (x: readonly number[]) => x.reduce((a, b) => a + b, 0);

const problems = fc.nat().map((seed) => {
  const rng = createRng(`linear-bic/${seed}`);
  const d = 1 + rng.integer(6);
  const n = d + 3 + rng.integer(50);
  return { rng, d, n, table: randomTable(rng, d, n), graph: randomDag(rng, d), weight: 3 * rng.uniform() };
});

describe("linearBic", () => {
  it("is −[Σ n log(RSS/n) + w E log n] with least squares done on the rows", () => {
    fc.assert(
      fc.property(problems, ({ table, graph, n, weight }) => {
        const fit = sum(residuals(table, graph).map((rss) => n * Math.log(rss / n)));
        const expected = -(fit + weight * edgeCount(graph) * Math.log(n));
        const ours = linearBic(table, { penaltyWeight: weight }).ofGraph(graph);
        expect(Math.abs(ours - expected)).toBeLessThan(1e-6 * Math.max(1, Math.abs(expected)));
      }),
      { seed: 1, numRuns: 100 },
    );
  });

  it("is known by hand for two columns: residual 1 of 5 after x, 5 of 5 without", () => {
    const X = matrixFromRows([
      [-1, -1.5],
      [-1, -0.5],
      [1, 0.5],
      [1, 1.5],
    ]);
    const score = linearBic({ names: ["x", "y"], X });
    const n = 4;
    expect(score.ofGraph(emptyGraph(2))).toBeCloseTo(-n * (Math.log(4 / 4) + Math.log(5 / 4)), 12);
    expect(score.ofGraph(graphFromEdges(2, [[0, 1]]))).toBeCloseTo(-n * Math.log(1 / 4) - Math.log(n), 12);
    expect(score.coefficients!(1, [0])[0]).toBeCloseTo(1, 12);
    expect(score.rss!(1, [0])).toBeCloseTo(1, 12);
  });

  it("has the same value for every member of an equivalence class", () => {
    fc.assert(
      fc.property(problems, ({ table, graph }) => {
        const score = linearBic(table);
        const value = score.ofGraph(graph);
        for (const member of equivalenceClass(graph, { limit: 30 }).members) {
          expect(Math.abs(score.ofGraph(member) - value)).toBeLessThan(1e-6 * Math.max(1, Math.abs(value)));
        }
      }),
      { seed: 2, numRuns: 60 },
    );
  });

  it("shifts by −2 n log|c| when a column is multiplied by c, and not at all when a constant is added", () => {
    fc.assert(
      fc.property(problems, ({ rng, table, graph, n, d }) => {
        const factor = Array.from(
          { length: d },
          () => (rng.uniform() < 0.5 ? -1 : 1) * Math.exp(rng.normal()),
        );
        const moved = changedValues(table, (x, j) => factor[j] * x + 10 * j);
        const expected =
          linearBic(table).ofGraph(graph) - sum(factor.map((c) => 2 * n * Math.log(Math.abs(c))));
        expect(Math.abs(linearBic(moved).ofGraph(graph) - expected)).toBeLessThan(
          1e-6 * Math.max(1, Math.abs(expected)),
        );
      }),
      { seed: 3, numRuns: 60 },
    );
  });
});

describe("linearBicEqualVariance", () => {
  it("is −[n d log(Σ RSS/(n d)) + w E log n], d times the penalty for the runs, with least squares done on the rows", () => {
    fc.assert(
      fc.property(problems, (problem) => expectEqualVariance(linearBicEqualVariance, problem, residuals)),
      { seed: 4, numRuns: 100 },
    );
  });

  it("shifts by −2 n d log c when all columns are multiplied by the same c: no comparison changes", () => {
    const table = randomTable(createRng("same-unit"), 4, 40);
    const scaled = changedValues(table, (x) => 100 * x - 3);
    for (const graph of allDags(4).slice(0, 100)) {
      const difference =
        linearBicEqualVariance(table).ofGraph(graph) - linearBicEqualVariance(scaled).ofGraph(graph);
      expect(difference).toBeCloseTo(2 * 40 * 4 * Math.log(100), 6);
    }
  });

  it("distinguishes the two members of a class, and reverses its preference with the units", () => {
    const rng = createRng("direction");
    const rows = Array.from({ length: 400 }, () => {
      const x = rng.normal();
      return [x, x + rng.normal()];
    });
    const table: Table = { names: ["x", "y"], X: matrixFromRows(rows) };
    const [forth, back] = [graphFromEdges(2, [[0, 1]]), graphFromEdges(2, [[1, 0]])];
    const prefersForth = (t: Table) => {
      const score = linearBicEqualVariance(t);
      return score.ofGraph(forth) > score.ofGraph(back);
    };
    expect(prefersForth(table)).toBe(true);
    expect(prefersForth(changedValues(table, (x, j) => (j === 0 ? 10 * x : x)))).toBe(false);
  });
});

describe("the paper's bounds", () => {
  it("are S without penalty of the complete and of the empty graph; S relates to our score as the header says", () => {
    const table = randomTable(createRng("bounds"), 4, 60);
    const [n, d] = [60, 4];
    const graph = randomDag(createRng("bounds/graph"), d);
    const each = linearBic(table);
    const equal = linearBicEqualVariance(table);
    // The published 1e-8 moves S by less than 1e-7 at these variances.
    expect(each.bounds!.ofGraph(graph)).toBeCloseTo(-each.ofGraph(graph) / n, 6);
    expect(equal.bounds!.ofGraph(graph)).toBeCloseTo(-equal.ofGraph(graph) / (n * d) + Math.log(d), 6);
    expect(each.bounds!.upper).toBeCloseTo(each.bounds!.ofGraph(emptyGraph(d)), 12);
    const others = Array.from(
      { length: d },
      (_, j) =>
        leastSquares(
          table,
          j,
          [0, 1, 2, 3].filter((i) => i !== j),
        ).rss,
    );
    expect(each.bounds!.lower).toBeCloseTo(sum(others.map((r) => Math.log(r / n))), 6);
    expect(equal.bounds!.lower).toBeCloseTo(Math.log(sum(others) / n), 6);
  });

  it("keep every DAG between 0 and slightly above 5", () => {
    const table = randomTable(createRng("bounds/dags"), 4, 60);
    for (const score of [linearBic(table), linearBicEqualVariance(table)]) {
      expect(paperScore(score.bounds!, emptyGraph(4))).toBeCloseTo(5, 12);
      for (const graph of allDags(4)) expect(paperScore(score.bounds!, graph)).toBeGreaterThan(0);
    }
  });
});

describe("both", () => {
  const X = matrixFromRows([[1, 2]]);

  it("refuse a negative weight, NaN, and a single row", () => {
    const table = randomTable(createRng("refuse"), 2, 5);
    for (const make of [linearBic, linearBicEqualVariance]) {
      expect(() => make(table, { penaltyWeight: -1 })).toThrow(
        "score: the penalty weight must be 0 or more, got -1",
      );
      expect(() => make(table, { penaltyWeight: Number.NaN })).toThrow("got NaN");
      expect(() => make({ names: ["a", "b"], X })).toThrow("score: at least two rows are needed, got 1");
    }
  });

  it("are finite for collinear, duplicate and nearly collinear parents", () => {
    const table = randomTable(createRng("collinear"), 5, 30);
    const { data } = table.X;
    for (let i = 0; i < 30; i++) {
      data[i * 5 + 2] = data[i * 5] + data[i * 5 + 1];
      data[i * 5 + 3] = data[i * 5] * (1 + 1e-9 * i);
    }
    for (const make of [linearBic, linearBicEqualVariance]) {
      for (const order of [
        [0, 1, 2, 3, 4],
        [4, 3, 2, 1, 0],
        [2, 3, 0, 4, 1],
      ]) {
        const score = make(table);
        expect(Number.isFinite(score.ofGraph(completeGraph(order)))).toBe(true);
        expect(Number.isFinite(paperScore(score.bounds!, completeGraph(order)))).toBe(true);
        expect(score.coefficients!(order[4], order.slice(0, 4)).every(Number.isFinite)).toBe(true);
      }
    }
  });
});
