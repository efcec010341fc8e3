import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { columnNames, randomDag, randomTable } from "../../../../test/problems.ts";
import { edgeCount, edgeList, emptyGraph, graphFromEdges, hasEdge, parentsOf } from "../../graph/graph.ts";
import { noKnowledge } from "../../graph/knowledge.ts";
import { matrix } from "../../math/matrix.ts";
import { createRng } from "../../math/rng.ts";
import { bge } from "../../score/bge.ts";
import { linearBic, linearBicEqualVariance } from "../../score/linear-bic.ts";
import type { Score } from "../../score/score.ts";
import { userScore } from "../../score/user-score.ts";
import { pruneByFit, pruneByScore, pruneByThreshold } from "./prune-edges.ts";

const both = graphFromEdges(3, [
  [0, 2],
  [1, 2],
]);
/** A score whose model has these coefficients, whatever the parents; −1 for each edge. */
const fixed = (coefficients: Record<number, number>): Score => ({
  ...userScore({ names: columnNames(3), X: matrix(3, 3) }, "fixed", () => (graph) => -edgeCount(graph)),
  coefficients: (_, parents) => parents.map((i) => coefficients[i]),
});

const problems = fc.nat().map((seed) => {
  const rng = createRng(`prune/${seed}`);
  const d = 2 + rng.integer(5);
  const make = [linearBic, linearBicEqualVariance, bge][rng.integer(3)];
  return { rng, d, score: make(randomTable(rng, d, 30 + rng.integer(60))), graph: randomDag(rng, d, 0.8) };
});

const isSubgraph = (a: typeof both, b: typeof both) => edgeList(a).every(([i, j]) => hasEdge(b, i, j));

describe("pruneByThreshold", () => {
  it("keeps coefficients strictly above the threshold, of either sign", () => {
    expect(edgeList(pruneByThreshold(both, fixed({ 0: 0.3, 1: -0.3000001 })))).toEqual([[1, 2]]);
    expect(edgeList(pruneByThreshold(both, fixed({ 0: 0.3, 1: -0.3000001 }), { threshold: 0.2 }))).toEqual(
      edgeList(both),
    );
    expect(edgeCount(pruneByThreshold(both, fixed({ 0: 0, 1: Number.NaN }), { threshold: 0 }))).toBe(0);
  });

  it("fits once: the coefficients are those of the whole graph, not of what remains", () => {
    fc.assert(
      fc.property(problems, ({ score, graph, d }) => {
        const pruned = pruneByThreshold(graph, score, { threshold: 0.4 });
        for (let j = 0; j < d; j++) {
          const parents = parentsOf(graph, j);
          const kept = parents.filter((_, k) => Math.abs(score.coefficients!(j, parents)[k]) > 0.4);
          expect(parentsOf(pruned, j)).toEqual(kept);
        }
      }),
      { seed: 1, numRuns: 50 },
    );
  });

  it("keeps required edges", () => {
    const knowledge = noKnowledge(3);
    knowledge.required[0 * 3 + 2] = 1;
    expect(edgeList(pruneByThreshold(both, fixed({ 0: 0, 1: 0 }), { knowledge }))).toEqual([[0, 2]]);
  });

  it("refuses a negative threshold, NaN, and a score without coefficients", () => {
    expect(() => pruneByThreshold(both, fixed({}), { threshold: -1 })).toThrow(
      "prune: the threshold must be 0 or more, got -1",
    );
    expect(() => pruneByThreshold(both, fixed({}), { threshold: Number.NaN })).toThrow("got NaN");
    expect(() => pruneByThreshold(both, { ...fixed({}), coefficients: undefined })).toThrow(
      'prune: the score "fixed" has no coefficients to compare with a threshold; set prune to greedy or none',
    );
  });
});

describe("pruneByScore", () => {
  it("ends where no edge can go without loss, has lost nothing, and added nothing", () => {
    fc.assert(
      fc.property(problems, ({ score, graph, d }) => {
        const pruned = pruneByScore(graph, score);
        const value = score.ofGraph(pruned);
        const rounding = 1e-9 * Math.max(1, Math.abs(value)) * (1 + edgeCount(graph));
        expect(isSubgraph(pruned, graph)).toBe(true);
        expect(value).toBeGreaterThanOrEqual(score.ofGraph(graph) - rounding);
        for (const [i, j] of edgeList(pruned)) {
          const edges = new Uint8Array(pruned.edges);
          edges[i * d + j] = 0;
          expect(score.ofGraph({ d, edges })).toBeLessThan(value);
        }
      }),
      { seed: 2, numRuns: 50 },
    );
  });

  it("drops first what improves the score most", () => {
    // Without 0 → 2 the score is 5, without 1 → 2 it is 3, without both 4, with both 0.
    const values: Record<string, number> = { "0,2 1,2": 0, "1,2": 5, "0,2": 3, "": 4 };
    const score = userScore(
      { names: columnNames(3), X: matrix(3, 3) },
      "listed",
      () => (graph) => values[edgeList(graph).map(String).join(" ")],
    );
    expect(edgeList(pruneByScore(both, score))).toEqual([[1, 2]]);
    expect(edgeList(pruneByScore(both, score, { tolerance: 0.5 }))).toEqual([[1, 2]]);
    expect(edgeList(pruneByScore(both, score, { tolerance: 1 }))).toEqual([]);
  });

  it("drops an edge that costs nothing, and keeps required ones", () => {
    const indifferent = userScore({ names: columnNames(3), X: matrix(3, 3) }, "same", () => () => 7);
    expect(pruneByScore(both, indifferent)).toEqual(emptyGraph(3));
    const knowledge = noKnowledge(3);
    knowledge.required[1 * 3 + 2] = 1;
    expect(edgeList(pruneByScore(both, indifferent, { knowledge }))).toEqual([[1, 2]]);
    expect(() => pruneByScore(both, indifferent, { tolerance: Number.NaN })).toThrow(
      "prune: the tolerance must be 0 or more, got NaN",
    );
  });
});

describe("pruneByFit", () => {
  it("lets no step raise a node's residuals by more than the share, and ends where every step would", () => {
    fc.assert(
      fc.property(problems, ({ rng, score, graph, d }) => {
        const tolerance = 0.3 * rng.uniform();
        const pruned = pruneByFit(graph, score, { tolerance });
        expect(isSubgraph(pruned, graph)).toBe(true);
        for (let j = 0; j < d; j++) {
          const parents = parentsOf(pruned, j);
          const now = score.rss!(j, parents);
          const steps = parentsOf(graph, j).length - parents.length;
          // exp(k log(1 + t)): k steps of at most the share each.
          expect(now).toBeLessThanOrEqual(
            score.rss!(j, parentsOf(graph, j)) * Math.exp(steps * Math.log1p(tolerance)) * (1 + 1e-9),
          );
          for (const i of parents) {
            expect(
              score.rss!(
                j,
                parents.filter((p) => p !== i),
              ),
            ).toBeGreaterThan(now * (1 + tolerance));
          }
        }
      }),
      { seed: 3, numRuns: 50 },
    );
  });

  it("keeps required edges, and refuses a score without residuals", () => {
    const score: Score = { ...fixed({}), rss: () => 1 };
    const knowledge = noKnowledge(3);
    knowledge.required[0 * 3 + 2] = 1;
    expect(edgeList(pruneByFit(both, score, { knowledge }))).toEqual([[0, 2]]);
    expect(() => pruneByFit(both, fixed({}))).toThrow('prune: the score "fixed" has no residuals to compare');
  });
});
