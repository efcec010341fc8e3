// Numbers of parent sets for slow scores, in worker threads (set-worker.ts) that take the next set from one list.

import type { LoadedTable, RunOptions, SetWorkers } from "../../core/index.ts";
import { type NewsLine, newsWorkers } from "./news-workers.ts";

export interface SetWork {
  readonly table: LoadedTable;
  readonly options: RunOptions;
  /** Compiled once, for all. */
  readonly wide: WebAssembly.Module | undefined;
}

export interface SetWorkerData extends SetWork, NewsLine {
  /** Place of the next set in the list, for all workers. */
  readonly next: Int32Array;
}

export interface SetRow {
  readonly at: number;
  readonly row: Float64Array;
}

/** The workers are started with the list. */
export function createSetWorkers(
  count: number,
  work: SetWork,
): SetWorkers & { readonly stop: () => Promise<void> } {
  const next = new Int32Array(new SharedArrayBuffer(4));
  const workers = newsWorkers<SetRow>("set-worker.js", { ...work, next });
  return {
    start: (sets) => {
      for (let k = 0; k < Math.min(count, sets.length); k++) workers.post(workers.open(), sets);
    },
    rows: () => workers.news().map(({ news }) => news),
    stop: workers.stop,
  };
}
