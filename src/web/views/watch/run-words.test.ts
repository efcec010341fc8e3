import { expect, test } from "vitest";
import { roughly, stageWords, stateWords, timeWords } from "./run-words.ts";
import type { WatchedRun } from "./watched-run.ts";

test("a time is told no more exactly than it is known", () => {
  expect([0, 12, 60, 200, 3700, 9000, 90_000].map(roughly)).toEqual([
    "a few seconds",
    "10 seconds",
    "a minute",
    "3 minutes",
    "an hour",
    "2.5 hours",
    "25 hours",
  ]);
});

test("every stage has words", () => {
  expect(stageWords("search")).toBe("Searching");
  expect(stageWords("rescaled columns, 1 of 5")).toBe(
    "Testing dependence on units (rescaled columns, 1 of 5)",
  );
});

test("a run that its time limit stopped says so", () => {
  const outcome = {
    edges: 1,
    score: 0,
    optimal: false,
    gap: null,
    claim: null,
    verdict: "unknown",
    seconds: 1,
    stopped: "time limit",
  };
  expect(stateWords({ status: "finished", outcome })).toBe("Finished: stopped by its time limit");
  expect(stateWords({ status: "finished", outcome: { ...outcome, stopped: null } })).toBe("Finished");
});

test("what is left is that of the part, or up to the time limit where that comes first", () => {
  const step = { type: "step", stage: "search", progress: 0.5 };
  const watched = {
    run: { status: "running" },
    step,
    stage: { x: 0, progress: 0 },
    seconds: 100,
  } as unknown as WatchedRun;
  expect(timeWords(watched, undefined)).toBe("about 2 minutes left for this stage; it may finish earlier");
  expect(timeWords(watched, 110)).toBe("at most about 10 seconds left until the time limit");
  expect(timeWords({ ...watched, run: { status: "paused" } } as WatchedRun, 110)).toBeNull();
});
