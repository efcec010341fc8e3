import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newId, openDataFolder } from "./data-folder.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "data-folder-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

it("is refused to a second server, and open again after the first, however that ended", async () => {
  const path = join(folder, "a");
  const first = await openDataFolder(path);
  // The process with number 1 always lives, and is not this one.
  writeFileSync(join(path, "server.lock"), "1\n");
  await expect(openDataFolder(path)).rejects.toThrow(/^serve: another server \(process 1\)/);
  // Larger than any process number.
  writeFileSync(join(path, "server.lock"), "99999999\n");
  (await openDataFolder(path)).close();
  expect(existsSync(join(path, "server.lock"))).toBe(false);
  first.close();
});

it("knows its own ids and no other names", async () => {
  const data = await openDataFolder(join(folder, "b"));
  const id = newId();
  mkdirSync(data.of("tables", id));
  mkdirSync(join(folder, "b/tables/stranger"));
  expect(await data.ids("tables")).toEqual([id]);
  for (const name of ["..", "../../etc", "", "0123456789ABCDEF", `${id}/..`])
    expect(() => data.of("runs", name)).toThrow();
  data.close();
});

it("forgets at the start what was being read or sent", async () => {
  const path = join(folder, "c");
  const data = await openDataFolder(path);
  writeFileSync(join(path, "temporary/half"), "x");
  data.close();
  await openDataFolder(path);
  expect(existsSync(join(path, "temporary/half"))).toBe(false);
});
