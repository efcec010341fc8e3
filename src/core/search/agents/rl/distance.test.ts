import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parentBits } from "../../../../../test/parent-bits.ts";
import { randomDag } from "../../../../../test/problems.ts";
import { traceExponential } from "../../../graph/acyclicity.ts";
import { edgeList, type Graph, graphFromEdges, hasEdge, isAcyclic } from "../../../graph/graph.ts";
import { createRng, type Rng } from "../../../math/rng.ts";
import { createDistance, type DistanceName } from "./distance.ts";

const names: readonly DistanceName[] = ["trace-exponential", "cyclic-paths", "feedback-arcs"];

function distances(graphs: readonly Graph[], name: DistanceName) {
  const out = { distance: new Float64Array(graphs.length), acyclic: new Uint8Array(graphs.length) };
  createDistance(graphs[0].d, name)(parentBits(graphs), graphs.length, out);
  return out;
}

function randomGraph(rng: Rng, d: number, density: number): Graph {
  const edges = new Uint8Array(d * d);
  for (let k = 0; k < d * d; k++) if (k % (d + 1) !== 0 && rng.uniform() < density) edges[k] = 1;
  return { d, edges };
}

function cycle(d: number, length = d): Graph {
  return graphFromEdges(
    d,
    Array.from({ length }, (_, i) => [i, (i + 1) % length] as const),
  );
}

const off = (a: number, b: number) => (a === b ? 0 : Math.abs(a - b) / Math.abs(b));

/** Batches of graphs of all densities; some batches are longer than what goes through the kernels at a time. */
const batches = (maxSize: number) =>
  fc.record({ d: fc.integer({ min: 1, max: maxSize }), seed: fc.nat() }).map(({ d, seed }) => {
    const rng = createRng(`distance/${seed}`);
    return Array.from({ length: 1 + rng.integer(80) }, () =>
      rng.uniform() < 0.2 ? randomDag(rng, d) : randomGraph(rng, d, rng.uniform() * Math.min(1, 6 / d)),
    );
  });

/** Closed walks of at most d steps, each counted with its start: by walking. */
function walkedPaths(graph: Graph): number {
  const { d } = graph;
  let count = 0;
  const walk = (start: number, at: number, steps: number): void => {
    for (let to = 0; to < d; to++) {
      if (!hasEdge(graph, at, to)) continue;
      if (to === start) count++;
      if (steps + 1 < d) walk(start, to, steps + 1);
    }
  };
  for (let start = 0; start < d; start++) walk(start, start, 0);
  return count;
}

/** Total length of the cycles that visit no variable twice. */
function simpleCycleLength(graph: Graph): number {
  const { d } = graph;
  let sum = 0;
  const extend = (path: readonly number[]): void => {
    for (let to = path[0]; to < d; to++) {
      if (!hasEdge(graph, path[path.length - 1], to)) continue;
      if (to === path[0]) sum += path.length;
      else if (!path.includes(to)) extend([...path, to]);
    }
  };
  for (let start = 0; start < d; start++) extend([start]);
  return sum;
}

/** The fewest edges against any order of the variables. */
function fewestByOrders(graph: Graph): number {
  const edges = edgeList(graph);
  const place = new Array<number>(graph.d);
  let best = edges.length;
  const arrange = (left: readonly number[], at: number): void => {
    if (left.length === 0) best = Math.min(best, edges.filter(([i, j]) => place[i] > place[j]).length);
    for (const v of left) {
      place[v] = at;
      arrange(
        left.filter((w) => w !== v),
        at + 1,
      );
    }
  };
  arrange(
    Array.from({ length: graph.d }, (_, v) => v),
    0,
  );
  return best;
}

describe("every distance", () => {
  it("is exactly 0 for a DAG and above 0 for any other graph, which is what `acyclic` says", () => {
    fc.assert(
      fc.property(batches(40), fc.constantFrom(...names), (graphs, name) => {
        const { distance, acyclic } = distances(graphs, name);
        graphs.forEach((graph, b) => {
          expect(acyclic[b]).toBe(isAcyclic(graph) ? 1 : 0);
          expect(distance[b] === 0).toBe(isAcyclic(graph));
          expect(distance[b]).toBeGreaterThanOrEqual(0);
        });
      }),
      { seed: 1, numRuns: 60 },
    );
  });

  it("is the same whatever else is in the batch", () => {
    const rng = createRng("distance/alone");
    const graphs = Array.from({ length: 130 }, () => randomGraph(rng, 33, 0.08));
    for (const name of names) {
      const together = distances(graphs, name).distance;
      for (const b of [0, 63, 64, 129]) expect(distances([graphs[b]], name).distance[0]).toBe(together[b]);
    }
  });
});

