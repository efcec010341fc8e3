// What is asked of a table with all that the table decides: the score, and what is done about gaps. Both are what the spec of the
// run then says, so that it is repeated as it was made.

import type { Kind } from "../data/column-kind.ts";
import type { LoadedTable } from "../data/columns.ts";
import { gapsIn } from "../data/complete-table.ts";
import { type RunOptions, type RunSpec, runSpec } from "./spec.ts";
import { kindsOf } from "./table-for.ts";

export interface SpecFor {
  readonly spec: RunSpec;
  /** Why that score: what it fits, or that it was asked for. A run that is resumed says the same. */
  readonly reason: string;
}

export function specFor(table: LoadedTable, options: RunOptions = {}, isOwn = false): SpecFor {
  const asked = runSpec(options, isOwn);
  const fitting = scoreFor(kindsOf(table), asked.categorical);
  const score = asked.score === "auto" ? fitting.score : asked.score;
  const missing = gapsIn(table).some((count) => count > 0) ? "drop" : undefined;
  return {
    spec: runSpec({ ...options, score, missing }, isOwn),
    reason: score === fitting.score ? fitting.reason : "asked for",
  };
}

/** The score for columns of these kinds. */
export function scoreFor(
  kinds: readonly Kind[],
  categorical: readonly string[] = [],
): { readonly score: string; readonly reason: string } {
  const has = (...some: readonly Kind[]) => kinds.some((kind) => some.includes(kind));
  const hasNumbers = has("number", "date");
  const hasCategories = has("category", "binary") || categorical.length > 0;
  if (!hasCategories && (hasNumbers || !has("ordered")))
    return { score: "bic", reason: "every column is a number" };
  if (hasNumbers) return { score: "bic-mixed", reason: "some columns are numbers and some are categories" };
  return { score: "bdeu", reason: "every column has a few values only" };
}
