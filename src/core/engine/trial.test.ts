import { describe, expect, it } from "vitest";
import { table, truth } from "../../../test/discoveries.ts";
import { simulate } from "../data/simulate/simulate.ts";
import type { Discovery } from "../run/discovery/discovery.ts";
import type { RunOptions } from "../run/spec.ts";
import { trial } from "./trial.ts";
import * as wire from "./wire/wire.ts";

/** A trial on a clock that advances by this much at every reading. */
function tried(options: RunOptions, msPerLook: number, more: Partial<Discovery> = {}) {
  let clock = 0;
  let looks = 0;
  const now = () => {
    looks++;
    clock += msPerLook;
    return clock;
  };
  const estimate = trial({ table, options, now, ...more });
  expect(wire.estimate.parse(estimate)).toEqual(estimate);
  return { ...estimate, clock, looks };
}

/** Duration of the whole run on such a clock. */
function whole(options: RunOptions, msPerLook: number, more: Partial<Discovery> = {}): number {
  let clock = 0;
  const now = () => {
    clock += msPerLook;
    return clock;
  };
  trial({ table, options, now, ...more }, { ms: Number.POSITIVE_INFINITY });
  return clock / 1000;
}

const agent: RunOptions = {
  search: "rl-order",
  optimum: "never",
  options: { iterations: 400, stop: "never" },
};

describe("trial", () => {
  it("reports the actual time if the run ends within the trial", () => {
    const { search, choice, seconds, sentence } = tried({}, 1);
    expect(search).toBe("exact");
    expect(choice).toContain("6 variables need");
    expect(seconds).toBeLessThan(1);
    expect(sentence).toBe("under a second on this machine");
    const slow = tried({}, 15);
    expect(slow.sentence).toMatch(/^(under a second|about \d+ seconds?) on this machine$/);
    expect(Math.abs(slow.seconds! - whole({}, 15))).toBeLessThan(0.1);
  });

  it("extrapolates an agent's progress, within a tenth on an even clock", () => {
    for (const msPerLook of [10, 40]) {
      const took = whole(agent, msPerLook);
      const { seconds, sentence, clock } = tried(agent, msPerLook);
      expect(clock).toBeLessThan(2000);
      expect(Math.abs(seconds! - took)).toBeLessThan(0.1 * took);
      expect(sentence).toMatch(/^at most about \d+ (seconds|minutes) on this machine$/);
    }
  });

  it("gives only a bound if it sees less than a hundredth", () => {
    const { seconds, sentence } = tried({ ...agent, options: { iterations: 100_000, stop: "never" } }, 10);
    expect(seconds).toBeNull();
    expect(sentence).toMatch(/^more than about \d minutes on this machine$/);
  });

  it("never exceeds the time limit", () => {
    const { seconds, sentence } = tried({ ...agent, timeLimit: 3 }, 40);
    expect(seconds).toBe(3);
    expect(sentence).toBe(
      "about 3 seconds on this machine: its time limit ends it, with the best graph found until then",
    );
    const unseen = tried({ ...agent, options: { iterations: 100_000 }, timeLimit: 20 }, 10);
    expect(unseen.seconds).toBe(20);
  });

  it("counts restarts", () => {
    const one = tried(agent, 5).seconds!;
    const three = tried({ ...agent, restarts: 3 }, 5).seconds!;
    expect(three / one).toBeGreaterThan(2.5);
    expect(three / one).toBeLessThan(3.5);
  });

  it("names the stages that it does not reach", () => {
    const wide = simulate({ nodes: 9, samples: 100, seed: 2 }).table;
    const scored = tried({ score: "gp" }, 60, { table: wide });
    expect(scored.sentence).toMatch(
      /^about \d+ (second|minute)s? on this machine for the scores of all sets of causes; then the search, which the trial did not reach$/,
    );
    expect(scored.seconds).toBeGreaterThan(1.5);
    const learned = tried({ score: "gp", search: "rl-order" }, 60, { table: wide });
    expect([learned.seconds, learned.search]).toEqual([null, "rl-order"]);
    const early = tried({}, 600);
    expect(early.seconds).toBeNull();
    expect(early.sentence).toContain("for the examination of the table; then the search");
    expect(tried(agent, 40, { truth }).sentence).toContain(
      "what is requested after it takes additional time",
    );
  });

  it("is refused for what the run would be refused for", () => {
    expect(() => tried({ search: "nothing" }, 1)).toThrow(/^discover: no search called "nothing"/);
    const flat = { ...table, X: { ...table.X, data: new Float64Array(table.X.data.length) } };
    expect(() => tried({}, 1, { table: flat })).toThrow(/^table: column .* must vary/);
  });

  it("leaves the table as it was", () => {
    const before = Array.from(table.X.data);
    tried(agent, 10);
    expect(Array.from(table.X.data)).toEqual(before);
  });
});
