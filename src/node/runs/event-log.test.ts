import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
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
