// Parent-set values of slow scores, computed by workers that take the next set from a common list and write its values into shared
// memory, where the search reads them without yielding its thread. Only on pages that may share memory.

import { type LoadedTable, type RunOptions, type SetWorkers, setValuesOf } from "../../core/index.ts";
import { readyWorkers } from "./ready-workers.ts";

/** Input of a worker. */
export interface SetWork {
  readonly table: LoadedTable;
  readonly options: RunOptions;
}

/** The list of parent sets and the shared memory for their values. */
export interface SetList {
  readonly list: readonly (readonly number[])[];
  readonly width: number;
  /** [list, width] */
  readonly data: Float64Array;
  /** [index of the next set in the list, number of sets done] */
  readonly counts: Int32Array;
  /** Indices of the sets in order of completion, counted from 1; 0 where not yet written. */
  readonly done: Int32Array;
}

export type SetCommand = { readonly setWork: SetWork } | { readonly setList: SetList };

/** Longest wait for a set, in milliseconds; messages are handled between waits. */
const patience = 50;

export function canShareSets(): boolean {
  return globalThis.crossOriginIsolated;
}

export async function createSetWorkers(
  count: number,
  work: SetWork,
): Promise<SetWorkers & { readonly stop: () => void }> {
  const { workers, lost, stop } = await readyWorkers(count, () => {
    // The same script again: the first message makes it a worker of this kind.
    const worker = new Worker(self.location.href, { type: "module" });
    worker.postMessage({ setWork: work } satisfies SetCommand);
    return worker;
  });
  let shared: SetList | undefined;
  let next = 0;
  return {
    stop,
    start: (list) => {
      const width = setValuesOf(work, {})(list[0]).length;
      const numbers = new SharedArrayBuffer(8 * list.length * width);
      const whole = (length: number) => new Int32Array(new SharedArrayBuffer(4 * length));
      next = 0;
      shared = { list, width, data: new Float64Array(numbers), counts: whole(2), done: whole(list.length) };
      for (const worker of workers) worker.postMessage({ setList: shared } satisfies SetCommand);
    },
    rows: () => {
      if (lost() !== undefined) throw new Error(`discover: a worker was lost (${lost()}); resume the run`);
      const { data, width, counts, done } = shared!;
      const seen = Atomics.load(counts, 1);
      const out: { at: number; row: Float64Array }[] = [];
      for (; next < seen; next++) {
        const place = Atomics.load(done, next);
        if (place === 0) break;
        const at = place - 1;
        out.push({ at, row: data.slice(at * width, (at + 1) * width) });
      }
      if (out.length === 0) Atomics.wait(counts, 1, seen, patience);
      return out;
    },
  };
}

/** Message handler of such a worker. */
export function setWorker(ready: () => void): (command: SetCommand) => void {
  let values: ReturnType<typeof setValuesOf>;
  return (command) => {
    if ("setWork" in command) {
      values = setValuesOf(command.setWork, {});
      ready();
      return;
    }
    const { list, width, data, counts, done } = command.setList;
    for (let at = Atomics.add(counts, 0, 1); at < list.length; at = Atomics.add(counts, 0, 1)) {
      data.set(values(list[at]), at * width);
      Atomics.store(done, Atomics.add(counts, 1, 1), at + 1);
      Atomics.notify(counts, 1);
    }
  };
}
