import { describe, expect, it } from "vitest";
import { graphFromEdges } from "./graph.ts";
import { directedPart, pdagFromGraph, undirectedPairs } from "./pdag.ts";

describe("a partially directed graph", () => {
  const graph = graphFromEdges(3, [
    [0, 1],
    [2, 1],
  ]);

  it("from a graph has its edges, all directed, in its own arrays", () => {
    const pdag = pdagFromGraph(graph);
    expect(directedPart(pdag)).toEqual(graph);
    expect(undirectedPairs(pdag)).toEqual([]);
    pdag.directed[0] = 1;
    expect(graph.edges[0]).toBe(0);
  });

  it("lists undirected edges once, lower number first", () => {
    const undirected = new Uint8Array(9);
    for (const [i, j] of [
      [2, 0],
      [1, 2],
    ]) {
      undirected[i * 3 + j] = undirected[j * 3 + i] = 1;
    }
    expect(undirectedPairs({ d: 3, directed: new Uint8Array(9), undirected })).toEqual([
      [0, 2],
      [1, 2],
    ]);
  });
});
