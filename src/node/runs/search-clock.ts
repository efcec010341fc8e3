// The time of a run's search alone: not counting the stages before its first step (examining the table, proving the optimum)
// or after its last.

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
    /** Rounded to milliseconds; null if the search reported no step. */
    seconds: (): number | null => (last === undefined ? null : Math.round(last - first) / 1000),
  };
}
