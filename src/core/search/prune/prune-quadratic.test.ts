import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changedValues, columnNames, randomDag, randomTable } from "../../../../test/problems.ts";
import { paperSet } from "../../data/paper-sets.ts";
import { createTable, withColumns } from "../../data/table.ts";
import {
  completeGraph,
  edgeCount,
  edgeList,
  graphFromEdges,
  hasEdge,
  parentsOf,
  renumbered,
  topologicalOrder,
} from "../../graph/graph.ts";
import { noKnowledge } from "../../graph/knowledge.ts";
import { graphMetrics } from "../../graph/metrics.ts";
import { matrixFromRows } from "../../math/matrix.ts";
import { createRng } from "../../math/rng.ts";
import { quadraticEqualVariance } from "../../score/quadratic.ts";
import { exactSearch } from "../exact/exact.ts";
import { finish } from "../search.ts";
import { pruneByQuadratic } from "./prune-quadratic.ts";

/** y from normal columns x0 … x(p−1); the graph of all edges into y, which is column p. */
function problem(p: number, y: (x: readonly number[]) => number, label: string) {
  const rng = createRng(label);
  const rows = Array.from({ length: 40 + p * p }, () => {
    const x = Array.from({ length: p }, () => rng.normal());
    return [...x, y(x)];
  });
  const graph = graphFromEdges(
    p + 1,
    Array.from({ length: p }, (_, i) => [i, p] as const),
  );
  return { table: createTable(columnNames(p + 1), matrixFromRows(rows)), graph };
}

describe("pruneByQuadratic", () => {
  it("keeps a parent for its first power, its square or a product, and drops the rest", () => {
    const y = (x: readonly number[]) => x[0] - 0.5 * x[1] * x[1] + 0.4 * x[2] * x[3] + 0.29 * x[4];
    const { table, graph } = problem(6, y, "parts");
    expect(parentsOf(pruneByQuadratic(graph, table), 6)).toEqual([0, 1, 2, 3]);
    expect(parentsOf(pruneByQuadratic(graph, table, { threshold: 0.28 }), 6)).toEqual([0, 1, 2, 3, 4]);
    expect(parentsOf(pruneByQuadratic(graph, table, { threshold: 0.45 }), 6)).toEqual([0, 1]);
  });

  it("does not take x1 for x10 where there are eleven parents and more", () => {
    const { table, graph } = problem(12, (x) => 2 * x[10] + x[11] * x[11], "eleven");
    expect(parentsOf(pruneByQuadratic(graph, table), 12)).toEqual([10, 11]);
  });

  it("compares on the scale of the data: units decide", () => {
    const { table, graph } = problem(2, (x) => x[0] + 0.1 * x[1] * x[1], "units");
    expect(parentsOf(pruneByQuadratic(graph, table), 2)).toEqual([0]);
    const scaled = changedValues(table, (x, j) => (j === 1 ? 0.5 * x : j === 0 ? 10 * x : x));
    expect(parentsOf(pruneByQuadratic(graph, scaled), 2)).toEqual([1]);
    // 0.1 x² = 0.1 (x + 5)² − (x + 5) + …: so does the place of 0, as for the published rule.
    expect(
      parentsOf(
        pruneByQuadratic(
          graph,
          changedValues(table, (x, j) => (j === 1 ? x + 5 : x)),
        ),
        2,
      ),
    ).toEqual([0, 1]);
  });

  it("keeps required edges", () => {
    const { table, graph } = problem(3, (x) => x[0], "required");
    const knowledge = noKnowledge(4);
    knowledge.required[2 * 4 + 3] = 1;
    expect(parentsOf(pruneByQuadratic(graph, table, { knowledge }), 3)).toEqual([0, 2]);
  });

  it("drops constant parents and one of two equal ones, and adds nothing", () => {
    const { table, graph } = problem(3, (x) => x[0], "same");
    for (let i = 0; i < table.X.rows; i++) {
      table.X.data[i * 4 + 1] = table.X.data[i * 4];
      table.X.data[i * 4 + 2] = 9;
    }
    expect(parentsOf(pruneByQuadratic(graph, table), 3)).toEqual([0]);
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const rng = createRng(`prune-quadratic/${seed}`);
        const d = 2 + rng.integer(4);
        const random = randomTable(rng, d, 60);
        const before = randomDag(rng, d, 0.8);
        const pruned = pruneByQuadratic(before, random);
        expect(edgeList(pruned).every(([i, j]) => hasEdge(before, i, j))).toBe(true);
        const columns = rng.permutation(d);
        const place = columns.map((_, j) => columns.indexOf(j));
        expect(pruneByQuadratic(renumbered(before, place), withColumns(random, columns))).toEqual(
          renumbered(pruned, place),
        );
      }),
      { seed: 1, numRuns: 40 },
    );
  });

  it("refuses a negative threshold and NaN", () => {
    const { table, graph } = problem(1, (x) => x[0], "refuse");
    expect(() => pruneByQuadratic(graph, table, { threshold: -1 })).toThrow(
      "prune: the threshold must be 0 or more, got -1",
    );
    expect(() => pruneByQuadratic(graph, table, { threshold: Number.NaN })).toThrow("got NaN");
  });
});

describe("on the paper's quadratic sets", () => {
  it("a complete graph in the true order is pruned to the truth", () => {
    const { table, truth } = paperSet("paper/exp2-quad-10", 100);
    const complete = completeGraph(topologicalOrder(truth)!);
    expect(edgeCount(complete)).toBe(45);
    expect(pruneByQuadratic(complete, table)).toEqual(truth);
  });

  it("the proven optimum, pruned, is the truth on four of five and one edge off on the other", () => {
    const found = [8, 100, 500, 1231, 1280].map((seed) => {
      const { table, truth } = paperSet("paper/exp2-quad-10", seed);
      const { graph } = finish(exactSearch({ score: quadraticEqualVariance(table, { penalty: "runs" }) }));
      return [graph!, pruneByQuadratic(graph!, table)].map((g) => graphMetrics(truth, g).shd);
    });
    expect(found.map(([raw]) => raw)).toEqual([0, 0, 1, 1, 0]);
    expect(found.map(([, pruned]) => pruned)).toEqual([0, 0, 0, 1, 0]);
  });
});
