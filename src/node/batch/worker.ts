// A worker: takes tasks from the queue, executes them in threads, and stores the results. It runs no foreign code: a task is
// JSON, its table is fetched by its hash, and both are checked.

import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { check, taskAt, taskName } from "../../core/index.ts";
import { createFetcher, storedResult } from "./batch-files.ts";
import { buildName } from "./build-name.ts";
import { doTask } from "./do-task.ts";
import { patientStore } from "./patient-store.ts";
import {
  announced,
  type BatchFacts,
  isCancelled,
  type Job,
  lockMs,
  losses,
  openQueue,
  present,
  type WorkerFacts,
} from "./queue.ts";
import { type ScoreFiles, scoreFileOf } from "./score-files.ts";
import { openStore } from "./store.ts";
import { createTaskThreads } from "./task-threads.ts";

export interface WorkOptions {
  readonly queue: string;
  readonly store: string;
  readonly threads: number;
  /** User-defined scores that it may run. */
  readonly scores?: ScoreFiles | undefined;
  /** Milliseconds between two checkpoints of a run. */
  readonly checkpointMs?: number;
  /** Called with messages: failed tasks, a store that does not answer, batches of another build. */
  readonly say: (sentence: string) => void;
}

export interface WorkerAtWork {
  readonly facts: () => WorkerFacts;
  /** Resolves when the running tasks are done. */
  readonly close: () => Promise<void>;
}

/** Milliseconds between two checks whether a running batch was cancelled. */
const cancelMs = 500;

export async function startWorker({
  queue,
  store: address,
  threads,
  scores,
  checkpointMs,
  say,
}: WorkOptions): Promise<WorkerAtWork> {
  const closing = new AbortController();
  const store = patientStore(await openStore(address), { say, signal: closing.signal });
  const { bullmq, connect, queueName } = await openQueue(queue);
  const [working, asking] = [connect(), connect()];
  const fetcher = createFetcher(store);
  const pool = createTaskThreads(threads, { scores, checkpointMs });
  const underWay = new Map<string, Set<AbortController>>();
  let [done, failed, busy] = [0, 0, 0];
  const id = randomUUID().slice(0, 8);
  const facts = (): WorkerFacts => ({
    id,
    host: hostname(),
    pid: process.pid,
    threads,
    build: buildName(),
    done,
    failed,
    busy,
  });

  /** Runs a check; if it fails, the task is not retried. */
  const refusedHere = (act: () => unknown): void => {
    try {
      act();
    } catch (error) {
      throw new bullmq.UnrecoverableError(sentenceOf(error));
    }
  };

  const work = async ({ batch: name, index }: Job): Promise<void> => {
    const batch = await fetcher.batch(name);
    refusedHere(() =>
      check(
        batch.build === buildName(),
        `batch: it was planned by build ${batch.build}, but this worker is ${buildName()}; install the same version on both`,
      ),
    );
    const task = taskAt(batch, index);
    if ((await storedResult(store, taskName(task))) !== undefined) return;
    refusedHere(() => scoreFileOf(task.spec, scores ?? new Map()));
    const controller = new AbortController();
    const all = underWay.get(name) ?? new Set();
    underWay.set(name, all.add(controller));
    try {
      if (await isCancelled(asking, name)) controller.abort();
      controller.signal.throwIfAborted();
      const table = await fetcher.table(task.table);
      await doTask(task, table, { store, pool, signal: controller.signal });
    } catch (error) {
      if (controller.signal.aborted) throw new bullmq.UnrecoverableError("batch: cancelled");
      throw error;
    } finally {
      all.delete(controller);
      if (all.size === 0) underWay.delete(name);
    }
  };

  const worker = new bullmq.Worker<Job>(
    queueName,
    async (job, token) => {
      busy++;
      try {
        await work(job.data);
        done++;
        // Identifies this worker to the coordinator, which counts.
        return `${hostname()} ${process.pid}`;
      } catch (error) {
        if (closing.signal.aborted && !(error instanceof bullmq.UnrecoverableError)) {
          await job.moveToWait(token);
          throw new bullmq.WaitingError();
        }
        // A cancelled task does not count as failed.
        if (error instanceof bullmq.UnrecoverableError) throw error;
        failed++;
        say(`task ${job.data.index + 1} of ${job.data.batch.slice(0, 12)}: ${sentenceOf(error)}`);
        throw error;
      } finally {
        busy--;
      }
    },
    {
      connection: working,
      name: `${hostname()} ${process.pid}`,
      concurrency: threads,
      lockDuration: lockMs,
      stalledInterval: lockMs / 2,
      maxStalledCount: losses,
      drainDelay: 1,
    },
  );
  worker.on("error", () => {});
  const looks = setInterval(() => {
    for (const [name, controllers] of underWay) {
      const end = (isOver: boolean) => isOver && controllers.forEach((each) => void each.abort());
      isCancelled(asking, name).then(end, () => {});
    }
  }, cancelMs);
  const here = announced(asking, `wherefore:worker:${id}`, facts);
  const refusals = refusing(() => present<BatchFacts>(asking, "batch"), say);
  return {
    facts,
    close: async () => {
      clearInterval(refusals);
      clearInterval(looks);
      // A task whose result cannot be stored now goes back to the queue.
      closing.abort();
      await worker.close();
      await pool.stop();
      await here.leave();
      for (const each of [working, asking]) each.disconnect();
    },
  };
}

/** Reports once for each batch of another build that this worker does not execute its tasks. */
function refusing(batches: () => Promise<readonly BatchFacts[]>, say: (sentence: string) => void) {
  const seen = new Set<string>();
  const look = async (): Promise<void> => {
    for (const { name, build, host } of await batches()) {
      if (build === buildName() || seen.has(name)) continue;
      seen.add(name);
      say(
        `batch ${name.slice(0, 12)} from ${host} was planned by build ${build}, but this worker is ${buildName()} and does none of its tasks; install the same version on both`,
      );
    }
  };
  void look().catch(() => {});
  return setInterval(() => void look().catch(() => {}), 3000);
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
