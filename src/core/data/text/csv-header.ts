// Decides whether the first record of a CSV text names the columns, and notes when that is doubtful.
//
//     no number in it                                                       names
//     quoted numbers above unquoted ones                                    names, so that years can be names
//     distinct whole numbers, and below (in the first records) some         names, with a note
//       column that is not all whole numbers
//     any other with a number in it                                         data, with a note
//
// Reading a header of unquoted numbers as data changes the result silently, and so does reading a row of data as a header: hence the
// notes, and an option by which the caller decides.

import type { HeaderDoubt } from "../cells.ts";
import type { CsvRecord } from "./csv-records.ts";

/** The first record names the columns, does not, or is judged by the rule. */
export const headerChoices = ["yes", "no", "auto"] as const;

export type HeaderChoice = (typeof headerChoices)[number];

export interface HeaderDetection {
  readonly hasHeader: boolean;
  readonly doubt?: HeaderDoubt;
}

/** `numberIn` returns the number in a cell, NaN for a missing marker, undefined for text. */
export function headerOf(
  [first, ...below]: readonly CsvRecord[],
  choice: HeaderChoice,
  numberIn: (cell: string) => number | undefined,
): HeaderDetection {
  if (choice !== "auto") return { hasHeader: choice === "yes" };
  const { cells, quoted } = first;
  const isNumber = cells.map((cell) => !Number.isNaN(numberIn(cell) ?? Number.NaN));
  const second = below[0];
  const isQuotedName = (j: number) =>
    quoted?.[j] === true && second !== undefined && second.quoted?.[j] !== true;
  if (isNumber.every((is, j) => !is || isQuotedName(j))) return { hasHeader: true };
  const isAllNumbers = isNumber.every((is) => is);
  const areNames = isAllNumbers && areDistinctWhole(cells) && hasOther(below, cells.length, numberIn);
  return { hasHeader: areNames, doubt: { taken: areNames ? "names" : "data", isAllNumbers } };
}

/** Are the cells written as whole numbers, no two of them equal? */
function areDistinctWhole(cells: readonly string[]): boolean {
  const isWritten = cells.every((cell) => /^[ \t\v\f]*[+-]?\d+[ \t\v\f]*$/.test(cell));
  return isWritten && new Set(cells.map(Number)).size === cells.length;
}

/** Does some cell hold text or a fraction? Missing cells do not count. */
function hasOther(
  records: readonly CsvRecord[],
  d: number,
  numberIn: (cell: string) => number | undefined,
): boolean {
  return records.some(({ cells }) =>
    cells.slice(0, d).some((cell) => {
      const value = numberIn(cell);
      return value === undefined || !(Number.isNaN(value) || Number.isInteger(value));
    }),
  );
}
