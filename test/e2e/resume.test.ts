// A run that is killed and resumed ends as if nothing had happened.

import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { createRng, sealed } from "../../src/core/index.ts";
import { randomTable } from "../problems.ts";
import { programIn, until } from "./program.ts";

const { folder, started, putTable } = programIn("resume");

beforeAll(() => putTable("data.csv", randomTable(createRng("resume"), 6, 300)));

/** When a file was written; undefined where there is none. */
const writtenAt = (path: string) => statSync(join(folder, path), { throwIfNoEntry: false })?.mtimeMs;

const plain = ["--no-out", "--json", "--quiet"];
/** Of 25 iterations with the strict kernels, found the same on Node 20 and 24. */
const digests = {
  rl: "a3eb584f492ffbdaae324c2da3fb79d14b45bb9542eba40ed94a904602fed472",
  corl: "568f8e4332d4bb6b3f93b2706deea5101c9a052ae48fe9849dd45234f38a4fd7",
};

describe("wherefore resume", () => {
  const agent = ["--search", "rl", "--iterations", "600", "--stop", "never", "--json", "--quiet"];

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
    const written = writtenAt("killed/checkpoint.bin");
    await until(() => writtenAt("killed/checkpoint.bin") !== written);
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

  it("has one digest for a seed, whatever the Node and the number of threads", async () => {
    for (const [search, digest] of Object.entries(digests)) {
      for (const threads of ["1", "2"]) {
        const given = ["--search", search, "--iterations", "25", "--stop", "never", "--strict"];
        const { out } = await started("discover", "data.csv", ...given, "--threads", threads, ...plain).ended;
        expect([search, threads, JSON.parse(out).digest]).toEqual([search, threads, digest]);
      }
    }
  });

  it("makes restarts side by side or in turn with one digest, and goes on with them after kill -9", async () => {
    putTable("wide.csv", randomTable(createRng("side by side"), 14, 200));
    const agent3 = ["--search", "rl-order", "--restarts", "3", "--iterations", "60", "--optimum", "never"];
    const runs = [...agent3, "--json", "--quiet"];
    const inTurn = await started("discover", "wide.csv", ...runs, "--threads", "1", "--no-out").ended;
    expect([inTurn.code, inTurn.err]).toEqual([0, ""]);
    const { digest, restarts } = JSON.parse(inTurn.out);
    expect(restarts).toHaveLength(3);

    const killed = started("discover", "wide.csv", ...runs, "--threads", "2", "--out", "side");
    await until(() => existsSync(join(folder, "side/checkpoint.bin")));
    killed.child.kill("SIGKILL");
    await killed.ended;
    const resumed = await started("resume", "side", "--json", "--quiet").ended;
    expect([resumed.code, resumed.err]).toEqual([0, ""]);
    expect(JSON.parse(resumed.out)).toMatchObject({ digest, restarts });
  });

  it("keeps the numbers of a slow score: after kill -9, for later runs, whatever the number of threads", async () => {
    putTable("slow.csv", randomTable(createRng("slow"), 7, 250));
    const slow = ["--score", "gp", "--json"];
    const killed = started("discover", "slow.csv", ...slow, "--threads", "2", "--out", "slow/killed");
    await until(() => existsSync(join(folder, "slow/killed/scores.bin")));
    killed.child.kill("SIGKILL");
    await killed.ended;
    expect(existsSync(join(folder, "slow/killed/result.json"))).toBe(false);
    const resumed = await started("resume", "slow/killed", "--json").ended;
    expect([resumed.code, JSON.parse(resumed.out).optimal]).toEqual([0, true]);

    // In the folder beside it everything is there already: no parent set is scored.
    const later = await started("discover", "slow.csv", ...slow, "--out", "slow/later").ended;
    expect(readFileSync(join(folder, "slow/later/events.ndjson"), "utf8")).not.toContain(
      "scoring parent sets",
    );
    const apart = await started("discover", "slow.csv", ...slow, "--threads", "1", "--no-out", "--quiet")
      .ended;
    for (const { out } of [later, apart]) expect(JSON.parse(out).digest).toBe(JSON.parse(resumed.out).digest);
    const [a, b] = ["killed", "later"].map((run) => readFileSync(join(folder, `slow/${run}/scores.bin`)));
    expect(a.equals(b)).toBe(true);
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
    const { checksum: _, ...checkpoint } = JSON.parse(readFileSync(path, "utf8"));
    rmSync(join(folder, "changed/checkpoint.previous.bin"), { force: true });
    writeFileSync(path, JSON.stringify(sealed({ ...checkpoint, version: "0.0.1" })));
    const version = await started("resume", "changed", "--quiet").ended;
    expect([version.code, version.err]).toEqual([2, expect.stringContaining("version 0.0.1")]);
    writeFileSync(path, JSON.stringify(sealed({ ...checkpoint, hash: "another" })));
    const table = await started("resume", "changed", "--quiet").ended;
    expect([table.code, table.err]).toEqual([2, expect.stringContaining("another table")]);
  });
});
