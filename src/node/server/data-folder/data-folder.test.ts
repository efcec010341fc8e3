import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { refusalOf } from "../refusal.ts";
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
    new RegExp(`^serve: another server \\(process ${process.pid} on .+\\) is using the folder`),
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
  expect(data.ids("tables")).toEqual([id]);
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

it("does not follow a link in it: not as a file, not as a folder, not as a room", async () => {
  const path = join(folder, "d");
  const elsewhere = join(folder, "elsewhere");
  mkdirSync(elsewhere);
  writeFileSync(join(elsewhere, "table.csv"), "not ours");
  const warnings: string[] = [];
  const data = await openDataFolder(path, (sentence) => warnings.push(sentence));
  const [plain, withLink, isLink, halfLinked] = [newId(), newId(), newId(), newId()];
  for (const id of [plain, withLink, halfLinked]) mkdirSync(data.of("tables", id));
  for (const id of [plain, halfLinked]) writeFileSync(join(data.of("tables", id), "table.csv"), "ours");
  symlinkSync(join(elsewhere, "table.csv"), join(data.of("tables", withLink), "table.csv"));
  symlinkSync(elsewhere, data.of("tables", isLink));
  symlinkSync(elsewhere, data.of("runs", halfLinked));

  expect(data.of("tables", plain)).toBe(join(path, "tables", plain));
  for (const id of [withLink, isLink]) {
    const refused = thrown(() => data.of("tables", id));
    expect(refusalOf(refused)).toMatchObject({
      status: 404,
      sentence: expect.stringMatching(/^data folder: tables\/[0-9a-f]{16}.* symbolic link, .*; /),
    });
    expect(String(refused)).not.toContain(folder);
  }
  expect(data.ids("tables").toSorted()).toEqual([plain, halfLinked].toSorted());
  expect(warnings).toHaveLength(2);
  expect(data.ids("tables", "runs")).toEqual([plain]);

  // Deleted are the links, and not what they lead to.
  for (const id of [withLink, isLink]) await data.drop("tables", id);
  await data.drop("runs", halfLinked);
  expect(readdirSync(join(path, "tables")).toSorted()).toEqual([plain, halfLinked].toSorted());
  expect(readFileSync(join(elsewhere, "table.csv"), "utf8")).toBe("not ours");

  renameSync(join(path, "tables"), join(folder, "moved"));
  symlinkSync(join(folder, "moved"), join(path, "tables"));
  expect(() => data.of("tables", plain)).toThrow(/symbolic link/);
  data.close();
  await expect(openDataFolder(path)).rejects.toThrow(
    /^serve: .*tables must be a folder, got a symbolic link/,
  );
});

it("may itself be reached by a link, and takes no lock through one", async () => {
  const real = join(folder, "real");
  mkdirSync(real);
  symlinkSync(real, join(folder, "way"));
  const victim = join(folder, "victim");
  writeFileSync(victim, "99999999\n");
  symlinkSync(victim, join(real, ".server.1.lock"));
  const data = await openDataFolder(join(folder, "way"));
  expect(data.path).toBe(real);
  expect(JSON.parse(readFileSync(join(real, ".server.2.lock"), "utf8")).pid).toBe(process.pid);
  data.close();
  expect(readFileSync(victim, "utf8")).toBe("99999999\n");
  expect(readdirSync(real).filter((name) => name.endsWith(".lock"))).toEqual([]);
});

function thrown(call: () => void): unknown {
  try {
    call();
    return undefined;
  } catch (error) {
    return error;
  }
}
