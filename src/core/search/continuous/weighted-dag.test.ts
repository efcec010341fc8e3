import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { columnNames, randomKnowledge } from "../../../../test/problems.ts";
import { edgeList, isAcyclic } from "../../graph/graph.ts";
import { noKnowledge, violations } from "../../graph/knowledge.ts";
import { matrix } from "../../math/matrix.ts";
import { createRng } from "../../math/rng.ts";
import { openEdges, weightedDag } from "./weighted-dag.ts";

const weightsOf = (rows: number[][]) => matrix(rows.length, rows.length, Float64Array.from(rows.flat()));

describe("weightedDag", () => {
  it("keeps the weights that are large enough, of either sign", () => {
    const W = weightsOf([
      [9, 0.3, -0.5],
      [0, 9, 0.29],
      [0, 0, 9],
    ]);
    expect(edgeList(weightedDag(W, { threshold: 0.3 }).graph)).toEqual([
      [0, 1],
      [0, 2],
    ]);
    expect(edgeList(weightedDag(W).graph).length).toBe(3);
    expect(weightedDag(W).raised).toBeNull();
  });

  it("raises the threshold by as little as the cycles allow", () => {
    const W = weightsOf([
      [0, 2, 0],
      [0.5, 0, 1],
      [0.6, 0.4, 0],
    ]);
    // 0 → 1 → 2 → 0 goes with 0.6, after 0.5 and 0.4.
    const { graph, raised } = weightedDag(W, { threshold: 0.3 });
    expect(edgeList(graph)).toEqual([
      [0, 1],
      [1, 2],
    ]);
    expect(raised).toBe(1);
  });

  it("has all weights above the smallest threshold that leaves no cycle, and none below", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), (seed) => {
        const { normal } = createRng(seed);
        const d = 5;
        const W = matrix(d, d, Float64Array.from({ length: d * d }, normal));
        const { graph } = weightedDag(W, { threshold: 0.2 });
        expect(isAcyclic(graph)).toBe(true);
        const sizes = W.data.map((w, k) => (k % (d + 1) === 0 ? 0 : Math.abs(w)));
        const kept = sizes.filter((_, k) => graph.edges[k] === 1);
        const dropped = sizes.filter((s, k) => graph.edges[k] === 0 && s >= 0.2);
        const least = Math.min(...kept);
        expect(dropped.every((s) => s < least)).toBe(true);
        if (dropped.length === 0) return;
        const next = Math.max(...dropped);
        const one = { d, edges: Uint8Array.from(sizes, (s) => (s >= next ? 1 : 0)) };
        expect(isAcyclic(one)).toBe(false);
      }),
      { seed: 1, numRuns: 100 },
    );
  });

  it("obeys knowledge: required always, forbidden never, the heaviest causes", () => {
    for (let trial = 0; trial < 60; trial++) {
      const rng = createRng(`weighted/${trial}`);
      const knowledge = randomKnowledge(rng, 6);
      const W = matrix(6, 6, Float64Array.from({ length: 36 }, rng.normal));
      const { graph } = weightedDag(W, { threshold: 0.1, knowledge });
      expect(isAcyclic(graph)).toBe(true);
      expect(violations(graph, knowledge, columnNames(6))).toEqual([]);
    }
    const W = weightsOf([
      [0, 0, 1],
      [0, 0, 3],
      [0, 0, 0],
    ]);
    expect(edgeList(weightedDag(W, { knowledge: noKnowledge(3, 1) }).graph)).toEqual([[1, 2]]);
  });

  it("takes NaN for no edge, and refuses required edges that go round", () => {
    const W = weightsOf([
      [0, Number.NaN],
      [0, 0],
    ]);
    expect(edgeList(weightedDag(W).graph)).toEqual([]);
    const knowledge = { ...noKnowledge(2), required: Uint8Array.of(0, 1, 1, 0) };
    expect(() => weightedDag(W, { knowledge })).toThrow("the required edges must have no cycle");
    expect(() => openEdges(knowledge)).toThrow("the required edges must have no cycle");
  });
});

describe("openEdges", () => {
  it("leaves out the diagonal, what is forbidden and what goes against a path of required edges", () => {
    const knowledge = noKnowledge(3);
    knowledge.required[0 * 3 + 1] = knowledge.required[1 * 3 + 2] = 1;
    knowledge.forbidden[0 * 3 + 2] = 1;
    expect([...openEdges(knowledge)]).toEqual([0, 1, 0, 0, 0, 1, 0, 0, 0]);
  });
});
