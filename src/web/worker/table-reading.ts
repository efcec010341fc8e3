// Reads a table from the bytes of a file with core's readers: CSV, TSV, Excel, JSON and NDJSON, each also gzipped. Errors in a file have
// the same messages as on the command line.

import {
  type Cells,
  cellsFromCsv,
  cellsFromJson,
  check,
  checkSize,
  csvShape,
  cutAfterLine,
  encodingOf,
  headBytes,
  InputError,
  isGzip,
  isZip,
  jsonShape,
  type LoadedTable,
  type OtherEncoding,
  type Preface,
  recordCount,
  sheetText,
  type TableLimits,
  type TableOptions,
  tableFormatOf,
  tableFromCells,
  type WorkbookSheet,
} from "../../core/index.ts";
import type { FileLimits, NamedBytes } from "../client/engine-work.ts";

export interface TableText {
  readonly name: string;
  readonly text: string;
  readonly format: "csv" | "json";
  readonly delimiter?: string;
  /** The encoding used if the file is not UTF-8. */
  readonly encoding?: OtherEncoding | undefined;
  /** The sheet that was read, if the file is a workbook, and what precedes its table. */
  readonly workbook?: WorkbookSheet;
  readonly preface?: Preface;
}

/** The bytes, decompressed if they are gzip. */
export async function unpacked(file: Blob, { unpackedBytes }: FileLimits): Promise<Blob> {
  if (!isGzip(await firstBytes(file, 2))) return file;
  check(
    typeof DecompressionStream !== "undefined",
    "table: this browser cannot decompress gzip; decompress the file first",
  );
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  try {
    const reader = file.stream().pipeThrough(new DecompressionStream("gzip")).getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      bytes += next.value.length;
      check(
        bytes <= unpackedBytes,
        `tables: a file must have at most ${unpackedBytes / 1e6} MB after decompression, got more; leave rows out`,
      );
      parts.push(next.value);
    }
  } catch (error) {
    if (error instanceof InputError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new InputError(`table: it must be a whole gzip file, got a broken one (${reason}); copy it again`);
  }
  const out = new Blob(parts);
  check(
    !isGzip(await firstBytes(out, 2)),
    "table: it must be compressed once, got a gzip file in a gzip file; decompress it first",
  );
  return out;
}

/** The text of a file; throws if it is not text or too large. */
export async function tableText({ bytes, name, sheet }: NamedBytes, limits?: FileLimits): Promise<TableText> {
  if (isZip(await firstBytes(bytes, 4))) {
    const options = { shown: name, sheet, most: limits?.unpackedBytes ?? Infinity };
    const { csv, ...facts } = sheetText(new Uint8Array(await bytes.arrayBuffer()), options);
    const text = [...csv].join("");
    if (limits) checkCsvSize(limits, text, ",");
    return { name, text, format: "csv", delimiter: ",", ...facts };
  }
  const head = await firstBytes(bytes, headBytes);
  const whole = new Uint8Array(await bytes.arrayBuffer());
  const encoding = encodingOf(whole) ?? undefined;
  const decoder = new TextDecoder(encoding);
  const start = decoder.decode(head);
  const headText = head.length < headBytes ? start : cutAfterLine(start);
  // A decoder removes a byte-order mark.
  const { format, delimiter } = tableFormatOf({
    shown: name,
    bytes: encoding === undefined ? head : new TextEncoder().encode(headText),
    text: headText,
  });
  check(
    format !== "parquet",
    `table: "${name}" is Parquet, which this browser cannot read; save it as CSV, or open it with wherefore serve`,
  );
  const text = new TextDecoder(encoding).decode(whole);
  if (limits && format === "csv") checkCsvSize(limits, text, delimiter);
  if (limits && format === "json") {
    const { names, rows } = jsonShape(text, name);
    checkSize(limits, rows, names.length);
  }
  return { name, text, format, encoding, ...(delimiter !== undefined && { delimiter }) };
}

/** Checks the size before anything is allocated. */
function checkCsvSize(limits: TableLimits, text: string, delimiter: string | undefined): void {
  const shape = csvShape(text, delimiter);
  checkSize(limits, 0, shape.names.length);
  const isLarge = text.length / 2 > Math.min(limits.rows, limits.cells / Math.max(1, shape.names.length));
  if (isLarge) checkSize(limits, recordCount(text, shape), shape.names.length);
}

/** Columns and rows as in the file, before any check. */
export function cellsIn({
  name,
  text,
  format,
  delimiter,
  encoding,
  workbook,
  preface: above,
}: TableText): Cells {
  const cells = format === "json" ? cellsFromJson(text, name) : cellsFromCsv(text, { delimiter });
  const preface = above || cells.preface ? { ...above, ...cells.preface } : undefined;
  return { ...cells, preface, encoding, workbook };
}

export async function readTable(file: NamedBytes, options: TableOptions): Promise<LoadedTable> {
  return tableFromCells(cellsIn(await tableText(file)), options);
}

async function firstBytes(file: Blob, count: number): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(0, count).arrayBuffer());
}
