import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { isLock, isLockFile, type Lock, lockHolder, takeLock } from "./lock.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "wherefore-lock-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

it("is had by one, told to others, and leaves nothing when it is let go", () => {
  const lock = takeLock(folder, "run", "a test");
  expect(isLock(lock)).toBe(true);
  expect(takeLock(folder, "run", "another")).toMatchObject({ pid: process.pid, for: "a test" });
  expect(lockHolder(folder, "run")).toMatchObject({ pid: process.pid, for: "a test" });
  expect(isLock(takeLock(folder, "other", "not the same"))).toBe(true);
  (lock as Lock).release();
  expect(lockHolder(folder, "run")).toBeNull();
  expect(readdirSync(folder)).toEqual([".other.1.lock"]);
  expect(readdirSync(folder).every(isLockFile)).toBe(true);
});

it("is taken over from a process that is gone, from one that has its id now, and from a damaged file", () => {
  const gone = { pid: 2 ** 22 - 1, began: "x/1", host: hostname(), for: "it" };
  for (const text of [
    JSON.stringify(gone),
    JSON.stringify({ ...gone, pid: process.pid, began: "another boot/1" }),
    "{",
    "",
  ]) {
    writeFileSync(join(folder, ".run.1.lock"), text);
    expect(lockHolder(folder, "run")).toBeNull();
    const lock = takeLock(folder, "run", "next");
    expect(readdirSync(folder)).toEqual([".run.1.lock", ".run.2.lock"]);
    (lock as Lock).release();
    expect(readdirSync(folder)).toEqual([]);
  }
});

it("that is let go twice leaves the next one's alone", () => {
  const first = takeLock(folder, "run", "first") as Lock;
  first.release();
  takeLock(folder, "run", "second");
  first.release();
  expect(lockHolder(folder, "run")).toMatchObject({ for: "second" });
});

it("of another machine is taken at its word", () => {
  writeFileSync(
    join(folder, ".run.1.lock"),
    JSON.stringify({ pid: 1, began: "", host: "elsewhere", for: "a run" }),
  );
  expect(takeLock(folder, "run", "next")).toMatchObject({ host: "elsewhere" });
});

it("is had by one at a time when processes fight for it, and dies with them", async () => {
  const module = fileURLToPath(new URL("../../../dist/node/files/lock.js", import.meta.url));
  // Each takes the lock two hundred times, and makes sure by a file that only one can make that it is alone.
  const script = `
    import { closeSync, openSync, rmSync } from "node:fs";
    import { takeLock } from ${JSON.stringify(module)};
    let taken = 0;
    while (taken < 200) {
      const lock = takeLock(".", "run", "fight");
      if (!("release" in lock)) continue;
      closeSync(openSync("alone", "wx"));
      rmSync("alone");
      lock.release();
      taken++;
    }
    takeLock(".", "last", "never let go");`;
  const fighters = [1, 2, 3, 4].map(() => {
    const child = spawn(process.execPath, ["--input-type=module", "-e", script], { cwd: folder });
    let complaint = "";
    child.stderr.on("data", (text) => {
      complaint += text;
    });
    return new Promise<string>((resolve) => child.on("close", (code) => resolve(`${code} ${complaint}`)));
  });
  expect(await Promise.all(fighters)).toEqual(["0 ", "0 ", "0 ", "0 "]);
  expect(lockHolder(folder, "last")).toBeNull();
});
