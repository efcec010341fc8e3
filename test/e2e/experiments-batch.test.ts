// The runs of an experiment in threads, in shards and on workers of a queue, one of which is killed: the same rows as without
// a store, except for their times.

import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import * as library from "../../dist/node/index.js";
import { runBatch } from "../../experiments/batch.js";
import {
  type Grid,
  keyOf,
  type Library,
  type Published,
  plannedRuns,
  type Row,
  runExperiment,
  smallestOf,
} from "../../experiments/experiment.js";
import { isLong, trials } from "../long.ts";
import { programIn, until } from "./program.ts";
import { describeWithRedis, redisServer } from "./redis/server.ts";

const { folder, started, wherefore } = programIn("experiments");
const experiments = fileURLToPath(new URL("../../experiments/", import.meta.url));

/** Of two grids: what is proven, and the proof re-run; and, in the long tests, an agent that is not told the optimum. */
const parts: Readonly<Record<string, Partial<Grid["smallest"]>>> = {
  "proven-12": { columns: 5, rows: 300, seeds: trials(1, 2) },
  ...(isLong && { "rl-blind": { iterations: 3, columns: 5, rows: 200 } }),
};

describe.each(Object.entries(parts))("the smallest part of %s", async (name, part) => {
  const { grid: whole } = (await import(`${experiments}${name}/grid.js`)) as { grid: Grid };
  const grid = smallestOf({ ...whole, smallest: { ...whole.smallest, ...part } });
  const published = JSON.parse(readFileSync(join(experiments, name, "published.json"), "utf8")) as Published;
  const runs = plannedRuns(grid);
  const place = (way: string) => join(folder, `${name}-${way}`);

  let expected: unknown[];
  beforeAll(async () => {
    expected = (await runExperiment(library as Library, grid, { published })).map(timeless);
    expect(expected.length).toBe(runs.length);
  });

  const batch = async (store: string, more: { queue?: string; plan?: boolean; onRow?: () => void } = {}) => {
    const rows = new Map<string, Row>();
    const failures = await runBatch(library as Library, grid, runs, {
      ...{ published, store, threads: 2, plan: false, stop: () => false, ...more },
      onRow: (row) => {
        rows.set(keyOf(row), row);
        more.onRow?.();
      },
    });
    expect(failures).toEqual([]);
    return runs.flatMap((run) => rows.get(keyOf(run)) ?? []).map(timeless);
  };

  it("by threads", async () => {
    expect(await batch(place("threads"))).toEqual(expected);
  });

  it("by two shards", async () => {
    const store = place("shards");
    expect(await batch(store, { plan: true })).toEqual([]);
    for (const shard of ["2/2", "1/2"]) {
      const { code, err } = await wherefore("batch", "work", "--store", store, "--shard", shard, "--quiet");
      expect(code, err).toBe(0);
    }
    expect(readdirSync(join(store, "results"))).toHaveLength(runs.length);
    expect(await batch(store)).toEqual(expected);
  });

  describeWithRedis("on a queue", () => {
    it("by two workers, one of which is killed", async () => {
      const { url: queue } = await redisServer();
      const store = place("queue");
      const work = () => started("work", "--queue", queue, "--store", store, "--threads", "1").child;
      const workers = [work(), work()];
      const list = async () => JSON.parse((await wherefore("workers", "--queue", queue, "--json")).out);
      try {
        const made = batch(store, { queue, onRow: () => workers[0].kill("SIGKILL") });
        expect(await made).toEqual(expected);
        await until(() => workers[0].signalCode === "SIGKILL");
        expect((await list()).workers.map(({ pid }: { pid: number }) => pid)).toContain(workers[1].pid);
      } finally {
        for (const worker of workers) worker.kill("SIGKILL");
      }
    });
  });
});

describe("the command", () => {
  const run = async (...args: string[]) =>
    promisify(execFile)(process.execPath, [join(experiments, "run.js"), ...args], { cwd: folder }).then(
      ({ stdout }) => ({ code: 0, out: stdout }),
      ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
        code,
        out: stdout || stderr,
      }),
    );

  it("prints what it does without a store, but for the times", async () => {
    const asked = ["lingam-units", "--smallest"];
    const store = ["--store", join(folder, "command")];
    const planned = await run(...asked, ...store, "--plan");
    expect(planned.out).toMatch(/tasks +3\nnext +wherefore batch work --store \S+ --batch [0-9a-f]{12}/);
    expect((await wherefore("batch", "work", ...store, "--shard", "1/2", "--quiet")).code).toBe(0);
    const [here, there] = [await run(...asked), await run(...asked, ...store)];
    expect(untimed(there.out)).toEqual(untimed(here.out));
    expect(there.out).toMatch(/^holds +in units of the residuals/m);
    expect(there.code).toBe(here.code);
  });

  it("refuses what cannot be", async () => {
    for (const [args, sentence] of [
      [["proven-12", "--queue", "redis://127.0.0.1:1"], /kept in a store; give --store/],
      [["proven-12", "--plan"], /kept in a store; give --store/],
      [["proven-12", "--store", "s", "--wide"], /--wide is for runs of this process/],
      [["scoreboard", "--store", "s"], /read off by their own clocks/],
    ] as const) {
      const { code, out } = await run(...args);
      expect(out).toMatch(sentence);
      expect(code).toBe(2);
    }
  });
});

/** As results.json has it, without what differs from one machine and hour to the next. */
function timeless(row: Row): unknown {
  const { seconds, cpuSeconds, agent, ...rest } = JSON.parse(JSON.stringify(row)) as Row;
  return { ...rest, ...(agent && { agent: { ...agent, seconds: null } }) };
}

/** Printed lines without the seconds at their ends; in any order, as runs at the same time end in any. */
function untimed(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.replace(/[\d.]+( \|)?$/, ""))
    .sort();
}
