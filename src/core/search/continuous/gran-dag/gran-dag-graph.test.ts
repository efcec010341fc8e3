import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { randomKnowledge } from "../../../../../test/problems.ts";
import { isAcyclic } from "../../../graph/graph.ts";
import { noKnowledge, violations } from "../../../graph/knowledge.ts";
import { matrix } from "../../../math/matrix.ts";
import { createRng } from "../../../math/rng.ts";
import { acyclicPart } from "./gran-dag-graph.ts";
import { candidatesOf, openEdges, selecting } from "./gran-dag-neighbours.ts";

const strengths = (seed: number, d: number) => {
  const rng = createRng(seed);
  return Float64Array.from({ length: d * d }, (_, e) => {
    // Some equal, some zero: thresholds that meet several edges at once.
    return e % (d + 1) === 0 || rng.uniform() < 0.2 ? 0 : Math.round(10 * rng.uniform()) / 10;
  });
};

describe("the graph that GraN-DAG makes of strengths", () => {
  it("keeps what is above the smallest threshold without cycles, as trying them one by one does", () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 2, max: 7 }), (seed, d) => {
        const strength = strengths(seed, d);
        const open = Uint8Array.from({ length: d * d }, (_, e) => Number(e % (d + 1) !== 0));
        const thresholds = [...new Set(strength)].sort((a, b) => a - b);
        const graphs = thresholds.map((t) => ({ d, edges: open.map((o, e) => o & Number(strength[e] > t)) }));
        expect(acyclicPart(strength, open, noKnowledge(d))).toEqual(graphs.find(isAcyclic));
      }),
      { seed: 1, numRuns: 200 },
    );
  });

  it("obeys what is known", () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 2, max: 6 }), (seed, d) => {
        const knowledge = randomKnowledge(createRng(seed), d);
        const names = Array.from({ length: d }, (_, j) => `v${j}`);
        const graph = acyclicPart(strengths(seed, d), openEdges(knowledge), knowledge);
        expect(isAcyclic(graph)).toBe(true);
        expect(violations(graph, knowledge, names)).toEqual([]);
      }),
      { seed: 2, numRuns: 200 },
    );
  });

  it("keeps the strongest parents where there are too many, and the required one first", () => {
    const knowledge = {
      ...noKnowledge(4, 2),
      required: Uint8Array.from({ length: 16 }, (_, e) => Number(e === 3)),
    };
    const strength = new Float64Array(16);
    strength.set([0.1, 0.9, 0.5].flatMap((s) => [0, 0, 0, s]));
    const { edges } = acyclicPart(strength, openEdges(knowledge), knowledge);
    expect([0, 1, 2].map((k) => edges[4 * k + 3])).toEqual([1, 1, 0]);
  });
});

describe("the edges that GraN-DAG may open", () => {
  it("are all but what is forbidden and what would close a cycle with required edges", () => {
    const d = 3;
    const required = Uint8Array.from([0, 1, 0, 0, 0, 1, 0, 0, 0]);
    const forbidden = Uint8Array.from([0, 0, 1, 0, 0, 0, 0, 0, 0]);
    expect(Array.from(openEdges({ d, required, forbidden, maxParents: 2 }))).toEqual([
      0, 1, 0, 0, 0, 1, 0, 0, 0,
    ]);
    expect(Array.from(openEdges(noKnowledge(2)))).toEqual([0, 1, 1, 0]);
  });

  it("are between neighbours only where those were selected, and the required ones", () => {
    const required = Uint8Array.from([0, 0, 1, 0, 0, 0, 0, 0, 0]);
    const open = openEdges({ ...noKnowledge(3), required }, [[1], [0], []]);
    expect(Array.from(open)).toEqual([0, 1, 1, 1, 0, 0, 0, 0, 0]);
  });

  it("have importances above three quarters of the mean", () => {
    expect(candidatesOf(Float64Array.from([0, 0.5, 0.31, 0.19]))).toEqual([1, 2, 3]);
    expect(candidatesOf(Float64Array.from([0, 0.5, 0.32, 0.18]))).toEqual([1, 2]);
    expect(candidatesOf(new Float64Array(3))).toEqual([]);
  });

  it("are selected variable by variable, and the selection goes on where it was", () => {
    const rng = createRng("selection");
    const X = matrix(150, 5);
    for (let i = 0; i < 150; i++) {
      const [a, b, c] = [rng.normal(), rng.normal(), rng.normal()];
      X.data.set([a, a * a + 0.2 * rng.normal(), b, Math.sin(2 * b) + 0.2 * rng.normal(), c], 5 * i);
    }
    const last = (selected: readonly (readonly number[])[]) =>
      [...selecting(X, createRng(1), { trees: 30, selected })].at(-1)!;
    const all = last([]);
    expect(all.done).toBe(1);
    // From a square its root is told only up to its sign, so a and b have others beside their effects; not so the effects.
    expect(all.selected[0]).toContain(1);
    expect(all.selected[2]).toContain(3);
    expect([all.selected[1], all.selected[3]]).toEqual([[0], [2]]);
    expect(last(all.selected.slice(0, 2))).toEqual(all);
  });
});
