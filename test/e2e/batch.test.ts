// The same answer from one machine or from many: threads, shards, and workers on a queue, some of which are killed.

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { commandIn } from "./command-line.ts";
import { type Ended, example, programIn, until } from "./program.ts";
import { describeWithRedis, redisServer } from "./redis/server.ts";

const { folder, started, startedWith, wherefore, putFile } = programIn("batch");
/** In this process, for what is not about a process. */
const command = commandIn(folder);
/** The program on a machine whose clock is ahead by so many hours. */
const startedAhead = (hours: number, ...args: string[]) =>
  startedWith(new URL("ahead.js", import.meta.url), { AHEAD: `${3.6e6 * hours}` }, ...args);
const { data } = example("twelve");
const resamples = 24;
const asked = [data, "--confidence", "bootstrap", "--resamples", `${resamples}`, "--seed", "3"];

interface Told {
  readonly digest: string;
  readonly confidence: { readonly digest: string; readonly resamples: number };
  readonly notes: readonly string[];
  readonly choice: string;
  readonly scoring: { readonly reason: string };
}

function told({ code, out, err }: Ended): Told {
  expect(code, err).toBe(0);
  return JSON.parse(out) as Told;
}

let threads: Told;
beforeAll(async () => {
  threads = told(await wherefore("discover", ...asked, "--no-out", "--json", "--quiet"));
});

const resultsIn = (store: string) => {
  const path = join(folder, store, "results");
  return existsSync(path) ? readdirSync(path).length : 0;
};

const expectSame = (other: Told) => {
  expect(other.confidence).toEqual(threads.confidence);
  expect(other.digest).toBe(threads.digest);
  // Why this search and this score, neither of which was requested.
  expect([other.choice, other.scoring.reason]).toEqual([threads.choice, threads.scoring.reason]);
};

describe("a batch in shards", () => {
  it("gives the answer of threads, and is refused while one is missing", async () => {
    const of = 2;
    const store = join(folder, "shards");
    const plan = told(await wherefore("batch", "plan", ...asked, "--store", store, "--json"));
    expect(plan).toMatchObject({ tasks: resamples });
    const early = await wherefore("batch", "merge", "--store", store);
    expect(early.code).toBe(2);
    expect(early.err).toContain(`${resamples} of ${resamples} tasks have no result`);
    for (let shard = of; shard >= 1; shard--) {
      const work = await wherefore("batch", "work", "--store", store, "--shard", `${shard}/${of}`, "--quiet");
      expect(work.code, work.err).toBe(0);
    }
    expectSame(told(await wherefore("batch", "merge", "--store", store, "--json", "--quiet")));
  });

  it("names a task whose result is of no use, and counts the others", async () => {
    const store = join(folder, "shards", "results");
    const [name] = readdirSync(store);
    writeFileSync(join(store, name), "{}");
    const { confidence, notes } = told(
      await wherefore("batch", "merge", "--store", join(folder, "shards"), "--json", "--quiet"),
    );
    expect(confidence.resamples).toBe(resamples - 1);
    expect(notes.join()).toMatch(
      new RegExp(`resample \\d+ failed: batch: the result of task ${name} is damaged`),
    );
  });

  it("refuses what it cannot be", async () => {
    const store = join(folder, "shards");
    // By the build that planned the batch.
    const work = await wherefore("batch", "work", "--store", store, "--shard", "3/2");
    expect(work.err).toMatch(/a shard is a part of a number/);
    expect(work.code).toBe(2);
    for (const [args, sentence] of [
      [["batch", "merge", "--store", join(folder, "nothing")], /has no batch/],
      [["batch", "plan", data, "--store", store], /a batch consists of resamples/],
      [["discover", data, "--store", store, "--no-out"], /a queue is for the resamples/],
      [
        ["discover", ...asked, "--queue", "redis://127.0.0.1:1", "--no-out"],
        /a queue and a store go together/,
      ],
      [["work", "--queue", "redis://127.0.0.1:1", "--store", store], /no answer from redis:\/\/127.0.0.1:1/],
    ] as const) {
      const { code, err } = await command(...args);
      expect(err).toMatch(sentence);
      expect(code).toBe(2);
    }
  });
});

describe("a comparison", () => {
  const { data: table, truth } = example("asia");
  const asked = [table, "--truth", truth, "--searches", "exact,pc", "--json", "--quiet"];
  interface Comparison {
    readonly results: readonly (Pick<Told, "digest" | "scoring"> & { readonly seconds: number })[];
    readonly failed: readonly unknown[];
  }
  const found = async (...args: string[]) => {
    const { code, out, err } = await wherefore("compare", ...asked, ...args);
    expect(code, err).toBe(0);
    return JSON.parse(out) as Comparison & { readonly tasks?: number };
  };
  const timeless = ({ results, failed }: Comparison) => ({
    results: results.map((result) => ({ ...result, seconds: 0, checksum: undefined })),
    failed,
  });
  let threads: Comparison;
  beforeAll(async () => {
    threads = await found("--no-out");
  });

  it("says that a score was requested where it was", async () => {
    const reasons = ({ results }: Comparison) => results.map(({ scoring }) => scoring.reason);
    const fitting = "every column has only a few values";
    expect(reasons(threads)).toEqual([fitting, fitting]);
    const named = await found("--no-out", "--searches", "exact", "--score", "bdeu");
    expect(reasons(named)).toEqual(["requested"]);
  });

  it("by shards is that of threads, but for the seconds", async () => {
    const place = ["--store", join(folder, "compared")];
    expect(await found(...place, "--plan")).toMatchObject({ tasks: 2 });
    const work = await wherefore("batch", "work", ...place, "--shard", "1/1", "--json", "--quiet");
    expect(JSON.parse(work.out)).toEqual({ tasks: 2, done: 2, failures: [] });
    const merged = await found(...place, "--out", "merged");
    expect(timeless(merged)).toEqual(timeless(threads));
    expect(readdirSync(join(folder, "merged", "exact-bdeu"))).toContain("certificate.json");
  });

  describeWithRedis("by a queue", () => {
    it("is the same", async () => {
      const { url } = await redisServer();
      const place = ["--queue", url, "--store", join(folder, "compared by a queue")];
      const { child } = started("work", ...place, "--threads", "1");
      try {
        expect(timeless(await found(...place, "--no-out"))).toEqual(timeless(threads));
      } finally {
        child.kill("SIGKILL");
      }
    });
  });
});

