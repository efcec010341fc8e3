// The first rows of a table's text, unconverted, for a preview; and its number of rows.

import type { HeaderChoice } from "./csv-header.ts";
import { csvRecords, plainText } from "./csv-records.ts";
import { type CsvShape, csvShape } from "./csv-shape.ts";
import { jsonShape } from "./json-columns.ts";
import { jsonRecords } from "./json-records.ts";

/** Null where missing. */
export type HeadRows = readonly (readonly (string | null)[])[];

export interface HeadOptions {
  /** Does the first row name the columns? (CSV only.) */
  readonly header?: HeaderChoice | undefined;
  readonly rows?: number;
  /** Maximum number of columns. */
  readonly columns?: number;
}

export function csvHead(
  text: string,
  delimiter?: string,
  { header, rows = 20, columns = 200 }: HeadOptions = {},
): HeadRows {
  const shape = csvShape(text, delimiter, header);
  const width = Math.min(columns, shape.names.length);
  const out: (string | null)[][] = [];
  for (const cells of dataRecords(text, shape)) {
    if (out.length === rows) break;
    out.push(cells.slice(0, width).map((cell) => (cell === "" ? null : cell)));
  }
  return out;
}

export function jsonHead(
  text: string,
  shown: string,
  { rows = 20, columns = 200 }: HeadOptions = {},
): HeadRows {
  const names = jsonShape(text, shown).names.slice(0, columns);
  const out: (string | null)[][] = [];
  for (const { cells } of jsonRecords(text, shown)) {
    if (out.length === rows) break;
    out.push(names.map((name) => cells.get(name) ?? null));
  }
  return out;
}

/** Number of rows of data in a CSV text. */
export function recordCount(text: string, shape: CsvShape): number {
  let count = 0;
  for (const _ of dataRecords(text, shape)) count++;
  return count;
}

function* dataRecords(
  text: string,
  { delimiter, hasHeader, skip }: CsvShape,
): Generator<readonly string[], void, void> {
  let isHeader = hasHeader;
  for (const { cells } of csvRecords(plainText(text), delimiter, skip)) {
    if (!isHeader) yield cells;
    isHeader = false;
  }
}
