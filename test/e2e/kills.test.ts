// Fifty times kill -9, at random moments of small runs: nothing is corrupted, and every run ends as an undisturbed one.

import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { createRng } from "../../src/core/index.ts";
import { randomTable } from "../problems.ts";
import { type Ended, pause, programIn } from "./program.ts";

const { folder, started, putTable } = programIn("kills");
const kills = 50;
const agent = ["--search", "rl", "--iterations", "300", "--stop", "never", "--threads", "1"];

beforeAll(() => putTable("data.csv", randomTable(createRng("kills"), 6, 300)));

it(`a run that is killed at any moment, ${kills} times in all, ends with the digest of one that is not`, async () => {
  const whole = await started("discover", "data.csv", ...agent, "--no-out", "--json", "--quiet").ended;
  expect([whole.code, whole.err]).toEqual([0, ""]);
  const { digest } = JSON.parse(whole.out);
  const rng = createRng("moments");
  let killed = 0;
  let finished = 0;
  while (killed < kills || finished === 0) {
    const run = `run-${finished}`;
    for (;;) {
      // Killed before that is written, nothing has begun, and the folder, if it is there, is taken.
      const isBegun = existsSync(join(folder, run, "spec.json"));
      const given = isBegun ? ["resume", run] : ["discover", "data.csv", ...agent, "--out", run];
      // Long enough for some runs to end; when all kills are made, the last run is left alone.
      const ms = killed < kills ? 200 + 1300 * rng.uniform() : 300_000;
      const ended = await survived(started(...given, "--json", "--quiet"), ms);
      if (ended !== null) {
        expect([ended.code, ended.err]).toEqual([0, ""]);
        expect(JSON.parse(ended.out).digest).toBe(digest);
        break;
      }
      killed++;
      for (const file of ["spec.json", "checkpoint.bin", "result.json"]) {
        const path = join(folder, run, file);
        if (existsSync(path)) expect(() => JSON.parse(readFileSync(path, "utf8"))).not.toThrow();
      }
    }
    finished++;
  }
  expect(killed).toBeGreaterThanOrEqual(kills);
}, 600_000);

it("a run that is killed the moment its folder appears can be asked for again", async () => {
  const asked = ["discover", "data.csv", "--search", "order", "--out", "early", "--json", "--quiet"];
  for (let k = 0; k < 5; k++) {
    rmSync(join(folder, "early"), { recursive: true, force: true });
    const { child, ended } = started(...asked);
    while (!existsSync(join(folder, "early"))) await new Promise(setImmediate);
    child.kill("SIGKILL");
    await ended;
    const isBegun = existsSync(join(folder, "early", "spec.json"));
    const again = await started(...(isBegun ? ["resume", "early", "--json", "--quiet"] : asked)).ended;
    expect([again.code, again.err]).toEqual([0, ""]);
  }
}, 120_000);

/** What the program ended with; null where it was still running after so long, and was killed. */
async function survived({ child, ended }: ReturnType<typeof started>, ms: number): Promise<Ended | null> {
  const first = await Promise.race([ended, pause(ms)]);
  if (first) return first as Ended;
  child.kill("SIGKILL");
  const { code } = await ended;
  // It may have ended by itself in the last moment.
  return code === null ? null : ended;
}
