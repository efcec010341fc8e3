// One replicate of a run: the same search with the same score on a resample of the rows, and the marks of its answer.
//
// Decisions made before the search are kept: score, weight of the penalty, kinds of the columns, rows dropped for their gaps.
// Covariances of incomplete rows are estimated again, and gaps imputed again. A replicate depends on its number alone: its random
// stream is confidence/17.

import type { LoadedTable } from "../../data/columns.ts";
import { completeRows } from "../../data/complete-table.ts";
import { resampled, resamplings } from "../../data/resample.ts";
import { nameOrder, type Table, withColumns } from "../../data/table.ts";
import { type Marks, marksOf } from "../../graph/shares/shares.ts";
import { createRng } from "../../math/rng.ts";
import { confidenceOptions } from "../confidence-options.ts";
import { filledBy } from "../filled.ts";
import type { StopReason } from "../problem.ts";
import type { RunEvent } from "../result.ts";
import type { RunOptions, RunSpec } from "../spec.ts";
import { needsRows, specFor } from "../spec-for.ts";
import { shapedFor } from "../table-for.ts";
import { answerOf } from "./answer.ts";
import type { Discovery } from "./discovery.ts";
import { finish } from "./finish.ts";
import { openBy } from "./judge.ts";
import { prepare } from "./prepare.ts";
import { prove } from "./prove.ts";
import { read } from "./read.ts";
import { search } from "./search.ts";

/** A run whose spec names the resampling method and the chosen search. */
export type ReplicateInput = Pick<
  Discovery,
  "table" | "options" | "userScore" | "machine" | "memoryBytes" | "now"
>;

/** The marks of replicate r, or null if it was stopped; variables sorted by name. */
export type Replicates = (
  r: number,
  stop?: Discovery["stop"],
) => Generator<RunEvent, Marks | null, StopReason | undefined>;

export function replicates(input: ReplicateInput): Replicates {
  const isOwn = input.userScore !== undefined;
  const { spec } = specFor(input.table, input.options, isOwn);
  const { confidence } = spec;
  const how = resamplings.find((name) => name === confidence) ?? "bootstrap";
  const plan = { how, needsRows: filledBy(spec.missing) !== null || needsRows(spec, isOwn) } as const;
  const table = rowsFor(input, spec);
  const options = replicateOptions(spec);
  return function* replicate(r, stop) {
    const sample = resampled(table, plan, createRng(spec.seed).fork(`confidence/${r}`));
    return yield* marksFound({ ...input, table: sample, options, stop });
  };
}

/** The options of every replicate: all that is decided once, and nothing that only the run as a whole reads. */
export function replicatedOptions(table: LoadedTable, options: RunOptions, isOwn = false): RunOptions {
  const { spec } = specFor(table, options, isOwn);
  const entries = Object.entries(spec).filter(([name]) => !aroundSearch.includes(name));
  return Object.fromEntries(entries);
}

const aroundSearch = ["resamples", "consensus", "timeLimit", "panel", "best", "member", "sensitivity"];

/** The table as the score takes it, columns sorted by name; with its gaps if an estimate fills them. */
function rowsFor({ table, userScore }: ReplicateInput, spec: RunSpec): Table {
  const shaped = shapedFor(table, spec, userScore !== undefined);
  const rows = filledBy(spec.missing) !== null ? shaped : completeRows(shaped);
  return withColumns(rows, nameOrder(rows.names));
}

/** The search alone, without the stages around it; `categorical` is dropped because the columns already have their kinds. */
function replicateOptions(spec: RunSpec): RunOptions {
  const around = [...Object.keys(confidenceOptions.shape), ...aroundSearch, "categorical"];
  const entries = Object.entries(spec).filter(([name]) => !around.includes(name));
  return { ...Object.fromEntries(entries), panel: "never", best: 1 };
}

function* marksFound(input: Discovery): Generator<RunEvent, Marks | null, StopReason | undefined> {
  const prepared = yield* prepare({ ...(yield* read(input)), findings: [] });
  const isAgent = prepared.search.runs !== undefined;
  const early = isAgent ? yield* prove(prepared, { proofStep: null, wasStopped: false }) : null;
  const outcome = yield* search(prepared, early?.optimum ?? null);
  if (outcome.stopped !== null) return null;
  const { final } = finish(prepared, outcome);
  return marksOf(answerOf(final, prepared.sorted, { by: openBy(prepared), asksMember: false }).pdag);
}
