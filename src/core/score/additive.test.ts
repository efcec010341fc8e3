import { describe, expect, it } from "vitest";
import { allDags, changedValues, randomDag, randomTable } from "../../../test/problems.ts";
import { createTable } from "../data/table.ts";
import { completeGraph, graphFromEdges, sameGraph } from "../graph/graph.ts";
import { matrix } from "../math/matrix.ts";
import { createRng } from "../math/rng.ts";
import { additiveFit, basisScatter } from "../math/smooth/additive.ts";
import { additive } from "./additive.ts";

/** a → b → c, by functions that are not invertible. */
function bentChain(label: string, n: number) {
  const rng = createRng(label);
  const X = matrix(n, 3);
  for (let i = 0; i < n; i++) {
    const a = rng.normal();
    const b = Math.sin(2 * a) + 0.3 * rng.normal();
    X.data.set([a, b, b * b + 0.3 * rng.normal()], 3 * i);
  }
  return createTable(["a", "b", "c"], X);
}

describe("additive", () => {
  it("is −n/2 log(RSS/n) minus half log n for each effective degree of freedom", () => {
    const table = bentChain("formula", 200);
    const { rss, edf } = additiveFit(basisScatter(table.X), 2, [0, 1]);
    const fit = -100 * Math.log(rss / 200);
    expect(additive(table).local?.term(2, [0, 1])).toBeCloseTo(fit - 0.5 * Math.log(200) * (edf - 1), 9);
    expect(additive(table, { penaltyWeight: 0 }).local?.term(2, [0, 1])).toBeCloseTo(fit, 9);
    expect(additive(table).local?.term(2, [])).toBeCloseTo(0, 12);
  });

  it("finds directions that no linear score can", () => {
    const score = additive(bentChain("directions", 400));
    const truth = graphFromEdges(3, [
      [0, 1],
      [1, 2],
    ]);
    for (const graph of allDags(3)) {
      if (!sameGraph(graph, truth)) expect(score.ofGraph(truth)).toBeGreaterThan(score.ofGraph(graph));
    }
  });

  it("smooths by REML on request", () => {
    const table = bentChain("reml", 150);
    const { rss, edf } = additiveFit(basisScatter(table.X), 1, [0], { smoothing: "reml" });
    expect(additive(table, { smoothing: "reml" }).local?.term(1, [0])).toBeCloseTo(
      -75 * Math.log(rss / 150) - 0.5 * Math.log(150) * (edf - 1),
      9,
    );
  });

  it("does not depend on units", () => {
    const rng = createRng("units");
    const table = randomTable(rng, 4, 60);
    const graph = randomDag(rng, 4);
    const scaled = changedValues(table, (x, j) => 10 ** (3 * j) * x - j);
    expect(additive(scaled).ofGraph(graph)).toBeCloseTo(additive(table).ofGraph(graph), 5);
  });

  it("gives −Infinity to parents that leave no residual, and numbers to all others", () => {
    const score = additive(randomTable(createRng("rows"), 6, 6));
    expect(score.local?.term(5, [0, 1, 2, 3, 4])).toBe(Number.NEGATIVE_INFINITY);
    for (const parents of [[], [0], [0, 1], [0, 1, 2], [0, 1, 2, 3]]) {
      expect(Number.isFinite(score.local?.term(5, parents))).toBe(true);
    }
    expect(
      Number.isFinite(additive(randomTable(createRng("ten"), 4, 10)).ofGraph(completeGraph([0, 1, 2, 3]))),
    ).toBe(true);
  });

  it("refuses unsupported input with a sentence", () => {
    const table = randomTable(createRng("refuses"), 3, 20);
    expect(() => additive(table, { penaltyWeight: -1 })).toThrow(
      "score: the penalty weight must be 0 or more, got -1",
    );
    expect(() => additive(changedValues(table, (x, j) => (j === 1 ? 4 : x)))).toThrow(
      'column "v1" must be finite and vary',
    );
    expect(() => additive(changedValues(table, (x, j) => (j === 2 ? Number.NaN : x)))).toThrow('column "v2"');
    expect(() => additive(randomTable(createRng("wide"), 301, 5, 0))).toThrow(
      "additive: at most 300 variables, got 301",
    );
  });
});
