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

export interface KeptEventsOptions {
  /** Milliseconds between two steps that improve nothing, as long as the record is small; 0: every step is kept. */
  readonly stepMs: number;
  /** Size of the record by now. */
  readonly bytes: () => number;
}

export interface KeptEvents {
  /** An event so many milliseconds after the start. */
  readonly add: (event: RunEvent, ms: number) => void;
  /** Writes the steps that were held back last. */
  readonly flush: () => void;
}

const everyStepBytes = 2e6;
const doublingBytes = 1e6;
const everyImprovementBytes = 12e6;
const lastStepBytes = 16e6;
const leastMs = 50;

interface Held {
  readonly event: RunEvent;
  readonly ms: number;
}

export function keptEvents(
  write: (event: LoggedEvent) => void,
  { stepMs, bytes }: KeptEventsOptions,
): KeptEvents {
  let stage: string | undefined;
  let best = Number.NEGATIVE_INFINITY;
  let writtenAt = Number.NEGATIVE_INFINITY;
  /** The last step, and the last improvement, where it has not been written since. */
  let held: Held | null = null;
  let improved: Held | null = null;
  const put = ({ event, ms }: Held): void => {
    held = null;
    improved = null;
    writtenAt = ms;
    write(loggedEvent(event, ms));
  };
  const flush = (): void => {
    const [first, last] = [improved, held];
    if (first !== null && first !== last) put(first);
    if (last !== null) put(last);
  };
  return {
    flush,
    add: (event, ms) => {
      if (isSign(event)) return; // of life, for those who watch
      if (event.type !== "step") {
        flush();
        write(loggedEvent(event, ms));
        return;
      }
      const isFirst = event.stage !== stage;
      if (isFirst) {
        flush();
        stage = event.stage;
        best = Number.NEGATIVE_INFINITY;
      }
      const isBetter = event.score !== null && event.score > best;
      if (isBetter) best = event.score;
      const size = bytes();
      const isKept =
        isFirst ||
        (isBetter && size < everyImprovementBytes) ||
        (size < lastStepBytes && ms - writtenAt >= spacing(size, stepMs));
      const step = { event, ms };
      if (!isKept) {
        held = step;
        if (isBetter) improved = step;
        return;
      }
      if (improved !== null && !isBetter) put(improved);
      put(step);
    },
  };
}

function spacing(size: number, stepMs: number): number {
  if (size < everyStepBytes) return stepMs;
  return Math.max(stepMs, leastMs) * 2 ** Math.floor((size - everyStepBytes) / doublingBytes);
}
