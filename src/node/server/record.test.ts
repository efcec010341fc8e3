import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type RecordOptions, recordLines } from "./record.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "record-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const line = (type: string, n: number) => JSON.stringify({ ms: n, type, n });

async function lines(texts: readonly string[], options?: RecordOptions): Promise<number[]> {
  const path = join(folder, "events.ndjson");
  writeFileSync(path, texts.map((text) => `${text}\n`).join(""));
  const out: number[] = [];
  for await (const found of recordLines(path, options)) {
    expect(found.text).toBe(texts[found.line - 1]);
    out.push(found.line);
  }
  return out;
}

it("gives every line of a short record, and those after one that is known", async () => {
  const texts = Array.from({ length: 10 }, (_, n) => line("step", n));
  expect(await lines(texts)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(await lines(texts, { after: 7 })).toEqual([8, 9, 10]);
  expect(await lines(texts, { after: 10 })).toEqual([]);
  expect(await lines(texts, { after: 99 })).toEqual([]);
});

it("thins steps evenly, and leaves out neither the last nor what is no step", async () => {
  const texts = Array.from({ length: 1003 }, (_, n) => line(n === 500 ? "choice" : "step", n));
  const found = await lines(texts, { steps: 10 });
  expect(found).toContain(501);
  expect(found.at(-1)).toBe(1003);
  expect(found.length).toBeLessThanOrEqual(12);
  expect(found.length).toBeGreaterThanOrEqual(10);
});

it("is empty where there is no record, and passes over a line that was cut off", async () => {
  expect(await lines([line("step", 1), '{"ms":2,"ty', line("step", 3)])).toEqual([1, 3]);
  const none: unknown[] = [];
  for await (const found of recordLines(join(folder, "nothing"))) none.push(found);
  expect(none).toEqual([]);
});
