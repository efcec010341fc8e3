// The same digest whichever workers do the tasks and whatever is killed meanwhile: in `npm run test:long`.

import type { ChildProcess } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { isLong } from "../long.ts";
import { type Ended, example, pause, programIn } from "./program.ts";
import { describeWithRedis, redisServer } from "./redis/server.ts";

const { folder, started, wherefore, putFile } = programIn("chaos");
const { data } = example("twelve");
const quiet = ["--json", "--quiet"];
/** How many of each are killed. */
const kills = { workers: 20, coordinator: 1, redis: 2 };

/** The digest that a command ended with. */
function digestOf({ code, out, err }: Ended): string {
  expect(code, err).toBe(0);
  const { confidence, digest } = JSON.parse(out) as { digest: string; confidence?: { digest: string } };
  return confidence?.digest ?? digest;
}

interface Work {
  readonly name: string;
  readonly tasks: number;
  /** The command, for a store or none. */
  readonly command: (place: readonly string[]) => string[];
  /** Puts the tasks into the store, and makes the digest of what shards did. */
  readonly plan: (store: string) => string[];
  readonly merge: (store: string) => string[];
}

const bootstrap = [data, "--confidence", "bootstrap", "--resamples", "200", "--seed", "3"];
const works: readonly Work[] = [
  {
    name: "200 resamples",
    tasks: 200,
    command: (place) => ["discover", ...bootstrap, "--no-out", ...place],
    plan: (store) => ["batch", "plan", ...bootstrap, "--store", store],
    merge: (store) => ["batch", "merge", "--store", store],
  },
  {
    name: "a grid of 6 methods, 4 tables and 3 seeds",
    tasks: 72,
    command: (place) => [
      "grid",
      "grid.json",
      "--out",
      `out-${place.length}-${place[1] ?? ""}`.replaceAll("/", "-"),
      ...place,
    ],
    plan: (store) => ["grid", "grid.json", "--plan", "--out", "planned", "--store", store],
    merge: (store) => ["grid", "grid.json", "--out", "merged", "--store", store],
  },
];

/** What a search that is restarted ends with, by workers as by itself. */
const restarted = {
  order: ["--search", "order", "--restarts", "4", "--set", "shakes=20"],
  "rl-order": ["--search", "rl-order", "--restarts", "3", "--set", "iterations=10"],
};

describeWithRedis("restarts on a queue", () => {
  it.skipIf(!isLong).each(Object.entries(restarted))("of %s", async (_, search) => {
    const redis = await redisServer();
    const made = ["--nodes", "20", "--samples", "300", "--seed", "2", "--out", `made-${search[1]}`];
    expect((await wherefore("simulate", ...made)).code).toBe(0);
    const asked = ["discover", `made-${search[1]}/data.csv`, ...search, "--no-out", ...quiet];
    const place = ["--queue", redis.url, "--store", join(folder, `restarts-${search[1]}`)];
    const worker = started("work", ...place, "--threads", "1");
    try {
      const digest = digestOf(await wherefore(...asked, ...place));
      expect(digest).toBe(digestOf(await wherefore(...asked)));
      expect(readdirSync(join(folder, `restarts-${search[1]}`, "results"))).toHaveLength(Number(search[3]));
    } finally {
      worker.child.kill("SIGKILL");
    }
  });
});

const said = (line: string) => process.stdout.write(`${line}\n`);

beforeAll(async () => {
  if (!isLong) return;
  for (const k of [1, 2, 3]) {
    const made = ["--nodes", `${5 + k}`, "--samples", "300", "--seed", `${k}`, "--out", `made-${k}`];
    expect((await wherefore("simulate", ...made)).code).toBe(0);
  }
  const tables = [data, ...[1, 2, 3].map((k) => `made-${k}/data.csv`)];
  const methods = {
    exact: { search: "exact" },
    "equal variances": { search: "exact", score: "bic-equal-variance" },
    order: { search: "order", options: { effort: "low" } },
    ges: { search: "ges", score: "bge" },
    pc: { search: "pc" },
    "rl-order": { search: "rl-order", options: { iterations: 20 } },
  };
  putFile("grid.json", JSON.stringify({ tables, methods, seeds: [1, 2, 3] }));
});

