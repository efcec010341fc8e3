// Ways to execute the tasks of a batch, with their results in the store: threads of this process, workers on a queue, or none,
// if all results are already stored.

import { type Batch, InputError, type Task, taskAt, taskName } from "../../core/index.ts";
import { createFetcher, storedResult } from "./batch-files.ts";
import { doTask } from "./do-task.ts";
import type { ScoreFiles } from "./score-files.ts";
import type { Store } from "./store-names.ts";
import { createTaskThreads } from "./task-threads.ts";

export interface Runner {
  /** Maximum number of tasks running at a time. */
  readonly size: number;
  /** Resolves when the result is in the store; rejects if the task has finally failed. */
  readonly run: (index: number) => Promise<void>;
  /** The number of tasks done by each worker, by host and process; empty if this process's threads do them. */
  readonly byWorker: () => ReadonlyMap<string, number>;
  /** Ends the runner and cancels running tasks. */
  readonly stop: () => Promise<void>;
}

/** How often a failing task is tried. */
export const tries = 3;

export function threadRunner(store: Store, batch: Batch, threads: number, scores?: ScoreFiles): Runner {
  const fetcher = createFetcher(store);
  const pool = createTaskThreads(threads, { scores });
  const done = async (task: Task): Promise<void> => {
    await doTask(task, await fetcher.table(task.table), { store, pool });
  };
  return {
    size: threads,
    run: async (index) => {
      const task = taskAt(batch, index);
      for (let k = 1; ; k++) {
        try {
          return await done(task);
        } catch (error) {
          if (k === tries) throw error;
        }
      }
    },
    byWorker: () => new Map(),
    stop: pool.stop,
  };
}

/** For a batch whose tasks are all done: a missing result is a failure. */
export function storeRunner(store: Store, batch: Batch): Runner {
  return {
    size: 16,
    run: async (index) => {
      const name = taskName(taskAt(batch, index));
      if ((await storedResult(store, name)) === undefined)
        throw new InputError(`batch: task ${index + 1} (${name.slice(0, 12)}) has no result`);
    },
    byWorker: () => new Map(),
    stop: async () => {},
  };
}

/** Tasks per second and per worker, the busiest workers first, as text. */
export function workersText(byWorker: ReadonlyMap<string, number>, seconds: number): string {
  const all = [...byWorker].sort(([, a], [, b]) => b - a);
  const rate = all.reduce((sum, [, count]) => sum + count, 0) / seconds;
  const parts = all.slice(0, mostShown).map(([name, count]) => `${name}: ${count}`);
  const others = all.length - parts.length;
  const who = [...parts, ...(others > 0 ? [`${others} others`] : [])];
  return all.length === 0 ? "" : `${rate.toFixed(rate < 10 ? 1 : 0)} per second; ${who.join(", ")}`;
}

const mostShown = 4;
