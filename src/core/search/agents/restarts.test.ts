import { describe, expect, it } from "vitest";
import { randomTable } from "../../../../test/problems.ts";
import { createRng } from "../../math/rng.ts";
import { linearBicEqualVariance } from "../../score/linear-bic.ts";
import { isBetter } from "../../score/score.ts";
import { exactSearch } from "../exact/exact.ts";
import { finish, type Search, stateOf } from "../search.ts";
import { type AgentRuns, type AgentStep, type RestartedStep, type RunPool, restarted } from "./restarts.ts";
import { rlOrderRuns } from "./rl-order/rl-order.ts";

const table = randomTable(createRng("restarts"), 6, 60);
const score = linearBicEqualVariance(table);
const runsWith = (optimum?: number): AgentRuns =>
  rlOrderRuns({ score, table, rng: createRng(5), optimum }, { iterations: 12, patience: 4, batch: 8 }, {});

/** Runs as workers would make them: those that were begun go on by turns, in an order drawn at random. */
function fakePool(runs: AgentRuns, size: number, seed: string): RunPool & { readonly begun: number[] } {
  const rng = createRng(seed);
  const open = new Map<number, Search<AgentStep>>();
  const begun: number[] = [];
  return {
    size,
    begun,
    start: (k, from) => {
      expect(open.size).toBeLessThan(size);
      begun.push(k);
      open.set(k, runs(k, from));
    },
    news: () => {
      const k = [...open.keys()][rng.integer(open.size)];
      const { value, done = false } = open.get(k)!.next();
      if (done) open.delete(k);
      const { graph, score: own, polished, iteration, looks, course, progress, doing, values } = value;
      const step = { graph, score: own, polished, iteration, looks, course, progress, doing, values };
      const hasState = done || rng.uniform() < 0.3;
      return [{ k, step, isDone: done, ...(hasState && { state: copied(stateOf(value)) }) }];
    },
  };
}

const copied = (state: unknown): unknown => JSON.parse(JSON.stringify(state));

/** What must agree to the last byte. */
const told = ({ graph, score: value, polished, iteration, restarts, weights }: RestartedStep) =>
  JSON.stringify({ graph, value, polished, iteration, restarts, weights: [...weights()] });

describe("runs side by side", () => {
  it("end as runs in turn, whichever is quicker", () => {
    const inTurn = told(finish(restarted(runsWith(), { score, restarts: 5 })));
    for (let trial = 0; trial < 6; trial++) {
      const pool = fakePool(runsWith(), 1 + (trial % 3), `trial/${trial}`);
      expect(told(finish(restarted(runsWith(), { score, restarts: 5 }, pool)))).toBe(inTurn);
      expect(pool.begun).toEqual([0, 1, 2, 3, 4]);
    }
  });

  it("give up the later ones when an earlier one has the proven best score", () => {
    const optimum = finish(exactSearch({ score })).score;
    const inTurn = finish(restarted(runsWith(optimum), { score, restarts: 5 }));
    expect(isBetter(optimum, inTurn.score)).toBe(false);
    expect(inTurn.restarts.length).toBeLessThan(5);
    const pool = fakePool(runsWith(optimum), 3, "optimum");
    expect(told(finish(restarted(runsWith(optimum), { score, restarts: 5 }, pool)))).toBe(told(inTurn));
  });

  it("go on from any step, side by side or in turn", () => {
    const whole = told(finish(restarted(runsWith(), { score, restarts: 4 })));
    const pool = fakePool(runsWith(), 2, "states");
    const states: unknown[] = [];
    const running = restarted(runsWith(), { score, restarts: 4 }, pool);
    for (let next = running.next(); !next.done; next = running.next())
      states.push(copied(stateOf(next.value)));
    expect(states.length).toBeGreaterThan(20);
    for (const [k, from] of states.filter((_, at) => at % 7 === 0).entries()) {
      const again = k % 2 === 0 ? fakePool(runsWith(), 2, `again/${k}`) : undefined;
      expect(told(finish(restarted(runsWith(), { score, restarts: 4, from }, again)))).toBe(whole);
    }
  });

  it("show the best graph of all that were begun", () => {
    const pool = fakePool(runsWith(), 4, "shown");
    let best = Number.NEGATIVE_INFINITY;
    for (const step of restarted(runsWith(), { score, restarts: 4 }, pool)) {
      expect(isBetter(best, step.score)).toBe(false);
      expect(step.graph === null ? Number.NEGATIVE_INFINITY : score.ofGraph(step.graph)).toBe(step.score);
      best = step.score;
    }
  });
});

describe("restarted", () => {
  it("refuses a number of runs that is none", () => {
    expect(() => finish(restarted(runsWith(), { score, restarts: 0 }))).toThrow(
      "agent: restarts must be a whole number from 1 on, got 0",
    );
  });
});
