// Whether the first record of a CSV text names the columns, and what to say where that is in doubt.
//
//     no number in it                                                       names
//     quoted numbers above unquoted ones                                    names: years as names work
//     all numbers, whole ones, each another, and below (in the first        names, and a note says so
//       records) some column that is not all whole numbers
//     any other with a number in it                                         data, and a note says so
//
// A header of numbers without quotes that becomes a row of data changes the answer silently, and so does a row of data that
// becomes a header: hence the notes, and the caller's word, which decides.

import type { HeaderDoubt } from "../cells.ts";
import type { CsvRecord } from "./csv-records.ts";

/** The caller's word: the first record names the columns, or it does not, or the rule decides. */
export const headerChoices = ["yes", "no", "auto"] as const;

export type HeaderChoice = (typeof headerChoices)[number];

export interface HeaderDetection {
  readonly hasHeader: boolean;
  readonly doubt?: HeaderDoubt;
}

/** `numberIn` gives the number in a cell, NaN where it says that there is none, undefined for text. */
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

/** Written as whole numbers, no two the same. */
function areDistinctWhole(cells: readonly string[]): boolean {
  const isWritten = cells.every((cell) => /^[ \t\v\f]*[+-]?\d+[ \t\v\f]*$/.test(cell));
  return isWritten && new Set(cells.map(Number)).size === cells.length;
}

/** Has some cell a value that is no whole number? One without a value says nothing. */
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
