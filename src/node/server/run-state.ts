// What the server knows of a run: what was asked, what came of it so far, and the state that follows from both. All of it
// is on disk, so that a server started again knows the same.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { type RunResult, wire } from "../../core/index.ts";
import { type DataFolder, readJson } from "./data-folder.ts";
import type { ToldEvent } from "./run-process.ts";

/** request.json */
export interface StoredRequest {
  readonly format: "wherefore-request/1";
  readonly id: string;
  readonly created: string;
  /** The table's name: the table itself may be deleted when the run has ended. */
  readonly tableName: string;
  readonly request: wire.RunRequest;
  readonly isCancelled?: boolean;
  /** Why it has no result, or none that is whole. */
  readonly error?: string;
  /** The error is the asker's: to go on would end the same way. */
  readonly isRefused?: boolean;
}

export interface RunState {
  readonly stored: StoredRequest;
  readonly outcome: wire.RunBody["outcome"];
  /** The search that was chosen; null before. */
  readonly search: string | null;
  /** Of a run that goes on. */
  readonly activity: "running" | "pausing" | null;
  readonly lastStep: wire.RunBody["progress"];
}

/** What the disk tells of a run that does not go on. */
export async function storedState(folder: DataFolder, id: string): Promise<RunState | undefined> {
  const stored = await readJson<StoredRequest>(join(folder.of("requests", id), "request.json"));
  if (stored === undefined) return undefined;
  const result = await readJson<RunResult>(join(folder.of("runs", id), "result.json"));
  return {
    stored,
    outcome: result ? outcomeOf(result) : null,
    search: result?.search ?? null,
    activity: null,
    lastStep: null,
  };
}

function outcomeOf({
  edges,
  finalScore,
  optimal,
  gap,
  verdict,
  seconds,
  stopped,
}: RunResult): wire.RunBody["outcome"] {
  return { edges: edges.length, score: finalScore, optimal, gap, verdict, seconds, stopped };
}

/** A run with what its process has told. */
export function afterEvent(state: RunState, event: ToldEvent): RunState {
  if (event.type === "choice") return { ...state, search: String(event.search) };
  if (event.type !== "step") return state;
  const { stage, doing, progress, score, edges } = event as unknown as NonNullable<wire.RunBody["progress"]>;
  return { ...state, lastStep: { stage, doing, progress, score, edges } };
}

export function statusOf({ stored, outcome, activity }: RunState): wire.RunBody["status"] {
  if (activity !== null) return activity;
  if (stored.isCancelled) return "cancelled";
  if (stored.isRefused) return "failed";
  if (outcome === null) return "interrupted";
  return outcome.stopped === "interrupted" ? "paused" : "finished";
}

/** Can it go on? One that a time limit stopped can, too. */
export function isResumable(state: RunState): boolean {
  const status = statusOf(state);
  return (
    status === "paused" ||
    status === "interrupted" ||
    (status === "finished" && state.outcome?.stopped === "time limit")
  );
}

export function bodyOf(state: RunState): wire.RunBody {
  const { stored, outcome, search, lastStep, activity } = state;
  const { id, created, tableName, request, error = null } = stored;
  const { search: asked = "auto", score = "bic", seed = 1 } = request.options as AskedNames;
  return {
    id,
    status: statusOf(state),
    isResumable: isResumable(state),
    table: { id: request.table, name: tableName },
    created,
    search: search ?? asked,
    score,
    seed,
    error,
    progress: activity === null ? null : lastStep,
    outcome,
  };
}

export function detailsOf(state: RunState, folder: DataFolder): wire.RunDetails {
  const { options, truth = null, columns = null, missing, threads = null } = state.stored.request;
  const home = folder.of("runs", state.stored.id);
  return {
    ...bodyOf(state),
    request: { options, truth, columns, missing, threads },
    files: wire.fileNames.filter((name) => existsSync(join(home, name))),
  };
}

interface AskedNames {
  readonly search?: string;
  readonly score?: string;
  readonly seed?: number;
}
