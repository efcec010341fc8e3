// The queue: BullMQ on Redis. It distributes references to tasks and nothing else; the store is the single source of truth.
//
//     wherefore-BUILD              the queue of a build: a worker of another build never sees its tasks
//     wherefore:worker:ID          a live worker; expires ten seconds after its last announcement
//     wherefore:batch:NAME         a batch with a live coordinator, likewise
//     wherefore:cancelled:NAME     a cancelled batch; workers check every half second
//
// The main thread renews a task's lock while other threads compute, so the lock is lost only with the process. The task then
// returns to the queue, up to twenty times; a task that fails by itself is tried three times.

import type { Redis } from "ioredis";
import { check } from "../../core/index.ts";
import { buildName } from "./build-name.ts";
import { optionalPackage } from "./optional-package.ts";

export type BullMq = typeof import("bullmq");

/** A task's entry in the queue. */
export interface Job {
  readonly batch: string;
  readonly index: number;
}

/** How often a task may lose its worker, so that one that crashes every worker is given up. */
export const losses = 20;
/** Milliseconds after which a lost worker is noticed. */
export const lockMs = 6000;

export interface Queueing {
  readonly bullmq: BullMq;
  /** Opens a new connection. */
  readonly connect: () => Redis;
  readonly queueName: string;
}

/** redis://:PASSWORD@HOST:PORT, or rediss:// with TLS. */
export async function openQueue(url: string): Promise<Queueing> {
  check(
    /^rediss?:\/\//.test(url),
    `queue: it must be redis://HOST or rediss://HOST, got ${withoutPassword(url)}`,
    {
      field: "queue",
    },
  );
  const bullmq = (await optionalPackage("bullmq", "a queue", " ioredis")) as BullMq;
  const { Redis } = (await optionalPackage("ioredis", "a queue", " bullmq")) as typeof import("ioredis");
  const connect = (): Redis => {
    const redis = new Redis(url, {
      maxRetriesPerRequest: null,
      retryStrategy: (k) => Math.min(200 * k, 2000),
    });
    // It reconnects by itself, and pending commands wait.
    redis.on("error", () => {});
    return redis;
  };
  const first = new Redis(url, { maxRetriesPerRequest: 1, lazyConnect: true, retryStrategy: () => null });
  // The first error is the cause; later ones only report the closed connection.
  let why: Error | undefined;
  first.on("error", (error: Error) => {
    why ??= error;
  });
  try {
    await first.connect();
    await first.ping();
  } catch (error) {
    const { message: reason } = why ?? (error as Error);
    const what = /NOAUTH|WRONGPASS/.test(reason)
      ? `${withoutPassword(url)} needs another password (${reason}); give it in the address, redis://:PASSWORD@HOST`
      : `no answer from ${withoutPassword(url)} (${reason}); start a Redis server there`;
    check(false, `queue: ${what}`, { field: "queue" });
  } finally {
    first.disconnect();
  }
  return { bullmq, connect, queueName: `wherefore-${buildName()}` };
}

/** The address as shown in messages. */
export function withoutPassword(url: string): string {
  return url.replace(/\/\/[^@/]*@/, "//");
}

/** BullMQ rejects ids of digits only, or with colons. */
export const jobId = (task: string): string => `t${task}`;

/** Seconds after which an announcement expires. */
const presentSeconds = 10;

/** Announces a worker or coordinator every two seconds, until `leave`. */
export function announced(redis: Redis, key: string, facts: () => object) {
  const say = (): void => {
    redis.set(key, JSON.stringify(facts()), "EX", presentSeconds).catch(() => {});
  };
  say();
  const timer = setInterval(say, 2000);
  return {
    leave: async (): Promise<void> => {
      clearInterval(timer);
      await redis.del(key).catch(() => {});
    },
  };
}

export interface WorkerFacts {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  readonly threads: number;
  readonly build: string;
  readonly done: number;
  readonly failed: number;
  readonly busy: number;
}

export interface BatchFacts {
  readonly name: string;
  readonly build: string;
  readonly host: string;
  readonly done: number;
  readonly of: number;
}

/** The facts of all live workers, or of all batches with a live coordinator. */
export async function present<Facts>(redis: Redis, kind: "worker" | "batch"): Promise<Facts[]> {
  const keys: string[] = [];
  let cursor = "0";
  do {
    const [next, some] = await redis.scan(cursor, "MATCH", `wherefore:${kind}:*`, "COUNT", 500);
    keys.push(...some);
    cursor = next;
  } while (cursor !== "0");
  if (keys.length === 0) return [];
  const values = await redis.mget(keys.sort());
  return values.flatMap((value) => (value === null ? [] : [JSON.parse(value) as Facts]));
}

const cancelledKey = (batch: string): string => `wherefore:cancelled:${batch}`;
const rememberedSeconds = 7 * 24 * 3600;

/** Every worker abandons the batch at its next check, and none starts a task of it. */
export async function cancelBatch(redis: Redis, batch: string): Promise<void> {
  await redis.set(cancelledKey(batch), "1", "EX", rememberedSeconds);
}

/** Called when a batch is resumed. */
export async function uncancelBatch(redis: Redis, batch: string): Promise<void> {
  await redis.del(cancelledKey(batch));
}

export async function isCancelled(redis: Redis, batch: string): Promise<boolean> {
  return (await redis.exists(cancelledKey(batch))) === 1;
}
