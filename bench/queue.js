// The overhead of a queue: the same tasks on two threads without a queue, and on two single-threaded workers with one.
//
//     npm run build && node bench/queue.js
//     options, with defaults: --tasks 120 --seconds 1 --blocks 6 --small 10000
//
// Tasks are runs of an agent with as many iterations as take --seconds of processor time on this machine; blocks of them alternate
// between threads and queue, after an uncounted one. Besides wall-clock time, the table shows the processor time of all processes
// (Redis included); it includes the periodic work of queue and workers, of which there is more on a busy machine, where everything
// takes longer. Then small tasks, exact search on 8 variables, all in one batch; the peak memory of Redis and of the coordinator;
// and the time that workers take to leave a cancelled batch.

import { fork, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { storeBatch } from "../dist/node/batch/batch-files.js";
import { taskOutcomes } from "../dist/node/batch/batch-results.js";
import { buildName } from "../dist/node/batch/build-name.js";
import { openQueue } from "../dist/node/batch/queue.js";
import { queueRunner } from "../dist/node/batch/queue-runner.js";
import { threadRunner } from "../dist/node/batch/runner.js";
import { openStore } from "../dist/node/batch/store.js";
import { startWorker } from "../dist/node/batch/worker.js";
import { dataHash } from "../dist/node/files/data-hash.js";
import { discover, simulate } from "../dist/node/index.js";
import { barsLine, optionsOf, printedTable, verdict } from "./harness.js";

/**
 * @typedef {{ first: number, count: number, of?: number, options: object, isCancelled?: boolean }} Order `count` tasks from `first` on, of a batch of `of`
 * @typedef {{ seconds: number, cpu: number, failed: number, rss: number }} Measured
 */

const options = optionsOf({
  tasks: 120,
  seconds: 1,
  blocks: 6,
  small: 10_000,
  role: "",
  place: "",
  queue: "",
});
const small = simulate({ nodes: 8, samples: 200, seed: 1 }).table;
const hash = dataHash(small);
const self = fileURLToPath(import.meta.url);

if (options.role === "") await main();
else if (options.role === "worker") await beWorker();
else
  process.on("message", async (/** @type {Order | "cancel"} */ order) => {
    if (order !== "cancel") process.send?.(await coordinated(order));
  });

async function main() {
  const folder = mkdtempSync(join(tmpdir(), "bench-queue-"));
  const port = await freePort();
  const redis = spawn("redis-server", ["--port", `${port}`, "--save", "", "--dir", folder], {
    stdio: "ignore",
  });
  const queue = `redis://127.0.0.1:${port}`;
  const started = (/** @type {string} */ role) =>
    fork(self, [
      "--role",
      role,
      "--place",
      join(folder, role === "threads" ? "threads" : "queue"),
      "--queue",
      queue,
    ]);
  const [client] = await connected(queue);
  const workers = [started("worker"), started("worker")];
  const ways = { threads: started("threads"), queue: started("queue") };
  const busy = async () =>
    (await Promise.all(workers.map((each) => asked(each, "facts")))).map(({ busy: now }) => now);
  const processor = async () => {
    const all = await Promise.all(workers.map((each) => asked(each, "cpu")));
    return all.reduce((sum, { cpu }) => sum + cpu, 0) + processorOf(redis.pid);
  };
  /** @type {(way: "threads" | "queue", order: Order) => Promise<Measured>} */
  const measured = async (way, order) => {
    const before = await processor();
    const found = await asked(ways[way], order);
    return { ...found, cpu: found.cpu + (way === "queue" ? (await processor()) - before : 0) };
  };
  try {
    const iterations = await calibrated();
    const long = { search: "rl", score: "bic", optimum: "never", options: { iterations, stop: "never" } };
    const each = Math.max(2, Math.round(options.tasks / options.blocks));
    const of = 2 + options.blocks * each;
    console.log(
      `Node ${process.versions.node}; tasks of ${options.seconds} s: rl, ${iterations} iterations, d = 8\n`,
    );
    const printRow = printedTable("  tasks    done by   seconds  of the processor  failed");
    const print = (
      /** @type {string} */ way,
      /** @type {number} */ count,
      /** @type {Measured} */ { seconds, cpu, failed },
    ) => printRow([count, way, seconds.toFixed(2), cpu.toFixed(2), failed]);
    const sums = { threads: { seconds: 0, cpu: 0 }, queue: { seconds: 0, cpu: 0 } };
    for (const way of /** @type {const} */ (["threads", "queue"]))
      await measured(way, { first: 0, count: 2, of, options: long });
    for (let block = 0; block < options.blocks; block++)
      for (const way of /** @type {const} */ (
        block % 2 === 0 ? ["threads", "queue"] : ["queue", "threads"]
      )) {
        const found = await measured(way, { first: 2 + block * each, count: each, of, options: long });
        print(way, each, found);
        sums[way].seconds += found.seconds;
        sums[way].cpu += found.cpu;
      }
    const over = (/** @type {"seconds" | "cpu"} */ what) => 100 * (sums.queue[what] / sums.threads[what] - 1);
    const quick = { search: "exact", score: "bic", panel: "never" };
    let rss = 0;
    for (const way of /** @type {const} */ (["threads", "queue"])) {
      const found = await measured(way, { first: 0, count: options.small, options: quick });
      print(way, options.small, found);
      if (way === "queue") rss = found.rss;
    }
    const endless = { ...long, options: { iterations: 1e9, stop: "never" } };
    const cancelled = asked(ways.queue, { first: 0, count: 2, options: endless, isCancelled: true });
    while ((await busy()).some((count) => count === 0)) await pause(20);
    const start = performance.now();
    ways.queue.send("cancel");
    while ((await busy()).some((count) => count > 0)) await pause(20);
    const left = (performance.now() - start) / 1000;
    await cancelled;
    const peak = Number(/used_memory_peak:(\d+)/.exec(await client.info("memory"))?.[1]) / 1e6;
    const bars = [
      [
        `over ${over("seconds").toFixed(1)} % by the clock, ${over("cpu").toFixed(1)} % by the processor`,
        over("seconds") <= 5,
        "5 %",
      ],
      [`Redis ${peak.toFixed(1)} MB at its peak`, peak < 50, "50 MB"],
      [`coordinator ${(rss / 1e6).toFixed(0)} MB at its peak`, rss < 300e6, "300 MB"],
      [`cancelled: both workers idle after ${left.toFixed(2)} s`, left < 2, "2 s"],
    ];
    console.log("");
    for (const [sentence, isMet, bar] of bars)
      console.log(`${sentence}: ${verdict(Boolean(isMet), String(bar))}`);
    console.log(barsLine("queue", bars.filter(([, isMet]) => !isMet).length));
  } finally {
    for (const child of [...workers, ...Object.values(ways), redis]) child.kill("SIGKILL");
    client.disconnect();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Number of iterations that take --seconds of processor time; a first run is not counted. */
async function calibrated() {
  const iterations = 200;
  const run = () =>
    discover(small, {
      search: "rl",
      score: "bic",
      optimum: "never",
      panel: "never",
      threads: 1,
      options: { iterations, stop: "never" },
    });
  await run();
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return Math.max(1, Math.round((iterations * options.seconds * 1e6) / (user + system)));
}

/** The current batch, with its runner. @type {{ key: string, given: any, stop: () => Promise<void> } | undefined} */
let open;

/**
 * Runs `count` tasks of a batch of `of`; its runner is kept, so that all blocks use the same threads.
 * @param {Order} order
 */
async function coordinated({ first, count, of = count, options: own, isCancelled }) {
  const start = performance.now();
  const before = process.cpuUsage();
  const key = JSON.stringify([own, of]);
  if (open?.key !== key) {
    await open?.stop();
    open = { key, ...(await opened(own, of)) };
  }
  const { runner } = open.given;
  const indices = Array.from({ length: count }, (_, k) => first + k);
  let failed = 0;
  if (isCancelled) {
    for (const k of indices) void runner.run(k).catch(() => {});
    await new Promise((resolve) => process.once("message", resolve));
    await runner.stop();
  } else
    for await (const outcome of taskOutcomes(indices, open.given))
      if (outcome && "failure" in outcome) failed++;
  const { user, system } = process.cpuUsage(before);
  const seconds = (performance.now() - start) / 1000;
  return { seconds, cpu: (user + system) / 1e6, failed, rss: 1024 * process.resourceUsage().maxRSS };
}

/**
 * @param {object} own
 * @param {number} count
 */
async function opened(own, count) {
  const store = await openStore(options.place);
  const runs = Array.from({ length: count }, (_, k) => ({
    table: hash,
    options: { ...own, panel: "never", seed: 1 + k },
  }));
  /** @type {import("../dist/core/index.js").Batch} */
  const batch = /** @type {any} */ ({ format: "wherefore-batch/1", kind: "runs", build: buildName(), runs });
  const name = await storeBatch(store, batch, new Map([[hash, small]]));
  const runner =
    options.role === "threads"
      ? threadRunner(store, batch, 2)
      : await queueRunner(options.queue, store, batch, name);
  return { given: { store, batch, runner }, stop: runner.stop };
}

async function beWorker() {
  const worker = await startWorker({
    queue: options.queue,
    store: options.place,
    threads: 1,
    say: console.error,
  });
  process.on("message", () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpu: (user + system) / 1e6, busy: worker.facts().busy });
  });
}

/**
 * @param {import("node:child_process").ChildProcess} child
 * @param {any} message
 * @returns {Promise<any>}
 */
function asked(child, message) {
  return new Promise((resolve) => {
    child.once("message", resolve);
    child.send(message);
  });
}

/** @param {string} url */
async function connected(url) {
  for (;;) {
    try {
      return [(await openQueue(url)).connect()];
    } catch {
      await pause(100);
    }
  }
}

/**
 * Processor time that a process has used, in seconds; 0 where the system does not report it.
 * @param {number | undefined} pid
 */
function processorOf(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return 0;
  }
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });
}

/** @param {number} ms */
function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
