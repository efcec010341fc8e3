// How large a table may be where it is taken, and the sentence about a larger one.

import { check } from "../check.ts";

export interface TableLimits {
  readonly rows: number;
  readonly columns: number;
  /** Rows times columns. */
  readonly cells: number;
}

/** Refuses a table that is larger than is taken here. */
export function checkSize(limits: TableLimits, rows: number, columns: number): void {
  const refused = (what: string, most: number, got: number) =>
    `table: at most ${most} ${what} are taken here, got ${got}; leave some out`;
  check(columns <= limits.columns, () => refused("columns", limits.columns, columns));
  check(rows <= limits.rows, () => refused("rows", limits.rows, rows));
  check(rows * columns <= limits.cells, () => refused("cells", limits.cells, rows * columns));
}
