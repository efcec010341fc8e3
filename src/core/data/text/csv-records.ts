// Iterates over the records of delimited text, by RFC 4180: cells in double quotes may hold delimiters, line ends and
// doubled quotes.
//
// More lenient than the RFC: any line end, spaces before an opening and after a closing quote, empty lines (skipped), a
// trailing delimiter. Records are read one at a time because a table may be large; a record without quotes, the usual
// case, is found and split by the engine's string search.

import { check } from "../../check.ts";

export interface CsvRecord {
  readonly cells: readonly string[];
  /** Whether each cell was quoted; undefined if none was. */
  readonly quoted?: readonly boolean[];
  /** Line of the text on which it begins, from 1. */
  readonly line: number;
}

/** Maximum number of characters in a line; longer ones are refused. */
export const mostLineLength: number = 2 ** 20;

/** The text as csvRecords expects it: no byte-order mark, lines ending in \n. */
export function plainText(text: string): string {
  const body = text.startsWith("\uFEFF") ? text.slice(1) : text;
  if (!body.includes("\r")) return body;
  return body.replaceAll("\r\n", "\n").replaceAll("\r", "\n");
}

/** A truncated text, cut after its last complete line. */
export function cutAfterLine(text: string): string {
  const end = Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r"));
  return end === -1 ? text : text.slice(0, end + 1);
}

/** `skip`: number of leading lines to skip. */
export function* csvRecords(text: string, delimiter: string, skip = 0): Generator<CsvRecord, void, void> {
  let line = 1;
  let from = 0;
  for (; line <= skip; line++) from = text.indexOf("\n", from) + 1;
  while (from < text.length) {
    let end = text.indexOf("\n", from);
    if (end === -1) end = text.length;
    check(end - from <= mostLineLength, () => tooLongLine(line));
    const record = text.slice(from, end);
    if (record.includes('"')) {
      const { cells, quoted, next, lines } = quotedRecord(text, from, delimiter, line);
      yield { cells, quoted, line };
      from = next;
      line += lines;
    } else {
      if (record !== "") yield { cells: record.split(delimiter), line };
      from = end + 1;
      line++;
    }
  }
}

function quotedRecord(text: string, start: number, delimiter: string, line: number) {
  const cells: string[] = [];
  const quoted: boolean[] = [];
  let lines = 1;
  let k = start;
  for (;;) {
    let open = k;
    while (text[open] === " ") open++;
    if (text[open] === '"') {
      const close = closingQuote(text, open, line);
      const value = text.slice(open + 1, close);
      lines += value.split("\n").length - 1;
      cells.push(value.replaceAll('""', '"'));
      quoted.push(true);
      k = close + 1;
      while (text[k] === " ") k++;
      check(k >= text.length || text[k] === delimiter || text[k] === "\n", brokenQuote(line));
    } else {
      let end = k;
      while (end < text.length && text[end] !== delimiter && text[end] !== "\n") end++;
      cells.push(text.slice(k, end));
      quoted.push(false);
      k = end;
    }
    if (text[k] !== delimiter) return { cells, quoted, next: k + 1, lines };
    k++;
  }
}

function closingQuote(text: string, open: number, line: number): number {
  for (let k = open + 1; ; k += 2) {
    k = text.indexOf('"', k);
    check(k !== -1, brokenQuote(line));
    if (text[k + 1] !== '"') return k;
  }
}

/** Error message for a line that is too long. */
export function tooLongLine(line: number): string {
  return `table: line ${line} must have at most ${mostLineLength} bytes, got more; break it into rows, or leave columns out`;
}

/** Error message for a quote that is not closed, or closed too early, in the record that begins at `line`. */
export function brokenQuote(line: number): string {
  return `table: line ${line} has a quote that does not end its cell; close it, or double a quote that is part of a cell`;
}
