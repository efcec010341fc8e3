import { describe, expect, it } from "vitest";
import golden from "../../../test/golden/kernel-scores.json" with { type: "json" };
import { allDags, changedValues, columnNames, randomTable } from "../../../test/problems.ts";
import { itHasTermsOfSets } from "../../../test/slow-twins.ts";
import { createTable } from "../data/table.ts";
import { graphFromEdges, sameGraph } from "../graph/graph.ts";
import { matrix, matrixFromRows } from "../math/matrix.ts";
import { createRng } from "../math/rng.ts";
import { generalizedMarginal, generalizedMarginalTerms } from "./generalized-marginal.ts";

describe("generalizedMarginal", () => {
  it("equals causal-learn's likelihood for a given noise", () => {
    for (const { rows, terms } of golden.cases) {
      const table = createTable(columnNames(4), matrixFromRows(rows));
      [0.1, 1].forEach((noise, k) => {
        const { local } = generalizedMarginal(table, { noise });
        for (const { node, parents, marginal } of terms) {
          expect(Math.abs(local!.term(node, parents) / marginal.atNoise[k] - 1)).toBeLessThan(1e-9);
        }
      });
    }
  });

  it("is its maximum over the noise, which causal-learn's own search does not reach", () => {
    for (const { rows, terms } of golden.cases) {
      const { local } = generalizedMarginal(createTable(columnNames(4), matrixFromRows(rows)));
      for (const { node, parents, marginal } of terms) {
        const term = local!.term(node, parents);
        expect(Math.abs(term / marginal.best - 1)).toBeLessThan(1e-8);
        expect(term).toBeGreaterThan(marginal.own - 1e-6);
        // What causal-learn computes from arrays is something else.
        expect(Math.abs(marginal.asArray / marginal.own - 1)).toBeGreaterThan(1e-3);
      }
    }
  });

  it("finds directions from additive noise on a nonlinear function", () => {
    const rng = createRng("bent");
    const X = matrix(120, 3);
    for (let i = 0; i < 120; i++) {
      const a = 3 * rng.uniform() - 1.5;
      const b = a * a + 0.15 * rng.normal();
      X.data.set([a, b, Math.sin(3 * b) + 0.15 * rng.normal()], 3 * i);
    }
    const score = generalizedMarginal(createTable(["a", "b", "c"], X));
    const truth = graphFromEdges(3, [
      [0, 1],
      [1, 2],
    ]);
    for (const graph of allDags(3)) {
      if (!sameGraph(graph, truth)) expect(score.ofGraph(truth)).toBeGreaterThan(score.ofGraph(graph));
    }
  });

  it("does not select an uninformative parent", () => {
    const { local } = generalizedMarginal(randomTable(createRng("idle"), 3, 120, 0));
    for (const parents of [[1], [2], [1, 2]])
      expect(local!.term(0, [])).toBeGreaterThan(local!.term(0, parents));
  });

  itHasTermsOfSets(generalizedMarginal, generalizedMarginalTerms);

  it("refuses unsupported input with a sentence", () => {
    const table = randomTable(createRng("refuses"), 2, 20);
    expect(() => generalizedMarginal(table, { noise: 0 })).toThrow(
      "generalized-marginal: the noise must be 1e-6 or more, got 0",
    );
    expect(() => generalizedMarginal(changedValues(table, (x, j) => (j === 1 ? 4 : x)))).toThrow(
      'column "v1" must be finite and vary',
    );
    expect(() => generalizedMarginal(randomTable(createRng(1), 2, 2001))).toThrow(
      "generalized-marginal: at most 2000 rows, got 2001; use the score gp",
    );
  });
});
