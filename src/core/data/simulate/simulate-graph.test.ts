import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  childrenOf,
  edgeCount,
  type Graph,
  isAcyclic,
  parentsOf,
  topologicalOrder,
} from "../../graph/graph.ts";
import { createRng } from "../../math/rng.ts";
import { type GraphName, type GraphOptions, graphModels, randomGraph } from "./simulate-graph.ts";

const draw = (name: GraphName, d: number, options: GraphOptions, seed: number): Graph =>
  randomGraph(graphModels[name], d, options, createRng(seed));
const names = Object.keys(graphModels) as GraphName[];

describe("randomGraph", () => {
  it("is acyclic, whatever the model, the size and the seed", () => {
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.integer({ min: 1, max: 25 }), fc.nat(), (name, d, seed) => {
        const graph = draw(name, d, {}, seed);
        return graph.d === d && isAcyclic(graph);
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  it("is the same for the same seed and another for another", () => {
    for (const name of names) {
      expect(draw(name, 15, {}, 5)).toEqual(draw(name, 15, {}, 5));
      expect(draw(name, 15, {}, 5)).not.toEqual(draw(name, 15, {}, 6));
    }
  });

  it("has no preferred causal order", () => {
    const tally = new Map<string, number>();
    const seeds = 3000;
    for (let seed = 0; seed < seeds; seed++) {
      const order = topologicalOrder(draw("bernoulli", 3, { edgeProbability: 1 }, seed))!.join("");
      tally.set(order, (tally.get(order) ?? 0) + 1);
    }
    expect(tally.size).toBe(6);
    const expected = seeds / 6;
    const chiSquared = [...tally.values()].reduce(
      (sum, count) => sum + (count - expected) ** 2 / expected,
      0,
    );
    expect(chiSquared).toBeLessThan(20.5); // χ² with 5 degrees of freedom, upper 0.1 %
  });
});

describe("the expected number of edges", () => {
  const cases: [GraphName, GraphOptions, possible: number, probability: number][] = [
    ["bernoulli", {}, 45, 0.5],
    ["bernoulli", { edgeProbability: 0.2 }, 45, 0.2],
    ["erdos-renyi", {}, 45, 20 / 45],
    ["erdos-renyi", { expectedEdges: 12 }, 45, 12 / 45],
    ["erdos-renyi", { degree: 2 }, 45, 10 / 45],
    ["bipartite", { edgeProbability: 0.3, firstPart: 4 }, 24, 0.3],
  ];
  for (const [name, options, possible, p] of cases) {
    it(`${name} ${JSON.stringify(options)} has ${(possible * p).toFixed(1)} of 45 on 10 nodes`, () => {
      const seeds = 1000;
      let total = 0;
      for (let seed = 0; seed < seeds; seed++) total += edgeCount(draw(name, 10, options, seed));
      const standardError = Math.sqrt((possible * p * (1 - p)) / seeds);
      expect(Math.abs(total / seeds - possible * p)).toBeLessThan(4 * standardError);
    });
  }

  it("is certain at probability 0 and 1", () => {
    expect(edgeCount(draw("bernoulli", 7, { edgeProbability: 0 }, 1))).toBe(0);
    expect(edgeCount(draw("bernoulli", 7, { edgeProbability: 1 }, 1))).toBe(21);
    expect(edgeCount(draw("erdos-renyi", 7, { expectedEdges: 21 }, 1))).toBe(21);
  });
});

describe("scale-free", () => {
  it("brings m edges with each node after the first m, and every earlier node with those before", () => {
    for (const m of [1, 2, 3]) {
      expect(edgeCount(draw("scale-free", 20, { edgesPerNode: m }, m))).toBe(m * 19 - (m * (m - 1)) / 2);
    }
  });

  it("has a larger greatest degree than an Erdős–Rényi graph with as many edges", () => {
    let scaleFree = 0;
    let erdosRenyi = 0;
    for (let seed = 0; seed < 50; seed++) {
      scaleFree += greatestDegree(draw("scale-free", 60, { edgesPerNode: 2 }, seed));
      erdosRenyi += greatestDegree(draw("erdos-renyi", 60, { expectedEdges: 117 }, seed));
    }
    expect(scaleFree).toBeGreaterThan(1.4 * erdosRenyi);
  });

  it("bounds the causes of a node when hubs are causes, and the effects when hubs are effects", () => {
    const causes = draw("scale-free", 40, { edgesPerNode: 2, hubs: "causes" }, 1);
    const effects = draw("scale-free", 40, { edgesPerNode: 2, hubs: "effects" }, 1);
    const most = (of: (j: number) => number[]): number =>
      Math.max(...Array.from({ length: 40 }, (_, j) => of(j).length));
    expect(most((j) => parentsOf(causes, j))).toBe(2);
    expect(most((j) => childrenOf(causes, j))).toBeGreaterThan(5);
    expect(most((j) => childrenOf(effects, j))).toBe(2);
    expect(most((j) => parentsOf(effects, j))).toBeGreaterThan(5);
  });
});

describe("bipartite", () => {
  it("has only edges from the first part to the second", () => {
    for (let seed = 0; seed < 20; seed++) {
      const graph = draw("bipartite", 12, { firstPart: 5, edgeProbability: 0.9 }, seed);
      const all = Array.from({ length: 12 }, (_, j) => j);
      const causing = all.filter((j) => childrenOf(graph, j).length > 0);
      const caused = all.filter((j) => parentsOf(graph, j).length > 0);
      expect(causing.length).toBeLessThanOrEqual(5);
      expect(caused.length).toBeLessThanOrEqual(7);
      expect(causing.filter((j) => caused.includes(j))).toEqual([]);
      expect(edgeCount(graph)).toBeGreaterThan(0);
    }
  });

  it("is empty when one part is", () => {
    expect(edgeCount(draw("bipartite", 6, { firstPart: 0 }, 1))).toBe(0);
    expect(edgeCount(draw("bipartite", 6, { firstPart: 6 }, 1))).toBe(0);
  });
});

describe("a graph model refuses", () => {
  const refusals: [GraphName, GraphOptions, RegExp][] = [
    ["bernoulli", { edgeProbability: 1.2 }, /edgeProbability must be from 0 to 1, got 1.2/],
    ["bernoulli", { edgeProbability: Number.NaN }, /edgeProbability must be from 0 to 1, got NaN/],
    ["bipartite", { edgeProbability: -1 }, /edgeProbability must be from 0 to 1, got -1/],
    ["bipartite", { firstPart: 11 }, /firstPart must be a whole number from 0 to 10 \(the nodes\), got 11/],
    [
      "erdos-renyi",
      { expectedEdges: 46 },
      /expectedEdges must be from 0 to 45 with 10 nodes, got 46; give fewer/,
    ],
    ["erdos-renyi", { degree: 10 }, /degree must be from 0 to 9 with 10 nodes, got 10/],
    ["erdos-renyi", { degree: 2, expectedEdges: 10 }, /specify the same thing, got 10 and 2; give one/],
    [
      "scale-free",
      { edgesPerNode: 0 },
      /edgesPerNode must be a whole number from 1 to 9 with 10 nodes, got 0/,
    ],
    ["scale-free", { hubs: "both" as "causes" }, /hubs must be causes or effects, got both/],
  ];
  for (const [name, options, sentence] of refusals) {
    it(`${name} with ${Object.keys(options).join(" and ")} ${Object.values(options).join(" and ")}`, () => {
      expect(() => draw(name, 10, options, 1)).toThrow(sentence);
    });
  }
});

function greatestDegree(graph: Graph): number {
  const degrees = Array.from(
    { length: graph.d },
    (_, j) => parentsOf(graph, j).length + childrenOf(graph, j).length,
  );
  return Math.max(...degrees);
}
