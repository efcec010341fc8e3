// The coordinator's side of the queue: adds tasks, listens for their completion, and also checks periodically, since a queue
// may lose tasks: one whose result is in the store is done, one that is neither there nor in the queue is added again.

import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { type Batch, InputError, taskAt, taskCount, taskName } from "../../core/index.ts";
import { storedResult } from "./batch-files.ts";
import { buildName } from "./build-name.ts";
import {
  announced,
  type BatchFacts,
  cancelBatch,
  type Job,
  jobId,
  openQueue,
  uncancelBatch,
} from "./queue.ts";
import { type Runner, tries } from "./runner.ts";
import type { Store } from "./store-names.ts";

/** Maximum number of tasks in the queue at a time, so that it stays small. */
const window = 200;
/** Milliseconds between two checks, and the age from which a task is checked. */
const lookMs = 1000;
const patienceMs = 3000;

interface Waiting {
  readonly index: number;
  readonly task: string;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
  since: number;
}

export async function queueRunner(url: string, store: Store, batch: Batch, name: string): Promise<Runner> {
  const { bullmq, connect, queueName } = await openQueue(url);
  const [redis, listening] = [connect(), connect()];
  const queue = new bullmq.Queue<Job>(queueName, {
    connection: redis,
    defaultJobOptions: { attempts: tries, removeOnComplete: true, removeOnFail: true },
    streams: { events: { maxLen: 1000 } },
  });
  queue.on("error", () => {});
  await uncancelBatch(redis, name);
  const waiting = new Map<string, Waiting>();
  const byWorker = new Map<string, number>();
  let done = 0;
  const here = announced(
    redis,
    `wherefore:batch:${name}:${randomUUID()}`,
    (): BatchFacts => ({ name, build: buildName(), host: hostname(), done, of: taskCount(batch) }),
  );
  const add = ({ index, task }: Waiting) => queue.add("task", { batch: name, index }, { jobId: jobId(task) });
  const settle = (id: string, failure?: string): void => {
    const waiter = waiting.get(id);
    if (waiter === undefined) return;
    waiting.delete(id);
    done++;
    if (failure === undefined) waiter.resolve();
    else waiter.reject(new InputError(failure));
  };

  const events = new bullmq.QueueEvents(queueName, { connection: listening });
  events.on("error", () => {});
  events.on("completed", ({ jobId: id, returnvalue }) => {
    // JSON or the parsed value, depending on the version of BullMQ.
    const worker = String(returnvalue).replaceAll('"', "");
    if (waiting.has(id)) byWorker.set(worker, 1 + (byWorker.get(worker) ?? 0));
    settle(id);
  });
  events.on("failed", ({ jobId: id, failedReason }) => settle(id, failedReason));

  let isLooking = false;
  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    try {
      const now = performance.now();
      for (const [id, each] of waiting) {
        if (now - each.since < patienceMs) continue;
        each.since = now;
        if ((await storedResult(store, each.task)) !== undefined) settle(id);
        else if ((await queue.getJob(id)) === undefined && waiting.has(id)) await add(each);
      }
    } catch {
      // The store or the queue does not answer: checked again later.
    } finally {
      isLooking = false;
    }
  };
  const timer = setInterval(look, lookMs);

  return {
    size: window,
    run: async (index) => {
      const task = taskName(taskAt(batch, index));
      await new Promise<void>((resolve, reject) => {
        const each = { index, task, resolve, reject, since: performance.now() };
        waiting.set(jobId(task), each);
        // A task that cannot be added now is added by a later check.
        add(each).catch(() => {});
      });
    },
    byWorker: () => byWorker,
    stop: async () => {
      clearInterval(timer);
      if (waiting.size > 0) {
        await cancelBatch(redis, name);
        await Promise.all([...waiting.keys()].map((id) => queue.remove(id).catch(() => {})));
      }
      await here.leave();
      await Promise.all([events.close(), queue.close()]);
      redis.disconnect();
      listening.disconnect();
    },
  };
}
