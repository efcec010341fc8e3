import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isLong, trials } from "../../../../../test/long.ts";
import {
  allDags,
  allSteps,
  chainTable,
  columnNames,
  randomKnowledge,
  randomTable,
  tableScore,
} from "../../../../../test/problems.ts";
import { expectOptimumByItself } from "../../../../../test/slow-twins.ts";
import { paperSet } from "../../../data/paper-sets.ts";
import { edgeList, emptyGraph, isAcyclic } from "../../../graph/graph.ts";
import { violations } from "../../../graph/knowledge.ts";
import { type Matrix, matrix } from "../../../math/matrix.ts";
import { createRng } from "../../../math/rng.ts";
import { linearBic, linearBicEqualVariance } from "../../../score/linear-bic.ts";
import type { Score } from "../../../score/score.ts";
import { exactSearch } from "../../exact/exact.ts";
import { finish, type SearchProblem, stateOf } from "../../search.ts";
import type { RestartedStep } from "../restarts.ts";
import { type CorlOptions, corlSearch, rewardModes } from "./corl.ts";

const machine = { build: "strict" } as const;
/** A network for a few variables. */
const small = { batch: 16, inputSamples: 8, hidden: 8, heads: 2, stacks: 1, inner: 16 };

function stepsOf(
  score: Score,
  X: Matrix,
  options: CorlOptions & Partial<SearchProblem> = {},
  seed = 1,
): RestartedStep[] {
  return allSteps(corlSearch({ score, table: { X }, rng: createRng(seed), ...options }, options, machine));
}