describe.skipIf(!isLong).each(works)("$name", ({ name, tasks, command, plan, merge }) => {
  let threads: string;
  beforeAll(async () => {
    threads = digestOf(await wherefore(...command([]), ...quiet));
    said(`${name}: ${threads} by threads`);
  });

  const running: ChildProcess[] = [];
  afterEach(() => {
    for (const child of running.splice(0)) child.kill("SIGKILL");
  });
  const run = (...args: string[]) => {
    const each = started(...args);
    running.push(each.child);
    return each;
  };

  it.each([1, 7])("in %i shards", async (of) => {
    const store = join(folder, `${tasks}-shards-${of}`);
    expect((await wherefore(...plan(store), ...quiet)).code).toBe(0);
    for (let k = 1; k <= of; k++) {
      const shard = ["batch", "work", "--store", store, "--shard", `${k}/${of}`, "--threads", "1"];
      const { code, err } = await wherefore(...shard, ...quiet);
      expect(code, err).toBe(0);
    }
    const merged = digestOf(await wherefore(...merge(store), ...quiet));
    said(`${name}: ${merged} by ${of} shards`);
    expect(merged).toBe(threads);
  });

  describeWithRedis("on a queue", () => {
    it.each([1, 2, 4])("with %i workers", async (count) => {
      const redis = await redisServer();
      const place = ["--queue", redis.url, "--store", join(folder, `${tasks}-workers-${count}`)];
      for (let k = 0; k < count; k++) run("work", ...place, "--threads", "1");
      const digest = digestOf(await run(...command(place), ...quiet).ended);
      said(`${name}: ${digest} by ${count} workers`);
      expect(digest).toBe(threads);
    });

    it("while workers, Redis and the coordinator are killed", async () => {
      const redis = await redisServer();
      const store = join(folder, `${tasks}-chaos`);
      const place = ["--queue", redis.url, "--store", store];
      const work = () => run("work", ...place, "--threads", "1", "--quiet").child;
      const coordinate = () => run(...command(place), ...quiet);
      const results = () => {
        const path = join(store, "results");
        return existsSync(path) ? readdirSync(path).filter((each) => !each.startsWith(".")).length : 0;
      };
      let workers = [work(), work()];
      let coordinator = coordinate();
      let isOver = false;
      const end = () => {
        isOver = true;
      };
      void coordinator.ended.then(end);
      const total = kills.workers + kills.coordinator + kills.redis;
      const done = { workers: 0, coordinator: 0, redis: 0 };
      // One after the other, each when a further part of the tasks is done; the queue is lost for a moment, then all of it.
      for (let k = 0; k < total; k++) {
        const from = Math.floor((0.9 * tasks * k) / total);
        while (results() < from && !isOver) await pause(20);
        if (isOver) break;
        if (k === 8) {
          coordinator.child.kill("SIGKILL");
          await coordinator.ended;
          coordinator = coordinate();
          isOver = false;
          void coordinator.ended.then(end);
          done.coordinator++;
        } else if (k === 5 || k === 16) {
          await (k === 5 ? redis.restartKept() : redis.restartEmpty());
          done.redis++;
        } else {
          const victim = k % 2;
          workers[victim].kill("SIGKILL");
          workers = workers.with(victim, work());
          done.workers++;
        }
      }
      expect(done).toEqual(kills);
      const digest = digestOf(await coordinator.ended);
      const { workers: w, redis: r, coordinator: c } = done;
      said(`${name}: ${digest} while ${w} workers, ${r} Redis servers and ${c} coordinator were killed`);
      expect(digest).toBe(threads);
      expect(results()).toBe(tasks);
    });
  });
});
