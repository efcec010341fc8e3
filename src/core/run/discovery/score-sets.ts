// The values of a slow score, computed for all parent sets before a search requests them one by one: by several threads,
// with a predictable duration, and cached, so that the same data and score are never computed twice.

import type { ScoreMachine } from "../../score/definition.ts";
import {
  fromParentSetTable,
  legalParentSets,
  mostTableVariables,
  type ParentSetTable,
  type ParentSetValues,
  parentSetTable,
  type SetWorkers,
  type StoredSets,
} from "../../score/parent-sets.ts";
import type { Score } from "../../score/score.ts";
import { scores } from "../../score/scores.ts";
import type { AnySearch } from "../../search/definition.ts";
import { placeAt, type SortedProblem, type StopReason, sortedProblem } from "../problem.ts";
import type { RunEvent } from "../result.ts";
import { optionsIn, type RunSpec } from "../spec.ts";
import { specFor } from "../spec-for.ts";
import { tableFor } from "../table-for.ts";
import { isProofCheap } from "./choose-search.ts";
import type { Discovery } from "./discovery.ts";
import type { Examined } from "./examine.ts";
import type { Place } from "./pulse.ts";

/** A cache of parent-set tables that lasts from run to run. */
export interface SetTables {
  /** The table with this key, possibly incomplete; undefined if there is none. */
  readonly read: (key: string) => ParentSetTable | undefined;
  /** May be skipped unless it is the last. */
  readonly write: (key: string, table: ParentSetTable, isLast: boolean) => void;
  /** The same for sets that a search requests one by one, too many for a table; call `flush` when no more will come. */
  readonly kept?: (key: string, width: number) => FlushedSets;
}

export interface FlushedSets extends StoredSets {
  readonly flush: () => void;
}

/** How a machine computes slow scores: workers, kernels, and the cache of their values. */
export interface Scoring extends Pick<ScoreMachine, "wide"> {
  readonly workers?: SetWorkers | undefined;
  readonly tables?: SetTables | undefined;
}

export interface SetRequest {
  /** The chosen search, and the score it would use. */
  readonly search: AnySearch;
  readonly baseScore: Score;
  readonly sorted: SortedProblem;
}

export interface ComputedSets {
  /** Passed to `make` of the score. */
  readonly sets: ParentSetValues;
  /** Why the table is incomplete; undefined if it is complete. */
  readonly stop: StopReason | undefined;
}

/** The values of all parent sets that the knowledge allows, if the search or a proof will need most of them. */
export function* setsAhead(
  { input, spec, memoryBytes, pulse }: Examined,
  { search, baseScore, sorted }: SetRequest,
): Generator<RunEvent, ComputedSets | undefined, StopReason | undefined> {
  const { hash = "", versions, scoring = {}, machine } = input;
  const { d, exactVariables = 0 } = baseScore;
  const score = input.userScore ? undefined : scores[spec.score];
  if (score?.sets === undefined) return undefined;
  // Runs in other threads compute their own values.
  const isAgent = search.runs !== undefined && machine?.pool === undefined;
  const isWanted =
    search.terms?.(baseScore, sorted.knowledge) !== undefined ||
    (isAgent && d <= exactVariables) ||
    (spec.optimum === "auto" && search.uses === "score" && isProofCheap(baseScore, memoryBytes));
  if (!isWanted || d > mostTableVariables) return undefined;

  const { wide, workers, tables } = scoring;
  const values = score.sets(sorted.table, optionsIn(spec, score), { wide, beat: pulse.beat });
  const key = setsKey(spec, hash, versions?.wherefore);
  const sets = legalParentSets(sorted.knowledge);
  const running = parentSetTable({ values, workers }, d, sets, tables?.read(key));
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

/** The cache for parent sets that the search requests one by one; undefined if the score or the host has none. */
export function storedSets({ input, spec }: Examined, d: number): FlushedSets | undefined {
  const { hash = "", versions, scoring, userScore } = input;
  if (userScore || scores[spec.score]?.sets === undefined) return undefined;
  return scoring?.tables?.kept?.(setsKey(spec, hash, versions?.wherefore), d);
}

/** The values of parent sets as `discovery` computes them, for a worker that takes a part of them. */
export function setValuesOf(
  { table, options }: Pick<Discovery, "table" | "options">,
  machine: ScoreMachine,
): ParentSetValues {
  const { spec } = specFor(table, options);
  const score = scores[spec.score];
  return score.sets!(sortedProblem(tableFor(table, spec), spec).table, optionsIn(spec, score), machine);
}

/** Everything that the values depend on. */
function setsKey(spec: RunSpec, hash: string, version = ""): string {
  const { score, standardise, dropOutliers = null } = spec;
  const options = optionsIn(spec, scores[score]);
  return JSON.stringify({ version, hash, score, ...options, standardise, dropOutliers });
}

function setsEvent(score: string, done: number, total: number): Place {
  return placeAt("scores", `scoring parent sets (${score}): ${done} of ${total}`, done / total);
}
