import { describe, expect, it } from "vitest";
import { trials } from "../../../test/long.ts";
import { randomTable } from "../../../test/problems.ts";
import { createRng } from "../math/rng.ts";
import { linearBic } from "../score/linear-bic.ts";
import { isBetter } from "../score/score.ts";
import { rlOrderSearch } from "./agents/rl-order/rl-order.ts";
import { exactSearch } from "./exact/exact.ts";
import { orderSearch } from "./order/order.ts";
import { bothSearches } from "./order-then-agent.ts";
import { finish, stateOf } from "./search.ts";

const table = randomTable(createRng("both"), 7, 80);
const score = linearBic(table);
const options = { restarts: 2, agentRestarts: 2 };

describe("bothSearches", () => {
  it("ends with what each of the two ends with alone, and returns the better", () => {
    const rng = createRng(3);
    const order = finish(orderSearch({ score, rng: rng.fork("order"), restarts: 2 }));
    const agent = finish(rlOrderSearch({ score, table, rng: rng.fork("rl-order"), restarts: 2 }));
    const both = finish(bothSearches({ score, table, rng, ...options }, options));
    expect(both.scores).toEqual({ order: order.score, agent: agent.score });
    expect(both.score).toBe(Math.max(order.score, agent.score));
    expect(score.ofGraph(both.graph!)).toBe(both.score);
    expect(isBetter(finish(exactSearch({ score })).score, both.score)).toBe(false);
  });

  it("goes on from any step, of either search, to the same result", () => {
    const running = bothSearches({ score, table, rng: createRng(3), ...options }, options);
    const states: { doing: string; state: unknown }[] = [];
    let { value, done } = running.next();
    for (let k = 0; !done; k++) {
      if (k % trials(160, 40) === 0) states.push({ doing: value.doing, state: stateOf(value) });
      ({ value, done } = running.next());
    }
    for (const part of ["order search: ", "agent: "])
      expect(states.some(({ doing }) => doing.startsWith(part))).toBe(true);
    for (const { state } of states) {
      const from = JSON.parse(JSON.stringify(state));
      const resumed = finish(bothSearches({ score, table, rng: createRng(3), ...options, from }, options));
      expect({ ...resumed, state: stateOf(resumed) }).toEqual({ ...value, state: stateOf(value) });
    }
  });
});