describe("a grid", () => {
  it("tabulates methods, tables and seeds, and makes no run twice", async () => {
    const { truth } = example("twelve");
    const tables = [
      { path: data, truth, name: "twelve" },
      { path: example("asia").data, name: "asia" },
      { name: "made", simulate: { nodes: 5, samples: 200 }, seeds: [7] },
    ];
    const methods = { exact: { search: "exact" }, ges: { search: "ges" } };
    putFile("grid.json", JSON.stringify({ tables, methods, seeds: [1, 2] }));
    const first = await wherefore("grid", "grid.json", "--out", "out", "--json", "--quiet");
    expect(first.code, first.err).toBe(0);
    const { digest, rows } = JSON.parse(first.out);
    expect(rows).toHaveLength(12);
    expect(rows[0]).toMatchObject({
      table: "twelve",
      method: "exact",
      seed: 1,
      run: { optimal: true, metrics: { shd: 0 }, rawMetrics: { shdClass: 0 }, verdict: "optimal" },
      searchSeconds: expect.any(Number),
    });
    expect(rows[0].run.scoreOfTruth).toBeLessThanOrEqual(rows[0].run.optimum);
    expect(rows[4]).toMatchObject({ table: "asia", run: { metrics: null, scoreOfTruth: null } });
    expect(rows[8]).toMatchObject({ table: "made, seed 7", run: { metrics: { shd: expect.any(Number) } } });
    const whole = JSON.parse(readFileSync(join(folder, "out", "store", "results", rows[0].task), "utf8"));
    expect(whole.run.result.digest).toBe(rows[0].run.digest);
    expect(whole.run.certificate.format).toBe("wherefore-certificate/2");
    const again = await wherefore("grid", "grid.json", "--out", "out", "--json", "--quiet");
    expect(JSON.parse(again.out)).toMatchObject({ digest, rows });
  });
});

describeWithRedis("workers on a queue", () => {
  it("give the answer of threads while workers, the queue and the coordinator are killed, whatever their clocks say", async () => {
    const redis = await redisServer();
    const place = ["--queue", redis.url, "--store", join(folder, "store")];
    let hours = 0;
    const work = () => startedAhead((hours += 30), "work", ...place, "--threads", "1").child;
    let workers = [work(), work()];
    const coordinate = () =>
      startedAhead(-30, "discover", ...asked, ...place, "--no-out", "--json", "--quiet");
    const listed = async () => (await command("workers", "--queue", redis.url, "--json")).out;
    try {
      const killed = coordinate();
      await until(() => resultsIn("store") > 0);
      killed.child.kill("SIGKILL");
      workers[0].kill("SIGKILL");
      workers = [work(), workers[1]];
      const { ended } = coordinate();
      const before = resultsIn("store");
      await until(() => resultsIn("store") > before || resultsIn("store") >= resamples);
      await redis.restartEmpty();
      workers[1].kill("SIGKILL");
      workers = [workers[0], work()];
      expectSame(told(await ended));
      const alive = workers.map(({ pid }) => pid);
      const present = async () => JSON.parse(await listed()).workers.map(({ pid }: { pid: number }) => pid);
      // Those that were killed are remembered for some seconds.
      await expect.poll(present, { interval: 500 }).toEqual(expect.arrayContaining(alive));
    } finally {
      for (const worker of workers) worker.kill("SIGKILL");
    }
  });

  it("that are of another build refuse a batch, with a sentence", async () => {
    const redis = await redisServer();
    const client = redis.client();
    await client.set(
      "wherefore:batch:abc",
      JSON.stringify({ name: "abc", build: "9.9.9", host: "there", done: 0, of: 1 }),
    );
    client.disconnect();
    const { child, ended } = started(
      "work",
      "--queue",
      redis.url,
      "--store",
      join(folder, "store"),
      "--threads",
      "1",
    );
    let said = "";
    child.stderr.on("data", (text) => {
      said += text;
    });
    await until(() => said.includes("does none of its tasks") || child.exitCode !== null);
    child.kill("SIGTERM");
    const { code, err } = await ended;
    expect(err).toMatch(
      /batch abc from there was planned by build 9.9.9, but this worker is .* and does none of its tasks/,
    );
    expect(code).toBe(0);
  });
});
