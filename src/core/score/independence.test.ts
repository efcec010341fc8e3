import { describe, expect, it } from "vitest";
import {
  allDags,
  awkwardTables,
  changedValues,
  randomDag,
  randomTable,
  reorderedRows,
} from "../../../test/problems.ts";
import { createTable, type Table } from "../data/table.ts";
import { completeGraph, emptyGraph, graphFromEdges, sameGraph } from "../graph/graph.ts";
import { hsic } from "../math/hsic.ts";
import { column, matrix } from "../math/matrix.ts";
import { createRng } from "../math/rng.ts";
import { additiveFit, basisScatter } from "../math/smooth/additive.ts";
import { createRewards } from "../search/agents/rl/rewards.ts";
import { hillClimb } from "../search/greedy/hill-climb.ts";
import { finish } from "../search/search.ts";
import { independence } from "./independence.ts";

/** a → b → c with noise that is far from Gaussian. */
function bentChain(label: string, n: number): Table {
  const rng = createRng(label);
  const noise = () => 0.6 * (rng.uniform() - 0.5);
  const X = matrix(n, 3);
  for (let i = 0; i < n; i++) {
    const a = 2 * rng.uniform() - 1;
    const b = a * a * a + a + noise();
    X.data.set([a, b, Math.sin(2 * b) + noise()], 3 * i);
  }
  return createTable(["a", "b", "c"], X);
}

describe("independence", () => {
  it("is the sum of log p of each residual against all others, minus log n for each edge", () => {
    const table = bentChain("formula", 60);
    const score = independence(table);
    const columns = [0, 1, 2].map((j) => column(table.X, j));
    const beside = (j: number, k: number) =>
      matrix(
        60,
        2,
        Float64Array.from({ length: 120 }, (_, at) => z(columns[at % 2 === 0 ? j : k])[at >> 1]),
      );
    const alone = (j: number) => matrix(60, 1, z(columns[j]));
    const logP = [
      hsic(alone(0), beside(1, 2)),
      hsic(alone(1), beside(0, 2)),
      hsic(alone(2), beside(0, 1)),
    ].reduce((sum, test) => sum + test.logP, 0);
    expect(score.ofGraph(emptyGraph(3))).toBeCloseTo(logP, 9);
    const edge = graphFromEdges(3, [[0, 1]]);
    const free = independence(table, { penaltyWeight: 0 });
    expect(free.ofGraph(edge) - score.ofGraph(edge)).toBeCloseTo(Math.log(60), 9);
    expect(independence(table, { penaltyWeight: 2.5 }).ofGraph(edge)).toBeCloseTo(
      free.ofGraph(edge) - 2.5 * Math.log(60),
      9,
    );
  });

  it("tests the residuals of the additive fits, with the same sums of squares", () => {
    const table = bentChain("residuals", 80);
    const { rss } = additiveFit(basisScatter(table.X), 1, [0]);
    const two = createTable(
      ["a", "b"],
      matrix(
        80,
        2,
        Float64Array.from({ length: 160 }, (_, at) => column(table.X, at % 2)[at >> 1]),
      ),
    );
    // A linear fit by hand leaves larger residuals than the splines, and another p-value.
    const [a, b] = [z(column(table.X, 0)), z(column(table.X, 1))];
    const slope = a.reduce((sum, x, i) => sum + x * b[i], 0) / 80;
    const line = b.map((y, i) => y - slope * a[i]);
    expect(rss).toBeLessThan(line.reduce((sum, e) => sum + e * e, 0));
    const straight = 2 * hsic(matrix(80, 1, a), matrix(80, 1, z(line))).logP - Math.log(80);
    expect(independence(two).ofGraph(graphFromEdges(2, [[0, 1]]))).toBeGreaterThan(straight + 1);
  });

  it("finds the directions of a chain with uniform noise, also by hill climbing", () => {
    const score = independence(bentChain("directions", 250));
    const truth = graphFromEdges(3, [
      [0, 1],
      [1, 2],
    ]);
    for (const graph of allDags(3)) {
      if (!sameGraph(graph, truth)) expect(score.ofGraph(truth)).toBeGreaterThan(score.ofGraph(graph));
    }
    expect(sameGraph(finish(hillClimb({ score, rng: createRng(1), restarts: 2 })).graph!, truth)).toBe(true);
  });

  it("has the paper's S, which 0 bounds from below, and agents use that bound", () => {
    const score = independence(bentChain("bounds", 80));
    const { lower, upper, ofGraph } = score.bounds!;
    expect(lower).toBe(0);
    expect(upper).toBe(-score.ofGraph(emptyGraph(3)));
    for (const graph of allDags(3)) {
      expect(ofGraph(graph)).toBe(-score.ofGraph(graph));
      expect(ofGraph(graph)).toBeGreaterThan(0);
    }
    const rewards = createRewards(score);
    expect([rewards.lower, rewards.upper, rewards.isLowerBound]).toEqual([0, upper, true]);
    // 0 → 1: bit 0 of the parents of variable 1.
    const { score: scaled } = rewards.evaluate(Uint32Array.of(0, 1, 0), 1);
    expect(scaled[0]).toBeCloseTo((5 * ofGraph(graphFromEdges(3, [[0, 1]]))) / upper, 12);
  });

  it("depends neither on units nor on the order of the rows", () => {
    const rng = createRng("units");
    const table = randomTable(rng, 4, 50);
    const graph = randomDag(rng, 4);
    const value = independence(table).ofGraph(graph);
    expect(independence(changedValues(table, (x, j) => 10 ** j * x - j)).ofGraph(graph)).toBeCloseTo(
      value,
      6,
    );
    expect(independence(reorderedRows(table, rng.permutation(50))).ofGraph(graph)).toBeCloseTo(value, 6);
  });

  it("is finite for few rows, repeated rows, discrete columns, copies and combinations; −Infinity for too many parents", () => {
    for (const table of awkwardTables(6)) {
      const score = independence(table);
      for (const graph of allDags(3)) expect(Number.isFinite(score.ofGraph(graph))).toBe(true);
    }
    const wide = independence(randomTable(createRng("wide"), 4, 4));
    expect(wide.ofGraph(completeGraph([0, 1, 2, 3]))).toBe(Number.NEGATIVE_INFINITY);
    expect(independence(randomTable(createRng("one"), 1, 20)).ofGraph(emptyGraph(1))).toBeCloseTo(0, 12);
  });

  it("refuses unsupported input with a sentence", () => {
    const table = randomTable(createRng("refuses"), 3, 20);
    expect(() => independence(table, { penaltyWeight: -1 })).toThrow(
      "score: the penalty weight must be 0 or more, got -1",
    );
    expect(() => independence(changedValues(table, (x, j) => (j === 1 ? 4 : x)))).toThrow(
      'column "v1" must be finite and vary',
    );
    expect(() => independence(randomTable(createRng(1), 2, 2001))).toThrow(
      "independence: at most 2000 rows, got 2001; use the score additive",
    );
  });
});

/** Mean 0, variance 1. */
function z(values: Float64Array): Float64Array {
  const n = values.length;
  const mean = values.reduce((sum, x) => sum + x, 0) / n;
  const scale = Math.sqrt(n / values.reduce((sum, x) => sum + (x - mean) * (x - mean), 0));
  return values.map((x) => scale * (x - mean));
}
