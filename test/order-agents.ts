// Properties of every agent that learns over causal orders, whatever its options.

import { expect, it } from "vitest";
import { isAcyclic } from "../src/core/graph/graph.ts";
import { type Knowledge, noKnowledge, violations } from "../src/core/graph/knowledge.ts";
import type { Matrix } from "../src/core/math/matrix.ts";
import { createRng } from "../src/core/math/rng.ts";
import { linearBic } from "../src/core/score/linear-bic.ts";
import type { Score } from "../src/core/score/score.ts";
import type { RestartedStep } from "../src/core/search/agents/restarts.ts";
import { exactSearch } from "../src/core/search/exact/exact.ts";
import { finish } from "../src/core/search/search.ts";
import { columnNames, randomKnowledge, randomTable } from "./problems.ts";

interface Short {
  readonly knowledge?: Knowledge;
  readonly iterations: number;
  readonly patience?: number;
  readonly batch: number;
}

/** `stepsOf`: all steps of the agent. */
export function takesAnyScore(stepsOf: (score: Score, X: Matrix, options: Short) => RestartedStep[]): void {
  it("takes a score that is only a function of the graph, and obeys what is known", () => {
    for (let trial = 0; trial < 4; trial++) {
      const rng = createRng(`own/${trial}`);
      const table = randomTable(rng, 4, 60);
      const whole = linearBic(table);
      const { local: _, ...score } = whole;
      const knowledge = trial < 2 ? noKnowledge(4) : randomKnowledge(rng, 4);
      const best = finish(exactSearch({ score: whole, knowledge })).score;
      const steps = stepsOf(score, table.X, { knowledge, iterations: 15, patience: 5, batch: 16 });
      for (const { graph } of steps) {
        expect(isAcyclic(graph!)).toBe(true);
        expect(violations(graph!, knowledge, columnNames(4))).toEqual([]);
      }
      expect(steps.at(-1)!.score).toBeCloseTo(best, 8);
    }
  });

  it("does not break where the score forbids graphs, or all of them", () => {
    const table = randomTable(createRng("forbids"), 3, 40);
    const { local: _, ...whole } = linearBic(table);
    for (const isForbidden of [(edges: Uint8Array) => edges[1] === 1, () => true]) {
      const score: Score = {
        ...whole,
        isEquivalent: false,
        ofGraph: (graph) => (isForbidden(graph.edges) ? Number.NEGATIVE_INFINITY : whole.ofGraph(graph)),
      };
      const steps = stepsOf(score, table.X, { iterations: 5, batch: 8 });
      const last = steps.at(-1)!;
      expect(last.graph!.edges[1]).toBe(0);
      expect(JSON.parse(JSON.stringify(last.restarts))).toEqual(last.restarts);
      for (const { values } of steps) expect(Object.values(values).every(Number.isFinite)).toBe(true);
    }
  });
}
