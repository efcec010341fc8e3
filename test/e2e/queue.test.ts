// Workers on a queue with tasks that fail, are cancelled, arrive twice, belong to another build, or cannot be stored.

import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import {
  type Batch,
  canonicalJson,
  type RunOptions,
  replicatesOf,
  simulate,
  taskAt,
  taskName,
} from "../../dist/core/index.js";
import { storeBatch, storedResult } from "../../dist/node/batch/batch-files.js";
import { partsBatch } from "../../dist/node/batch/batch-pool.js";
import { taskOutcomes } from "../../dist/node/batch/batch-results.js";
import { buildName } from "../../dist/node/batch/build-name.js";
import { type Job, jobId, openQueue, type Queueing } from "../../dist/node/batch/queue.js";
import { queueRunner } from "../../dist/node/batch/queue-runner.js";
import { openScoreFiles, type ScoreFiles } from "../../dist/node/batch/score-files.js";
import { openStore } from "../../dist/node/batch/store.js";
import { startWorker, type WorkerAtWork } from "../../dist/node/batch/worker.js";
import { dataHash } from "../../dist/node/files/data-hash.js";
import { loadScore } from "../../dist/node/runs/load-score.js";
import { startServer } from "../../dist/node/server/server.js";
import { example, folderFor, until } from "./program.ts";
import { describeWithRedis, redisServer } from "./redis/server.ts";

const { folder } = folderFor("queue");
const tables = [1, 2].map((seed) => simulate({ nodes: 4, samples: 50, seed }).table);
const hashes = tables.map(dataHash);
const short: RunOptions = { search: "exact", score: "bic" };
/** Of which none comes to its end while somebody waits for it. */
const endless: RunOptions = {
  search: "rl",
  score: "bic",
  options: { iterations: 1e9, stop: "never" },
  optimum: "never",
};

const batchOf = (runs: readonly (readonly [number, RunOptions])[], build = buildName()): Batch => ({
  ...{ format: "wherefore-batch/1", kind: "runs", build },
  runs: runs.map(([table, options], k) => ({ table: hashes[table], options: { ...options, seed: k + 1 } })),
});

