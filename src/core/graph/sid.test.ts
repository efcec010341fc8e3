import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { graphFromText, readGraphTheory } from "../../../test/golden/graph-theory.ts";
import { createRng } from "../math/rng.ts";
import { completeGraph, type Graph, hasEdge, parentsOf } from "./graph.ts";
import { structuralInterventionDistance } from "./sid.ts";

const dagOn = (d: number): fc.Arbitrary<Graph> =>
  fc
    .tuple(
      fc.shuffledSubarray(
        Array.from({ length: d }, (_, i) => i),
        { minLength: d },
      ),
      fc.array(fc.boolean(), { minLength: d * d, maxLength: d * d }),
    )
    .map(([order, keep]) => ({ d, edges: completeGraph(order).edges.map((e, k) => (keep[k] ? e : 0)) }));

const pair = fc.integer({ min: 2, max: 6 }).chain((d) => fc.tuple(dagOn(d), dagOn(d)));

/** Every path from i to j in the skeleton. */
function* paths(graph: Graph, j: number, path: number[]): Generator<number[]> {
  const last = path[path.length - 1];
  if (last === j) yield path;
  else
    for (let v = 0; v < graph.d; v++) {
      if (!path.includes(v) && (hasEdge(graph, last, v) || hasEdge(graph, v, last)))
        yield* paths(graph, j, [...path, v]);
    }
}

/** The definition, path by path: a slow reference. */
function byDefinition(truth: Graph, estimate: Graph): number {
  const { d } = truth;
  const descends = (w: number, from: number): boolean =>
    w === from || parentsOf(truth, w).some((parent) => descends(parent, from));
  let wrong = 0;
  for (let i = 0; i < d; i++) {
    const Z = parentsOf(estimate, i);
    for (let j = 0; j < d; j++) {
      if (i === j) continue;
      if (Z.includes(j)) {
        if (descends(j, i)) wrong++;
        continue;
      }
      const fails = [...paths(truth, j, [i])].some((path) => {
        if (path.every((v, k) => k === 0 || hasEdge(truth, path[k - 1], v)))
          return path.slice(1).some((w) => Z.some((z) => descends(z, w)));
        return path.slice(1, -1).every((v, k) => {
          const collider = hasEdge(truth, path[k], v) && hasEdge(truth, path[k + 2], v);
          return collider ? Z.some((z) => descends(z, v)) : !Z.includes(v);
        });
      });
      if (fails) wrong++;
    }
  }
  return wrong;
}

describe("structuralInterventionDistance", () => {
  it("equals gadjid's sid on pairs of random DAGs", () => {
    const { pairs, large } = readGraphTheory();
    expect(pairs.length).toBeGreaterThanOrEqual(50);
    for (const { d, truth, estimate, sid } of [...pairs, ...large]) {
      expect(structuralInterventionDistance(graphFromText(d, truth), graphFromText(d, estimate))).toBe(sid);
    }
  });

  it("distinguishes two estimates of equal Hamming distance (the paper's first example: 0 and 8)", () => {
    // 0 and 1 cause 2, 3 and 4, and 0 causes 1; one estimate adds 2 → 3, the other reverses 0 → 1.
    const common = "0>2 0>3 0>4 1>2 1>3 1>4";
    const truth = graphFromText(5, `0>1 ${common}`);
    expect(structuralInterventionDistance(truth, graphFromText(5, `0>1 2>3 ${common}`))).toBe(0);
    expect(structuralInterventionDistance(truth, graphFromText(5, `1>0 ${common}`))).toBe(8);
  });

  it("equals the definition, checked path by path", () => {
    fc.assert(
      fc.property(pair, ([truth, estimate]) => {
        expect(structuralInterventionDistance(truth, estimate)).toBe(byDefinition(truth, estimate));
      }),
      { seed: 1, numRuns: 1500 },
    );
  });

  it("is 0 exactly when the estimate contains the truth", () => {
    fc.assert(
      fc.property(pair, fc.boolean(), ([truth, other], contain) => {
        const estimate = contain
          ? { d: truth.d, edges: truth.edges.map((e, k) => e & other.edges[k]) }
          : truth;
        const [small, large] = contain ? [estimate, truth] : [truth, other];
        const contained = small.edges.every((e, k) => e <= large.edges[k]);
        expect(structuralInterventionDistance(small, large) === 0).toBe(contained);
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  it("handles 100 variables", () => {
    const rng = createRng(1);
    const random = (): Graph => {
      const full = completeGraph(rng.permutation(100));
      return { d: 100, edges: full.edges.map((e) => (e === 1 && rng.uniform() < 0.3 ? 1 : 0)) };
    };
    const [truth, estimate] = [random(), random()];
    const distance = structuralInterventionDistance(truth, estimate);
    expect(distance).toBeGreaterThan(0);
    expect(distance).toBeLessThanOrEqual(9900);
  });

  it("refuses cyclic graphs and graphs of different size", () => {
    const cyclic = graphFromText(2, "0>1 1>0");
    const empty = graphFromText(2, "");
    expect(() => structuralInterventionDistance(cyclic, empty)).toThrow("sid: the truth must have no cycle");
    expect(() => structuralInterventionDistance(empty, cyclic)).toThrow(
      "sid: the estimate must have no cycle",
    );
    expect(() => structuralInterventionDistance(empty, graphFromText(3, ""))).toThrow(
      "must have 2 variables, got 3",
    );
  });
});
