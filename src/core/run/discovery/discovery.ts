// One discovery from table to result, as a line of stages: each is a function from what is known so far to what is known then.
//
//     read → examine → prepare → prove → search → finish → judge → sensitivity → confidence → tell
//
// A generator of events, so that whoever runs it shows progress, breathes and stops: answer a step with "interrupted" and
// the search ends where it is, as it does when its time is up; what follows still happens with the best graph so far, where
// it takes no time. Between two steps the wish to stop is asked for at every term of the score (pulse.ts).
//
// Searches work on the columns in the order of their names, and results are told by name: permuting the columns of the
// table permutes the answer and changes nothing else.

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
  /** The true graph on the table's columns, where it is known. */
  readonly truth?: Graph;
  /** Makes the score, when that is the user's own; the score in the options is then only its name. */
  readonly userScore?: UserScoreMaker;
  /** The table's name and hash, and versions, for the record. */
  readonly name?: string;
  readonly hash?: string;
  readonly versions?: Readonly<Record<string, string>>;
  /** Bytes that a search may allocate. */
  readonly memoryBytes?: number;
  /** How networks are computed: threads, build. */
  readonly machine?: SearchMachine;
  /** How slow scores are: by whom, with which kernels, and where their numbers are kept. */
  readonly scoring?: Scoring;
  /** Where an earlier run of the same search on the same table and spec was: a step's state, to go on from. */
  readonly from?: { readonly search: string; readonly state: unknown; readonly confidence?: unknown };
  /** Workers that make replicates of a run with these options; without them they are made one after the other. */
  readonly replicates?: ((options: RunOptions) => TaskPool) | undefined;
  /** Seconds that earlier sittings of this run took. */
  readonly secondsBefore?: number;
  /** SHA-256 of texts and bytes one after the other, in hexadecimal: core has none of its own. */
  readonly sha256?: (parts: readonly (string | Uint8Array)[]) => string;
  /** Milliseconds on some clock, for the time limit and the record: core has none of its own. */
  readonly now: () => number;
  /** A reason to stop; asked at every event, and before every term of the score: it must be quick. */
  readonly stop?: PulseHost["stop"];
  /** Hears some times in a second, where no step is due for long, that the run lives and how much it has computed. */
  readonly tell?: PulseHost["tell"];
}

export interface Outcome {
  readonly result: RunResult;
  readonly certificate: Certificate | null;
  /** Of all pairs, where it was asked how sure they are; by the order of the columns. */
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
  // An agent that knows the best score stops when it has it.
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
