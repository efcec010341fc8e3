// The table of a run as the score of its spec takes it. Whoever examines, sorts or scores the table of a run asks for this one.

import type { Table } from "../data/table.ts";
import { scorable } from "../score/scorable.ts";
import { scores } from "../score/scores.ts";
import { isOwnScore, type RunSpec } from "./spec.ts";

export function tableFor<T extends Table>(
  table: T,
  { score, categorical }: Pick<RunSpec, "score" | "categorical">,
  isOwn = isOwnScore(score),
): T {
  // A score of the user's own takes what it is given, and what is named as categories.
  const needs = isOwn ? ({ name: score, takes: "mixed" } as const) : (scores[score] ?? { name: score });
  return scorable(table, needs, categorical);
}
