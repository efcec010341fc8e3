// Lines before the data of a table's text that are neither names nor data.
//
//     lines above the header    of one cell each, or beginning with #, if all later records have the same number of cells, above one
//     units below it            a record without a number where most columns hold numbers, with text in most of these

import type { CsvRecord } from "./csv-records.ts";

/** Minimum number of later records by which the first ones are judged. */
const fewest = 3;

/** Number of leading records that are not part of the table. */
export function prefaceLength(records: readonly CsvRecord[]): number {
  const width = records.at(-1)?.cells.length ?? 0;
  const first = records.findLastIndex(({ cells }) => !isWide(cells, width)) + 1;
  const isPreface = ({ cells, quoted }: CsvRecord) =>
    quoted === undefined && (cells.length === 1 || cells[0].trimStart().startsWith("#"));
  return width > 1 && records.length - first >= fewest && records.slice(0, first).every(isPreface)
    ? first
    : 0;
}

/** Does the record have `width` cells? A trailing delimiter is ignored. */
function isWide(cells: readonly string[], width: number): boolean {
  return cells.length === width || (cells.length === width + 1 && cells[width] === "");
}

/** The record of units below the names; null if there is none. `numberIn` returns NaN for a missing cell. */
export function unitsIn(
  [, second, ...below]: readonly CsvRecord[],
  numberIn: (cell: string) => number | undefined,
): CsvRecord | null {
  if (second === undefined || below.length < fewest) return null;
  if (second.cells.some((cell) => Number.isFinite(numberIn(cell)))) return null;
  const columns = second.cells.map((_, j) => j);
  const isNumber = (j: number) => {
    const cells = below.map(({ cells: row }) => numberIn(row[j] ?? ""));
    return cells.every((value) => value !== undefined) && cells.some((value) => Number.isFinite(value));
  };
  const numbers = columns.filter(isNumber);
  const texts = numbers.filter((j) => numberIn(second.cells[j]) === undefined);
  return 2 * numbers.length >= columns.length && 2 * texts.length > numbers.length ? second : null;
}
