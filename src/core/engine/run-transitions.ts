// The states of a run and their transitions, in one table. It determines which commands the server answers with 409, which
// buttons the page shows and what both engines do; docs/server.md shows it.
//
// Engines store facts, not states (the request, the result): run-state.ts derives the state from them.

import type { RunBody } from "./wire/wire.ts";

/** As on the wire, except for a finished run that its time limit stopped: that one can be resumed. */
export type RunPhase = RunBody["status"] | "out of time";

/** What can be done with a run. */
export type RunCommandName = "pause" | "resume" | "cancel" | "delete";

/**
 * How its process ends: the search ended by itself; its time limit, or a pause, stopped it with the best graph so far; the
 * request was refused; or it was cut off, by a crash, by a kill, or with its engine.
 */
export type RunEnding = "finish" | "expire" | "stop" | "refuse" | "break";

type Transitions = Readonly<Partial<Record<RunCommandName | RunEnding, RunPhase | "deleted">>>;

const working: Transitions = {
  pause: "pausing",
  cancel: "cancelled",
  delete: "deleted",
  finish: "finished",
  expire: "out of time",
  stop: "paused",
  refuse: "failed",
  break: "interrupted",
};
const resumable: Transitions = { resume: "running", cancel: "cancelled", delete: "deleted" };
const over: Transitions = { delete: "deleted" };

/** Transitions that are not listed cannot happen. */
export const runTransitions: Readonly<Record<RunPhase, Transitions>> = {
  running: working,
  pausing: working,
  paused: resumable,
  interrupted: resumable,
  "out of time": resumable,
  finished: over,
  cancelled: over,
  failed: over,
};

/** Does the current state of the run allow this command? */
export function canBe(run: Pick<RunBody, "status" | "isResumable">, command: RunCommandName): boolean {
  const phase = run.status === "finished" && run.isResumable ? "out of time" : run.status;
  return runTransitions[phase][command] !== undefined;
}

/** Does a process work on it? */
export function isGoing({ status }: Pick<RunBody, "status">): boolean {
  return runTransitions[status].finish !== undefined;
}
