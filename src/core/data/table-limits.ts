// The largest accepted table, and the refusal of a larger one.

import { check, type Refusal } from "../check.ts";

export interface TableLimits {
  readonly rows: number;
  readonly columns: number;
  /** Rows times columns. */
  readonly cells: number;
}

/** A file from which columns are selected may have this many times the maximum number of columns. */
const spare = 2;

/** Refuses a table that exceeds the limits. */
export function checkSize(limits: Partial<TableLimits>, rows: number, columns: number): void {
  const { rows: mostRows = Infinity, columns: mostColumns = Infinity, cells = Infinity } = limits;
  check(columns <= mostColumns, () => tooMany("columns", mostColumns, columns), raising("maxColumns"));
  check(rows <= mostRows, () => tooMany("rows", mostRows, rows), raising("maxRows"));
  check(rows * columns <= cells, () => tooMany("cells", cells, rows * columns), { remedies: [lessOf] });
}

/** Refuses a file with too many columns; if columns are selected, the limit is higher, so that selecting stays fast. */
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
