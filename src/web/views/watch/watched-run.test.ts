import { expect, test } from "vitest";
import type { wire } from "../../../core/index.ts";
import type { LoggedStep } from "../../client/client.ts";
import { createWatching, secondsLeft } from "./watched-run.ts";

const step = (ms: number, rest: Partial<LoggedStep> = {}): LoggedStep => ({
  ms,
  type: "step",
  stage: "search",
  doing: "",
  progress: 0,
  score: null,
  edges: null,
  values: {},
  ...rest,
});

const body: wire.RunBody = {
  id: "0123456789abcdef",
  status: "running",
  isResumable: false,
  table: { id: "0123456789abcdef", name: "t.csv" },
  created: "2026-01-01T00:00:00Z",
  search: "rl",
  score: "bic",
  seed: 1,
  error: null,
  progress: null,
  outcome: null,
};

test("the time left is that of the stage, from where it began", () => {
  const watching = createWatching();
  watching.hear(step(0, { stage: "doctor", progress: 0.9 }));
  expect(secondsLeft(watching.read())).toBeNull();
  // Resumed at 40 %.
  watching.hear(step(10_000, { progress: 0.4 }));
  expect(secondsLeft(watching.read())).toBeNull();
  watching.hear(step(20_000, { progress: 0.6 }));
  expect(secondsLeft(watching.read())).toBeCloseTo(20);
  watching.hear(step(30_000, { progress: 1 }));
  expect(secondsLeft(watching.read())).toBe(0);
});

test("iterations in a second are those of the last five, and a restart begins anew", () => {
  const watching = createWatching();
  for (let k = 0; k <= 100; k++) watching.hear(step(100 * k, { values: { iteration: k < 50 ? k : 10 * k } }));
  expect(watching.read().iterationRate).toBeCloseTo(100, 0);
  watching.hear(step(20_000, { values: { iteration: 1 } }));
  expect(watching.read().iterationRate).toBeNull();
});

test("the optimum is kept once it is told, and is no line", () => {
  const watching = createWatching();
  watching.hear({ type: "optimum", score: -10, claim: "no graph scores higher", ms: 5 });
  watching.hear(step(10));
  expect(watching.read()).toMatchObject({ optimum: -10, claim: "no graph scores higher", lines: [] });
});

test("scores of a proof are not those of the search", () => {
  const watching = createWatching();
  watching.hear(step(0, { score: -5, edges: 3 }));
  watching.hear(step(1, { stage: "proof", score: 7, edges: 9, values: { passes: 1 } }));
  const { step: shown, points } = watching.read();
  expect(shown).toMatchObject({ stage: "proof", score: -5, edges: 3 });
  expect(points.map(({ score }) => score)).toEqual([-5]);
});

test("a lost line is forgotten with the next news", () => {
  const watching = createWatching();
  watching.hear({ type: "lost", sentence: "server: …" });
  expect(watching.read().lost).toBe("server: …");
  watching.hear({ type: "state", run: body });
  expect(watching.read().lost).toBeNull();
});

test("a run that was over when the page was opened never was going on", () => {
  const watching = createWatching();
  watching.hear({ type: "state", run: { ...body, status: "finished" } });
  expect(watching.read().wasGoing).toBe(false);
  watching.hear({ type: "state", run: body });
  watching.hear({ type: "state", run: { ...body, status: "finished" } });
  expect(watching.read().wasGoing).toBe(true);
});

test("what is told again after a pause is listed once", () => {
  const watching = createWatching();
  for (const ms of [1, 900])
    watching.hear({ type: "choice", search: "exact", scoreName: "bic", reason: "requested", ms });
  watching.hear({ type: "note", sentence: "n", ms: 901 });
  expect(watching.read().lines.map(({ type }) => type)).toEqual(["choice", "note"]);
});
