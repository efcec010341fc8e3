// A run that is killed and resumed ends as if nothing had happened.

import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRng } from "../../src/core/index.ts";
import { randomTable } from "../problems.ts";

const main = fileURLToPath(new URL("../../dist/node/cli/main.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "resume-"));

/** Starts the program; `ended` gives its exit code and what it printed. */
function started(...args: string[]) {
  const child = spawn(process.execPath, [main, ...args], { cwd: folder });
  let out = "";
  let err = "";
  child.stdout.on("data", (text) => {
    out += text;
  });
  child.stderr.on("data", (text) => {
    err += text;
  });
  const ended = new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    child.on("close", (code) => resolve({ code, out, err }));
  });
  return { child, ended };
}

const until = async (condition: () => boolean) => {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20));
};

beforeAll(() => {
  const { names, X } = randomTable(createRng("resume"), 6, 300);
  const rows = Array.from({ length: X.rows }, (_, i) => X.data.slice(i * X.cols, (i + 1) * X.cols).join(","));
  writeFileSync(join(folder, "data.csv"), `${names.join(",")}\n${rows.join("\n")}\n`);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("wherefore resume", () => {
  const agent = ["--search", "rl", "--iterations", "900", "--stop", "never", "--json", "--quiet"];

  it("goes on after kill -9, Ctrl-C, and on another number of threads, to the digest of an undisturbed run", async () => {
    const whole = await started("discover", "data.csv", ...agent, "--out", "whole").ended;
    expect([whole.code, whole.err]).toEqual([0, ""]);
    const { digest } = JSON.parse(whole.out);
    expect(digest).toMatch(/^[0-9a-f]{64}$/);

    const killed = started("discover", "data.csv", ...agent, "--threads", "1", "--out", "killed");
    await until(() => existsSync(join(folder, "killed/checkpoint.bin")));
    killed.child.kill("SIGKILL");
    await killed.ended;
    expect(existsSync(join(folder, "killed/result.json"))).toBe(false);

    // Stopped once more on the way.
    const again = started("resume", "killed", "--json", "--quiet");
    await new Promise((resolve) => setTimeout(resolve, 900));
    again.child.kill("SIGINT");
    const stopped = await again.ended;
    if (stopped.code === 130) expect(stopped.err).toContain("wherefore resume killed");

    const resumed = await started("resume", "killed", "--json", "--quiet").ended;
    expect(resumed.code).toBe(0);
    expect(JSON.parse(resumed.out).digest).toBe(digest);
    expect(existsSync(join(folder, "killed/checkpoint.bin"))).toBe(false);
    // A run that has ended prints its result.
    expect((await started("resume", "killed", "--json").ended).out).toBe(resumed.out);
  });

  it("starts over where a run was killed before its first checkpoint", async () => {
    const quick = ["--search", "rl", "--iterations", "60", "--json", "--quiet"];
    const whole = await started("discover", "data.csv", ...quick, "--out", "quick").ended;
    const spec = readFileSync(join(folder, "quick/spec.json"));
    for (const name of ["result.json", "report.html"]) rmSync(join(folder, "quick", name), { force: true });
    const again = await started("resume", "quick", "--json", "--quiet").ended;
    expect(JSON.parse(again.out).digest).toBe(JSON.parse(whole.out).digest);
    expect(JSON.parse(String(spec)).source.table).toBe("../data.csv");
  });

  it("refuses a folder of nothing, another table, and another version, with a sentence", async () => {
    const nothing = await started("resume", "nowhere").ended;
    expect([nothing.code, nothing.err]).toEqual([2, expect.stringContaining("no run folder")]);
    const run = started("discover", "data.csv", ...agent, "--out", "changed");
    await until(() => existsSync(join(folder, "changed/checkpoint.bin")));
    run.child.kill("SIGKILL");
    await run.ended;
    const path = join(folder, "changed/checkpoint.bin");
    const checkpoint = JSON.parse(readFileSync(path, "utf8"));
    writeFileSync(path, JSON.stringify({ ...checkpoint, version: "0.0.1" }));
    const version = await started("resume", "changed", "--quiet").ended;
    expect([version.code, version.err]).toEqual([2, expect.stringContaining("version 0.0.1")]);
    writeFileSync(path, JSON.stringify({ ...checkpoint, hash: "another" }));
    const table = await started("resume", "changed", "--quiet").ended;
    expect([table.code, table.err]).toEqual([2, expect.stringContaining("another table")]);
  });
});
