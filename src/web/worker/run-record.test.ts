import { expect, it, vi } from "vitest";
import type { ProcessNews } from "../../core/index.ts";
import type { Batch } from "../client/store.ts";
import { runRecord } from "./run-record.ts";

const step = (n: number) => ({
  type: "step" as const,
  stage: "search",
  doing: `${n}`,
  progress: 0,
  score: n,
  edges: 0,
  values: {},
  state: "not for the record",
});

it("writes every step, tells some, and goes on counting where an earlier part ended", async () => {
  const written: Batch[] = [];
  const told: ProcessNews[] = [];
  const store = { addLines: async (_: string, batch: Batch) => void written.push(batch) };
  const record = runRecord(store, "a", (news) => told.push(news), {
    lines: 10,
    bytes: 0,
    seconds: 5,
    isWatched: false,
  });
  for (let n = 1; n <= 1000; n++) record.add(step(n));
  await record.flush();
  record.add({ type: "note", sentence: "x" });
  await record.flush();
  expect(written.map(({ first, lines }) => [first, lines.length])).toEqual([
    [11, 1000],
    [1011, 1],
  ]);
  const first = JSON.parse(written[0].lines[0]) as Record<string, unknown>;
  expect(Object.keys(first).slice(0, 2)).toEqual(["ms", "type"]);
  expect([first.doing, "state" in first, Number(first.ms) >= 5000]).toEqual(["1", false, true]);
  expect(told.length).toBeLessThan(500);
  expect(told.at(-2)).toMatchObject({ event: { doing: "1000" }, line: 1010 });
  expect(told.at(-1)).toMatchObject({ event: { type: "note" }, line: 1011 });
});

it("says when it can no longer be written", async () => {
  const store = { addLines: () => Promise.reject(new Error("full")) };
  const record = runRecord(store, "a", () => {}, { lines: 0, bytes: 0, seconds: 0, isWatched: false });
  record.add(step(1));
  await expect(record.flush()).rejects.toThrow("full");
  expect(record.failure()).toMatchObject({ message: "full" });
});

it("writes a checkpoint with all lines before it, and only those where it has no room", async () => {
  const written: Batch[] = [];
  const store = {
    addLines: async (_: string, batch: Batch) => {
      if (batch.checkpoint === "too large") throw new Error("full");
      written.push(batch);
    },
  };
  const record = runRecord(store, "a", () => {}, { lines: 0, bytes: 0, seconds: 0, isWatched: false });
  for (const [n, checkpoint] of ["small", "too large"].entries()) {
    record.add(step(n));
    record.keep(checkpoint);
  }
  await record.flush();
  expect(record.lines()).toBe(2);
  expect(written.map(({ first, lines, checkpoint }) => [first, lines.length, checkpoint])).toEqual([
    [1, 1, "small"],
    [2, 1, undefined],
  ]);
});

it("of many steps keeps few, with every improvement among them, and tells of the others without a number", async () => {
  const written: Batch[] = [];
  const told: ProcessNews[] = [];
  const store = { addLines: async (_: string, batch: Batch) => void written.push(batch) };
  const record = runRecord(store, "a", (news) => told.push(news), {
    lines: 50_000,
    bytes: 11e6, // a record that is long already
    seconds: 5000,
    isWatched: false,
  });
  const clock = vi.spyOn(performance, "now");
  const start = performance.now();
  const improvements = new Set([1, 2, 30, 4000, 70_000]);
  let score = 0;
  for (let n = 1; n <= 100_000; n++) {
    clock.mockReturnValue(start + n);
    if (improvements.has(n)) score++;
    record.add({ ...step(n), score });
  }
  clock.mockRestore();
  await record.flush();
  const lines = written.flatMap((batch) => batch.lines).map((line) => JSON.parse(line).doing as string);
  for (const n of improvements) expect(lines).toContain(`${n}`);
  expect(lines.at(-1)).toBe("100000");
  expect(lines.length).toBeLessThan(20);
  expect(record.lines()).toBe(50_000 + lines.length);
  const unnumbered = told.filter((news) => "event" in news && news.line === null);
  expect(told.at(-1)).toMatchObject({ event: { doing: "100000" }, line: record.lines() });
  expect(unnumbered.length).toBeGreaterThan(1000);
});
