// kill -9 at random moments of runs of eight searches, before and after any of their files gets its name: every run ends as an
// undisturbed one, with the same digest and the same files.

import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { createRng } from "../../src/core/index.ts";
import { programIn } from "../e2e/program.ts";
import { randomTable } from "../problems.ts";
import { amount, isWhole, tally } from "./attack.ts";

const { folder, started, killedAt, putTable } = programIn("kills");
const told = tally("kills of runs");
const all: readonly (readonly string[])[] = [
  ["hill-climb", "--restarts", isWhole ? "20" : "5"],
  ["rl", "--iterations", "40", "--stop", "never", "--threads", "1"],
  ["exact"],
  ["order", "--restarts", "20"],
  ["ges"],
  ["pc"],
  ["ica-lingam"],
  ["notears"],
];
const searches = all.slice(0, amount(1, all.length));
const kills = amount(2, 64);

beforeAll(() => putTable("data.csv", randomTable(createRng("kills"), 6, 300)));

it(`runs that are killed at any moment, ${kills} times in all, end with the digest and the files of those that are not`, async () => {
  const rng = createRng("moments");
  for (const [k, search] of searches.entries()) {
    const asked = ["discover", "data.csv", "--search", ...search, "--json", "--quiet", "--out"];
    const whole = await killedAt(Number.POSITIVE_INFINITY, ...asked, `whole-${k}`);
    expect([whole.code, whole.err]).toEqual([0, ""]);
    const moments = statSync(join(folder, "moments")).size;
    const files = readdirSync(join(folder, `whole-${k}`)).sort();
    for (let left = kills / searches.length; left > 0; ) {
      const run = `run-${k}`;
      rmSync(join(folder, run), { recursive: true, force: true });
      for (;;) {
        // Killed before that is written, nothing has begun, and the folder, if it is there, is taken.
        const isBegun = existsSync(join(folder, run, "spec.json"));
        const given = isBegun ? ["resume", run, "--json", "--quiet"] : [...asked, run];
        const moment = left > 0 ? 1 + rng.integer(moments) : Number.POSITIVE_INFINITY;
        const ended = await killedAt(moment, ...given);
        if (ended.code === null) {
          told.add(momentOf(readdirSync(folder).includes(run) ? readdirSync(join(folder, run)) : []));
          left--;
          continue;
        }
        expect([ended.code, ended.err]).toEqual([0, expect.stringMatching(/^$|^written in /)]);
        expect(JSON.parse(ended.out).digest, search.join(" ")).toBe(JSON.parse(whole.out).digest);
        expect(readdirSync(join(folder, run)).sort()).toEqual(files);
        if (moment !== Number.POSITIVE_INFINITY) told.add("came too late");
        break;
      }
    }
  }
});

if (isWhole)
  it("a run that is killed the moment its folder appears can be asked for again", async () => {
    const asked = ["discover", "data.csv", "--search", "order", "--out", "early", "--json", "--quiet"];
    for (let k = 0; k < 10; k++) {
      rmSync(join(folder, "early"), { recursive: true, force: true });
      const { child, ended } = started(...asked);
      while (!existsSync(join(folder, "early"))) await new Promise(setImmediate);
      child.kill("SIGKILL");
      await ended;
      const isBegun = existsSync(join(folder, "early", "spec.json"));
      const again = await started(...(isBegun ? ["resume", "early", "--json", "--quiet"] : asked)).ended;
      expect([again.code, again.err]).toEqual([0, expect.stringMatching(/^$|^written in /)]);
      told.add("as the folder was made");
    }
  });

/** What the files tell of the moment of a kill. */
function momentOf(files: readonly string[]): string {
  if (files.includes("report.html")) return "when all was there";
  if (files.includes("result.json")) return "while it drew";
  if (files.some((name) => name.startsWith("checkpoint"))) return "while it searched";
  return files.includes("spec.json") ? "as it began" : "before it began";
}
