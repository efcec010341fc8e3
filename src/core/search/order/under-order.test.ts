import { describe, expect, it } from "vitest";
import { randomTable, subsetsOf } from "../../../../test/problems.ts";
import { edgeCount, graphFromParents } from "../../graph/graph.ts";
import { noKnowledge } from "../../graph/knowledge.ts";
import { createRng } from "../../math/rng.ts";
import { bge } from "../../score/bge.ts";
import { linearBic, linearBicEqualVariance } from "../../score/linear-bic.ts";
import type { Local, Score } from "../../score/score.ts";
import { parentPaths } from "./parent-path.ts";
import { bestTogether, choiceOf, graphOf, scoreTogether } from "./under-order.ts";

/** The best graph along the order: all parent sets of all nodes in all combinations. */
function bruteForce(score: Score, order: readonly number[]): number {
  const { local, d } = score;
  const combine = local!.combine ?? ((sum: number) => sum);
  let best = Number.NEGATIVE_INFINITY;
  const go = (at: number, sum: number, edges: number): void => {
    if (at === d) {
      best = Math.max(best, combine(sum, edges));
      return;
    }
    const before = order.slice(0, at).sort((a, b) => a - b);
    for (const set of subsetsOf(before)) go(at + 1, sum + local!.term(order[at], set), edges + set.length);
  };
  go(0, 0, 0);
  return best;
}

function choices(score: Score, order: readonly number[]) {
  const paths = parentPaths(score.local!, noKnowledge(score.d));
  const out = order.map(() => choiceOf(paths.of(0, []), score.local!));
  order.forEach((j, at) => {
    out[j] = choiceOf(paths.of(j, order.slice(0, at)), score.local!);
  });
  return out;
}

describe("bestTogether", () => {
  const makers = {
    "equal variances": (table: Parameters<typeof bge>[0], weight: number) =>
      linearBicEqualVariance(table, { penaltyWeight: weight }),
    "a variance each": (table: Parameters<typeof bge>[0]) => linearBic(table),
    bge: (table: Parameters<typeof bge>[0]) => bge(table),
  };
  for (const [name, make] of Object.entries(makers)) {
    it(`finds the best graph under an order, as all combinations of parent sets do (${name})`, () => {
      for (let trial = 0; trial < 25; trial++) {
        const rng = createRng(`under-order/${name}/${trial}`);
        const d = 1 + rng.integer(5);
        const score = make(randomTable(rng, d, 20 + rng.integer(60)), 6 * rng.uniform());
        const order = rng.permutation(d);
        const chosen = choices(score, order);
        const { score: value, sizes } = bestTogether(chosen, score.local!);
        const best = bruteForce(score, order);
        expect(Math.abs(value - best)).toBeLessThan(1e-8 * Math.max(1, Math.abs(best)));
        const graph = graphOf(chosen, sizes);
        expect(Math.abs(score.ofGraph(graph) - best)).toBeLessThan(1e-8 * Math.max(1, Math.abs(best)));
        expect(edgeCount(graph)).toBe(sizes.reduce((a, b) => a + b, 0));
        // The inner loop of the order search gives the same number.
        const quick = scoreTogether(chosen, score.local!, new Float64Array(d * d));
        expect(Math.abs(quick - best)).toBeLessThan(1e-8 * Math.max(1, Math.abs(best)));
      }
    });
  }

  it("is minus infinity when a node has no parents that obey", () => {
    const local: Local = { term: () => 1, combine: (sum) => sum };
    const knowledge = noKnowledge(2);
    knowledge.required[1] = 1; // 0 → 1
    const paths = parentPaths(local, knowledge);
    const chosen = [choiceOf(paths.of(0, [1]), local), choiceOf(paths.of(1, []), local)];
    expect(bestTogether(chosen, local).score).toBe(Number.NEGATIVE_INFINITY);
    expect(scoreTogether(chosen, local, new Float64Array(4))).toBe(Number.NEGATIVE_INFINITY);
  });
});

describe("choiceOf", () => {
  const pathOf = (terms: readonly number[]) => ({ terms: Float64Array.from(terms), parents: () => [] });
  const sum: Local = { term: () => 0 };
  const combined: Local = { term: () => 0, combine: (s) => s };

  it("keeps the one best size of a sum, the smallest where several tie", () => {
    expect(choiceOf(pathOf([1, 5, 5, 2]), sum)).toMatchObject({ sizes: [1], terms: [5] });
  });

  it("keeps the vertices of the upper hull of a combined score", () => {
    // Size 1 lies under the line from 0 to 2; size 4 is worse than 3; 3 is on the hull.
    expect(choiceOf(pathOf([0, 1, 6, 8, 7]), combined)).toMatchObject({ sizes: [0, 2, 3], terms: [0, 6, 8] });
    expect(choiceOf(pathOf([Number.NEGATIVE_INFINITY, 3, 3, 4]), combined)).toMatchObject({ sizes: [1, 3] });
  });

  it("orders no node's parents by itself: the graph takes them from the path", () => {
    const choice = choiceOf({ terms: Float64Array.of(0, 1), parents: (size) => [[], [0]][size] }, sum);
    const none = choiceOf({ terms: Float64Array.of(0), parents: () => [] }, sum);
    expect(graphOf([none, choice], [0, 1])).toEqual(graphFromParents([[], [0]]));
  });
});
