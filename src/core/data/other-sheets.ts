// The other sheets of a workbook, as remedies where the caller did not name the one that was read.

import { InputError, type Remedy, setTo } from "../check.ts";
import type { WorkbookSheet } from "./cells.ts";

/** Number of sheets that are named. */
const mostNamed = 5;

export function otherSheets(workbook: WorkbookSheet | undefined, when: string): Remedy[] {
  if (workbook === undefined || workbook.isChosen) return [];
  const others = workbook.sheets.filter((name) => name !== workbook.sheet);
  return setTo("sheet", others.slice(0, mostNamed), when);
}

/** The sheet that the caller named. */
export function chosenSheet(workbook: WorkbookSheet | undefined): string | undefined {
  return workbook?.isChosen ? workbook.sheet : undefined;
}

/** An error about the table in such a sheet also says which sheet it is, and which others there are. */
export function withSheets(error: unknown, workbook: WorkbookSheet | undefined): unknown {
  const others = otherSheets(workbook, `if the table is not in the sheet "${workbook?.sheet}"`);
  if (!(error instanceof InputError) || others.length === 0) return error;
  // An error of a reader passes here once more.
  if (error.remedies.some(({ set = {} }) => "sheet" in set)) return error;
  const { sentence, field, remedies } = error;
  return new InputError(sentence, { field, remedies: [...remedies, ...others] });
}
