// CSV and TSV text → table, and a table → CSV text.
//
// The shape of the text (delimiter, header, decimal mark) is detected from its first records, by predictable rules:
//   delimiter  comma, semicolon, tab or |: the one that splits the first records into equally many cells, with the largest share
//              of numbers; if none does, the one that occurs most often in the first line
//   header     a first line without a number; see csv-header.ts for lines with some
//   preface    lines above the header and units below it are skipped; see csv-preface.ts
//   decimals   with semicolons, 1,5 is a number; if one occurs in the first records, 1.5 is not
// Without a header, the columns are X1 … Xd, zero-padded so that they sort. true and false are 1 and 0.
//
// A cell is a number, a missing marker or text. If a column has text anywhere, its labels are its trimmed cells, numbers
// included (a second pass over the text); kinds/kinds.ts decides what they mean.

import { check } from "../../check.ts";
import { type Cells, cellsOf } from "../cells.ts";
import type { Table } from "../table.ts";
import { cellNumber, labelOf } from "./csv-cell.ts";
import type { HeaderChoice } from "./csv-header.ts";
import { csvRecords, plainText } from "./csv-records.ts";
import { type CsvShape, csvShape } from "./csv-shape.ts";
import { digitWidths } from "./digit-widths.ts";

export interface CsvOptions {
  /** Does the first row name the columns? "auto": by the rule of csv-header.ts. */
  readonly header?: HeaderChoice | undefined;
  /** Detected by default. */
  readonly delimiter?: string | undefined;
}

export function cellsFromCsv(text: string, { header, delimiter: said }: CsvOptions = {}): Cells {
  const plain = plainText(text);
  const shape = csvShape(plain, said, header);
  const { delimiter, decimal, hasHeader, doubt, skip, preface, names } = shape;
  const d = names.length;
  // Each cell takes at least one character: this bounds the memory for a text of empty lines under a wide header.
  const capacity = Math.min(lineCount(plain), Math.floor((plain.length + 1) / Math.max(1, d)));
  const values = names.map(() => new Float64Array(capacity));
  const hasText = new Array<boolean>(d).fill(false);
  const widths = digitWidths(d);
  let row = 0;
  let isHeader = hasHeader;
  for (const { cells, line } of csvRecords(plain, delimiter, skip)) {
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
  return cellsOf(columns, { decimal, doubt, preface });
}

/** The `width` field, present only if there is a width. */
export function widthOf(width: number | undefined): { width?: number } {
  return width === undefined ? {} : { width };
}

/** Writes the codes of columns with text into `values`, NaN for missing cells; returns each column's labels in order of appearance. */
function codesInto(
  values: readonly Float64Array[],
  plain: string,
  { delimiter, hasHeader, skip }: CsvShape,
  hasText: readonly boolean[],
): string[][] {
  const codes = hasText.map(() => new Map<string, number>());
  let row = hasHeader ? -1 : 0;
  for (const { cells } of csvRecords(plain, delimiter, skip)) {
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

function checkWidth(cells: readonly string[], d: number, line: number): void {
  if (cells.length === d || (cells.length === d + 1 && cells[d] === "")) return;
  check(false, wrongWidth(line, d, cells.length));
}

/** Error message for a line with too few or too many cells. */
export function wrongWidth(line: number, d: number, cells: number): string {
  return `table: line ${line} must have ${d} cells like the first, got ${cells}; complete the line, or quote a cell that holds the delimiter`;
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
