// The request of a run, made from a draft. The search screen sends it to be estimated and started.
//
// It mentions only columns that are used: statements about a column that is left out (edges, tiers, its kind, edges of the truth)
// are left out with it, and return with the column. Throws InputError if the prior knowledge contradicts itself, with the messages
// of the knowledge screen.

import { isRestricting, type NamedEdge, type RunOptions, type wire } from "../../../core/index.ts";
import type { ExamineOptions, NewRun } from "../../client/client.ts";
import type { Draft, DraftKnowledge } from "../draft/draft.ts";
import { partOf, readDraft } from "../knowledge/knowledge.ts";

type Columns = Pick<wire.Table, "columns">;

/** `used`: the columns that are used. */
export function requestOf(
  table: Pick<wire.Table, "id" | "columns">,
  draft: Draft,
  used: readonly string[],
): NewRun {
  const { threads } = draft;
  const truth = draft.truth ?? undefined;
  return {
    table: table.id,
    options: optionsOf(draft, used),
    ...readingOf(table, draft),
    ...(truth !== undefined && { truth: truthAmong(truth, used) }),
    ...(threads !== null && { threads }),
  };
}

/** Options of the data doctor for a draft. Those of the search matter only if values are missing. */
export function examineOptionsOf(
  table: Columns & Pick<wire.TablePreview, "statistics">,
  draft: Draft,
): ExamineOptions {
  const { score, missing, search, prune, dropOutliers, options: searchOptions } = draft.options;
  const request = { search, prune, dropOutliers, options: searchOptions };
  const entries = Object.entries(request).filter(([, value]) => value !== undefined);
  const hasGaps = table.statistics.some((column) => column.missing > 0);
  return {
    ...(hasGaps && entries.length > 0 && { options: Object.fromEntries(entries) }),
    ...(score !== undefined && { score }),
    ...(missing !== undefined && { missing }),
    ...readingOf(table, draft),
  };
}

/** How the table is to be read, where it differs from the default. */
function readingOf({ columns }: Columns, draft: Draft): Pick<NewRun, "exclude" | "kinds"> {
  const without = new Set(draft.without);
  const exclude = columns.filter((name) => without.has(name));
  const there = new Set(columns.filter((name) => !without.has(name)));
  const kinds = Object.entries(draft.kinds).filter(([name]) => there.has(name));
  return {
    ...(exclude.length > 0 && { exclude }),
    ...(kinds.length > 0 && { kinds: Object.fromEntries(kinds) }),
  };
}

function optionsOf({ options, knowledge }: Draft, used: readonly string[]): RunOptions {
  const { knowledge: _, ...rest } = options;
  const facts = readDraft(knowledge, used);
  return { ...rest, ...(isRestricting(facts) && { knowledge: requested(partOf(knowledge, used)) }) };
}

/** Knowledge in the form the engine reads, without empty tiers. */
function requested({ required, forbidden, tiers, maxParents }: DraftKnowledge): RunOptions["knowledge"] {
  const filled = tiers.filter((tier) => tier.length > 0).map((tier) => [...tier]);
  return {
    required: required.map(([cause, effect]) => [cause, effect]),
    forbidden: forbidden.map(([cause, effect]) => [cause, effect]),
    ...(filled.length > 0 && { tiers: filled }),
    ...(maxParents !== null && { maxParents }),
  };
}

/** The true edges among the used columns; the text of a graph file is left to the engine. */
function truthAmong(
  truth: NonNullable<Draft["truth"]>,
  used: readonly string[],
): string | [string, string][] {
  if (typeof truth === "string") return truth;
  const there = new Set(used);
  return truth.filter((edge: NamedEdge) => edge.every((name) => there.has(name)));
}
