// The run that a draft asks for. The search screen sends it to be estimated and started.
//
// Only columns that take part are spoken of: what was said of one that is left out (edges, tiers, a switch to categories, edges
// of the truth) is left out with it, and is there again when the column is. Throws InputError where what is known contradicts
// itself, with the sentences that the knowledge screen shows.

import { isRestricting, type NamedEdge, type RunOptions, type wire } from "../../../core/index.ts";
import type { ExamineOptions, NewRun } from "../../client/client.ts";
import type { Draft, DraftKnowledge } from "../draft/draft.ts";
import { partOf, readDraft } from "../knowledge/knowledge.ts";

type Columns = Pick<wire.Table, "columns">;

/** The columns that take part, in the order of the table. */
export function columnsOf({ columns }: Columns, { without }: Pick<Draft, "without">): readonly string[] {
  const out = new Set(without);
  return columns.filter((name) => !out.has(name));
}

export function requestOf(table: Pick<wire.TablePreview, "id" | "columns">, draft: Draft): NewRun {
  const columns = columnsOf(table, draft);
  const { missing, threads } = draft;
  const truth = draft.truth ?? undefined;
  return {
    table: table.id,
    options: optionsOf(draft, columns),
    missing,
    ...(columns.length < table.columns.length && { columns: [...columns] }),
    ...(truth !== undefined && { truth: truthAmong(truth, columns) }),
    ...(threads !== null && { threads }),
  };
}

/** What the data doctor is asked for a draft. */
export function examineOptionsOf(table: Columns, draft: Draft): ExamineOptions {
  const columns = columnsOf(table, draft);
  return {
    missing: draft.missing,
    score: draft.options.score,
    categorical: categoricalAmong(draft.options, columns),
    ...(columns.length < table.columns.length && { columns }),
  };
}

function optionsOf({ options, knowledge }: Draft, columns: readonly string[]): RunOptions {
  const { categorical: _, knowledge: __, ...rest } = options;
  const categorical = categoricalAmong(options, columns);
  const known = readDraft(knowledge, columns);
  return {
    ...rest,
    ...(categorical && { categorical }),
    ...(isRestricting(known) && { knowledge: requested(partOf(knowledge, columns)) }),
  };
}

/** As the engines read it; tiers in which nobody is are left out. */
function requested({ required, forbidden, tiers, maxParents }: DraftKnowledge): RunOptions["knowledge"] {
  const filled = tiers.filter((tier) => tier.length > 0).map((tier) => [...tier]);
  return {
    required: required.map(([cause, effect]) => [cause, effect]),
    forbidden: forbidden.map(([cause, effect]) => [cause, effect]),
    ...(filled.length > 0 && { tiers: filled }),
    ...(maxParents !== null && { maxParents }),
  };
}

function categoricalAmong(
  { categorical = [] }: RunOptions,
  columns: readonly string[],
): string[] | undefined {
  const there = columns.filter((name) => categorical.includes(name));
  return there.length > 0 ? there : undefined;
}

/** The text of a graph file is the engine's to read. */
function truthAmong(
  truth: NonNullable<Draft["truth"]>,
  columns: readonly string[],
): string | [string, string][] {
  if (typeof truth === "string") return truth;
  const there = new Set(columns);
  return truth.filter((edge: NamedEdge) => edge.every((name) => there.has(name)));
}
