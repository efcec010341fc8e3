// Detects the shape of delimited text (delimiter, decimal mark, header and names) from its first records; csv.ts states the rules.

import { InputError } from "../../check.ts";
import type { HeaderDoubt, Preface } from "../cells.ts";
import { cellNumber, trimmed } from "./csv-cell.ts";
import { type HeaderChoice, headerOf } from "./csv-header.ts";
import { prefaceLength, unitsIn } from "./csv-preface.ts";
import { type CsvRecord, csvRecords, cutAfterLine, mostLineLength, plainText } from "./csv-records.ts";

export interface CsvShape {
  readonly delimiter: string;
  readonly decimal: "." | ",";
  readonly hasHeader: boolean;
  /** Number of lines before the data; with a header, before the record that precedes the data. */
  readonly skip: number;
  /** What was skipped at the beginning. */
  readonly preface?: Preface;
  /** Present if it is doubtful whether there is a header and the caller did not say. */
  readonly doubt?: HeaderDoubt;
  /** Empty for an empty text. */
  readonly names: readonly string[];
}

const delimiters = [",", ";", "\t", "|"];
const sniffedRecords = 50;

/** The text may be truncated after a record. */
export function csvShape(text: string, delimiter?: string, header: HeaderChoice = "auto"): CsvShape {
  // Truncated so that a reader that has only the first bytes detects the same shape.
  const isLong = text.length > mostLineLength;
  const plain = plainText(isLong ? cutAfterLine(text.slice(0, mostLineLength)) : text);
  const candidates = (delimiter === undefined ? delimiters : [delimiter]).map((d) => sniffed(plain, d));
  const { records, skip, ...best } = candidates.reduce((a, b) => (isMoreLikely(b, a) ? b : a));
  if (records.length === 0) {
    csvRecords(plain, best.delimiter).next(); // throws if the first record is malformed
    return { delimiter: best.delimiter, decimal: ".", hasHeader: false, skip: 0, names: [] };
  }
  const [{ cells, quoted }] = records;
  const { hasHeader, doubt } = headerOf(records, header, (cell) => cellNumber(cell, best.decimal));
  const width = cells.length;
  const generated = (j: number) => `X${String(j + 1).padStart(String(width).length, "0")}`;
  const names = cells.map((cell, j) => (hasHeader && (quoted?.[j] ? cell : trimmed(cell))) || generated(j));
  const units = hasHeader ? unitsIn(records, (cell) => cellNumber(cell, best.decimal)) : null;
  const preface = {
    ...(skip > 0 && { lines: skip, first: trimmed(plain.slice(0, plain.indexOf("\n"))) }),
    ...(units && { units: units.cells.map(trimmed) }),
  };
  return {
    delimiter: best.delimiter,
    decimal: best.decimal,
    hasHeader,
    skip: units ? units.line - 1 : skip,
    ...(Object.keys(preface).length > 0 && { preface }),
    ...(doubt && { doubt }),
    names,
  };
}

interface Candidate {
  readonly delimiter: string;
  readonly decimal: "." | ",";
  readonly records: readonly CsvRecord[];
  /** Number of lines before the first record. */
  readonly skip: number;
  /** Every record has as many cells as the first, and more than one. */
  readonly isRegular: boolean;
  /** Share of the cells that are numbers or missing. */
  readonly numeric: number;
}

function sniffed(text: string, delimiter: string): Candidate {
  const { records: all, isBroken } = firstRecords(text, delimiter);
  const records = all.slice(prefaceLength(all));
  const cells = records.flatMap((record) => record.cells);
  const decimal = delimiter === ";" && cells.some((cell) => /^\s*[+-]?\d*,\d+\s*$/.test(cell)) ? "," : ".";
  const width = records[0]?.cells.length ?? 0;
  return {
    delimiter,
    decimal,
    records,
    skip: records.length === all.length ? 0 : records[0].line - 1,
    isRegular: !isBroken && width > 1 && records.every((record) => record.cells.length === width),
    numeric:
      cells.filter((cell) => cellNumber(cell, decimal) !== undefined).length / Math.max(1, cells.length),
  };
}

/** The first records; `isBroken` instead of an error for a misplaced quote, which may be valid under another delimiter. */
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
  // Split at commas, a text with semicolons and decimal commas has a header of one cell, which looks like a preface.
  if (a.isRegular && a.skip > 0 !== b.skip > 0) return b.skip > 0;
  if (a.isRegular && a.numeric !== b.numeric) return a.numeric > b.numeric;
  return widthOf(a) > widthOf(b);
}
