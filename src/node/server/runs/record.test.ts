import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { LoggedEvent } from "../../../core/index.ts";
import { openRecords, type RunRecord } from "./record.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "record-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const text = (type: string, n: number) => JSON.stringify({ ms: n, type, n });
const step = (n: number) =>
  ({ ms: n, type: "step", stage: "search", doing: "", progress: 0, score: n, edges: 0, values: {} }) as const;

function written(texts: readonly string[]): string {
  const path = join(folder, "events.ndjson");
  writeFileSync(path, texts.map((each) => `${each}\n`).join(""));
  return path;
}

const numbers = async (record: RunRecord, after = 0) => (await record.lines(after)).map(({ line }) => line);

/** Records that count how often they are read. */
function counted(texts: Record<string, string>, most?: number) {
  const reads: string[] = [];
  const read = async function* (path: string) {
    reads.push(path);
    // In parts that end anywhere.
    const bytes = Buffer.from(texts[path]);
    for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
  };
  return { reads, recordOf: openRecords({ read, ...(most === undefined ? {} : { most }) }) };
}

it("gives every line of a short record as it is, and those after one that is known", async () => {
  const texts = Array.from({ length: 10 }, (_, n) => text(n === 3 ? "note" : "step", n));
  const record = openRecords()(written(texts));
  expect((await record.lines(0)).map((line) => line.text)).toEqual(texts);
  expect(await numbers(record, 7)).toEqual([8, 9, 10]);
  expect(await numbers(record, 10)).toEqual([]);
  expect(await numbers(record, 99)).toEqual([]);
});

it("thins steps evenly, and leaves out neither the last nor what is no step", async () => {
  const texts = Array.from({ length: 100_003 }, (_, n) => text(n === 500 ? "choice" : "step", n));
  const found = await numbers(openRecords()(written(texts)));
  expect(found).toContain(501);
  expect(found.at(-1)).toBe(100_003);
  expect(found.length).toBeLessThanOrEqual(2002);
  expect(found.length).toBeGreaterThanOrEqual(1000);
});

it("is empty where there is no record, and passes over a line that was cut off", async () => {
  const path = written([text("step", 1), '{"ms":2,"ty', text("step", 3)]);
  writeFileSync(path, '{"ms":4,"type":"step"', { flag: "a" });
  expect(await numbers(openRecords()(path))).toEqual([1, 3]);
  expect(await numbers(openRecords()(join(folder, "nothing")))).toEqual([]);
});

it("is read once for five hundred who come late, and has what is told after that", async () => {
  const { reads, recordOf } = counted({ a: `${text("step", 1)}\n${text("note", 2)}\n` });
  const together = await Promise.all(Array.from({ length: 250 }, () => numbers(recordOf("a"))));
  recordOf("a").add(step(2), 2); // known from the file
  recordOf("a").add(step(7), 7);
  recordOf("a").add({ ms: 8, type: "note", sentence: "x" } satisfies LoggedEvent, 8);
  for (let k = 0; k < 250; k++) expect(await numbers(recordOf("a"))).toEqual([1, 2, 7, 8]);
  expect(new Set(together.map(String))).toEqual(new Set(["1,2"]));
  expect(await numbers(recordOf("a"), 2)).toEqual([7, 8]);
  expect(reads).toEqual(["a"]);
  recordOf("a").forget();
  expect(await numbers(recordOf("a"))).toEqual([1, 2]);
  expect(reads).toEqual(["a", "a"]);
});

it("of those nobody has asked for lately is forgotten where all together are too large", async () => {
  const long = `{"ms":1,"type":"note","sentence":"${"x".repeat(1000)}"}\n`;
  const { reads, recordOf } = counted({ a: long, b: long, c: long }, 2500);
  for (const path of ["a", "b", "a", "c", "a", "c", "b"]) await recordOf(path).lines(0);
  expect(reads).toEqual(["a", "b", "c", "b"]);
});

it("that cannot be read is asked for again", async () => {
  let times = 0;
  const recordOf = openRecords({
    read: async function* () {
      times++;
      if (times === 1) throw new Error("disk");
      yield Buffer.from(`${text("step", 1)}\n`);
    },
  });
  await expect(recordOf("a").lines(0)).rejects.toThrow("disk");
  recordOf("a").add(step(1), 1);
  expect(await numbers(recordOf("a"))).toEqual([1]);
});
