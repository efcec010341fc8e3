// The rows of a sheet, with its cells as they are written in CSV.
//
//     numbers    as stored, to the last digit; those with a format of dates or times as 2024-03-05 14:30:00
//     text       shared, inline or of a formula; line breaks and other control characters become spaces
//     booleans   true or false                     errors (#N/A, #DIV/0!)   empty
//
// A text that looks like a number is quoted, which tells a header of years from data (text/csv-header.ts). Of merged cells only
// the first has a value. Rows and cells without a reference follow the ones before them.

import type { InputError } from "../../check.ts";
import { dateText, type Shown } from "./number-formats.ts";
import { type XmlTags, xmlTags } from "./xml.ts";

export interface SheetRow {
  /** Positions of the cells that are not empty, from 0 and ascending. */
  readonly columns: readonly number[];
  readonly cells: readonly string[];
  /** Number of formulas without a stored value. */
  readonly uncomputed: number;
}

/** What the cells of all sheets refer to. */
export interface SheetContext {
  /** Shared strings, as csvText returns them. */
  readonly strings: readonly string[];
  /** What the number format of each style shows. */
  readonly shown: readonly Shown[];
  readonly is1904: boolean;
}

/** Number of columns that a sheet can have. */
export const mostColumns = 16_384;

/** The rows that have a cell which is not empty, or a formula. */
export function* sheetRows(
  pieces: Iterable<string>,
  context: SheetContext,
  broken: (why: string) => InputError,
): Generator<SheetRow, void, void> {
  const tags = xmlTags(pieces, broken);
  let isInside = false;
  while (tags.next()) {
    const name = tags.name();
    if (name === "sheetData") isInside = !tags.isEnd() && !tags.isEmpty();
    else if (isInside && name === "row" && !tags.isEnd() && !tags.isEmpty()) {
      const row = rowOf(tags, context, broken);
      if (row.cells.length + row.uncomputed > 0) yield row;
    }
  }
  if (isInside) throw broken("it is cut off");
}

function rowOf(tags: XmlTags, context: SheetContext, broken: (why: string) => InputError): SheetRow {
  const columns: number[] = [];
  const cells: string[] = [];
  let uncomputed = 0;
  let column = -1;
  while (tags.next() && tags.name() !== "row") {
    if (tags.name() !== "c" || tags.isEnd()) continue;
    const place = tags.attribute("r");
    column = place === undefined ? column + 1 : columnOf(place);
    if (!(column >= 0 && column < mostColumns))
      throw broken(`a cell has the reference ${place?.slice(0, 20) ?? "after XFD"}`);
    if (tags.isEmpty()) continue;
    const [type, style] = [tags.attribute("t"), tags.attribute("s")];
    const { value, text, hasFormula } = contentOf(tags);
    const cell = cellText(type, { value, text, style: Number(style ?? 0) }, context);
    if (cell !== "") {
      columns.push(column);
      cells.push(cell);
    } else if (hasFormula && value === "" && type !== "str") uncomputed++;
  }
  const isInOrder = columns.every((each, k) => k === 0 || each > columns[k - 1]);
  return { ...(isInOrder ? { columns, cells } : inOrder(columns, cells)), uncomputed };
}

/** The cells from left to right; of several in one column the last. */
function inOrder(columns: readonly number[], cells: readonly string[]) {
  const all = new Map(columns.map((column, k) => [column, cells[k]]));
  const sorted = [...all].sort(([a], [b]) => a - b);
  return { columns: sorted.map(([column]) => column), cells: sorted.map(([, cell]) => cell) };
}

/** The column of a reference such as AB12, from 0; -1 if it is none. */
function columnOf(place: string): number {
  let column = 0;
  for (let k = 0; k < place.length && k < 5; k++) {
    const letter = place.charCodeAt(k) & ~32; // in upper case
    if (letter < 65 || letter > 90) break;
    column = 26 * column + letter - 64;
  }
  return column - 1;
}

interface CellContent {
  readonly value: string;
  /** Inline text, without its phonetic reading. */
  readonly text: string;
  readonly hasFormula: boolean;
}

/** Reads to the end of a cell. */
function contentOf(tags: XmlTags): CellContent {
  let [value, text, hasFormula] = ["", "", false];
  while (tags.next()) {
    const name = tags.name();
    if (name === "c" && tags.isEnd()) break;
    if (name === "v" && tags.isEnd()) value = tags.text();
    else if (name === "f") hasFormula = true;
    else if (name === "is" && !tags.isEnd() && !tags.isEmpty()) text = stringOf(tags, "is");
  }
  return { value, text, hasFormula };
}

/** Reads the runs of a string to the end of its element. */
export function stringOf(tags: XmlTags, element: string): string {
  let [text, isPhonetic] = ["", false];
  while (tags.next()) {
    const name = tags.name();
    if (name === element && tags.isEnd()) break;
    if (name === "rPh") isPhonetic = !tags.isEnd() && !tags.isEmpty();
    else if (name === "t" && tags.isEnd() && !isPhonetic) text += tags.text();
  }
  return text;
}

function cellText(
  type: string | undefined,
  { value, text, style }: { readonly value: string; readonly text: string; readonly style: number },
  { strings, shown, is1904 }: SheetContext,
): string {
  switch (type) {
    case "s":
      return value === "" ? "" : (strings[Number(value)] ?? "");
    case "str":
      return csvText(value);
    case "inlineStr":
      return csvText(text);
    case "b":
      return value === "" ? "" : value.trim() === "1" || value.trim() === "true" ? "true" : "false";
    case "e":
      return "";
    case "d":
      return csvText(isoText(value.trim()), false);
    default: {
      const number = value.trim();
      const kind = shown[style] ?? "number";
      if (kind === "number" || number === "") return csvText(number, false);
      return dateText(Number(number), kind, is1904) ?? csvText(number, false);
    }
  }
}

/** A date as in ISO 8601, with its time unless that is midnight. */
function isoText(date: string): string {
  return date.replace(/T00:00:00(\.0+)?Z?$/, "").replace("T", " ");
}

/** Text as a cell of CSV; unless `isText`, not quoted for looking like a number. */
export function csvText(stored: string, isText = true): string {
  let text = stored;
  if (text.includes("_x"))
    text = text.replace(/_x([\da-f]{4})_/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
  if (/[\x00-\x1f\x7f]/.test(text)) text = text.replace(/[\x00-\x1f\x7f]+/g, " ");
  if (text.trim() === "") return "";
  const isQuoted = text.includes(",") || text.includes('"') || (isText && /^\s*[-+.]?\d/.test(text));
  return isQuoted ? `"${text.replaceAll('"', '""')}"` : text;
}
