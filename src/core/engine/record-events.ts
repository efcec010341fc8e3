// Which events of a run its record keeps, so that it stays below 20 MB however long the run is. Lines are only ever added, so
// that a record is whole whenever its process ends, the number of a line never changes, and a checkpoint can say how many
// lines belong to it.
//
//     what is no step, the first step of a stage and its last     always
//     an improvement of the best score of a stage                  always, up to 12 MB (some 40,000 of them); beyond as any step,
//                                                                  and the last one before another step that is kept
//     any other step                                               stepMs after the one before; from 2 MB on at least 50 ms,
//                                                                  twice that for every further megabyte; from 16 MB on none
//
// A run of 1,000 steps in a second is at 7 MB after an hour and a half, and at 16 MB after some months. What is no step is
// bounded by what a run has to say: a few findings for each column, some notes.

import type { RunEvent } from "../run/result.ts";
import { isSign, type LoggedEvent, loggedEvent } from "./run-state.ts";
import { thinSteps } from "./thin-steps.ts";

export interface RecordOptions {
  /** Milliseconds between two steps that improve nothing, as long as the record is small; 0: every step is kept. */
  readonly stepMs: number;
  /** Size of the record by now. */
  readonly bytes: () => number;
}

const everyStepBytes = 2e6;
const doublingBytes = 1e6;
const everyImprovementBytes = 12e6;
const lastStepBytes = 16e6;
const leastMs = 50;

/** `add` takes an event so many milliseconds after the start; `flush` writes the steps that were held back last. */
export function recordEvents(write: (event: LoggedEvent) => void, { stepMs, bytes }: RecordOptions) {
  const { add, flush } = thinSteps<RunEvent>((event, ms) => write(loggedEvent(event, ms)), {
    everyMs: () => spacing(bytes(), stepMs),
    keepsImprovements: () => bytes() < everyImprovementBytes,
  });
  return {
    flush,
    add: (event: RunEvent, ms: number): void => {
      if (!isSign(event)) add(event, ms); // signs of life are for those who watch
    },
  };
}

function spacing(size: number, stepMs: number): number {
  if (size < everyStepBytes) return stepMs;
  if (size >= lastStepBytes) return Number.POSITIVE_INFINITY;
  return Math.max(stepMs, leastMs) * 2 ** Math.floor((size - everyStepBytes) / doublingBytes);
}
