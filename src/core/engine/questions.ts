// Questions about tables and runs that need the table to be answered: how long an answer may take, and the messages if there is none.
// A page asks again at every change and every click, so a newer request cancels the older one of its kind.

import type { Estimate, RunRequest } from "./wire/wire.ts";

export const questionMs = { edge: 60_000, estimate: 10_000 };

export const questionSentences = {
  newerEstimate: "estimates: a newer request has cancelled this one; try again",
  lateEdge: `runs: examining the edge took more than ${questionMs.edge / 1000} seconds`,
  /** `again`: how to restore the table. */
  noTable: (run: string, again: string) =>
    `runs: the table of the run ${run} was deleted, and without it no more can be computed about an edge; ${again} and repeat the run`,
};

/** The estimate for a run whose trial itself took too long: nothing else is known. */
export function lateEstimate({ options }: Pick<RunRequest, "options">): Estimate {
  const { search = "auto" } = options as { search?: string };
  return {
    search,
    choice: search === "auto" ? "not chosen within the trial" : "requested",
    seconds: null,
    sentence: `more than about ${questionMs.estimate / 1000} seconds on this machine: reading the table or a first step takes longer than the trial`,
  };
}

/** For requests of one kind: call it with a function that cancels the new request, and it cancels the previous one. */
export function newestOnly(): (cancel: () => void) => void {
  let cancelOlder = (): void => {};
  return (cancel) => {
    cancelOlder();
    cancelOlder = cancel;
  };
}
