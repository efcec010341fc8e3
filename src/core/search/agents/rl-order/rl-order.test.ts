import { describe, expect, it } from "vitest";
import { takesAnyScore } from "../../../../../test/order-agents.ts";
import { allDags, allSteps, chainTable, randomTable, tableScore } from "../../../../../test/problems.ts";
import { expectOptimumByItself } from "../../../../../test/slow-twins.ts";
import { paperSet } from "../../../data/paper-sets.ts";
import { simulate } from "../../../data/simulate/simulate.ts";
import { edgeList } from "../../../graph/graph.ts";
import { type Matrix, matrix } from "../../../math/matrix.ts";
import { createRng } from "../../../math/rng.ts";
import { linearBic, linearBicEqualVariance } from "../../../score/linear-bic.ts";
import type { Score } from "../../../score/score.ts";
import { exactSearch } from "../../exact/exact.ts";
import { finish, type SearchProblem, stateOf } from "../../search.ts";
import type { RestartedStep } from "../restarts.ts";
import { type RlOrderOptions, rlOrderSearch } from "./rl-order.ts";

const machine = { build: "strict" } as const;

function stepsOf(
  score: Score,
  X: Matrix,
  options: RlOrderOptions & Partial<SearchProblem> = {},
  seed = 1,
): RestartedStep[] {
  return allSteps(rlOrderSearch({ score, table: { X }, rng: createRng(seed), ...options }, options, machine));
}

describe("rlOrderSearch", () => {
  it.each([
    ["bic-equal-variance", linearBicEqualVariance],
    ["bic", linearBic],
  ])("reaches the proven optimum of %s on the authors' first 12-node set, by itself", (_, make) => {
    const { table } = paperSet("paper/exp1-gauss-12", 8);
    const score = make(table);
    const optimum = finish(exactSearch({ score })).score;
    const steps = stepsOf(score, table.X, { optimum });
    expectOptimumByItself(steps, optimum);
    expect(steps.at(-1)!.iteration).toBeLessThan(100);
  });

  it("finds the best of all 543 graphs of four variables, whatever their terms, in every one of twenty seeds", () => {
    const dags = allDags(4);
    for (let seed = 0; seed < 20; seed++) {
      const score = tableScore(`terms/${seed}`, 4);
      const best = Math.max(...dags.map(score.ofGraph));
      const options = { stop: "never", iterations: 20, batch: 16 } as const;
      expect(stepsOf(score, matrix(10, 4), options, seed).at(-1)!.score).toBe(best);
    }
  });

  it.each(["logits", "encoder"] as const)("links neighbours of a chain and nobody else (%s)", (policy) => {
    const table = chainTable(createRng("chain"), 6, 2000);
    const { graph } = stepsOf(linearBic(table), table.X, { policy, iterations: 30 }).at(-1)!;
    const pairs = edgeList(graph!).map(([i, j]) => [Math.min(i, j), Math.max(i, j)]);
    expect(pairs.sort((p, q) => p[0] - q[0])).toEqual([0, 1, 2, 3, 4].map((i) => [i, i + 1]));
  });

  it.each([
    ["logits", 1],
    ["encoder", 12], // the state of a network takes its time
  ] as const)("goes on from a step to the same bytes (%s)", (policy, every) => {
    const table = randomTable(createRng("resume"), 5, 40);
    const score = linearBicEqualVariance(table);
    const options = {
      policy,
      iterations: 7,
      patience: 3,
      shakes: 8,
      restarts: 2,
      batch: 16,
      inputSamples: 8,
    };
    const running = rlOrderSearch({ score, table, rng: createRng(1), ...options }, options, machine);
    const states: { doing: string; state: unknown }[] = [];
    let { value, done } = running.next();
    for (let k = 0; !done; k++) {
      if (k % every === 0) states.push({ doing: value.doing, state: stateOf(value) });
      ({ value, done } = running.next());
    }
    const told = (step: RestartedStep) =>
      JSON.stringify({ ...step, weights: [...step.weights()], state: stateOf(step) });
    for (const { state } of [...states, { state: stateOf(value) }]) {
      const from = JSON.parse(JSON.stringify(state));
      expect(told(stepsOf(score, table.X, { ...options, from }).at(-1)!)).toBe(told(value));
    }
  });

  takesAnyScore(stepsOf);

  it("ends a restart after two fruitless stalls, and tells what each one found", () => {
    const table = chainTable(createRng("stalls"), 4, 500);
    const { restarts, iteration } = stepsOf(linearBic(table), table.X, { patience: 5, restarts: 3 }).at(-1)!;
    expect(restarts).toHaveLength(3);
    expect(iteration).toBe(restarts.reduce((sum, row) => sum + row.iterations, 0));
    for (const { score, polished, iterations } of restarts) {
      expect(polished).toBe(score);
      expect(iterations).toBeLessThan(40);
    }
  });

  it("goes further with shakes at a stall than without, where climbing gets stuck", () => {
    const { table } = simulate({ nodes: 12, samples: 300, edgeProbability: 0.8, seed: 1 });
    const score = linearBic(table);
    const options = { iterations: 2, patience: 2 };
    const [climbed, shaken] = [0, 200].map(
      (shakes) => stepsOf(score, table.X, { ...options, shakes }).at(-1)!.score,
    );
    expect(shaken).toBeGreaterThan(climbed + 1);
    expect(stepsOf(score, table.X, options).at(-1)!.score).toBe(climbed);
  });

  it("makes no further restart once the proven optimum is reached, and all of them when told never to stop", () => {
    const table = chainTable(createRng("enough"), 4, 500);
    const score = linearBic(table);
    const optimum = finish(exactSearch({ score })).score;
    const counted = (stop: "auto" | "never") =>
      stepsOf(score, table.X, { optimum, stop, restarts: 3, iterations: 7 }).at(-1)!;
    expect(counted("auto").restarts).toHaveLength(1);
    expect(counted("never").restarts.map((row) => row.iterations)).toEqual([7, 7, 7]);
  });

  it("has a first restart that is the same whatever their number", () => {
    const table = randomTable(createRng("same"), 6, 60);
    const rows = [1, 3].map(
      (restarts) => stepsOf(linearBic(table), table.X, { restarts, iterations: 10 }).at(-1)!.restarts,
    );
    expect(rows[1][0]).toEqual(rows[0][0]);
  });

  it("refuses counts that are not whole numbers from 1 on", () => {
    const table = chainTable(createRng(1), 3, 20);
    for (const option of ["iterations", "patience"])
      expect(() => stepsOf(linearBic(table), table.X, { [option]: 0 })).toThrow(
        `agent: ${option} must be a whole number from 1 on, got 0`,
      );
  });
});
