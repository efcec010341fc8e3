import { describe, expect, it } from "vitest";
import { takesAnyScore } from "../../../../../test/order-agents.ts";
import { allDags, allSteps, chainTable, randomTable, tableScore } from "../../../../../test/problems.ts";
import { expectOptimumByItself } from "../../../../../test/slow-twins.ts";
import { paperSet } from "../../../data/paper-sets.ts";
import { edgeList } from "../../../graph/graph.ts";
import { noKnowledge } from "../../../graph/knowledge.ts";
import { type Matrix, matrix } from "../../../math/matrix.ts";
import { createRng } from "../../../math/rng.ts";
import { linearBic, linearBicEqualVariance } from "../../../score/linear-bic.ts";
import type { Score } from "../../../score/score.ts";
import { exactSearch } from "../../exact/exact.ts";
import { finish, type SearchProblem, stateOf } from "../../search.ts";
import type { RestartedStep } from "../restarts.ts";
import { type Vec2DagOptions, vec2dagSearch } from "./vec2dag.ts";

function stepsOf(
  score: Score,
  X: Matrix,
  options: Vec2DagOptions & Partial<SearchProblem> = {},
  seed = 1,
): RestartedStep[] {
  return allSteps(vec2dagSearch({ score, table: { X }, rng: createRng(seed), ...options }, options));
}

describe("vec2dagSearch", () => {
  it.each([
    ["terms", 150],
    ["graph", 400],
  ] as const)(
    "reaches the proven optimum on the authors' first 12-node set, by itself (%s)",
    (credit, most) => {
      const { table } = paperSet("paper/exp1-gauss-12", 8);
      const score = linearBicEqualVariance(table);
      const optimum = finish(exactSearch({ score })).score;
      const steps = stepsOf(score, table.X, { optimum, credit, patience: most });
      expectOptimumByItself(steps, optimum);
      expect(steps.at(-1)!.iteration).toBeLessThan(most);
    },
  );

  it("finds the best of all 543 graphs of four variables, whatever their terms, in every one of twenty seeds, with order search at stalls", () => {
    const dags = allDags(4);
    for (let seed = 0; seed < 20; seed++) {
      const score = tableScore(`terms/${seed}`, 4);
      const best = Math.max(...dags.map(score.ofGraph));
      const options = { iterations: 60, patience: 10, batch: 16 };
      expect(stepsOf(score, matrix(10, 4), options, seed).at(-1)!.score).toBe(best);
    }
  });

  it("links neighbours of a chain and nobody else", () => {
    const table = chainTable(createRng("chain"), 6, 2000);
    const { graph } = stepsOf(linearBic(table), table.X, { iterations: 30 }).at(-1)!;
    const pairs = edgeList(graph!).map(([i, j]) => [Math.min(i, j), Math.max(i, j)]);
    expect(pairs.sort((p, q) => p[0] - q[0])).toEqual([0, 1, 2, 3, 4].map((i) => [i, i + 1]));
  });

  it.each(["terms", "graph"] as const)("goes on from a step to the same bytes (%s)", (credit) => {
    const table = randomTable(createRng("resume"), 5, 40);
    const score = linearBicEqualVariance(table);
    const options = { credit, iterations: 7, patience: 3, restarts: 2, batch: 16 };
    const steps = vec2dagSearch({ score, table, rng: createRng(1), ...options }, options);
    const states: unknown[] = [];
    let { value, done } = steps.next();
    for (; !done; { value, done } = steps.next()) states.push(stateOf(value));
    const told = (step: RestartedStep) =>
      JSON.stringify({
        ...step,
        weights: [...step.weights()],
        probabilities: [...step.probabilities!()],
        state: stateOf(step),
      });
    for (const state of [...states, stateOf(value)]) {
      const from = JSON.parse(JSON.stringify(state));
      expect(told(stepsOf(score, table.X, { ...options, from }).at(-1)!)).toBe(told(value));
    }
  });

  takesAnyScore(stepsOf);

  it("tells probabilities that its draws have, and that knowledge decides", () => {
    const table = chainTable(createRng("sure"), 4, 500);
    const knowledge = noKnowledge(4);
    knowledge.required[0 * 4 + 1] = 1;
    knowledge.forbidden[2 * 4 + 3] = 1;
    const last = stepsOf(linearBicEqualVariance(table), table.X, { knowledge, iterations: 1, patience: 9 });
    const P = last.at(-1)!.probabilities!();
    expect([P[0], P[1], P[2 * 4 + 3]]).toEqual([0, 1, 0]);
    // One step of 0.1 away from a quarter.
    for (const p of [P[2 * 4], P[3 * 4], P[2]]) expect(Math.abs(p - 0.25)).toBeLessThan(0.15);
  });
});
