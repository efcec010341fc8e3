// CSV and TSV text → table, and a table → CSV text.
//
// The shape of the text (delimiter, header, decimal mark) is sniffed from its first records, by rules plain enough to
// predict:
//   delimiter  comma, semicolon, tab or |: the one that splits the first records into equally many cells, most of
//              them numbers; where none does, the one that the first line has most of
//   header     a first line without a number; see csv-header.ts for lines with some
//   decimals   with semicolons, 1,5 is a number; where one such stands in the first records, 1.5 is not
// No header: the columns are X1 … Xd, zero-padded so that they sort. true and false are 1 and 0.
//
// A cell is a number, a missing marker or text. Where a column has text anywhere its labels are the cells as they stand,
// numbers too, without the white space around them (a second pass over the text); what they mean is decided by kinds/kinds.ts.

import { check, InputError } from "../../check.ts";
import { type Cells, cellsOf, type HeaderDoubt, missingMarkers } from "../cells.ts";
import type { Table } from "../table.ts";
import { type HeaderChoice, headerOf } from "./csv-header.ts";
import { type CsvRecord, csvRecords, cutAfterLine, mostLineLength, plainText } from "./csv-records.ts";
import { digitWidths } from "./digit-widths.ts";

export interface CsvShape {
  readonly delimiter: string;
  readonly decimal: "." | ",";
  readonly hasHeader: boolean;
  /** Where it was in doubt whether there is a header, and the caller did not say. */
  readonly doubt?: HeaderDoubt;
  /** Empty for an empty text. */
  readonly names: readonly string[];
}

const delimiters = [",", ";", "\t", "|"];
const sniffedRecords = 50;

export interface CsvOptions {
  /** Does the first row name the columns? "auto": by the rule of csv-header.ts. */
  readonly header?: HeaderChoice | undefined;
  /** Where it is known; sniffed otherwise. */
  readonly delimiter?: string | undefined;
}

export function cellsFromCsv(text: string, { header, delimiter: said }: CsvOptions = {}): Cells {
  const plain = plainText(text);
  const shape = csvShape(plain, said, header);
  const { delimiter, decimal, hasHeader, doubt, names } = shape;
  const d = names.length;
  // A record has a character for each of its cells, so that a text of empty lines under a wide header asks for no more memory.
  const capacity = Math.min(lineCount(plain), Math.floor((plain.length + 1) / Math.max(1, d)));
  const values = names.map(() => new Float64Array(capacity));
  const hasText = new Array<boolean>(d).fill(false);
  const widths = digitWidths(d);
  let row = 0;
  let isHeader = hasHeader;
  for (const { cells, line } of csvRecords(plain, delimiter)) {
    checkWidth(cells, d, line);
    if (isHeader) {
      isHeader = false;
      continue;
    }
    for (let j = 0; j < d; j++) {
      const value = cellNumber(cells[j], decimal);
      if (value === undefined) hasText[j] = true;
      else if (!Number.isNaN(value)) widths.add(j, cells[j]);
      values[j][row] = value ?? Number.NaN;
    }
    row++;
  }
  const labels = hasText.includes(true) ? codesInto(values, plain, shape, hasText) : [];
  const columns = names.map((name, j) => ({
    name,
    values: values[j].subarray(0, row),
    ...(hasText[j] ? { labels: labels[j] } : widthOf(widths.of(j))),
  }));
  return cellsOf(columns, { decimal, doubt });
}

/** The field, where there is a width. */
export function widthOf(width: number | undefined): { width?: number } {
  return width === undefined ? {} : { width };
}

/** Codes of the cells of some columns, NaN where a cell has no value; returns each column's labels as they came. */
function codesInto(
  values: readonly Float64Array[],
  plain: string,
  { delimiter, hasHeader }: CsvShape,
  hasText: readonly boolean[],
): string[][] {
  const codes = hasText.map(() => new Map<string, number>());
  let row = hasHeader ? -1 : 0;
  for (const { cells } of csvRecords(plain, delimiter)) {
    for (let j = 0; row >= 0 && j < values.length; j++) {
      if (!hasText[j]) continue;
      const label = labelOf(cells[j]);
      if (label !== undefined && !codes[j].has(label)) codes[j].set(label, codes[j].size);
      values[j][row] = label === undefined ? Number.NaN : codes[j].get(label)!;
    }
    row++;
  }
  return codes.map((code) => [...code.keys()]);
}

/** The label in a cell, undefined where it says that there is none. */
export function labelOf(cell: string): string | undefined {
  const label = trimmed(cell);
  return missingMarkers.includes(label.toLowerCase()) ? undefined : label;
}

/** Delimiter, decimal mark, header and names, from the first records; the text may be cut after a record. */
export function csvShape(text: string, delimiter?: string, header: HeaderChoice = "auto"): CsvShape {
  // A reader that has the first bytes only finds the same.
  const isLong = text.length > mostLineLength;
  const plain = plainText(isLong ? cutAfterLine(text.slice(0, mostLineLength)) : text);
  const candidates = (delimiter === undefined ? delimiters : [delimiter]).map((d) => sniffed(plain, d));
  const { records, ...best } = candidates.reduce((a, b) => (isMoreLikely(b, a) ? b : a));
  if (records.length === 0) {
    csvRecords(plain, best.delimiter).next(); // says what is wrong with the first record, where there is one
    return { delimiter: best.delimiter, decimal: ".", hasHeader: false, names: [] };
  }
  const [{ cells, quoted }] = records;
  const { hasHeader, doubt } = headerOf(records, header, (cell) => cellNumber(cell, best.decimal));
  const width = cells.length;
  const generated = (j: number) => `X${String(j + 1).padStart(String(width).length, "0")}`;
  const names = cells.map((cell, j) => (hasHeader && (quoted?.[j] ? cell : trimmed(cell))) || generated(j));
  return { delimiter: best.delimiter, decimal: best.decimal, hasHeader, ...(doubt && { doubt }), names };
}

