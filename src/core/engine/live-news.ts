// The news that the process of a run sends while it works: the lines of the run's record, steps that are not in the record, thinned
// for watchers, and glimpses of the best graph. The host supplies clock and timer.

import type { RunEvent } from "../run/result.ts";
import { glimpses } from "./glimpses.ts";
import type { EventNews, ProcessNews } from "./process-news.ts";
import { type LoggedEvent, loggedEvent } from "./run-state.ts";
import { thinSteps } from "./thin-steps.ts";

export interface LiveNewsOptions {
  readonly now: () => number;
  /** Calls back after this many milliseconds. */
  readonly later: (call: () => void, ms: number) => void;
  /** Seconds that the run has taken so far. */
  readonly seconds: number;
  readonly isWatched: boolean;
}

export type LiveNews = ReturnType<typeof liveNews>;

/** At most twenty steps a second. */
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
    /** A line of the record. Called before `add` of the same event, and when a step that was held back is written. */
    line: (event: LoggedEvent, line: number): void => {
      isRecorded = true;
      const stage = event.type === "step" ? event.stage : undefined;
      if (stage === undefined) startedAt = now() - event.ms; // the record's clock
      if (stage === undefined || stage === lastStage) {
        add({ ...event, line }, now());
        return;
      }
      // Steps of this stage may have been sent before one was recorded; its first recorded line is not thinned out.
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
    /** Sends what is held back. */
    flush: (): void => {
      flush();
      glimpsed.flush();
    },
  };
}
