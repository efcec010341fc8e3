// Tasks of a search in worker threads (task-worker.ts), which start at once: they read the table while the search begins.

import type { LoadedTable, NetworkBuild, RunOptions, TaskPool } from "../../core/index.ts";
import { type NewsLine, newsWorkers } from "./news-workers.ts";

export interface TaskWork {
  /** What the tasks are: parts of the search, or replicates of the run. */
  readonly kind: "search" | "replicates";
  readonly table: LoadedTable;
  readonly options: RunOptions;
  readonly memoryBytes: number;
  /** Of an agent's network. */
  readonly build?: NetworkBuild | undefined;
}

export type TaskWorkerData = TaskWork & NewsLine;

export function createTaskPool(
  size: number,
  work: TaskWork,
): TaskPool & { readonly stop: () => Promise<void> } {
  const workers = newsWorkers<unknown>("task-worker.js", work);
  for (let k = 0; k < size; k++) workers.open();
  let next = 0;
  return {
    size,
    start: (task) => {
      workers.post(next, task);
      next = (next + 1) % size;
    },
    news: () => workers.news().map(({ news }) => news),
    stop: workers.stop,
  };
}
