// Turns a run's request into a draft for the next run, as a start for "repeat with changes". The inverse of run-request.ts.

import type { RunOptions, wire } from "../../../core/index.ts";
import { type Draft, emptyDraft, withCategories } from "../draft/draft.ts";
import { knowledgeFrom } from "../knowledge/knowledge-file.ts";
import { withColumn } from "./column-kinds.ts";

export function draftFromRun(
  { options, truth, columns, exclude = [], kinds = {}, threads }: wire.RunDetails["request"],
  table: Pick<wire.TablePreview, "columns" | "kinds" | "statistics">,
): Draft {
  const { knowledge, categorical = [], ...rest } = options as RunOptions;
  const wanted = new Set(columns ?? table.columns);
  const there = table.columns.filter((name) => wanted.has(name) && !exclude.includes(name));
  const draft: Draft = {
    ...emptyDraft,
    without: table.columns.filter((name) => !there.includes(name)),
    kinds: withCategories(kinds, categorical),
    truth,
    options: rest,
    knowledge: knowledgeFrom(JSON.stringify(knowledge ?? {}), there),
    threads,
  };
  if (columns === undefined) return draft;
  // Columns that a request names are used even if the engine would leave them out.
  return table.kinds.reduce((after, column, k) => {
    const isKept = !column.isUsed && there.includes(column.name);
    return isKept ? withColumn(after, { entry: column, statistics: table.statistics[k] }, true) : after;
  }, draft);
}
