// Terms of parent sets for slow scores, in worker threads (set-worker.ts) that take the next set from a shared list. A thread
// must load core first, so threads are started only once the computation in this thread has taken long.

import { inTurn, type LoadedTable, type RunOptions, type SetWorkers } from "../../core/index.ts";
import { type NewsLine, newsWorkers } from "./news-workers.ts";

export interface SetWork {
  readonly table: LoadedTable;
  readonly options: RunOptions;
  /** Compiled once, for all workers. */
  readonly wide: WebAssembly.Module | undefined;
}

export interface SetWorkerData extends SetWork, NewsLine {}

/** A list shared by the workers. */
export interface SetList {
  readonly sets: readonly (readonly number[])[];
  /** Index of the next set in the list, shared by all workers. */
  readonly next: Int32Array;
}

export interface SetRow {
  readonly at: number;
  readonly row: Float64Array;
}

/** Approximate cost of starting two threads, in milliseconds of processor time. */
const aloneMs = 300;

export function createSetWorkers(
  count: number,
  work: SetWork,
): SetWorkers & { readonly stop: () => Promise<void> } {
  const workers = newsWorkers<SetRow>("set-worker.js", work);
  let open = 0;
  let spentMs = 0;
  let all: readonly (readonly number[])[] = [];
  let alone: SetWorkers | undefined;
  /** Number of sets of the list that were computed here. */
  let first = 0;

  function share(): void {
    alone = undefined;
    const list: SetList = { sets: all.slice(first), next: new Int32Array(new SharedArrayBuffer(4)) };
    for (let k = 0; k < Math.min(count, list.sets.length); k++) {
      if (k === open) open = workers.open() + 1;
      workers.post(k, list);
    }
  }

  return {
    start: (sets, here) => {
      all = sets;
      first = 0;
      alone = inTurn();
      alone.start(sets, here);
    },
    rows: () => {
      if (alone && (open > 0 || spentMs > aloneMs)) share();
      if (!alone) return workers.news().map(({ news: { at, row } }) => ({ at: first + at, row }));
      const begun = performance.now();
      const rows = alone.rows();
      spentMs += performance.now() - begun;
      first += rows.length;
      return rows;
    },
    stop: workers.stop,
  };
}
