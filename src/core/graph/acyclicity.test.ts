import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { graphFromText, readGraphTheory } from "../../../test/golden/graph-theory.ts";
import { stronglyConnectedComponents, traceExponential } from "./acyclicity.ts";
import { edgeList, type Graph, graphFromEdges, isAcyclic } from "./graph.ts";

const digraph = (max: number): fc.Arbitrary<Graph> =>
  fc
    .integer({ min: 1, max })
    .chain((d) => fc.tuple(fc.constant(d), fc.array(fc.boolean(), { minLength: d * d, maxLength: d * d })))
    .map(([d, cells]) => ({
      d,
      edges: Uint8Array.from(cells, (on, k) => (on && k % (d + 1) !== 0 ? 1 : 0)),
    }));

const cycle = (d: number): Graph =>
  graphFromEdges(
    d,
    Array.from({ length: d }, (_, i) => [i, (i + 1) % d] as const),
  );

const complete = (d: number): Graph => ({
  d,
  edges: Uint8Array.from({ length: d * d }, (_, k) => (k % (d + 1) === 0 ? 0 : 1)),
});

/** Relative difference, 0 for equal numbers. */
const off = (a: number, b: number): number => (a === b ? 0 : Math.abs(a - b) / Math.abs(b));

/** The series over the whole matrix, one power after another: a slow reference. */
function plainSeries({ d, edges }: Graph): number {
  let power = Array.from(edges, Number);
  let h = 0;
  for (let k = 1; k <= 100; k++) {
    for (let i = 0; i < d; i++) h += power[i * d + i];
    power = power.map((_, at) => {
      let sum = 0;
      for (let l = 0; l < d; l++) sum += power[Math.floor(at / d) * d + l] * edges[l * d + (at % d)];
      return sum / (k + 1);
    });
  }
  return h;
}

describe("traceExponential", () => {
  it("equals tr(expm(A)) − d in scipy to 1e-9", () => {
    const cases = readGraphTheory().acyclicity;
    expect(cases.length).toBeGreaterThan(15);
    for (const { d, edges, h } of cases) {
      expect(off(traceExponential(graphFromText(d, edges)), h)).toBeLessThan(1e-9);
    }
  });

  it("is exactly 0 for a DAG and positive for any other graph with few variables", () => {
    fc.assert(
      fc.property(digraph(8), (graph) => {
        const h = traceExponential(graph);
        expect(isAcyclic(graph) ? h === 0 : h > 0).toBe(true);
        const upper = {
          d: graph.d,
          edges: graph.edges.map((e, k) => (k % graph.d > Math.floor(k / graph.d) ? e : 0)),
        };
        expect(traceExponential(upper)).toBe(0);
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  it("equals the series summed term by term", () => {
    fc.assert(
      fc.property(digraph(9), (graph) => {
        expect(off(traceExponential(graph), plainSeries(graph))).toBeLessThan(1e-13);
      }),
      { seed: 1, numRuns: 100 },
    );
  });

  it("is L/L! + L/(2L)! + … for one cycle of L variables, however small that is", () => {
    for (const L of [2, 3, 5, 10, 20, 40, 100]) {
      let expected = 0;
      let term = 1;
      for (let k = 1; k <= 170; k++) {
        term /= k;
        if (k % L === 0) expected += L * term;
      }
      expect(off(traceExponential(cycle(L)), expected)).toBeLessThan(1e-13);
    }
  });

  it("is e^(d−1) + (d−1)/e − d for the graph with all edges", () => {
    for (const d of [2, 5, 12, 30, 60, 100]) {
      const expected = Math.exp(d - 1) + (d - 1) * Math.exp(-1) - d;
      expect(off(traceExponential(complete(d)), expected)).toBeLessThan(1e-12);
    }
  });

  it("is additive over separate cycles and ignores variables on no cycle", () => {
    const two = graphFromEdges(8, [[0, 1], [1, 0], [1, 2], [2, 3], [3, 4], [4, 5], [5, 3], [6, 0], [5, 7]]); // biome-ignore format: a list
    expect(off(traceExponential(two), traceExponential(cycle(2)) + traceExponential(cycle(3)))).toBeLessThan(
      1e-15,
    );
  });

  it("underflows to 0 when the only cycle has 200 variables", () => {
    expect(traceExponential(cycle(200))).toBe(0);
    expect(isAcyclic(cycle(200))).toBe(false);
  });
});

describe("stronglyConnectedComponents", () => {
  it("joins exactly the variables that reach each other, causes first", () => {
    fc.assert(
      fc.property(digraph(8), fc.integer({ min: 0, max: 2 }), (dense, thin) => {
        const graph = { d: dense.d, edges: dense.edges.map((e, k) => (k % (thin + 1) === 0 ? e : 0)) };
        const { d } = graph;
        const reach = Uint8Array.from(graph.edges, (e, k) => (k % (d + 1) === 0 ? 1 : e));
        for (let m = 0; m < d; m++)
          for (let i = 0; i < d; i++)
            for (let j = 0; j < d; j++) if (reach[i * d + m] && reach[m * d + j]) reach[i * d + j] = 1;
        const components = stronglyConnectedComponents(graph);
        const at = new Map(components.flatMap((c, k) => c.map((v) => [v, k] as const)));
        expect(components.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: d }, (_, i) => i));
        for (let i = 0; i < d; i++)
          for (let j = 0; j < d; j++)
            expect(at.get(i) === at.get(j)).toBe(reach[i * d + j] === 1 && reach[j * d + i] === 1);
        for (const [i, j] of edgeList(graph)) expect(at.get(i)).toBeLessThanOrEqual(at.get(j)!);
        for (const c of components) expect(c).toEqual([...c].sort((a, b) => a - b));
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  it("follows a cycle of 3000 variables without a stack overflow", () => {
    expect(stronglyConnectedComponents(cycle(3000))).toHaveLength(1);
  });
});
