import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { columnNames, randomKnowledge } from "../../../../test/problems.ts";
import { cpdagOf } from "../../graph/equivalence.ts";
import { isAcyclic } from "../../graph/graph.ts";
import { type Knowledge, noKnowledge, violations } from "../../graph/knowledge.ts";
import type { Pdag } from "../../graph/pdag.ts";
import { createRng } from "../../math/rng.ts";
import type { IndependenceTest } from "./independence-test.ts";
import { type ConflictRule, type Oriented, oriented } from "./pc-orient.ts";
import { noTests, skeletonOf } from "./pc-skeleton.ts";

const key = ({ directed, undirected }: Pdag): string => `${directed.join("")}/${undirected.join("")}`;
const linksOf = ({ d, directed, undirected }: Pdag): string =>
  [...directed].map((e, k) => e | directed[(k % d) * d + Math.floor(k / d)] | undirected[k]).join("");

function byTest(test: IndependenceTest, knowledge: Knowledge, rule: ConflictRule): Oriented {
  const separating = skeletonOf(test, knowledge, { maxDepth: test.d, from: noTests });
  for (;;) {
    const { value, done } = separating.next();
    if (done) return oriented(value, test, knowledge, rule);
  }
}

describe("oriented", () => {
  it("ends with a class that obeys the knowledge, whatever a test says", () => {
    const kinds = new Set<string>();
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 8 }),
        fc.double({ min: 0.02, max: 0.5, noNaN: true }),
        fc.integer(),
        (d, share, seed) => {
          const random: IndependenceTest = {
            d,
            maxSize: d,
            perStep: 100,
            given: (S) => {
              const logP = (i: number, j: number) =>
                Math.log(createRng(`${seed}/${Math.min(i, j)}/${Math.max(i, j)}/${S.join()}`).uniform());
              return { logP, isIndependent: (i, j) => logP(i, j) > Math.log(1 - share) };
            },
          };
          const rng = createRng(seed);
          const knowledge = seed % 2 === 0 ? noKnowledge(d) : randomKnowledge(rng, d);
          const { graph, pdag, conflicts } = byTest(random, knowledge, "strongest");
          expect(isAcyclic(graph)).toBe(true);
          expect(violations(graph, knowledge, columnNames(d))).toEqual([]);
          if (seed % 2 === 0) expect(key(cpdagOf(graph))).toBe(key(pdag));
          expect(linksOf(pdag)).toBe(linksOf(cpdagOf(graph)));
          for (const { kind } of conflicts) kinds.add(kind);
        },
      ),
      { seed: 1, numRuns: 300 },
    );
    expect([...kinds].sort()).toEqual([
      "collider",
      "cycle",
      "extra",
      "knowledge",
      "knowledge-cycle",
      "max-parents",
    ]);
  });

  it("believes the collider with more evidence where two contradict each other", () => {
    // 0 → 1 ← 2 and 1 → 2 ← 3 cannot both be; the second is the surer.
    const test: IndependenceTest = {
      d: 4,
      maxSize: 4,
      perStep: 100,
      given: (S) => ({
        isIndependent: (i, j) => S.length === 0 && Math.abs(i - j) > 1,
        logP: (i, j) => (S.length === 0 ? 0 : Math.min(i, j) === 1 ? -50 : -10),
      }),
    };
    const strongest = byTest(test, noKnowledge(4), "strongest");
    expect(strongest.conflicts).toEqual([{ kind: "collider", nodes: [0, 1, 2] }]);
    expect(strongest.pdag.directed[1 * 4 + 2]).toBe(1);
    expect(strongest.pdag.directed[3 * 4 + 2]).toBe(1);
    const first = byTest(test, noKnowledge(4), "first");
    expect(first.conflicts).toEqual([{ kind: "collider", nodes: [1, 2, 3] }]);
    expect(first.pdag.directed[2 * 4 + 1]).toBe(1);
    expect(linksOf(first.pdag)).toBe(linksOf(strongest.pdag));
  });
});
