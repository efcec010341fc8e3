// What an engine knows about a run: its request, its outcome so far, and the state that follows from both. All but the activity and
// the last step is stored (in files, or in the browser's database), so that a restarted engine knows the same.

import type { RunEvent, RunResult } from "../run/result.ts";
import { canBe, type RunCommandName, type RunPhase, runTransitions } from "./run-transitions.ts";
import type { StoredRequest } from "./stored-request.ts";
import type { RunBody, RunDetails } from "./wire/wire.ts";

export interface RunState {
  readonly stored: StoredRequest;
  readonly outcome: RunBody["outcome"];
  /** The chosen search and score; null before the choice. */
  readonly search: string | null;
  readonly score: string | null;
  /** Null for a run without a process. */
  readonly activity: "running" | "pausing" | null;
  readonly lastStep: RunBody["progress"];
}

/** What is stored of a run beside its files. */
export type StoredRun = Pick<RunState, "stored" | "outcome" | "search" | "score">;

type Logged<E> = E extends { readonly type: "step" }
  ? Omit<E, "state" | "probabilities" | "best" | "confidence" | "isSign">
  : E;

/** Is it a sign of life between two steps, which the record omits? */
export function isSign(event: RunEvent): boolean {
  return event.type === "step" && event.isSign === true;
}

/** An event as in the record: with the milliseconds since the start, and without what only the engine can use. */
export type LoggedEvent = Logged<RunEvent> & { readonly ms: number };

export function loggedEvent(event: RunEvent, ms: number): LoggedEvent {
  if (event.type !== "step") return { ms, ...event };
  const { state: _, probabilities: __, best: ___, confidence: ____, isSign: _____, ...rest } = event;
  return { ms, ...rest };
}

/** A run without a process: its request, and its result. */
export function restingState(stored: StoredRequest, result: RunResult | null): RunState {
  return {
    stored,
    outcome: result ? outcomeOf(result) : null,
    search: result?.search ?? null,
    score: result?.spec.score ?? null,
    activity: null,
    lastStep: null,
  };
}

export function outcomeOf(result: RunResult): RunBody["outcome"] {
  const { finalScore, optimal, gap, verdict, seconds, stopped } = result;
  const claim = result.claim ?? null;
  const edges = result.edges.length + result.undirected.length;
  return { edges, score: finalScore, optimal, gap, claim, verdict, seconds, stopped };
}

/** The state of a run after this event. */
export function afterEvent<S extends Pick<RunState, "search" | "score" | "lastStep">>(
  state: S,
  event: LoggedEvent,
): S {
  if (event.type === "choice") return { ...state, search: event.search, score: event.scoreName };
  if (event.type !== "step") return state;
  const { stage, doing, progress, score, edges } = event;
  return { ...state, lastStep: { stage, doing, progress, score, edges } };
}

export function phaseOf({ stored, outcome, activity }: RunState): RunPhase {
  if (activity !== null) return activity;
  if (stored.isCancelled) return "cancelled";
  if (stored.isRefused) return "failed";
  if (outcome === null) return "interrupted";
  if (outcome.stopped === null) return "finished";
  // The stored outcome is that of an earlier session, which the last one resumed.
  if (stored.isUnderWay || stored.error !== undefined) return "interrupted";
  return outcome.stopped === "interrupted" ? "paused" : "out of time";
}

export function statusOf(state: RunState): RunBody["status"] {
  const phase = phaseOf(state);
  return phase === "out of time" ? "finished" : phase;
}

/** The sentence about a command that the state of the run does not allow. */
export function notNow(command: RunCommandName, state: RunState): string {
  return `runs: a run that is ${statusOf(state)} cannot be ${command}${command.endsWith("e") ? "d" : "led"}`;
}

export function bodyOf(state: RunState): RunBody {
  const { stored, outcome, search, score, lastStep, activity } = state;
  const { id, created, tableName, request, error = null } = stored;
  const { options } = request;
  const requested: RequestNames = options;
  return {
    id,
    status: statusOf(state),
    isResumable: runTransitions[phaseOf(state)].resume !== undefined,
    table: { id: request.table, name: tableName },
    created,
    search: search ?? requested.search ?? "auto",
    score: score ?? requested.score ?? "auto",
    seed: requested.seed ?? 1,
    error,
    progress: activity === null ? null : lastStep,
    outcome,
  };
}

/** Why a table cannot be deleted: a run that is running, or can be resumed, needs it. Null if none does. */
export function tableInUse(runs: readonly RunBody[], table: string): string | null {
  const run = runs.find((each) => each.table.id === table && canBe(each, "cancel"));
  if (run === undefined) return null;
  return `tables: the run ${run.id}, which is ${run.status}, needs the table; cancel or delete the run first`;
}

/** The sentence if the maximum number of runs is active; `orElse`: what else can be done. */
export function tooManyRuns(most: number, orElse: string): string {
  return `runs: at most ${most} runs can be active at once, and ${most} are; wait for one to end, ${orElse}`;
}

/** The run with its request, and the existing files. */
export function detailsOf(state: RunState, files: RunDetails["files"]): RunDetails {
  const { table: _, truth = null, threads = null, ...request } = state.stored.request;
  return { ...bodyOf(state), request: { ...request, truth, threads }, files };
}

interface RequestNames {
  readonly search?: string;
  readonly score?: string;
  readonly seed?: number;
}
