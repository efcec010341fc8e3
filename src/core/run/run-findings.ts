// The data doctor's findings that concern a run, whether it is examined beforehand or starts.

import type { LoadedTable } from "../data/columns.ts";
import { dependenceFindings, type Finding, gapFindings, leftOutFindings } from "../data/doctor/doctor.ts";
import { scores } from "../score/scores.ts";
import { searches } from "../search/searches.ts";
import type { RunSpec } from "./spec.ts";
import { observedIn } from "./table-for.ts";

export interface RunTables {
  /** As read, with its gaps. */
  readonly table: LoadedTable;
  /** As examined. */
  readonly used: LoadedTable;
  readonly spec: RunSpec;
  readonly isOwn?: boolean;
}

/** `results`: those of the table as examined. */
export function runFindings(
  results: readonly Finding[],
  { table, used, spec, isOwn }: RunTables,
): readonly Finding[] {
  const { observed = used } = observedIn(table, spec, isOwn);
  const { kinds = [] } = table;
  return [
    ...results.filter(({ kind }) => kind !== "scales" || dependsOnUnits(spec)),
    ...gapFindings(table, spec.missing),
    ...dependenceFindings(observed, kinds),
    ...leftOutFindings(kinds),
  ];
}

/** Can the units of the columns change the graph? What steers the search decides. */
export function dependsOnUnits({ search, score, standardise }: RunSpec): boolean {
  const steering = searches[search]?.uses === "rows" ? searches[search] : scores[score];
  return !standardise && steering?.hasUnits === true;
}
