// A run that is killed and resumed ends as if nothing had happened. Runs to be killed wait at a checkpoint (held.js).

import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { createRng, sealed } from "../../src/core/index.ts";
import { randomTable } from "../problems.ts";
import { commandIn } from "./command-line.ts";
import { programIn } from "./program.ts";

const { folder, started, startedHoldable, hold, release, written, putTable } = programIn("resume");
/** In this process, for what is not about a process. */
const wherefore = commandIn(folder);

beforeAll(() => putTable("data.csv", randomTable(createRng("resume"), 6, 300)));

/** Starts a command, and kills it at its first checkpoint, or when another file is there. */
async function killedAt(file: string, ...args: string[]): Promise<void> {
  hold();
  const { child, ended } = startedHoldable(...args);
  await written(file);
  child.kill("SIGKILL");
  expect((await ended).code).toBeNull();
  release();
}

const plain = ["--no-out", "--json", "--quiet"];
/** Of 25 iterations with the strict kernels, found the same on Node 20 and 24. */
const digests = {
  rl: "a3eb584f492ffbdaae324c2da3fb79d14b45bb9542eba40ed94a904602fed472",
  corl: "568f8e4332d4bb6b3f93b2706deea5101c9a052ae48fe9849dd45234f38a4fd7",
};

