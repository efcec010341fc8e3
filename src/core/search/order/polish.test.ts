import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  columnNames,
  randomDag,
  randomKnowledge,
  randomTable,
  subsetsOf,
} from "../../../../test/problems.ts";
import { completeGraph, edgeList, emptyGraph, graphFromEdges, topologicalOrder } from "../../graph/graph.ts";
import { noKnowledge, violations } from "../../graph/knowledge.ts";
import { matrix } from "../../math/matrix.ts";
import { createRng } from "../../math/rng.ts";
import { bge } from "../../score/bge.ts";
import { linearBic, linearBicEqualVariance } from "../../score/linear-bic.ts";
import type { Score } from "../../score/score.ts";
import { userScore } from "../../score/user-score.ts";
import { exactSearch } from "../exact/exact.ts";
import { finish } from "../search.ts";
import { polish } from "./polish.ts";

const makers = [linearBic, linearBicEqualVariance, bge];
const withoutTerms = (score: Score): Score => ({ ...score, local: undefined });

const problems = fc.nat().map((seed) => {
  const rng = createRng(`polish/${seed}`);
  const d = 1 + rng.integer(6);
  const score = makers[rng.integer(3)](randomTable(rng, d, 40 + rng.integer(100)));
  return { rng, d, score, graph: randomDag(rng, d) };
});

describe("polish", () => {
  it("never worsens, keeps the graph's order, and says the score of what it returns", () => {
    fc.assert(
      fc.property(problems, ({ score: full, graph }) => {
        const order = topologicalOrder(graph)!;
        for (const score of [full, withoutTerms(full)]) {
          const polished = polish(graph, score);
          expect(polished.score).toBe(score.ofGraph(polished.graph));
          expect(polished.score).toBeGreaterThanOrEqual(score.ofGraph(graph));
          for (const [i, j] of edgeList(polished.graph))
            expect(order.indexOf(i)).toBeLessThan(order.indexOf(j));
        }
      }),
      { seed: 1, numRuns: 60 },
    );
  });

  it("finds the best of all graphs along the order", () => {
    for (let trial = 0; trial < 15; trial++) {
      const rng = createRng(`polish/best/${trial}`);
      const score = makers[trial % 3](randomTable(rng, 4, 80));
      const order = rng.permutation(4);
      const pairs = edgeList(completeGraph(order));
      const all = subsetsOf(pairs.map((_, k) => k)).map((set) =>
        graphFromEdges(
          4,
          set.map((k) => pairs[k]),
        ),
      );
      const best = Math.max(...all.map(score.ofGraph));
      const polished = polish(completeGraph(order), score);
      expect(Math.abs(polished.score - best)).toBeLessThan(1e-8 * Math.abs(best));
    }
  });

  it("leaves the proven optimum as it is", () => {
    for (const make of makers) {
      const score = make(randomTable(createRng("polish/optimum"), 5, 100));
      const { graph } = finish(exactSearch({ score }));
      expect(polish(graph!, score).graph).toEqual(graph);
    }
  });

  it("obeys the knowledge, with terms and without", () => {
    fc.assert(
      fc.property(problems, ({ rng, d, score, graph: _ }) => {
        if (d < 2) return;
        const knowledge = randomKnowledge(rng, d);
        const start = { d, edges: new Uint8Array(knowledge.required) };
        for (const s of [score, withoutTerms(score)]) {
          const { graph } = polish(start, s, knowledge);
          expect(violations(graph, knowledge, new Array<string>(d).fill("v"))).toEqual([]);
        }
      }),
      { seed: 2, numRuns: 60 },
    );
  });

  it("works beyond the number of predecessors for which it is exact", () => {
    const score = linearBicEqualVariance(randomTable(createRng("polish/many"), 20, 300, 0.3));
    const complete = completeGraph(Array.from({ length: 20 }, (_, j) => j));
    const polished = polish(complete, score, noKnowledge(20));
    expect(polished.score).toBeGreaterThan(score.ofGraph(complete));
    // No single edge along the order can be added or taken away with profit, or elimination stopped too early.
    for (const [i, j] of edgeList(polished.graph)) {
      const edges = new Uint8Array(polished.graph.edges);
      edges[i * 20 + j] = 0;
      expect(score.ofGraph({ d: 20, edges })).toBeLessThanOrEqual(polished.score);
    }
  });

  it("keeps the graph where elimination finds nothing as good", () => {
    // Sixteen predecessors are eliminated one by one, 0 first; the set {0}, best of all, is never seen.
    const term = (node: number, parents: readonly number[]) => {
      if (node !== 16) return -parents.length;
      return parents.length === 1 && parents[0] === 0
        ? 5
        : (parents.includes(0) ? 0 : 0.5) - parents.length / 100;
    };
    const score = userScore({ names: columnNames(17), X: matrix(2, 17) }, "trap", () => ({ term }));
    const graph = graphFromEdges(17, [[0, 16]]);
    expect(polish(graph, score)).toEqual({ graph, score: 5 });
  });

  it("refuses a graph that has no order", () => {
    const score = linearBic(randomTable(createRng("polish/cycle"), 2, 30));
    const cycle = graphFromEdges(2, [
      [0, 1],
      [1, 0],
    ]);
    expect(() => polish(cycle, score)).toThrow("polish: the graph must be acyclic");
  });

  it("keeps an empty graph of unrelated columns empty", () => {
    const score = linearBic(randomTable(createRng("polish/none"), 4, 500, 0));
    expect(polish(emptyGraph(4), score).graph).toEqual(emptyGraph(4));
  });
});
