// How long the search of a run takes by itself: what comes before its first step (the table is examined, the optimum proven) is
// not its time, nor is what comes after its last.

import type { RunEvent } from "../../core/index.ts";

export function createSearchClock() {
  let first = performance.now();
  let last: number | undefined;
  return {
    hear: (event: RunEvent): void => {
      const now = performance.now();
      if (event.type === "step" && event.stage === "search") last = now;
      else if (last === undefined) first = now;
    },
    /** To milliseconds; null where the search told of no step. */
    seconds: (): number | null => (last === undefined ? null : Math.round(last - first) / 1000),
  };
}
