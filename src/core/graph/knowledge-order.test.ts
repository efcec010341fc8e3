import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { randomKnowledge } from "../../../test/problems.ts";
import { createRng } from "../math/rng.ts";
import { graphFromEdges, topologicalOrder } from "./graph.ts";
import { type Knowledge, noKnowledge, violations } from "./knowledge.ts";
import { firstOnes, precedence } from "./knowledge-order.ts";

/** Knowledge with these edges required and forbidden. */
function known(d: number, required: [number, number][], forbidden: [number, number][]): Knowledge {
  return {
    ...noKnowledge(d),
    required: graphFromEdges(d, required).edges,
    forbidden: graphFromEdges(d, forbidden).edges,
  };
}

const pairs = (before: Uint8Array, d: number) =>
  [...before.keys()].filter((k) => before[k] === 1).map((k) => [Math.floor(k / d), k % d]);

describe("precedence", () => {
  it("follows required edges, directly and through others", () => {
    const edges: [number, number][] = [
      [2, 0],
      [0, 1],
    ];
    expect(pairs(precedence(known(4, edges, [])), 4)).toEqual([
      [0, 1],
      [2, 0],
      [2, 1],
    ]);
  });

  it("turns tiers and roots into an order", () => {
    const back: [number, number][] = [
      [2, 0],
      [2, 1],
      [3, 0],
      [3, 1],
    ];
    expect(pairs(precedence(known(4, [], back)), 4)).toEqual([
      [0, 2],
      [0, 3],
      [1, 2],
      [1, 3],
    ]);
    const root: [number, number][] = [
      [1, 0],
      [2, 0],
    ];
    expect(pairs(precedence(known(3, [], root)), 3)).toEqual([
      [0, 1],
      [0, 2],
    ]);
  });

  it("infers nothing from one forbidden edge, whose endpoints may be linked through a third variable", () => {
    expect(pairs(precedence(known(3, [], [[0, 1]])), 3)).toEqual([]);
    expect(pairs(precedence(known(2, [], [[0, 1]])), 2)).toEqual([[1, 0]]);
  });

  it("leaves every graph that satisfies the knowledge at least one order", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e6 }), (seed) => {
        const rng = createRng(seed);
        const d = 2 + rng.integer(4);
        const knowledge = { ...randomKnowledge(rng, d), maxParents: d };
        const place = topologicalOrder({ d, edges: knowledge.required })!;
        const edges: [number, number][] = [];
        place.forEach((i, a) => {
          for (const j of place.slice(a + 1)) {
            const isRequired = knowledge.required[i * d + j] === 1;
            const isDrawn = knowledge.forbidden[i * d + j] === 0 && rng.uniform() < 0.6;
            if (isRequired || isDrawn) edges.push([i, j]);
          }
        });
        const graph = graphFromEdges(d, edges);
        expect(violations(graph, knowledge, place.map(String))).toEqual([]);
        const both = graph.edges.map((e, k) => e | precedence(knowledge)[k]);
        expect(topologicalOrder({ d, edges: both })).not.toBeNull();
      }),
      { seed: 1, numRuns: 300 },
    );
  });
});

describe("firstOnes", () => {
  it("are those that no other of the rest must precede", () => {
    const before = precedence(known(3, [[2, 0]], []));
    expect(firstOnes(before, 3, [0, 1, 2])).toEqual([1, 2]);
    expect(firstOnes(before, 3, [0, 1])).toEqual([0, 1]);
  });
});
