// Pieces of work that a search makes together with the workers of a pool.
//
// Pieces have numbers, and whoever is free takes the next: a worker is told of them once, and reports when no number is left. So
// none waits for another before the last pieces, and what comes of a piece is the same whoever makes it.

import type { TaskPool } from "./search.ts";

/** What a worker is told, beside what the pieces are about. */
export interface SharedTask {
  /** Which work: reports of an earlier one may come late. */
  readonly work: string;
  readonly pieces: number;
  /** How many were taken, in memory that all share. */
  readonly counter: Int32Array;
}

interface Report<T> {
  readonly work: string;
  readonly results: readonly { readonly k: number; readonly value: T }[];
}

/** The next piece, as long as there is one. */
function nextPiece({ counter, pieces }: SharedTask): number | undefined {
  const k = Atomics.add(counter, 0, 1);
  return k < pieces ? k : undefined;
}

/** Of a worker: its part. */
export function partOf<T>(task: SharedTask, make: (k: number) => T): Report<T> {
  const results: { k: number; value: T }[] = [];
  for (let k = nextPiece(task); k !== undefined; k = nextPiece(task)) results.push({ k, value: make(k) });
  return { work: task.work, results };
}

/** Makes pieces 0 … pieces − 1; a value after each of its own, and after each wait. `about` is told to the workers. */
export function sharedWork(pool: TaskPool | undefined) {
  let busy = 0; // workers that have not reported yet
  return function* results<T>(
    { work, pieces, about }: { readonly work: string; readonly pieces: number; readonly about: object },
    make: (k: number) => T,
  ): Generator<void, T[], void> {
    const all: T[] = [];
    if (pool === undefined) {
      for (let k = 0; k < pieces; k++) {
        all[k] = make(k);
        yield;
      }
      return all;
    }
    const task: SharedTask = { ...about, work, pieces, counter: new Int32Array(new SharedArrayBuffer(4)) };
    for (let open = pieces; open > 0; ) {
      const hasWork = Atomics.load(task.counter, 0) < pieces;
      // A worker that was late for earlier work joins this one.
      for (; hasWork && busy < pool.size; busy++) pool.start(task);
      for (const report of pool.news(hasWork) as readonly Report<T>[]) {
        busy = Math.max(0, busy - 1);
        if (report.work !== work) continue;
        for (const { k, value } of report.results) all[k] = value;
        open -= report.results.length;
      }
      const k = hasWork ? nextPiece(task) : undefined;
      if (k !== undefined) {
        all[k] = make(k);
        open--;
      }
      yield;
    }
    return all;
  };
}