/**
 * CSV text of a table, every number in the shortest form that reads back as the same float64, categories by their labels.
 *
 * @example
 * ```js
 * csvOf(createTable(["x", "y"], matrixFromRows([[1, 2]]))).trim(); // "x,y\n1,2"
 * ```
 */
export function csvOf({ names, X, levels }: Table): string {
  const { rows, cols, data } = X;
  const lines = [names.map(headerCell).join(",")];
  const quoted = levels?.map((labels) => labels?.map(labelCell));
  for (let i = 0; i < rows; i++) {
    let line = "";
    for (let j = 0; j < cols; j++) {
      const value = data[i * cols + j];
      line += (j === 0 ? "" : ",") + (quoted?.[j]?.[value] ?? numberText(value));
    }
    lines.push(line);
  }
  return `${lines.join("\n")}\n`;
}

/** The number in a cell, NaN where it says that there is none, undefined where it holds text. */
export function cellNumber(cell: string, decimal: "." | ","): number | undefined {
  const bare = trimmed(cell);
  const written = decimal === "," ? (bare.includes(".") ? "" : bare.replace(",", ".")) : bare;
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(written)) return Number(written);
  const word = bare.toLowerCase();
  if (missingMarkers.includes(word)) return Number.NaN;
  if (word === "true") return 1;
  if (word === "false") return 0;
  const infinite = /^([+-]?)inf(?:inity)?$/.exec(word);
  return infinite === null ? undefined : infinite[1] === "-" ? -Infinity : Infinity;
}

interface Candidate {
  readonly delimiter: string;
  readonly decimal: "." | ",";
  readonly records: readonly CsvRecord[];
  /** Every record has as many cells as the first, and more than one. */
  readonly isRegular: boolean;
  /** Share of the cells that are numbers or missing. */
  readonly numeric: number;
}

function sniffed(text: string, delimiter: string): Candidate {
  const { records, isBroken } = firstRecords(text, delimiter);
  const cells = records.flatMap((record) => record.cells);
  const decimal = delimiter === ";" && cells.some((cell) => /^\s*[+-]?\d*,\d+\s*$/.test(cell)) ? "," : ".";
  const width = records[0]?.cells.length ?? 0;
  return {
    delimiter,
    decimal,
    records,
    isRegular: !isBroken && width > 1 && records.every((record) => record.cells.length === width),
    numeric:
      cells.filter((cell) => cellNumber(cell, decimal) !== undefined).length / Math.max(1, cells.length),
  };
}

/** A quote that makes no sense under this delimiter may make sense under the next, so it is no error yet. */
function firstRecords(text: string, delimiter: string): { records: CsvRecord[]; isBroken: boolean } {
  const records: CsvRecord[] = [];
  try {
    for (const record of csvRecords(text, delimiter)) {
      records.push(record);
      if (records.length === sniffedRecords) break;
    }
    return { records, isBroken: false };
  } catch (error) {
    if (error instanceof InputError) return { records, isBroken: true };
    throw error;
  }
}

function isMoreLikely(a: Candidate, b: Candidate): boolean {
  const widthOf = ({ records }: Candidate) => records[0]?.cells.length ?? 0;
  if (a.isRegular !== b.isRegular) return a.isRegular;
  if (a.isRegular && a.numeric !== b.numeric) return a.numeric > b.numeric;
  return widthOf(a) > widthOf(b);
}

function checkWidth(cells: readonly string[], d: number, line: number): void {
  if (cells.length === d || (cells.length === d + 1 && cells[d] === "")) return;
  check(false, wrongWidth(line, d, cells.length));
}

/** The sentence about a line with too few or too many cells. */
export function wrongWidth(line: number, d: number, cells: number): string {
  return `table: line ${line} must have ${d} cells like the first, got ${cells}; complete the line, or quote a cell that holds the delimiter`;
}

// Without the white space that DuckDB's casts also ignore, and no other: both readers must agree on every cell.
function trimmed(cell: string): string {
  return cell.replace(/^[ \t\n\v\f\r]+|[ \t\n\v\f\r]+$/g, "");
}

function lineCount(text: string): number {
  let count = 1;
  for (let k = text.indexOf("\n"); k !== -1; k = text.indexOf("\n", k + 1)) count++;
  return count;
}

function headerCell(name: string): string {
  return cellNumber(name, ".") === undefined ? labelCell(name) : quotedCell(name);
}

function labelCell(label: string): string {
  return /[",;|\t\r\n]|^\s|\s$|^\uFEFF/.test(label) ? quotedCell(label) : label;
}

function quotedCell(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

function numberText(value: number): string {
  if (Number.isNaN(value)) return "";
  return Object.is(value, -0) ? "-0" : String(value);
}
