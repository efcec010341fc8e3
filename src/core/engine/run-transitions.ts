// The states of a run and what may follow each: one table. Which commands the server answers with 409, which buttons the page
// shows and what both engines do is looked up here; docs/server.md shows it.
//
// Engines store facts and no states (the request, the result): run-state.ts tells the state from them.

import type { RunBody } from "./wire/wire.ts";

/** As the wire calls them, but for a finished run that its time limit stopped: that one can be resumed. */
export type RunPhase = RunBody["status"] | "out of time";

/** What can be done with a run. */
export type RunCommandName = "pause" | "resume" | "cancel" | "delete";

/**
 * How its process ends: the search ended by itself; its time limit, or a pause, stopped it with the best so far; the request
 * was refused; or it was cut off, by a crash, a kill, or with its engine.
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

/** What is not in it cannot happen. */
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

/** Can this be done with a run as it is now? */
export function canBe(run: Pick<RunBody, "status" | "isResumable">, command: RunCommandName): boolean {
  const phase = run.status === "finished" && run.isResumable ? "out of time" : run.status;
  return runTransitions[phase][command] !== undefined;
}

/** Does a process work on it? */
export function isGoing({ status }: Pick<RunBody, "status">): boolean {
  return runTransitions[status].finish !== undefined;
}