describeWithRedis("workers on a queue", () => {
  let url: string;
  let queueing: Queueing;
  beforeAll(async () => {
    ({ url } = await redisServer());
    queueing = await openQueue(url);
  });

  let count = 0;
  const opened: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of opened.splice(0).reverse()) await close();
  });

  /** A store of its own with a batch in it, and workers that do its tasks. */
  async function placed(batch: Batch, workers = 1, scores?: ScoreFiles) {
    const address = join(folder, `store-${++count}`);
    const store = await openStore(address);
    const name = await storeBatch(store, batch, new Map(tables.map((table, k) => [hashes[k], table])));
    const said: string[] = [];
    const working = async (): Promise<WorkerAtWork> => {
      const options = {
        queue: url,
        store: address,
        threads: 1,
        scores,
        say: (line: string) => void said.push(line),
      };
      const worker = await startWorker(options);
      opened.push(worker.close);
      return worker;
    };
    const all = await Promise.all(Array.from({ length: workers }, working));
    const results = () => readdirSync(join(address, "results")).filter((each) => !each.startsWith("."));
    return { address, store, batch, name, said, workers: all, working, results };
  }
  type Placed = Awaited<ReturnType<typeof placed>>;

  /** A coordinator of the batch. */
  const coordinated = ({ store, batch, name }: Placed) => queueRunner(url, store, batch, name);

  /** Puts a task into the queue as it is, past the coordinator; why it failed, or who did it. */
  async function delivered({ name }: Placed, index: number, id: string) {
    const { bullmq, connect, queueName } = queueing;
    const [adding, hearing] = [connect(), connect()];
    const queue = new bullmq.Queue<Job>(queueName, { connection: adding });
    const events = new bullmq.QueueEvents(queueName, { connection: hearing });
    opened.push(async () => {
      await Promise.all([queue.close(), events.close()]);
      for (const each of [adding, hearing]) each.disconnect();
    });
    await events.waitUntilReady();
    const job = await queue.add("task", { batch: name, index }, { jobId: id, removeOnComplete: true });
    return job.waitUntilFinished(events).then(
      (by) => ({ by: String(by) }),
      ({ message }: Error) => ({ failure: message }),
    );
  }

  it("name a task that fails three times, and do the others", async () => {
    const place = await placed(batchOf([0, 1, 0, 1].map((table) => [table, short])));
    writeFileSync(join(place.address, "tables", hashes[1]), "no table");
    const runner = await coordinated(place);
    opened.push(runner.stop);
    const failures = new Map<number, string>();
    for await (const outcome of taskOutcomes([0, 1, 2, 3], { ...place, runner }))
      if (outcome && "failure" in outcome) failures.set(outcome.index, outcome.failure);
    expect([...failures.keys()].sort()).toEqual([1, 3]);
    expect(failures.get(1)).toMatch(/not a table/);
    expect(place.results().sort()).toEqual([0, 2].map((k) => taskName(taskAt(place.batch, k))).sort());
    for (const k of [2, 4])
      expect(place.said.filter((line) => line.startsWith(`task ${k} of`))).toHaveLength(3);
    expect(place.said).toHaveLength(6);
    const by = [...runner.byWorker().values()];
    expect(by.reduce((a, b) => a + b)).toBe(2);
  });

  it("leave a batch that is cancelled, and begin nothing of it until it is taken up again", async () => {
    const place = await placed(batchOf([0, 1, 0, 1].map((table) => [table, endless])), 2);
    const { workers } = place;
    const areBusy = (busy: number) => () => workers.every((worker) => worker.facts().busy === busy);
    const first = await coordinated(place);
    for (const k of [0, 1, 2, 3]) void first.run(k).catch(() => {});
    await until(areBusy(1));
    await first.stop();
    await until(areBusy(0));
    expect(await delivered(place, 3, "late")).toEqual({ failure: "batch: cancelled" });
    const fresh = await place.working();
    for (const worker of workers) await worker.close();
    expect(await delivered(place, 2, "later")).toEqual({ failure: "batch: cancelled" });
    expect(fresh.facts()).toMatchObject({ busy: 0, done: 0, failed: 0 });
    const again = await coordinated(place);
    void again.run(0).catch(() => {});
    await until(() => fresh.facts().busy === 1);
    await again.stop();
    await until(() => fresh.facts().busy === 0);
    expect(place.results()).toEqual([]);
    expect(place.said).toEqual([]);
  });

  it("keep the first result of a task that comes twice", async () => {
    const place = await placed(batchOf([[0, short]]), 2);
    const both = await Promise.all(["one", "two"].map((id) => delivered(place, 0, id)));
    expect(both.every((end) => "by" in end)).toBe(true);
    const [name] = place.results();
    const text = readFileSync(join(place.address, "results", name), "utf8");
    expect(await delivered(place, 0, "three")).toHaveProperty("by");
    expect(place.results()).toEqual([name]);
    expect(readFileSync(join(place.address, "results", name), "utf8")).toBe(text);
  });

  it("refuse a task of another build", async () => {
    const place = await placed(batchOf([[0, short]], "9.9.9+other"));
    expect(await delivered(place, 0, "other")).toEqual({
      failure: `batch: it was planned by build 9.9.9+other, but this worker is ${buildName()}; install the same version on both`,
    });
    expect(place.results()).toEqual([]);
  });

  it("run a score of the user's own where they were given its file, and no other", async () => {
    const score = fileURLToPath(new URL("../../examples/my-score.js", import.meta.url));
    const asked: RunOptions = { search: "hill-climb", score, confidence: "bootstrap", seed: 1 };
    const batch = partsBatch(tables[0], asked, { count: 2, name: "own" });
    expect(canonicalJson(batch)).not.toContain("my-score");
    const without = await placed(batch);
    expect(await delivered(without, 0, "without")).toEqual({
      failure: expect.stringMatching(
        /the score of the task is a file with SHA-256 .*give the same file here with --score-file/,
      ),
    });
    await without.workers[0].close();
    const other = join(folder, "other.js");
    writeFileSync(other, "export default () => ({ term: () => 0 });");
    const given = await placed(batch, 1, await openScoreFiles([other, score]));
    expect(await delivered(given, 0, "given")).toHaveProperty("by");
    const userScore = await loadScore(score);
    const here = replicatesOf({ table: tables[0], options: asked, userScore, memoryBytes: 1e8 })(0);
    const stored = await storedResult(given.store, taskName(taskAt(batch, 0)));
    expect(stored?.marks).toEqual({ directed: [...here.directed], undirected: [...here.undirected] });
  });

  it("make the resamples of a server's runs, which tell how many a second and by whom", async () => {
    const { address: store } = await placed(batchOf([[0, short]]));
    const data = join(folder, "served");
    const server = await startServer({ host: "127.0.0.1", port: 0, folder: data, store, queue: url });
    opened.push(server.close);
    const asked = async (path: string, given?: RequestInit) =>
      (await (await fetch(`${server.address}/api/${path}`, given)).json()) as Record<string, string>;
    const body = readFileSync(example("asia").data, "utf8");
    const { id: table } = await asked("tables?name=asia.csv", { method: "POST", body });
    const request = { table, options: { search: "exact", confidence: "bootstrap", resamples: 4 } };
    const headers = { "content-type": "application/json" };
    const { id } = await asked("runs", { method: "POST", headers, body: JSON.stringify(request) });
    await expect.poll(async () => (await asked(`runs/${id}`)).status, { interval: 100 }).toBe("finished");
    const events = readFileSync(join(data, "runs", id, "events.ndjson"), "utf8");
    expect(events).toMatch(new RegExp(`resample 4 of 4, [\\d.]+ per second; \\S+ ${process.pid}: 4"`));
  });

  const disk = join(folder, "disk");
  const hasDisk = mounted(disk);
  afterAll(() => void (hasDisk && execFileSync("umount", [disk])));

  it.skipIf(!hasDisk)("wait with a result while the disk is full, and lose nothing", async () => {
    const place = await placed(batchOf([[0, short]]));
    rmSync(join(place.address, "results"), { recursive: true });
    mkdirSync(join(disk, "results"));
    execFileSync("ln", ["-s", join(disk, "results"), join(place.address, "results")]);
    expect(() => writeFileSync(join(disk, "filler"), Buffer.alloc(1e6))).toThrow(/ENOSPC/);
    const end = delivered(place, 0, jobId("full"));
    await until(() => place.said.length > 0);
    expect(place.said).toEqual([expect.stringMatching(/the disk is full.*\(retrying until it works\)/)]);
    expect(readdirSync(join(disk, "results"))).toEqual([]);
    rmSync(join(disk, "filler"));
    expect(await end).toHaveProperty("by");
    expect(place.results()).toEqual([taskName(taskAt(place.batch, 0))]);
  });
});

/** A disk of 64 kB, where this user may have one. */
function mounted(at: string): boolean {
  mkdirSync(at);
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=64k", "none", at], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