describe("corlSearch", () => {
  // Every test makes its first row of experiments/corl-12 again, which says the same of one number.
  if (isLong)
    it("reaches the proven optimum on the authors' first 12-node set, by itself and by learning", () => {
      const { table } = paperSet("paper/exp1-gauss-12", 8);
      const score = linearBicEqualVariance(table);
      const optimum = finish(exactSearch({ score })).score;
      const steps = stepsOf(score, table.X, { optimum });
      expectOptimumByItself(steps, optimum);
      expect(steps.at(-1)!.iteration).toBeLessThan(250);
      // The mean of the batch comes more than halfway from that of random orders to the optimum.
      const rewards = steps.flatMap(({ values }) => values.reward ?? []);
      expect(rewards.at(-1)! - rewards[0]).toBeGreaterThan(0.5 * (optimum - rewards[0]));
    });

  it.each(rewardModes)("finds the best of all 543 graphs of four variables in every seed (%s)", (reward) => {
    const dags = allDags(4);
    for (let seed = 0; seed < trials(5, 20); seed++) {
      const score = tableScore(`terms/${seed}`, 4);
      const best = Math.max(...dags.map(score.ofGraph));
      const options = { ...small, reward, stop: "never", iterations: 20 } as const;
      expect(stepsOf(score, matrix(10, 4), options, seed).at(-1)!.score).toBe(best);
    }
  });

  it.each(rewardModes)("links neighbours of a chain and nobody else (%s)", (reward) => {
    const table = chainTable(createRng("chain"), 6, 2000);
    const { graph } = stepsOf(linearBic(table), table.X, { ...small, reward, iterations: 30 }).at(-1)!;
    const pairs = edgeList(graph!).map(([i, j]) => [Math.min(i, j), Math.max(i, j)]);
    expect(pairs.sort((p, q) => p[0] - q[0])).toEqual([0, 1, 2, 3, 4].map((i) => [i, i + 1]));
  });

  it.each(rewardModes)("goes on from any step to the same bytes (%s)", (reward) => {
    const table = randomTable(createRng("resume"), 5, 40);
    const score = linearBicEqualVariance(table);
    const options = { ...small, reward, iterations: 4, patience: 2, restarts: 2 };
    const running = corlSearch({ score, table, rng: createRng(1), ...options }, options, machine);
    const states: { doing: string; state: unknown }[] = [];
    let { value, done } = running.next();
    while (!done) {
      states.push({ doing: value.doing, state: stateOf(value) });
      ({ value, done } = running.next());
    }
    const told = (step: RestartedStep) =>
      JSON.stringify({ ...step, weights: [...step.weights()], state: stateOf(step) });
    for (const { state } of [...states, { state: stateOf(value) }]) {
      const from = JSON.parse(JSON.stringify(state));
      expect(told(stepsOf(score, table.X, { ...options, from }).at(-1)!)).toBe(told(value));
    }
  });

  it("obeys what is known, and finds the best graph that does", () => {
    const problem = fc.record({
      d: fc.integer({ min: 2, max: 5 }),
      seed: fc.nat(),
      reward: fc.constantFrom(...rewardModes),
    });
    fc.assert(
      fc.property(problem, ({ d, seed, reward }) => {
        const rng = createRng(seed);
        const table = randomTable(rng, d, 60);
        const score = linearBicEqualVariance(table);
        const knowledge = randomKnowledge(rng, d);
        const steps = stepsOf(score, table.X, { ...small, reward, knowledge, iterations: 15, patience: 8 });
        for (const { graph } of steps) {
          expect(isAcyclic(graph!)).toBe(true);
          expect(violations(graph!, knowledge, columnNames(d))).toEqual([]);
        }
        expect(steps.at(-1)!.score).toBeCloseTo(finish(exactSearch({ score, knowledge })).score, 8);
      }),
      { seed: 1, numRuns: 15 },
    );
  });

  it("takes a score that is only a function of the graph, and one that forbids graphs or all of them", () => {
    const table = randomTable(createRng("own"), 4, 60);
    const { local: _, ...whole } = linearBic(table);
    const best = finish(exactSearch({ score: linearBic(table) })).score;
    const options = { ...small, iterations: 12, patience: 6 };
    expect(stepsOf(whole, table.X, options).at(-1)!.score).toBeCloseTo(best, 8);
    expect(() => stepsOf(whole, table.X, { ...options, reward: "stepwise" })).toThrow(
      "set reward to episodic",
    );
    for (const isForbidden of [(edges: Uint8Array) => edges[1] === 1, () => true]) {
      const score: Score = {
        ...whole,
        isEquivalent: false,
        ofGraph: (graph) => (isForbidden(graph.edges) ? Number.NEGATIVE_INFINITY : whole.ofGraph(graph)),
      };
      const steps = stepsOf(score, table.X, options);
      const last = steps.at(-1)!;
      expect(last.graph!.edges[1]).toBe(0);
      expect(JSON.parse(JSON.stringify(last.restarts))).toEqual(last.restarts);
      for (const { values } of steps) expect(Object.values(values).every(Number.isFinite)).toBe(true);
    }
  });

  it("ends a restart after two fruitless stalls, and makes no more once the proven optimum is reached", () => {
    const table = chainTable(createRng("stalls"), 4, 500);
    const score = linearBic(table);
    const told = (options: CorlOptions & Partial<SearchProblem>) =>
      stepsOf(score, table.X, { ...small, ...options }).at(-1)!;
    const { restarts, iteration } = told({ patience: 5, restarts: 3 });
    expect(restarts).toHaveLength(3);
    expect(iteration).toBe(restarts.reduce((sum, row) => sum + row.iterations, 0));
    for (const { score, polished, iterations } of restarts) {
      expect(polished).toBe(score);
      expect(iterations).toBeLessThan(40);
    }
    expect(told({ patience: 5 }).restarts[0]).toEqual(restarts[0]);
    const { score: optimum } = finish(exactSearch({ score }));
    expect(told({ optimum, restarts: 3, iterations: 7 }).restarts).toHaveLength(1);
    const all = told({ optimum, stop: "never", restarts: 3, iterations: 7 }).restarts;
    expect(all.map((row) => row.iterations)).toEqual([7, 7, 7]);
  });

  it("returns the empty graph for one variable, and refuses counts that are not whole numbers from 1 on", () => {
    const one = chainTable(createRng(1), 1, 20);
    for (const reward of rewardModes) {
      const { graph } = stepsOf(linearBic(one), one.X, { ...small, reward, iterations: 3 }).at(-1)!;
      expect(graph).toEqual(emptyGraph(1));
    }
    const table = chainTable(createRng(1), 3, 20);
    for (const option of ["iterations", "restarts", "patience"])
      expect(() => stepsOf(linearBic(table), table.X, { [option]: 0 })).toThrow(
        `${option} must be a whole number from 1 on, got 0`,
      );
  });
});
