import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { randomDag } from "../../../test/problems.ts";
import { createRng } from "../math/rng.ts";
import {
  childrenOf,
  completeGraph,
  edgeCount,
  edgeList,
  emptyGraph,
  findCycle,
  graphFromEdges,
  graphFromParents,
  hasEdge,
  isAcyclic,
  parentsOf,
  renumbered,
  sameGraph,
  topologicalOrder,
} from "./graph.ts";

const collider = graphFromEdges(3, [
  [2, 0],
  [1, 0],
]);

const graphs = fc
  .tuple(fc.integer({ min: 1, max: 7 }), fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([d, seed, density]) => {
    const rng = createRng(`graph/${seed}`);
    const edges = new Uint8Array(d * d).map((_, k) => (k % (d + 1) !== 0 && rng.uniform() < density ? 1 : 0));
    return { d, edges };
  });

describe("a graph", () => {
  it("has i → j in row i, column j", () => {
    expect([...collider.edges]).toEqual([0, 0, 0, 1, 0, 0, 1, 0, 0]);
    expect(hasEdge(collider, 1, 0)).toBe(true);
    expect(hasEdge(collider, 0, 1)).toBe(false);
    expect(parentsOf(collider, 0)).toEqual([1, 2]);
    expect(childrenOf(collider, 1)).toEqual([0]);
    expect(childrenOf(collider, 0)).toEqual([]);
    expect(edgeCount(collider)).toBe(2);
    expect(edgeList(collider)).toEqual([
      [1, 0],
      [2, 0],
    ]);
  });

  it("refuses an edge from a variable to itself or to a missing one", () => {
    expect(() => graphFromEdges(3, [[1, 1]])).toThrow(
      "graph: an edge joins two different variables below 3, got 1 → 1",
    );
    expect(() => graphFromEdges(3, [[0, 3]])).toThrow("got 0 → 3");
    expect(() => graphFromEdges(3, [[Number.NaN, 0]])).toThrow("got NaN → 0");
    expect(() => graphFromEdges(3, [[0.5, 1]])).toThrow("got 0.5 → 1");
  });

  it("is recovered from its edges and from its parents", () => {
    fc.assert(
      fc.property(graphs, (graph) => {
        const { d } = graph;
        expect(graphFromEdges(d, edgeList(graph))).toEqual(graph);
        expect(graphFromParents(Array.from({ length: d }, (_, j) => parentsOf(graph, j)))).toEqual(graph);
        expect(edgeCount(graph)).toBe(edgeList(graph).length);
      }),
      { seed: 1, numRuns: 100 },
    );
  });

  it("is the same if and only if its edges are", () => {
    expect(sameGraph(collider, graphFromParents([[1, 2], [], []]))).toBe(true);
    expect(sameGraph(collider, emptyGraph(3))).toBe(false);
    expect(sameGraph(emptyGraph(2), emptyGraph(3))).toBe(false);
  });

  it("is complete under an order when every earlier variable causes every later one", () => {
    const graph = completeGraph([2, 0, 1]);
    expect(edgeList(graph)).toEqual([
      [0, 1],
      [2, 0],
      [2, 1],
    ]);
    expect(topologicalOrder(graph)).toEqual([2, 0, 1]);
  });
});

describe("topologicalOrder", () => {
  it("puts causes first, and breaks ties by the lowest number", () => {
    expect(topologicalOrder(emptyGraph(4))).toEqual([0, 1, 2, 3]);
    expect(topologicalOrder(collider)).toEqual([1, 2, 0]);
    expect(topologicalOrder(emptyGraph(0))).toEqual([]);
  });

  it("exists exactly when findCycle finds no cycle, and both are correct", () => {
    fc.assert(
      fc.property(graphs, (graph) => {
        const order = topologicalOrder(graph);
        const cycle = findCycle(graph);
        expect(order === null).toBe(cycle !== null);
        expect(isAcyclic(graph)).toBe(order !== null);
        if (order !== null) {
          expect([...order].sort((a, b) => a - b)).toEqual(order.map((_, j) => j));
          for (const [i, j] of edgeList(graph)) expect(order.indexOf(i)).toBeLessThan(order.indexOf(j));
        }
        cycle?.forEach((i, k) => {
          expect(hasEdge(graph, i, cycle[(k + 1) % cycle.length])).toBe(true);
        });
      }),
      { seed: 1, numRuns: 300 },
    );
  });
});

describe("renumbered", () => {
  it("moves every edge, and the inverse moves it back", () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const rng = createRng(seed);
        const graph = randomDag(rng, 6);
        const to = rng.permutation(6);
        const moved = renumbered(graph, to);
        for (const [i, j] of edgeList(graph)) expect(hasEdge(moved, to[i], to[j])).toBe(true);
        expect(edgeCount(moved)).toBe(edgeCount(graph));
        expect(
          renumbered(
            moved,
            to.map((_, j) => to.indexOf(j)),
          ),
        ).toEqual(graph);
      }),
      { seed: 1, numRuns: 50 },
    );
  });
});
