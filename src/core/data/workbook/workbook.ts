// An Excel workbook (.xlsx) → one of its sheets as CSV, which is then read like any other (text/csv.ts): header, units, kinds and missing
// values follow the same rules.
//
//     sheet      the one that was named; else the first visible one that holds a table, of at least two columns and two rows
//     empty      rows and columns without a value are dropped, wherever they are: a stray cell far away costs one row and one column
//     preface    lines of one cell each above the table are passed over if at least three rows follow
//
// A sheet is decompressed twice, to find its columns and to write its rows, so that memory holds the strings of the workbook and a few
// rows, but no sheet.
//
// ECMA-376, "Office Open XML File Formats", part 1, 18.

import { check, suggestion } from "../../check.ts";
import type { Preface, WorkbookSheet } from "../cells.ts";
import { mostColumns, type SheetRow, sheetRows } from "./sheet-rows.ts";
import { type Sheet, workbookParts } from "./workbook-parts.ts";
import { brokenZip, openZip, tooLargeWorkbook, type ZipOptions } from "./zip.ts";

export { isZip } from "./zip.ts";

export interface WorkbookOptions extends ZipOptions {
  /** Name of the sheet. */
  readonly sheet?: string | undefined;
}

export interface SheetText {
  readonly workbook: WorkbookSheet;
  readonly preface?: Preface;
  /** CSV, separated by commas, in pieces; can be read once. */
  readonly csv: Iterable<string>;
}

/** Refuses a file that is no workbook, or has no such sheet. */
export function sheetText(bytes: Uint8Array, options: WorkbookOptions): SheetText {
  const { shown, sheet: wanted, most } = options;
  const zip = openZip(bytes, { shown, most });
  const { sheets, context } = workbookParts(zip, shown);
  const broken = (why: string) => brokenZip(shown, why);
  check(sheets.length > 0, `table: "${shown}" must have a sheet with cells, got none; add one`);
  const cells = context();
  const rowsOf = ({ part, name }: Sheet) =>
    sheetRows(zip.textOf(part), cells, (why) => broken(`sheet "${name}": ${why}`));
  const { sheet, extent } = firstTable(
    wanted === undefined ? sheets : [sheetCalled(wanted, sheets, shown)],
    (each) => extentOf(rowsOf(each)),
  );
  return {
    workbook: {
      sheet: sheet.name,
      sheets: sheets.map(({ name }) => name),
      ...(wanted !== undefined && { isChosen: true }),
      ...(extent.uncomputed > 0 && { uncomputed: extent.uncomputed }),
    },
    ...(extent.preface && { preface: extent.preface }),
    csv: csvOfRows(rowsOf(sheet), extent, options),
  };
}

function sheetCalled(wanted: string, sheets: readonly Sheet[], shown: string): Sheet {
  // Excel allows no two names that differ in case only.
  const plain = (name: string) => name.trim().toLowerCase();
  const sheet =
    sheets.find(({ name }) => name === wanted) ?? sheets.find(({ name }) => plain(name) === plain(wanted));
  const names = sheets.map(({ name }) => name);
  check(
    sheet !== undefined,
    () => `table: "${shown}" has no sheet called "${wanted}"; ${suggestion(wanted, names)}`,
    { field: "sheet" },
  );
  return sheet!;
}

/** Which part of a sheet is its table. */
interface Extent {
  readonly columns: readonly number[];
  readonly rows: number;
  readonly preface?: Preface;
  readonly uncomputed: number;
}

/** The first visible sheet with a table, or else a hidden one, or else one with a cell. */
function firstTable(
  sheets: readonly Sheet[],
  extentIn: (sheet: Sheet) => Extent,
): { readonly sheet: Sheet; readonly extent: Extent } {
  const seen = [];
  for (const sheet of sheets.toSorted((a, b) => Number(a.isHidden) - Number(b.isHidden))) {
    const extent = extentIn(sheet);
    if (extent.columns.length > 1 && extent.rows > 1) return { sheet, extent };
    seen.push({ sheet, extent });
  }
  return seen.find(({ extent }) => extent.rows > 0) ?? seen[0];
}

/** Minimum number of rows below lines that are passed over, as in CSV. */
const fewest = 3;

function extentOf(rows: Iterable<SheetRow>): Extent {
  const above: SheetRow[] = [];
  const isUsed = new Uint8Array(mostColumns);
  let [count, uncomputed] = [0, 0];
  const use = ({ columns }: SheetRow) => {
    for (const column of columns) isUsed[column] = 1;
    count++;
  };
  for (const row of rows) {
    uncomputed += row.uncomputed;
    if (row.cells.length === 0) continue;
    if (count === 0 && row.cells.length === 1 && above.length < mostAbove) above.push(row);
    else {
      // So many lines of one cell are no preface.
      for (const each of above.length === mostAbove ? above.splice(0) : []) use(each);
      use(row);
    }
  }
  const hasPreface = above.length > 0 && count >= fewest;
  if (!hasPreface) above.forEach(use);
  const first = above[0]?.cells[0].replace(/^"|"$/g, "").replaceAll('""', '"');
  return {
    columns: [...isUsed.keys()].filter((column) => isUsed[column] === 1),
    rows: count,
    ...(hasPreface && { preface: { lines: above.length, first } }),
    uncomputed,
  };
}

/** Maximum number of lines above a table: a list of one column is longer, and is no table. */
const mostAbove = 50;

const pieceLength = 65_536;

/** The rows of the table, each with all of its columns. */
function* csvOfRows(
  rows: Iterable<SheetRow>,
  { columns, preface }: Extent,
  { shown, most }: ZipOptions,
): Generator<string, void, void> {
  const places = new Int16Array(mostColumns);
  columns.forEach((column, k) => {
    places[column] = k;
  });
  let [passed, length, text] = [0, 0, ""];
  for (const { columns: at, cells } of rows) {
    if (cells.length === 0 || passed++ < (preface?.lines ?? 0)) continue;
    let next = 0;
    for (let k = 0; k < cells.length; k++) {
      const place = places[at[k]];
      text += ",".repeat(place - next) + cells[k];
      next = place;
    }
    text += `${",".repeat(columns.length - 1 - next)}\n`;
    if (text.length < pieceLength) continue;
    length += text.length;
    if (length > most) throw tooLargeWorkbook({ shown, most });
    yield text;
    text = "";
  }
  if (text !== "") yield text;
}
