// How large a table may be where it is taken, and the sentence about a larger one.

import { check, type Refusal } from "../check.ts";

export interface TableLimits {
  readonly rows: number;
  readonly columns: number;
  /** Rows times columns. */
  readonly cells: number;
}

/** How many times as many columns as are taken a file may have of which some are chosen. */
const spare = 2;

/** Refuses a table that is larger than is taken here. */
export function checkSize(limits: Partial<TableLimits>, rows: number, columns: number): void {
  const { rows: mostRows = Infinity, columns: mostColumns = Infinity, cells = Infinity } = limits;
  check(columns <= mostColumns, () => tooMany("columns", mostColumns, columns), raising("maxColumns"));
  check(rows <= mostRows, () => tooMany("rows", mostRows, rows), raising("maxRows"));
  check(rows * columns <= cells, () => tooMany("cells", cells, rows * columns), { remedies: [lessOf] });
}

/** Refuses a file with more columns than are taken, or, where some are chosen, than it takes moments to choose among. */
export function checkFileColumns(limits: Partial<TableLimits>, columns: number, isChosen: boolean): void {
  if (!isChosen) checkSize(limits, 0, columns);
  const most = spare * (limits.columns ?? Infinity);
  check(columns <= most, () => tooMany("columns to choose from", most, columns), raising("maxColumns"));
}

const lessOf = { act: "leave some out" };

function raising(option: string): Refusal {
  return { remedies: [lessOf, { act: "raise the limit", option }] };
}

function tooMany(what: string, most: number, got: number): string {
  return `table: at most ${most} ${what} are accepted here, got ${got}`;
}
