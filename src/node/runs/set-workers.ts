// Numbers of parent sets for slow scores, in worker threads (set-worker.ts) that take the next set from one list.

import type { LoadedTable, RunOptions, SetWorkers } from "../../core/index.ts";
import { type NewsLine, newsWorkers } from "./news-workers.ts";

export interface SetWork {
  readonly table: LoadedTable;
  readonly options: RunOptions;
  /** Compiled once, for all. */
  readonly wide: WebAssembly.Module | undefined;
}

export interface SetWorkerData extends SetWork, NewsLine {}

/** A list that workers share. */
export interface SetList {
  readonly sets: readonly (readonly number[])[];
  /** Place of the next set in the list, for all workers. */
  readonly next: Int32Array;
}

export interface SetRow {
  readonly at: number;
  readonly row: Float64Array;
}

/** The workers are started with the first list. */
export function createSetWorkers(
  count: number,
  work: SetWork,
): SetWorkers & { readonly stop: () => Promise<void> } {
  const workers = newsWorkers<SetRow>("set-worker.js", work);
  let open = 0;
  return {
    start: (sets) => {
      const list: SetList = { sets, next: new Int32Array(new SharedArrayBuffer(4)) };
      for (let k = 0; k < Math.min(count, sets.length); k++) {
        if (k === open) open = workers.open() + 1;
        workers.post(k, list);
      }
    },
    rows: () => workers.news().map(({ news }) => news),
    stop: workers.stop,
  };
}
