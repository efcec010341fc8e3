// Whole runs of an agent in worker threads, one to a worker (pool-worker.ts).

import type { LoadedTable, NetworkBuild, RunNews, RunOptions, RunPool } from "../../core/index.ts";
import { type NewsLine, newsWorkers } from "./news-workers.ts";

/** What a worker makes its runs of. */
export interface PoolWork {
  readonly table: LoadedTable;
  readonly options: RunOptions;
  readonly build: NetworkBuild;
  /** Compiled once, for all. */
  readonly wide: WebAssembly.Module | undefined;
}

export type PoolWorkerData = PoolWork & NewsLine;

export interface PoolStart {
  readonly k: number;
  readonly from: unknown;
}

/** The workers are started with the first run. */
export function createPool(size: number, work: PoolWork): RunPool & { readonly stop: () => Promise<void> } {
  const workers = newsWorkers<RunNews>("pool-worker.js", work);
  /** Of each worker, is it at work? */
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
