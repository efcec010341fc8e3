// Records and cells of delimited text, as in RFC 4180: a cell with a delimiter, a quote or a line break is enclosed in
// double quotes, a quote inside is doubled.
//
// More lenient than the RFC when reading: any line ending, a byte-order mark, tabs or semicolons as delimiters, spaces
// around cells, empty lines.

import { check } from "../../check.ts";

export interface Cell {
  readonly text: string;
  readonly isQuoted: boolean;
}

export interface Row {
  readonly cells: readonly Cell[];
  /** The line on which it begins, counted from 1. */
  readonly line: number;
}

export function rowsOf(text: string, where: string): Row[] {
  const source = text.replace(/^\uFEFF/, "");
  const delimiter = delimiterOf(source);
  const rows: Row[] = [];
  let cells: Cell[] = [];
  let line = 1;
  let startLine = 1;
  let k = 0;
  while (k < source.length) {
    const start = k;
    while (source[k] === " ") k++;
    if (source[k] === '"') {
      let value = "";
      const quoteLine = line;
      for (k++; ; k++) {
        check(
          k < source.length,
          `${where} line ${quoteLine} opens a quote that is never closed; end it with "`,
        );
        if (source[k] === '"') {
          if (source[k + 1] !== '"') break;
          k++;
        }
        if (source[k] === "\n") line++;
        value += source[k];
      }
      for (k++; source[k] === " "; k++);
      cells.push({ text: value, isQuoted: true });
      check(
        k >= source.length || source[k] === delimiter || source[k] === "\n" || source[k] === "\r",
        `${where} line ${line} continues after a closing quote; double a quote that is part of the value`,
      );
    } else {
      for (
        k = start;
        k < source.length && source[k] !== delimiter && source[k] !== "\n" && source[k] !== "\r";
        k++
      );
      cells.push({ text: source.slice(start, k).trim(), isQuoted: false });
    }
    if (source[k] === delimiter) {
      k++;
      if (k < source.length) continue;
      cells.push({ text: "", isQuoted: false });
    }
    if (source[k] === "\r" && source[k + 1] === "\n") k++;
    if (k < source.length) k++;
    line++;
    if (cells.length > 1 || cells[0].isQuoted || cells[0].text !== "") rows.push({ cells, line: startLine });
    cells = [];
    startLine = line;
  }
  return rows;
}

/** One row of text, without the line ending. */
export function rowText(values: readonly string[]): string {
  return values
    .map((v) => (/[",;\t\r\n]|^$|^\s|\s$|^\uFEFF/.test(v) ? `"${v.replaceAll('"', '""')}"` : v))
    .join(",");
}

/** Comma, tab or semicolon: whichever is most frequent in the first line, outside quotes. */
function delimiterOf(source: string): string {
  const bare =
    source
      .replace(/"(?:[^"]|"")*"/g, "")
      .split(/[\r\n]/)
      .find((line) => line.trim() !== "") ?? "";
  const count = (c: string): number => bare.split(c).length - 1;
  return [",", "\t", ";"].reduce((best, c) => (count(c) > count(best) ? c : best));
}