describe("wherefore resume", () => {
  const agent = ["--search", "rl", "--iterations", "40", "--stop", "never", "--json", "--quiet"];

  it("goes on after kill -9, Ctrl-C, and on another number of threads, to the digest of an undisturbed run", async () => {
    const whole = await started("discover", "data.csv", ...agent, "--out", "whole").ended;
    expect([whole.code, whole.err]).toEqual([0, ""]);
    const { digest } = JSON.parse(whole.out);
    expect(digest).toMatch(/^[0-9a-f]{64}$/);

    const asked = ["discover", "data.csv", ...agent, "--threads", "1", "--out", "killed"];
    await killedAt("killed/checkpoint.bin", ...asked);
    expect(existsSync(join(folder, "killed/result.json"))).toBe(false);

    // Stopped once more on the way.
    hold();
    const again = startedHoldable("resume", "killed", "--json", "--quiet");
    await written("killed/checkpoint.bin");
    again.child.kill("SIGINT");
    await new Promise((heard) => again.child.stderr.once("data", heard));
    release();
    const stopped = await again.ended;
    expect([stopped.code, stopped.err]).toEqual([130, expect.stringContaining("wherefore resume killed")]);

    const resumed = await started("resume", "killed", "--json", "--quiet").ended;
    expect(resumed.code).toBe(0);
    expect(JSON.parse(resumed.out).digest).toBe(digest);
    expect(existsSync(join(folder, "killed/checkpoint.bin"))).toBe(false);
    // A run that has ended prints its result.
    expect((await wherefore("resume", "killed", "--json")).out).toBe(resumed.out);
  });

  it("has one digest for a seed, whatever the Node and the number of threads", async () => {
    for (const [search, digest] of Object.entries(digests)) {
      for (const threads of ["1", "2"]) {
        const given = ["--search", search, "--iterations", "25", "--stop", "never", "--strict"];
        const { out } = await wherefore("discover", "data.csv", ...given, "--threads", threads, ...plain);
        expect([search, threads, JSON.parse(out).digest]).toEqual([search, threads, digest]);
      }
    }
  });

  it("makes restarts side by side or in turn with one digest, and goes on with them after kill -9", async () => {
    putTable("wide.csv", randomTable(createRng("side by side"), 8, 200));
    const agent3 = ["--search", "rl-order", "--restarts", "3", "--iterations", "20", "--optimum", "never"];
    const runs = [...agent3, "--json", "--quiet"];
    const inTurn = await wherefore("discover", "wide.csv", ...runs, "--threads", "1", "--no-out");
    expect([inTurn.code, inTurn.err]).toEqual([0, ""]);
    const { digest, restarts } = JSON.parse(inTurn.out);
    expect(restarts).toHaveLength(3);

    await killedAt("side/checkpoint.bin", "discover", "wide.csv", ...runs, "--threads", "2", "--out", "side");
    const resumed = await started("resume", "side", "--json", "--quiet").ended;
    expect([resumed.code, resumed.err]).toEqual([0, ""]);
    expect(JSON.parse(resumed.out)).toMatchObject({ digest, restarts });
  });

  it("gives exact search one digest on any number of threads, and goes on with it after kill -9", async () => {
    putTable("sixteen.csv", randomTable(createRng("sixteen"), 16, 200, 0.2));
    const exact = ["--search", "exact", "--score", "bic-equal-variance", "--json", "--quiet"];
    const digests = [];
    for (const threads of ["1", "2", "3", "8"]) {
      const ended = await wherefore("discover", "sixteen.csv", ...exact, "--threads", threads, "--no-out");
      expect([ended.code, ended.err]).toEqual([0, ""]);
      digests.push(JSON.parse(ended.out).digest);
    }
    expect(new Set(digests).size).toBe(1);

    const asked = ["discover", "sixteen.csv", ...exact, "--threads", "2", "--out", "proof"];
    await killedAt("proof/checkpoint.bin", ...asked);
    const resumed = await started("resume", "proof", "--json", "--quiet").ended;
    expect([resumed.code, resumed.err]).toEqual([0, ""]);
    expect(JSON.parse(resumed.out).digest).toBe(digests[0]);
  });

  it("keeps the numbers of a slow score: after kill -9, for later runs, whatever the number of threads", async () => {
    putTable("slow.csv", randomTable(createRng("slow"), 5, 100));
    const slow = ["--score", "gp", "--json"];
    const asked = ["discover", "slow.csv", ...slow, "--threads", "2", "--out", "slow/killed"];
    await killedAt("slow/killed/scores.bin", ...asked);
    expect(existsSync(join(folder, "slow/killed/result.json"))).toBe(false);
    const resumed = await started("resume", "slow/killed", "--json").ended;
    expect([resumed.code, JSON.parse(resumed.out).optimal]).toEqual([0, true]);

    // In the folder beside it everything is there already: no parent set is scored.
    const later = await wherefore("discover", "slow.csv", ...slow, "--out", "slow/later");
    expect(readFileSync(join(folder, "slow/later/events.ndjson"), "utf8")).not.toContain(
      "scoring parent sets",
    );
    const apart = await wherefore("discover", "slow.csv", ...slow, "--threads", "1", "--no-out", "--quiet");
    for (const { out } of [later, apart]) expect(JSON.parse(out).digest).toBe(JSON.parse(resumed.out).digest);
    const [a, b] = ["killed", "later"].map((run) => readFileSync(join(folder, `slow/${run}/scores.bin`)));
    expect(a.equals(b)).toBe(true);
  });

  it("starts over where a run was killed before its first checkpoint", async () => {
    const quick = ["--search", "rl", "--iterations", "20", "--json", "--quiet"];
    const whole = await wherefore("discover", "data.csv", ...quick, "--out", "quick");
    const spec = readFileSync(join(folder, "quick/spec.json"));
    for (const name of ["result.json", "report.html"]) rmSync(join(folder, "quick", name), { force: true });
    const again = await wherefore("resume", "quick", "--json", "--quiet");
    expect(JSON.parse(again.out).digest).toBe(JSON.parse(whole.out).digest);
    expect(JSON.parse(String(spec)).source.table).toBe("../data.csv");
  });

  it("refuses a folder of nothing, another table, and another version, with a sentence", async () => {
    const nothing = await wherefore("resume", "nowhere");
    expect([nothing.code, nothing.err]).toEqual([2, expect.stringContaining("not a run folder")]);
    await killedAt("changed/checkpoint.bin", "discover", "data.csv", ...agent, "--out", "changed");
    const path = join(folder, "changed/checkpoint.bin");
    const { checksum: _, ...checkpoint } = JSON.parse(readFileSync(path, "utf8"));
    rmSync(join(folder, "changed/checkpoint.previous.bin"), { force: true });
    writeFileSync(path, JSON.stringify(sealed({ ...checkpoint, version: "0.0.1" })));
    const version = await wherefore("resume", "changed", "--quiet");
    expect([version.code, version.err]).toEqual([2, expect.stringContaining("version 0.0.1")]);
    writeFileSync(path, JSON.stringify(sealed({ ...checkpoint, hash: "another" })));
    const table = await wherefore("resume", "changed", "--quiet");
    expect([table.code, table.err]).toEqual([2, expect.stringContaining("another table")]);
  });
});
