// Ways to get the tasks of a batch done, each of which leaves results in the store: threads here, workers on a queue, or nobody,
// where others have done them.

import { type Batch, InputError, type Task, taskAt, taskName } from "../../core/index.ts";
import { createFetcher, storedResult } from "./batch-files.ts";
import { doTask } from "./do-task.ts";
import type { ScoreFiles } from "./score-files.ts";
import type { Store } from "./store-names.ts";
import { createTaskThreads } from "./task-threads.ts";

export interface Runner {
  /** Tasks that may be under way at a time. */
  readonly size: number;
  /** Resolves when the result is in the store; fails where the task has failed for good. */
  readonly run: (index: number) => Promise<void>;
  /** How many tasks each worker has done, by its host and process; nobody, where threads of this process do them. */
  readonly byWorker: () => ReadonlyMap<string, number>;
  /** Nothing more is to be done; where tasks are under way they are cancelled. */
  readonly stop: () => Promise<void>;
}

/** How often a task that fails is tried. */
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

/** Where all is done: what is not there has failed. */
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

/** How many are done in a second, and who has done how many, those who did most first; for people. */
export function workersText(byWorker: ReadonlyMap<string, number>, seconds: number): string {
  const all = [...byWorker].sort(([, a], [, b]) => b - a);
  const rate = all.reduce((sum, [, count]) => sum + count, 0) / seconds;
  const parts = all.slice(0, mostShown).map(([name, count]) => `${name}: ${count}`);
  const others = all.length - parts.length;
  const who = [...parts, ...(others > 0 ? [`${others} others`] : [])];
  return all.length === 0 ? "" : `${rate.toFixed(rate < 10 ? 1 : 0)} per second; ${who.join(", ")}`;
}

const mostShown = 4;
