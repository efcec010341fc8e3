// What stands in a table's text before its data and belongs to neither names nor data.
//
//     lines above the header    of one cell each, or that begin with #, where all other records have equally many cells, another number
//     units below it            a record without a number where most columns hold numbers, with text in most of these

import type { CsvRecord } from "./csv-records.ts";

/** Records by which the others are judged. */
const fewest = 3;

/** How many of the first records are no part of the table. */
export function prefaceLength(records: readonly CsvRecord[]): number {
  const width = records.at(-1)?.cells.length ?? 0;
  const first = records.findLastIndex(({ cells }) => !isWide(cells, width)) + 1;
  const isPreface = ({ cells, quoted }: CsvRecord) =>
    quoted === undefined && (cells.length === 1 || cells[0].trimStart().startsWith("#"));
  return width > 1 && records.length - first >= fewest && records.slice(0, first).every(isPreface)
    ? first
    : 0;
}

/** One delimiter too many at the end of a line is none. */
function isWide(cells: readonly string[], width: number): boolean {
  return cells.length === width || (cells.length === width + 1 && cells[width] === "");
}

/** The record of units below the names; null where there is none. `numberIn` gives NaN of a cell without a value. */
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
