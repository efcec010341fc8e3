// Which events of a run its record keeps, so that it stays below 20 MB however long the run is. Lines are only appended, so
// that a record is complete whenever its process ends, line numbers never change, and a checkpoint can say how many
// lines belong to it.
//
//     events other than steps; first and last step of a stage      always
//     an improvement of the best score of a stage                  always, up to 12 MB (some 40,000 of them); then like any step,
//                                                                  plus the last one before another step that is kept
//     any other step                                               stepMs after the previous one; from 2 MB on at least 50 ms,
//                                                                  doubled for every further megabyte; from 16 MB on none
//
// A run of 1,000 steps per second reaches 7 MB after an hour and a half, and 16 MB after some months. Events other than steps
// are few: some findings for each column, some notes.

import type { RunEvent } from "../run/result.ts";
import { isSign, type LoggedEvent, loggedEvent } from "./run-state.ts";
import { thinSteps } from "./thin-steps.ts";

export interface RecordOptions {
  /** Milliseconds between two recorded steps without improvement, while the record is small; 0 keeps every step. */
  readonly stepMs: number;
  /** Current size of the record. */
  readonly bytes: () => number;
}

const everyStepBytes = 2e6;
const doublingBytes = 1e6;
const everyImprovementBytes = 12e6;
const lastStepBytes = 16e6;
const leastMs = 50;

/** `add` takes an event and its time in milliseconds since the start; `flush` writes the steps still held back. */
export function recordEvents(write: (event: LoggedEvent) => void, { stepMs, bytes }: RecordOptions) {
  const { add, flush } = thinSteps<RunEvent>((event, ms) => write(loggedEvent(event, ms)), {
    everyMs: () => spacing(bytes(), stepMs),
    keepsImprovements: () => bytes() < everyImprovementBytes,
  });
  return {
    flush,
    add: (event: RunEvent, ms: number): void => {
      if (!isSign(event)) add(event, ms); // signs of life are for watchers only
    },
  };
}

function spacing(size: number, stepMs: number): number {
  if (size < everyStepBytes) return stepMs;
  if (size >= lastStepBytes) return Number.POSITIVE_INFINITY;
  return Math.max(stepMs, leastMs) * 2 ** Math.floor((size - everyStepBytes) / doublingBytes);
}
