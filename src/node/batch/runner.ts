// Ways to get the tasks of a batch done, each of which leaves results in the store: threads here, workers on a queue, or nobody,
// where others have done them.

import { type Batch, InputError, type Task, taskAt, taskName } from "../../core/index.ts";
import { createFetcher, putResult, storedResult } from "./batch-files.ts";
import type { Store } from "./store-names.ts";
import { createTaskThreads } from "./task-threads.ts";

export interface Runner {
  /** Tasks that may be under way at a time. */
  readonly size: number;
  /** Resolves when the result is in the store; fails where the task has failed for good. */
  readonly run: (index: number) => Promise<void>;
  /** Nothing more is to be done; where tasks are under way they are cancelled. */
  readonly stop: () => Promise<void>;
}

/** How often a task that fails is tried. */
export const tries = 3;

export function threadRunner(store: Store, batch: Batch, threads: number): Runner {
  const fetcher = createFetcher(store);
  const pool = createTaskThreads(threads);
  const done = async (task: Task): Promise<void> => {
    const table = await fetcher.table(task.table);
    await putResult(store, await pool.run(task, table));
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
    stop: async () => {},
  };
}
