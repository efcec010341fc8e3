// What the process of a run tells while it works: the lines of the run's record, and steps that are not in it, thinned for those who
// watch; and glimpses of the best graph. Clock and timer are the host's.

import type { RunEvent } from "../run/result.ts";
import { glimpses } from "./glimpses.ts";
import type { EventNews, ProcessNews } from "./process-news.ts";
import { type LoggedEvent, loggedEvent } from "./run-state.ts";
import { type Timing, thinForWatchers } from "./thin-steps.ts";

export interface LiveNewsOptions extends Timing {
  /** What the run has taken so far. */
  readonly seconds: number;
  readonly isWatched: boolean;
}

export interface LiveNews {
  /** A line of the record. Comes before `add` of the same event, and where a step that was held back is written. */
  readonly line: (event: LoggedEvent, line: number) => void;
  /** An event, recorded or not. */
  readonly add: (event: RunEvent) => void;
  readonly setWatched: (isWatched: boolean) => void;
  /** Tells what is held back. */
  readonly flush: () => void;
}

export function liveNews(tell: (news: ProcessNews) => void, options: LiveNewsOptions): LiveNews {
  const { now, seconds } = options;
  let { isWatched } = options;
  let startedAt = now() - 1000 * seconds;
  let isRecorded = false;
  let lastStage = "";
  const glimpsed = glimpses(tell, { ...options, isWatched: () => isWatched });
  const thin = thinForWatchers<LoggedEvent & Pick<EventNews, "line">>(
    ({ line, ...event }) => tell({ event, line }),
    options,
  );
  return {
    line: (event, line) => {
      isRecorded = true;
      const stage = event.type === "step" ? event.stage : undefined;
      if (stage === undefined) startedAt = now() - event.ms; // the record's clock
      if (stage === undefined || stage === lastStage) {
        thin.add({ ...event, line });
        return;
      }
      // Steps of this stage may have been told before there was a record; the first of its lines is not thinned out.
      lastStage = stage;
      thin.flush();
      tell({ event, line });
    },
    add: (event) => {
      if (event.type === "step" && !isRecorded)
        thin.add({ ...loggedEvent(event, Math.round(now() - startedAt)), line: null });
      isRecorded = false;
      glimpsed.add(event);
    },
    setWatched: (given) => {
      isWatched = given;
      glimpsed.flush();
    },
    flush: () => {
      thin.flush();
      glimpsed.flush();
    },
  };
}
