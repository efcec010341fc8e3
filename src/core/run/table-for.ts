// The table of a run as the score of its spec takes it. Whatever examines, sorts or scores the table of a run uses this one.
//
// For a score of numbers, a binary or ordered column is numbers, whatever its labels are. For a score of both kinds, a binary column
// is a category and an ordered one a number; for a score of categories, every column is labels. Gaps are handled as the spec says.

import type { Kind } from "../data/column-kind.ts";
import type { LoadedTable } from "../data/columns.ts";
import { completeCount, completeRows } from "../data/complete-table.ts";
import { imputedTable } from "../data/impute/impute.ts";
import { tableByEm } from "../data/moments/moments.ts";
import { levelsOf } from "../data/table.ts";
import { createRng } from "../math/rng.ts";
import { scorable, type Takes } from "../score/scorable.ts";
import { scores } from "../score/scores.ts";
import { filledBy } from "./filled.ts";
import { isUserScore, type RunSpec } from "./spec.ts";

export function tableFor<T extends LoadedTable>(
  table: T,
  spec: TableSpec,
  isOwn = isUserScore(spec.score),
): T {
  const running = tableMaking(table, spec, isOwn);
  for (;;) {
    const { value, done } = running.next();
    if (done) return value;
  }
}

type TableSpec = Pick<RunSpec, "score" | "categorical" | "missing">;

/** The same, yielding the progress of estimates for gaps. The values that fill gaps depend on the table alone. */
export function* tableMaking<T extends LoadedTable>(
  table: T,
  spec: TableSpec,
  isOwn = isUserScore(spec.score),
): Generator<number, T, void> {
  const shaped = shapedFor(table, spec, isOwn);
  if (spec.missing === "impute") return yield* imputedTable(shaped, createRng("imputation"));
  if (spec.missing !== "em") return completeRows(shaped);
  return { ...shaped, ...(yield* tableByEm(shaped.names, shaped.X)) };
}

/** The columns with their gaps, if rows with gaps are used: the data doctor examines them. */
export function observedIn(
  table: LoadedTable,
  spec: TableSpec,
  isOwn?: boolean,
): { readonly observed?: LoadedTable } {
  if (filledBy(spec.missing) === null || completeCount(table) === table.X.rows) return {};
  return { observed: shapedFor(table, spec, isOwn) };
}

/** The columns as the score takes them, with their gaps. */
export function shapedFor<T extends LoadedTable>(
  table: T,
  { score, categorical = [] }: TableSpec,
  isOwn = isUserScore(score),
): T {
  // A user-defined score takes the columns as they are, and as categories those that are named.
  const needs = isOwn ? ({ name: score, takes: "mixed" } as const) : (scores[score] ?? { name: score });
  const { takes = "numbers" } = needs;
  const kinds = kindsOf(table);
  const isBinary = (j: number) => kinds[j] === "binary" && !table.levels?.[j];
  const binary =
    takes === "mixed" ? table.names.filter((name, j) => isBinary(j) && !categorical.includes(name)) : [];
  return scorable(withNumbers(table, kinds, takes), needs, [...categorical, ...binary]);
}

/** The kinds of a table's columns; without recorded kinds, by whether a column has labels. */
export function kindsOf({ names, levels, kinds = [] }: LoadedTable): Kind[] {
  const kindByName = new Map(kinds.map(({ name, kind }) => [name, kind]));
  return names.map((name, j) => kindByName.get(name) ?? (levels?.[j] ? "category" : "number"));
}

/** Turns the columns of labels that such a score takes as numbers into numbers. */
function withNumbers<T extends LoadedTable>(table: T, kinds: readonly Kind[], takes: Takes): T {
  const { levels, ...rest } = table;
  const numeric: readonly Kind[] =
    takes === "numbers" ? ["binary", "ordered"] : takes === "mixed" ? ["ordered"] : [];
  if (!levels?.some((labels, j) => labels !== null && numeric.includes(kinds[j]))) return table;
  return {
    ...rest,
    ...levelsOf(levels.map((labels, j) => (numeric.includes(kinds[j]) ? null : labels))),
  } as T;
}
