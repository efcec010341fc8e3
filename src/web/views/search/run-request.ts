// The run that a draft asks for. The search screen sends it to be estimated and started.
//
// Only columns that take part are spoken of: what was said of one that is left out (edges, tiers, its kind, edges of the truth) is
// left out with it, and is there again when the column is. Throws InputError where what is known contradicts itself, with the
// sentences that the knowledge screen shows.

import { isRestricting, type NamedEdge, type RunOptions, type wire } from "../../../core/index.ts";
import type { ExamineOptions, NewRun } from "../../client/client.ts";
import type { Draft, DraftKnowledge } from "../draft/draft.ts";
import { partOf, readDraft } from "../knowledge/knowledge.ts";

type Columns = Pick<wire.Table, "columns">;

/** `used`: the columns that take part. */
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

/** What the data doctor is asked for a draft. What is to be run matters where there are gaps. */
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

/** How the table is to be read, where not as it came. */
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

/** The text of a graph file is the engine's to read. */
function truthAmong(
  truth: NonNullable<Draft["truth"]>,
  used: readonly string[],
): string | [string, string][] {
  if (typeof truth === "string") return truth;
  const there = new Set(used);
  return truth.filter((edge: NamedEdge) => edge.every((name) => there.has(name)));
}
