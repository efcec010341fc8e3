// Whole runs (restarts) of an agent in worker threads, one per worker (pool-worker.ts).

import type { LoadedTable, NetworkBuild, RunNews, RunOptions, RunPool } from "../../core/index.ts";
import { type NewsLine, newsWorkers } from "./news-workers.ts";

/** The input of a worker's runs. */
export interface PoolWork {
  readonly table: LoadedTable;
  readonly options: RunOptions;
  readonly build: NetworkBuild;
  /** Compiled once, for all workers. */
  readonly wide: WebAssembly.Module | undefined;
}

export type PoolWorkerData = PoolWork & NewsLine;

export interface PoolStart {
  readonly k: number;
  readonly from: unknown;
}

/** Workers are started as runs need them. */
export function createPool(size: number, work: PoolWork): RunPool & { readonly stop: () => Promise<void> } {
  const workers = newsWorkers<RunNews>("pool-worker.js", work);
  /** Whether each worker is busy. */
  const isBusy: boolean[] = [];
  return {
    size,
    start: (k, from) => {
      const free = isBusy.indexOf(false);
      const worker = free < 0 ? workers.open() : free;
      isBusy[worker] = true;
      workers.post(worker, { k, from } satisfies PoolStart);
    },
    news: () =>
      workers.news().map(({ worker, news }) => {
        if (news.isDone) isBusy[worker] = false;
        return news;
      }),
    stop: workers.stop,
  };
}
