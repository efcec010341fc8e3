// What every rule of pruning must do.

import { describe, expect, it } from "vitest";
import { edgeList, type Graph, hasEdge } from "../../src/core/graph/graph.ts";
import { noKnowledge } from "../../src/core/graph/knowledge.ts";
import { createRng } from "../../src/core/math/rng.ts";
import { linearBic } from "../../src/core/score/linear-bic.ts";
import { prunings } from "../../src/core/search/prune/prunings.ts";
import { randomDag, randomTable } from "../problems.ts";
import { statedDefaults } from "./stated-defaults.ts";

/** Registers what is asked of a pruning. */
export function pruningContract(name: string): void {
  const { options, prune } = prunings[name];
  const problems = [1, 2, 3].map((seed) => {
    const rng = createRng(`pruning/${seed}`);
    const table = randomTable(rng, 5, 80);
    return { table, score: linearBic(table), graph: randomDag(rng, 5, 0.8), common: {} };
  });
  const pruned = (problem: Parameters<typeof prune>[0], given: object = {}) =>
    prune(problem, options.parse(given));
  const isWithin = (part: Graph, whole: Graph) => edgeList(part).every(([i, j]) => hasEdge(whole, i, j));

  describe(`the pruning ${name}`, () => {
    it("drops edges and adds none, and leaves graph and data as they were", () => {
      for (const problem of problems) {
        const before = structuredClone([problem.graph, problem.table]);
        expect(isWithin(pruned(problem), problem.graph)).toBe(true);
        expect([problem.graph, problem.table]).toEqual(before);
      }
    });

    it("keeps what is required", () => {
      for (const problem of problems) {
        const knowledge = { ...noKnowledge(5), required: problem.graph.edges };
        expect(pruned({ ...problem, common: { knowledge } })).toEqual(problem.graph);
      }
    });

    if (Object.keys(options.shape).length > 0)
      it("does with every default given what it does with none", () => {
        const stated = statedDefaults({ options });
        for (const problem of problems) expect(pruned(problem, stated)).toEqual(pruned(problem));
      });
  });
}
