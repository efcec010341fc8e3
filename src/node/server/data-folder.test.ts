import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
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
  await expect(openDataFolder(path)).rejects.toThrow(
    new RegExp(`^serve: another server \\(process ${process.pid} on .+\\) has the folder`),
  );
  first.close();
  // That of a process which was killed: its number is larger than any there is.
  const killed = { pid: 99999999, began: "", host: hostname(), for: "wherefore serve" };
  writeFileSync(join(path, ".server.1.lock"), JSON.stringify(killed));
  (await openDataFolder(path)).close();
  expect(readdirSync(path).filter((name) => name.endsWith(".lock"))).toEqual([]);
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
