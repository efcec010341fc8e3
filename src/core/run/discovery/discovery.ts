// One discovery from table to result, as a line of stages: each takes the results so far and adds its own.
//
//     read → examine → prepare → prove → search → finish → judge → sensitivity → confidence → tell
//
// It is a generator of events, so that the caller can show progress, give way to other work, and stop the run: reply to a step with
// "interrupted" and the search ends with its best graph so far, as it does at the time limit; later stages still run as far as
// they are quick. Between two steps, `stop` is polled at every term of the score (pulse.ts).
//
// Searches work on the columns sorted by name, and results refer to columns by name: permuting the columns of the table
// permutes the answer and changes nothing else.

import type { LoadedTable } from "../../data/columns.ts";
import type { Graph } from "../../graph/graph.ts";
import type { Shares } from "../../graph/shares/shares.ts";
import type { UserScoreMaker } from "../../score/user-score.ts";
import type { SearchMachine, TaskPool } from "../../search/search.ts";
import type { StopReason } from "../problem.ts";
import type { Certificate, RunEvent, RunResult } from "../result.ts";
import type { RunOptions } from "../spec.ts";
import { confidence } from "./confidence.ts";
import { examine } from "./examine.ts";
import { finish } from "./finish.ts";
import { judge } from "./judge.ts";
import { prepare } from "./prepare.ts";
import { prove } from "./prove.ts";
import type { PulseHost } from "./pulse.ts";
import { read } from "./read.ts";
import type { Scoring } from "./score-sets.ts";
import { search } from "./search.ts";
import { sensitivity } from "./sensitivity.ts";
import { tell } from "./tell.ts";

export { agentRunsOf, replicatesOf, restartsOf, searchTasksOf } from "./agent-runs.ts";
export { answerOf } from "./answer.ts";
export { gapVariables, isProofCheap } from "./choose-search.ts";
export { truthAhead } from "./judged-graphs.ts";
export { type MachineNeeds, machineNeeds } from "./machine-needs.ts";
export { replicatedOptions } from "./replicate.ts";
export { type FlushedSets, type Scoring, type SetTables, setValuesOf } from "./score-sets.ts";

export interface Discovery {
  readonly table: LoadedTable;
  readonly options?: RunOptions;
  /** The true graph on the table's columns, if known. */
  readonly truth?: Graph;
  /** Makes a user-defined score; the score in the options is then only its name. */
  readonly userScore?: UserScoreMaker;
  /** The table's name and hash, and versions, recorded in the result. */
  readonly name?: string;
  readonly hash?: string;
  readonly versions?: Readonly<Record<string, string>>;
  /** Bytes that a search may allocate. */
  readonly memoryBytes?: number;
  /** Threads, workers and kernel build for the search. */
  readonly machine?: SearchMachine;
  /** How slow scores are computed: workers, kernels, and the cache of their values. */
  readonly scoring?: Scoring;
  /** State of a step of an earlier run of the same search on the same table and spec, to resume from. */
  readonly from?: { readonly search: string; readonly state: unknown; readonly confidence?: unknown };
  /** Workers that compute replicates of a run with these options; without them, replicates are computed one after another. */
  readonly replicates?: ((options: RunOptions) => TaskPool) | undefined;
  /** Seconds that earlier sessions of this run took. */
  readonly secondsBefore?: number;
  /** SHA-256 of the concatenated texts and bytes, in hexadecimal: core has no implementation of its own. */
  readonly sha256?: (parts: readonly (string | Uint8Array)[]) => string;
  /** Milliseconds on some clock, for the time limit and the record: core has no clock of its own. */
  readonly now: () => number;
  /** Returns a reason to stop, if any; called at every event and before every term of the score, so it must be quick. */
  readonly stop?: PulseHost["stop"];
  /** Receives a sign of life and the amount of work done, a few times a second, while no step is due. */
  readonly tell?: PulseHost["tell"];
}

export interface Outcome {
  readonly result: RunResult;
  readonly certificate: Certificate | null;
  /** Shares of all pairs, in the order of the columns, if confidence was requested. */
  readonly shares?: Shares | undefined;
}

/**
 * One discovery, as a generator of events that returns the outcome.
 *
 * @example
 * ```js
 * const { table } = simulate({ nodes: 3, samples: 60 });
 * const running = discovery({ table, now: () => 0 });
 * let step = running.next();
 * while (!step.done) step = running.next();
 * step.value.result.optimal; // true
 * ```
 */
export function* discovery(input: Discovery): Generator<RunEvent, Outcome, StopReason | undefined> {
  const started = input.now();
  const prepared = yield* prepare(yield* examine(yield* read(input)));
  // An agent that knows the optimum stops when it reaches it.
  const isAgent = prepared.search.runs !== undefined;
  const wasStopped = prepared.computed?.stop !== undefined;
  const early = isAgent ? yield* prove(prepared, { proofStep: null, wasStopped }) : null;
  const outcome = yield* search(prepared, early?.optimum ?? null);
  const isOver = outcome.stopped === null;
  const proofStep = isOver && outcome.step.kind === "proof" ? outcome.step : null;
  const proven = early?.isTried ? early : yield* prove(prepared, { proofStep, wasStopped: !isOver });
  const finished = finish(prepared, outcome);
  const judged = yield* judge(prepared, { outcome, finished, proven });
  const sensitive = yield* sensitivity(prepared, outcome, judged.facts);
  const confident = yield* confidence(prepared, outcome);
  prepared.store?.flush();
  return tell(prepared, { ...judged, sensitive, confident }, started);
}
