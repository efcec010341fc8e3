// Pieces of work that a search shares with the workers of a pool.
//
// Pieces are numbered, and whoever is free takes the next: a worker receives the task once, and reports when no number is left. So
// nobody waits before the last pieces, and the result of a piece is the same whoever computes it.

import type { TaskPool } from "./search.ts";

/** What a worker receives, in addition to the description of the pieces. */
export interface SharedTask {
  /** Identifies the work: reports of an earlier one may arrive late. */
  readonly work: string;
  readonly pieces: number;
  /** Number of pieces taken, in shared memory. */
  readonly counter: Int32Array;
}

interface Report<T> {
  readonly work: string;
  readonly results: readonly { readonly k: number; readonly value: T }[];
}

/** The next piece, or undefined when none is left. */
function nextPiece({ counter, pieces }: SharedTask): number | undefined {
  const k = Atomics.add(counter, 0, 1);
  return k < pieces ? k : undefined;
}

/** Computes a worker's part (called in a worker). */
export function partOf<T>(task: SharedTask, make: (k: number) => T): Report<T> {
  const results: { k: number; value: T }[] = [];
  for (let k = nextPiece(task); k !== undefined; k = nextPiece(task)) results.push({ k, value: make(k) });
  return { work: task.work, results };
}

/** Computes pieces 0 … pieces − 1; yields after each of its own, and after each wait. `about` is sent to the workers. */
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
