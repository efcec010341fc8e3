// The shape of delimited text: delimiter, decimal mark, header and names, from its first records; csv.ts has the rules.

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
  /** Lines before the one record that is passed over where there is a header, or before the data. */
  readonly skip: number;
  /** What was left out at the beginning. */
  readonly preface?: Preface;
  /** Where it was in doubt whether there is a header, and the caller did not say. */
  readonly doubt?: HeaderDoubt;
  /** Empty for an empty text. */
  readonly names: readonly string[];
}

const delimiters = [",", ";", "\t", "|"];
const sniffedRecords = 50;

/** Delimiter, decimal mark, header and names, from the first records; the text may be cut after a record. */
export function csvShape(text: string, delimiter?: string, header: HeaderChoice = "auto"): CsvShape {
  // A reader that has the first bytes only finds the same.
  const isLong = text.length > mostLineLength;
  const plain = plainText(isLong ? cutAfterLine(text.slice(0, mostLineLength)) : text);
  const candidates = (delimiter === undefined ? delimiters : [delimiter]).map((d) => sniffed(plain, d));
  const { records, skip, ...best } = candidates.reduce((a, b) => (isMoreLikely(b, a) ? b : a));
  if (records.length === 0) {
    csvRecords(plain, best.delimiter).next(); // says what is wrong with the first record, where there is one
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
  /** Lines before the first of the records. */
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
  // Of a text with semicolons and decimal commas, the names alone have no comma.
  if (a.isRegular && a.skip > 0 !== b.skip > 0) return b.skip > 0;
  if (a.isRegular && a.numeric !== b.numeric) return a.numeric > b.numeric;
  return widthOf(a) > widthOf(b);
}
