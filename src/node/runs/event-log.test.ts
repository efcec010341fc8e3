import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { RunEvent } from "../../core/index.ts";
import { cutRecord, eventLog } from "./event-log.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "wherefore-log-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const record = () => readFileSync(join(folder, "events.ndjson"), "utf8");

it("a run that was killed goes on with the lines that its checkpoint knows, and counts from there", async () => {
  const killed = eventLog(folder, { lines: 0, stepMs: 0, now: () => 1 });
  for (const sentence of ["a", "b", "ü", "c"]) killed.add({ type: "note", sentence });
  expect(killed.lines()).toBe(4);
  writeFileSync(join(folder, "events.ndjson"), `${record()}{"ms":1,"type":"no`);
  const lines = await cutRecord(folder, 3);
  expect(lines).toBe(3);
  const resumed = eventLog(folder, { lines, stepMs: 0, now: () => 2 });
  resumed.add({ type: "note", sentence: "c" });
  expect(resumed.lines()).toBe(4);
  expect(
    record()
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).sentence),
  ).toEqual(["a", "b", "ü", "c"]);
});

it("one without a checkpoint starts over", async () => {
  eventLog(folder, { lines: 0, stepMs: 0, now: () => 1 }).add({ type: "note", sentence: "a" });
  expect(await cutRecord(folder, 0)).toBe(0);
  expect(record()).toBe("");
});

it("a record that is shorter than its checkpoint says stays as it is", async () => {
  eventLog(folder, { lines: 0, stepMs: 0, now: () => 1 }).add({ type: "note", sentence: "a" });
  expect(await cutRecord(folder, 9)).toBe(1);
  expect(record()).toContain("a");
});

const step = (score: number, k: number): RunEvent => ({
  type: "step",
  stage: "search",
  doing: `iteration ${k} of 5000000`,
  progress: k / 5e6,
  score,
  edges: 30,
  values: { iteration: k, reward: -1234.56789, entropy: 0.61, best: score, seen: 64 * k },
  state: null,
});

it("five million steps, a thousand in a second, have less than 20 MB, every improvement and the last step, and each line is told", async () => {
  let ms = 0;
  let told = 0;
  const log = eventLog(folder, {
    lines: 0,
    stepMs: 0,
    now: () => ms,
    onLine: (event, line) => {
      told++;
      if (line !== told || event.ms > ms) throw new Error(`line ${line} was told as number ${told}`);
    },
  });
  const improved: number[] = [];
  let score = -5000;
  for (let k = 1; k <= 5_000_000; k++) {
    ms = k;
    // Some thousand, dense at first and rare later.
    if (Math.floor(300 * Math.log(k)) > Math.floor(300 * Math.log(k - 1))) {
      score++;
      improved.push(k);
    }
    log.add(step(score, k));
    if (k === 2_500_000) log.add({ type: "note", sentence: "half of them" });
  }
  log.flush();
  expect(statSync(join(folder, "events.ndjson")).size).toBeLessThan(20e6);
  const lines = record().trimEnd().split("\n");
  expect([lines.length, told]).toEqual([log.lines(), log.lines()]);
  const kept = new Set<number>();
  let notes = 0;
  for (const line of lines) {
    const event = JSON.parse(line) as { type: string; values: { iteration: number } };
    if (event.type === "note") notes++;
    else kept.add(event.values.iteration);
  }
  expect(improved.length).toBeGreaterThan(2000);
  expect(improved.filter((k) => !kept.has(k))).toEqual([]);
  expect([kept.has(5_000_000), notes, kept.size]).toEqual([true, 1, lines.length - 1]);

  // A run that goes on keeps as few as it did before, not every step anew.
  const left = await cutRecord(folder, lines.length - 10);
  const resumed = eventLog(folder, { lines: left, stepMs: 0, now: () => ms });
  const before = resumed.lines();
  for (let k = 1; k <= 1000; k++) {
    ms++;
    resumed.add(step(score, 5_000_000 + k));
  }
  expect(resumed.lines() - before).toBeLessThan(10);
});
