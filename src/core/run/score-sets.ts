// The numbers of a slow score, computed for all parent sets before a search asks for them one by one: by several threads,
// with a time that can be told, and kept, so that the same data and score never pay twice.

import {
  fromParentSetTable,
  inTurn,
  legalParentSets,
  mostTableVariables,
  type ParentSetTable,
  type ParentSetValues,
  parentSetTable,
  type SetWorkers,
} from "../score/parent-sets.ts";
import type { Score } from "../score/score.ts";
import { placeAt } from "./after-search.ts";
import { isProofCheap } from "./choose-search.ts";
import type { Discovery } from "./discover.ts";
import { type SortedProblem, type StopReason, sortedProblem } from "./problem.ts";
import type { Place, Pulse } from "./pulse.ts";
import { type ScoreMachine, scores, searches } from "./registry.ts";
import type { RunEvent } from "./result.ts";
import { type RunSpec, runSpec } from "./spec.ts";

/** Where tables of parent sets are kept between runs. */
export interface SetTables {
  /** The table with this key, perhaps not whole; undefined where there is none. */
  readonly read: (key: string) => ParentSetTable | undefined;
  /** May be left undone unless it is the last. */
  readonly write: (key: string, table: ParentSetTable, isLast: boolean) => void;
}

/** How a machine computes slow scores: by whom, with which kernels, and where the numbers are kept. */
export interface Scoring extends Pick<ScoreMachine, "wide"> {
  readonly workers?: SetWorkers | undefined;
  readonly tables?: SetTables | undefined;
}

export interface SetsAsked {
  readonly spec: RunSpec;
  /** The search that was chosen, and the score that it would ask. */
  readonly search: string;
  readonly asked: Score;
  readonly sorted: SortedProblem;
  readonly memoryBytes: number;
  readonly pulse: Pulse;
}

export interface ComputedSets {
  /** For `make` of the score. */
  readonly sets: ParentSetValues;
  /** Why the table is not whole. */
  readonly stop: StopReason | undefined;
}

/** The numbers of all parent sets that the knowledge allows, where the search or a proof will ask for most of them. */
export function* setsAhead(
  input: Discovery,
  { spec, search, asked, sorted, memoryBytes, pulse }: SetsAsked,
): Generator<RunEvent, ComputedSets | undefined, StopReason | undefined> {
  const { hash = "", versions, scoring = {}, machine } = input;
  const { d, exactVariables = 0 } = asked;
  const { sets: setsOf } = input.userScore ? {} : scores[spec.score];
  if (setsOf === undefined) return undefined;
  // Runs in other threads ask for themselves.
  const isAgent = searches[search].agent !== undefined && machine?.pool === undefined;
  const isWanted =
    search === "exact" ||
    (isAgent && d <= exactVariables) ||
    (spec.optimum === "auto" && !searches[search].ignoresScore && isProofCheap(asked, memoryBytes));
  if (!isWanted || d > mostTableVariables) return undefined;

  const { wide, workers, tables } = scoring;
  const values = setsOf(sorted.table, spec, { wide, beat: pulse.beat });
  const key = setsKey(spec, hash, versions?.wherefore);
  const running = parentSetTable(
    workers ?? inTurn(values),
    d,
    legalParentSets(sorted.knowledge),
    tables?.read(key),
  );
  let table: ParentSetTable | undefined;
  pulse.at(placeAt("scores", `scoring parent sets (${spec.score})`));
  for (;;) {
    const next = pulse.tried(() => running.next())?.value;
    if (next?.done) {
      tables?.write(key, next.value, true);
      return { sets: fromParentSetTable(next.value, values), stop: undefined };
    }
    let stop = pulse.wish();
    if (next !== undefined) {
      const { done: count, total } = next.value;
      table = next.value.table;
      const event = setsEvent(spec.score, count, total);
      pulse.at(event);
      stop = pulse.wish(yield { type: "step", ...event, state: null });
    }
    if (table) tables?.write(key, table, stop !== undefined);
    if (stop !== undefined) return { sets: table ? fromParentSetTable(table, values) : values, stop };
  }
}

/** The numbers of a parent set as `discovery` asks for them: for a worker that computes some. */
export function setValuesOf(
  { table, options }: Pick<Discovery, "table" | "options">,
  machine: ScoreMachine,
): ParentSetValues {
  const spec = runSpec(options);
  return scores[spec.score].sets!(sortedProblem(table, undefined, spec).table, spec, machine);
}

/** All that the numbers depend on. */
function setsKey(spec: RunSpec, hash: string, version = ""): string {
  const { score, standardise, dropOutliers = null } = spec;
  const own = scores[score].reads.map((option) => [option, spec[option]]);
  return JSON.stringify({ version, hash, score, ...Object.fromEntries(own), standardise, dropOutliers });
}

function setsEvent(score: string, done: number, total: number): Place {
  return placeAt("scores", `scoring parent sets (${score}): ${done} of ${total}`, done / total);
}
