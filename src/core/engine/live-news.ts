// What the process of a run tells while it works: the lines of the run's record, and steps that are not in it, thinned for those who
// watch; and glimpses of the best graph. Clock and timer are the host's.

import type { RunEvent } from "../run/result.ts";
import { glimpses } from "./glimpses.ts";
import type { EventNews, ProcessNews } from "./process-news.ts";
import { type LoggedEvent, loggedEvent } from "./run-state.ts";
import { thinSteps } from "./thin-steps.ts";

export interface LiveNewsOptions {
  readonly now: () => number;
  /** Calls back after so many milliseconds. */
  readonly later: (call: () => void, ms: number) => void;
  /** What the run has taken so far. */
  readonly seconds: number;
  readonly isWatched: boolean;
}

export type LiveNews = ReturnType<typeof liveNews>;

/** Twenty steps in a second. */
const stepMs = 50;

export function liveNews(tell: (news: ProcessNews) => void, options: LiveNewsOptions) {
  const { now, later, seconds } = options;
  let { isWatched } = options;
  let startedAt = now() - 1000 * seconds;
  let isRecorded = false;
  let lastStage = "";
  const glimpsed = glimpses(tell, { ...options, isWatched: () => isWatched });
  const { add, flush } = thinSteps<LoggedEvent & Pick<EventNews, "line">>(
    ({ line, ...event }) => tell({ event, line }),
    { everyMs: () => stepMs, later },
  );
  return {
    /** A line of the record. Comes before `add` of the same event, and where a step that was held back is written. */
    line: (event: LoggedEvent, line: number): void => {
      isRecorded = true;
      const stage = event.type === "step" ? event.stage : undefined;
      if (stage === undefined) startedAt = now() - event.ms; // the record's clock
      if (stage === undefined || stage === lastStage) {
        add({ ...event, line }, now());
        return;
      }
      // Steps of this stage may have been sent before there was a record; the first of its lines is not thinned out.
      lastStage = stage;
      flush();
      tell({ event, line });
    },
    /** An event, recorded or not. */
    add: (event: RunEvent): void => {
      if (event.type === "step" && !isRecorded)
        add({ ...loggedEvent(event, Math.round(now() - startedAt)), line: null }, now());
      isRecorded = false;
      glimpsed.add(event);
    },
    setWatched: (value: boolean): void => {
      isWatched = value;
      glimpsed.flush();
    },
    /** Tells what is held back. */
    flush: (): void => {
      flush();
      glimpsed.flush();
    },
  };
}