describe("trace-exponential", () => {
  it("is traceExponential to 1e-13", () => {
    fc.assert(
      fc.property(batches(12), (graphs) => {
        const { distance } = distances(graphs, "trace-exponential");
        graphs.forEach((graph, b) => {
          expect(off(distance[b], traceExponential(graph))).toBeLessThan(1e-13);
        });
      }),
      { seed: 2, numRuns: 60 },
    );
  });

  // Rounding grows with the number of terms and squarings: 2e-14 was the most seen, on the complete graph of 30.
  it("is traceExponential to 1e-13 at 30, 40, 70 and 100 variables, sparse, dense and complete", () => {
    const rng = createRng("distance/large");
    for (const d of [30, 40, 70, 100]) {
      const graphs = [1 / d, 1.5 / d, 2 / d, 4 / d, 0.2, 0.5, 0.9, 1].map((density) =>
        randomGraph(rng, d, density),
      );
      const { distance } = distances(graphs, "trace-exponential");
      graphs.forEach((graph, b) => {
        expect(off(distance[b], traceExponential(graph))).toBeLessThan(1e-13);
      });
    }
  });

  it("is right for single long cycles, alone and with a chord or two, however small it is", () => {
    const rng = createRng("distance/cycles");
    for (const d of [12, 30, 60, 100, 150]) {
      const graphs = [cycle(d), cycle(d, Math.ceil(d / 2)), cycle(d, d - 1)];
      for (let k = 0; k < 6; k++) {
        const edges = Uint8Array.from(cycle(d).edges);
        for (let chord = 0; chord <= k % 3; chord++) {
          const i = rng.integer(d);
          edges[i * d + ((i + 2 + rng.integer(d - 2)) % d)] = 1;
        }
        graphs.push({ d, edges });
      }
      const { distance } = distances(graphs, "trace-exponential");
      graphs.forEach((graph, b) => {
        expect(off(distance[b], traceExponential(graph))).toBeLessThan(1e-13);
      });
    }
  });

  it("is e^(d−1) + (d−1)/e − d for the graph with all edges", () => {
    for (const d of [2, 5, 12, 30, 60]) {
      const { distance } = distances([randomGraph(createRng(0), d, 2)], "trace-exponential");
      expect(off(distance[0], Math.exp(d - 1) + (d - 1) * Math.exp(-1) - d)).toBeLessThan(1e-12);
    }
  });
});

describe("cyclic-paths", () => {
  it("counts closed walks of at most d steps with their starts, never fewer than the lengths of the simple cycles", () => {
    const rng = createRng("distance/paths");
    for (let d = 1; d <= 6; d++) {
      const graphs = Array.from({ length: 40 }, () => randomGraph(rng, d, rng.uniform()));
      const { distance } = distances(graphs, "cyclic-paths");
      graphs.forEach((graph, b) => {
        expect(distance[b]).toBe(walkedPaths(graph));
        expect(distance[b]).toBeGreaterThanOrEqual(simpleCycleLength(graph));
      });
    }
  });

  it("is the length of a single cycle through more than half of the variables", () => {
    for (const [d, length] of [
      [12, 12],
      [12, 7],
      [40, 33],
    ]) {
      const graph = cycle(d, length);
      expect(distances([graph], "cyclic-paths").distance[0]).toBe(length);
      if (d === 12) expect(simpleCycleLength(graph)).toBe(length);
    }
  });
});

describe("feedback-arcs", () => {
  it("is the fewest edges against any order: all orders tried at 4 and 5 variables, and some at 6", () => {
    const rng = createRng("distance/arcs");
    for (const [d, count] of [
      [4, 300],
      [5, 150],
      [6, 20],
    ]) {
      const graphs = Array.from({ length: count }, () => randomGraph(rng, d, rng.uniform()));
      const { distance } = distances(graphs, "feedback-arcs");
      graphs.forEach((graph, b) => {
        expect(distance[b]).toBe(fewestByOrders(graph));
      });
    }
  });

  it("is d (d − 1)/2 for the graph with all edges and 1 for a single cycle, counted exactly or bounded", () => {
    for (const d of [2, 3, 4, 5, 8, 13, 14, 15, 30]) {
      expect(distances([randomGraph(createRng(0), d, 2)], "feedback-arcs").distance[0]).toBe(
        (d * (d - 1)) / 2,
      );
      expect(distances([cycle(d)], "feedback-arcs").distance[0]).toBe(1);
    }
  });

  it("finds a planted order at 14 variables: at most the edges put in against it, and the same for the graph turned round", () => {
    const rng = createRng("distance/planted");
    for (let round = 0; round < 30; round++) {
      const d = 7 + rng.integer(8);
      const edges = Uint8Array.from(randomDag(rng, d, 0.6).edges);
      let against = 0;
      for (let k = 0; k < 3; k++) {
        const [i, j] = [rng.integer(d), rng.integer(d)];
        if (i === j || edges[i * d + j] === 1) continue;
        edges[i * d + j] = 1;
        against++;
      }
      const turned = edges.map((_, k) => edges[(k % d) * d + Math.floor(k / d)]);
      const { distance } = distances(
        [
          { d, edges },
          { d, edges: turned },
        ],
        "feedback-arcs",
      );
      expect(distance[0]).toBeLessThanOrEqual(against);
      expect(distance[1]).toBe(distance[0]);
    }
  });

  it("is at most m/2 − n/6 in larger parts, as Eades, Lin and Smyth prove for graphs without 2-cycles", () => {
    const rng = createRng("distance/greedy");
    for (let round = 0; round < 20; round++) {
      const d = 20;
      const edges = new Uint8Array(d * d);
      for (let i = 0; i < d; i++) {
        for (let j = 0; j < i; j++) {
          if (rng.uniform() < 0.7) edges[rng.uniform() < 0.5 ? i * d + j : j * d + i] = 1;
        }
      }
      const m = edges.reduce((a, b) => a + b, 0);
      const { distance } = distances([{ d, edges }], "feedback-arcs");
      expect(distance[0]).toBeLessThanOrEqual(m / 2 - d / 6);
      expect(distance[0]).toBeGreaterThan(0);
    }
  });
});
