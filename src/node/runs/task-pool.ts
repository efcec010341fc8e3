// Tasks of a search in worker threads (task-worker.ts), which start immediately and prepare the table while the search begins;
// for replicates they start with the first task. A worker holds its current task and the next one; faster workers are given
// more.

import type { LoadedTable, NetworkBuild, RunOptions, TaskPool } from "../../core/index.ts";
import { type NewsLine, newsWorkers } from "./news-workers.ts";

export interface TaskWork {
  /** Whether the tasks are parts of the search or replicates of the run. */
  readonly kind: "search" | "replicates";
  readonly table: LoadedTable;
  readonly options: RunOptions;
  readonly memoryBytes: number;
  /** The kernels of an agent's network. */
  readonly build?: NetworkBuild | undefined;
}

export type TaskWorkerData = TaskWork & NewsLine;

/** Approximate cost of starting two threads, in milliseconds of processor time: shorter replicates run without threads. */
const startMs = 300;
/** Tasks assigned to a worker at a time, so that it need not wait for the next. */
const atOnce = 2;

export function createTaskPool(
  size: number,
  work: TaskWork,
): TaskPool & { readonly stop: () => Promise<void> } {
  const workers = newsWorkers<unknown>("task-worker.js", work);
  let isOpen = false;
  const open = () => {
    if (isOpen) return;
    isOpen = true;
    for (let k = 0; k < size; k++) workers.open();
  };
  const isLate = work.kind === "replicates";
  if (!isLate) open();
  const loads = new Array<number>(size).fill(0);
  const waiting: unknown[] = [];
  const give = () => {
    while (waiting.length > 0) {
      const fewest = Math.min(...loads);
      if (fewest >= atOnce) return;
      const worker = loads.indexOf(fewest);
      loads[worker]++;
      workers.post(worker, waiting.shift());
    }
  };
  return {
    size,
    ...(isLate && { startMs }),
    start: (task) => {
      open();
      waiting.push(task);
      give();
    },
    news: (hasWork) => {
      const all = workers.news(hasWork);
      for (const { worker } of all) loads[worker]--;
      give();
      return all.map(({ news }) => news);
    },
    stop: workers.stop,
  };
}
