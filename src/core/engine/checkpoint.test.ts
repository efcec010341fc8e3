import { expect, it } from "vitest";
import { runSpec } from "../run/spec.ts";
import { type Checkpoint, checkpointKeeper, readCheckpointText, stateToResume } from "./checkpoint.ts";
import { checkpointLines } from "./checkpoint-lines.ts";

const spec = runSpec();
const step = (state: unknown, stage = "search") => ({
  type: "step" as const,
  stage,
  doing: "",
  progress: 0,
  score: null,
  edges: null,
  values: {},
  state,
});

it("is written after half a second and then every two, with the last state of the search", () => {
  let time = 0;
  const written: { at: number; checkpoint: Checkpoint }[] = [];
  const keeper = checkpointKeeper({
    write: (text) => {
      const checkpoint = readCheckpointText(text, "checkpoint.bin");
      written.push({ at: time, checkpoint });
      expect([checkpoint.lines, checkpointLines(text.slice(0, 100))]).toEqual([time / 100, time / 100]);
    },
    belongsTo: () => ({ lines: time / 100, version: "1", hash: "h", spec, seconds: time / 1000 }),
    now: () => time,
  });
  keeper.add({ type: "choice", search: "rl", scoreName: "bic", reason: "" });
  expect(keeper.keep()).toBe(false);
  for (; time <= 5000; time += 100) {
    keeper.add(step(() => ({ at: time })));
    keeper.add(step({ at: -1 }, "proof"));
  }
  expect(written.map(({ at }) => at)).toEqual([600, 2700, 4800]);
  expect(written.map(({ at, checkpoint }) => [checkpoint.search, checkpoint.state, at])).toEqual(
    written.map(({ at }) => ["rl", { at }, at]),
  );
  keeper.add(step({ at: "end" }));
  expect(keeper.keep()).toBe(true);
  expect(written.at(-1)?.checkpoint.state).toEqual({ at: "end" });
});

it("stores the state as of its step, not as it is after the search has moved on", () => {
  const written: unknown[] = [];
  const keeper = checkpointKeeper({
    write: (text) => written.push(JSON.parse(text).state),
    belongsTo: () => ({ lines: 0, version: "1", hash: "h", spec, seconds: 0 }),
    now: () => 0,
  });
  keeper.add(step(() => "too late"));
  keeper.add(step(null));
  expect([keeper.keep(), written]).toEqual([false, []]);
  keeper.add(step(() => "in time"));
  expect(keeper.keep()).toBe(true);
  keeper.add(step(() => "too late"));
  keeper.add(step(null));
  expect([keeper.keep(), written]).toEqual([true, ["in time"]]);
  keeper.add(step("plain"));
  keeper.add(step(null));
  expect([keeper.keep(), written]).toEqual([true, ["in time", "plain"]]);
});

it("resumes only with the same version and table", () => {
  const checkpoint = { version: "1", hash: "h", spec, search: "rl", seconds: 2, state: 7 } as Checkpoint;
  expect(stateToResume(checkpoint, { version: "1", hash: "h" })).toEqual({
    search: "rl",
    state: 7,
  });
  expect(() => stateToResume(checkpoint, { version: "2", hash: "h" })).toThrow(/by version 1, this is 2/);
  expect(() => stateToResume(checkpoint, { version: "1", hash: "i" })).toThrow(/belongs to another table/);
});
