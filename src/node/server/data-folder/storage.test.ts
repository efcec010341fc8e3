import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, it } from "vitest";
import { refusalOf } from "../refusal.ts";
import { openStorage } from "./storage.ts";

const folder = mkdtempSync(join(tmpdir(), "storage-"));
const path = join(folder, "data");
afterAll(() => rmSync(folder, { recursive: true }));

beforeEach(() => {
  rmSync(path, { recursive: true, force: true });
  for (const room of ["tables", "requests", "runs"]) mkdirSync(join(path, room), { recursive: true });
});

function put(file: string, bytes: number): void {
  mkdirSync(join(path, file, ".."), { recursive: true });
  writeFileSync(join(path, file), Buffer.alloc(bytes));
}

it("counts what is there at the start, what changes and what grows, and what is deleted no more", async () => {
  put("tables/a/table.csv", 3000);
  put("requests/b/request.json", 500);
  put("runs/b/deep/result.json", 1000);
  const storage = await openStorage({ path }, 10_000);
  await storage.checkRoom();
  put("tables/c/table.csv", 5500);
  // Nobody has said so: nothing is walked for nothing.
  await storage.checkRoom();
  storage.changed("tables", "c");
  await expect(storage.checkRoom()).rejects.toThrow(/must use less than 0\.01 MB, got 0\.01 MB; delete/);
  rmSync(join(path, "tables/c"), { recursive: true });
  storage.changed("tables", "c");
  await storage.checkRoom();

  storage.growing("runs", "b");
  await storage.checkRoom();
  put("runs/b/events.ndjson", 6000);
  const refused = await storage.checkRoom().catch(refusalOf);
  expect(refused).toMatchObject({ status: 507, sentence: expect.stringContaining("--max-storage") });
  put("runs/b/events.ndjson", 10);
  await storage.checkRoom();
});

it("refuses an upload at the byte that goes beyond, also of several at once, and forgets it afterwards", async () => {
  put("tables/a/table.csv", 4000);
  const storage = await openStorage({ path }, 10_000);
  await storage.checkRoom();
  const [one, two] = [storage.hold(), storage.hold()];
  one.add(3000);
  two.add(3000);
  expect(() => two.add(1)).toThrow(/^storage: /);
  await two.release();
  one.add(3000);
  // What is held becomes a table's own.
  put("tables/b/table.csv", 6000);
  storage.changed("tables", "b");
  await one.release();
  await one.release();
  expect(() => storage.hold().add(1)).toThrow(/^storage: /);
});

it("counts a link as a link", async () => {
  writeFileSync(join(folder, "large"), Buffer.alloc(50_000));
  symlinkSync(join(folder, "large"), join(path, "runs/link"));
  const storage = await openStorage({ path }, 10_000);
  await storage.checkRoom();
});
