import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { asPdag, classesOf, firstByOrder, meaning, text } from "../../../test/every-class.ts";
import { graphFromText } from "../../../test/golden/graph-theory.ts";
import { cpdagOf, memberByOrder } from "./equivalence.ts";
import { completeGraph, type Graph, graphFromEdges, sameGraph } from "./graph.ts";
import { type Knowledge, noKnowledge, violations } from "./knowledge.ts";

const dag = (max: number): fc.Arbitrary<Graph> =>
  fc
    .integer({ min: 2, max })
    .chain((d) =>
      fc.tuple(
        fc.shuffledSubarray(
          Array.from({ length: d }, (_, i) => i),
          { minLength: d },
        ),
        fc.array(fc.boolean(), { minLength: d * d, maxLength: d * d }),
      ),
    )
    .map(([order, keep]) => {
      const full = completeGraph(order);
      return { d: full.d, edges: full.edges.map((e, k) => (keep[k] ? e : 0)) };
    });

describe("memberByOrder", () => {
  const classes = new Map([2, 3, 4, 5].map((d) => [d, classesOf(d)] as const));

  it("is the member with the smallest causal order among those that satisfy the knowledge, null if none does", () => {
    let obeyed = 0;
    let refused = 0;
    const some = fc.record({
      graph: dag(5),
      required: fc.array(fc.nat(24), { maxLength: 2 }),
      forbidden: fc.array(fc.nat(24), { maxLength: 5 }),
      maxParents: fc.constantFrom(4, 4, 3, 2, 1),
    });
    fc.assert(
      fc.property(some, ({ graph, required, forbidden, maxParents }) => {
        const { d } = graph;
        const knowledge: Knowledge = noKnowledge(d, maxParents);
        const turned = (k: number): number => (k % d) * d + Math.floor(k / d);
        // Required edges are mostly edges of the skeleton, in either direction: others can only give null.
        for (const k of required) {
          const at = k % (d * d);
          if (graph.edges[at] + graph.edges[turned(at)] > 0 || k === 7) knowledge.required[at] = 1;
        }
        for (const k of forbidden) if ((k % (d * d)) % (d + 1) !== 0) knowledge.forbidden[k % (d * d)] = 1;
        const names = Array.from({ length: d }, (_, i) => String(i));
        const group = classes.get(d)!.get(meaning(asPdag(graph)))!;
        const obeying = group.filter((member) => violations(member, knowledge, names).length === 0);
        const chosen = memberByOrder(cpdagOf(graph), knowledge);
        if (obeying.length === 0) {
          refused++;
          expect(chosen).toBeNull();
        } else {
          obeyed++;
          expect(text(chosen!)).toBe(text(firstByOrder(obeying)));
        }
      }),
      { seed: 1, numRuns: 5000 },
    );
    expect(Math.min(obeyed, refused)).toBeGreaterThan(500);
  });

  it("depends only on the class, not on the member that it was computed from", () => {
    for (const group of classes.get(4)!.values()) {
      const chosen = new Set(group.map((graph) => text(memberByOrder(cpdagOf(graph))!)));
      expect(chosen.size).toBe(1);
    }
  });

  it("skips the lowest variable if knowledge puts another before it", () => {
    const knowledge = noKnowledge(3);
    knowledge.required[2 * 3 + 1] = 1;
    const chosen = memberByOrder(cpdagOf(graphFromText(3, "0>1 1>2")), knowledge);
    expect(sameGraph(chosen!, graphFromText(3, "2>1 1>0"))).toBe(true);
  });

  it("refuses knowledge about another number of variables", () => {
    expect(() => memberByOrder(cpdagOf(graphFromEdges(3, [])), noKnowledge(4))).toThrow(
      "must be about 3 variables, got 4",
    );
  });
});
