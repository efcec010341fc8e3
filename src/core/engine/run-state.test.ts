import { describe, expect, it } from "vitest";
import { run, table } from "../../../test/discoveries.ts";
import { afterEvent, bodyOf, type LoggedEvent, type RunState, restingState } from "./run-state.ts";
import * as wire from "./wire/wire.ts";

const outcome = {
  edges: 3,
  score: -1.5,
  optimal: false,
  gap: null,
  claim: null,
  verdict: "unknown",
  seconds: 1,
  stopped: null,
};
const stopped = { ...outcome, stopped: "interrupted" };
const id = "0123456789abcdef";
const fresh: RunState = {
  stored: {
    format: "wherefore-request/1",
    id,
    created: "2026-01-01T00:00:00.000Z",
    tableName: "data.csv",
    request: { table: id, options: { search: "rl", seed: 4 }, missing: "fail" },
  },
  outcome: null,
  search: null,
  score: null,
  activity: null,
  lastStep: null,
};

describe("the state of a run", () => {
  it("follows from what is on disk, and from the process if there is one", () => {
    const stored = (more: object): RunState => ({ ...fresh, stored: { ...fresh.stored, ...more } });
    for (const [state, status, canGoOn] of [
      [{ ...fresh, activity: "running" }, "running", false],
      [{ ...fresh, activity: "pausing", outcome }, "pausing", false],
      [fresh, "interrupted", true],
      [stored({ error: "the process ended" }), "interrupted", true],
      [{ ...fresh, outcome: stopped }, "paused", true],
      [stored({ isUnderWay: true }), "interrupted", true],
      [{ ...stored({ isUnderWay: true }), outcome: stopped }, "interrupted", true],
      [{ ...stored({ error: "the process ended" }), outcome: stopped }, "interrupted", true],
      [{ ...stored({ isUnderWay: true }), outcome }, "finished", false],
      [{ ...fresh, outcome }, "finished", false],
      [{ ...fresh, outcome: { ...outcome, stopped: "time limit" } }, "finished", true],
      [stored({ error: "table: …", isRefused: true }), "failed", false],
      [{ ...stored({ isCancelled: true }), outcome: stopped }, "cancelled", false],
    ] as [RunState, string, boolean][]) {
      const body = bodyOf(state);
      expect([body.status, body.isResumable]).toEqual([status, canGoOn]);
      expect(wire.run.safeParse(body).success).toBe(true);
    }
  });

  it("takes search and score from their choice, and the progress from its last step while it is running", () => {
    const step: LoggedEvent = {
      ms: 2,
      type: "step",
      stage: "search",
      doing: "x",
      progress: 0.5,
      score: null,
      edges: null,
      values: {},
    };
    const running: RunState = { ...fresh, activity: "running" };
    const chosen = afterEvent(running, {
      ms: 1,
      type: "choice",
      search: "exact",
      scoreName: "bic-mixed",
      reason: "",
    });
    const going = afterEvent(chosen, step);
    expect(bodyOf(fresh)).toMatchObject({ search: "rl", score: "auto" });
    expect(bodyOf(going)).toMatchObject({
      search: "exact",
      score: "bic-mixed",
      seed: 4,
      progress: { doing: "x", progress: 0.5 },
    });
    expect(bodyOf({ ...going, activity: null }).progress).toBeNull();
  });

  it("takes both from the result once there is one", () => {
    const { result } = run({ table, options: { score: "bge" } });
    expect(bodyOf(restingState(fresh.stored, result))).toMatchObject({ search: "exact", score: "bge" });
  });
});
