// Detects the format of a table's file, and refuses files of other kinds.
//
// The format comes from the content if that is certain (Parquet and gzip begin with magic bytes), then from the
// extension, then from the first characters.

import { check } from "../../check.ts";
import { mostLineLength, tooLongLine } from "./csv-records.ts";
import { csvShape } from "./csv-shape.ts";

export type TableFormat = "csv" | "parquet" | "json";

/** Formats by file extension. A workbook is read as CSV (data/workbook). */
export const tableFormats: Readonly<Record<string, TableFormat | "workbook">> = {
  csv: "csv",
  tsv: "csv",
  tab: "csv",
  xlsx: "workbook",
  xlsm: "workbook",
  parquet: "parquet",
  pq: "parquet",
  json: "json",
  ndjson: "json",
  jsonl: "json",
};

/** Number of leading bytes from which the format is detected. */
export const headBytes: number = mostLineLength;

/** The first bytes of a file, and their text; the text of a longer file is cut after a line. */
export interface FileHead {
  /** Name of the file. */
  readonly shown: string;
  readonly bytes: Uint8Array;
  /** With U+FFFD for bytes that are not UTF-8. */
  readonly text: string;
}

export interface FormatDetection {
  readonly format: TableFormat;
  /** The delimiter that the extension implies, if any. */
  readonly delimiter?: string;
}

/** Refuses files that are not tables. */
export function tableFormatOf(head: FileHead): FormatDetection {
  const { shown, text } = head;
  const extension = tableExtension(shown);
  const format = formatOf(head, extension);
  if (format !== "parquet") checkUtf8(shown, text);
  const isCut = head.bytes.length >= headBytes && !/[\r\n]/.test(text);
  check(format !== "csv" || !isCut, () => tooLongLine(1));
  const isTabbed = (extension === "tsv" || extension === "tab") && text.split(/[\r\n]/, 1)[0].includes("\t");
  return { format, ...(isTabbed && { delimiter: "\t" }) };
}

/** Refuses text decoded from bytes that are not UTF-8. */
export function checkUtf8(shown: string, text: string): void {
  check(!text.includes("\uFFFD"), () => {
    const line = text.slice(0, text.indexOf("\uFFFD")).split("\n").length;
    return `table: "${shown}" must be UTF-8 text, got other bytes in line ${line}; save it as UTF-8`;
  });
}

export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

function formatOf({ shown, bytes, text }: FileHead, extension: string): TableFormat {
  if (startsWith(bytes, "PAR1")) return "parquet";
  const known = tableFormats[extension];
  check(
    known !== "parquet" || bytes.length === 0,
    `table: "${shown}" must be a Parquet file, got other bytes; check that the file is complete`,
  );
  check(!startsWith(bytes, compoundFile), () =>
    known === "workbook"
      ? notTable(shown, "a workbook with a password", "save it without one")
      : notTable(
          shown,
          "an old Excel workbook (.xls), or one with a password",
          "save it as .xlsx without one, or as CSV",
        ),
  );
  check(!bytes.includes(0), notTable(shown, "a binary file of another kind", "save it as CSV"));
  // Programs that write text under such a name exist.
  if (known !== undefined && known !== "workbook") return known;
  if (/^\uFEFF?\s*[[{]/.test(text)) return "json";
  check(
    text.trim() === "" || csvShape(text).names.length > 1,
    notTable(
      shown,
      `text without columns and the extension "${extension}"`,
      "separate its cells by comma, or rename it",
    ),
  );
  return "csv";
}

/** Error message for a file of another kind. */
export function notTable(shown: string, got: string, way: string): string {
  return `table: "${shown}" must be CSV, TSV, Excel (.xlsx), Parquet, JSON or NDJSON (each also .gz), got ${got}; ${way}`;
}

/** The first bytes of Microsoft's compound files: .xls, and workbooks with a password. */
const compoundFile = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";

/** Extension in lower case, without the dot and ignoring .gz. */
export function tableExtension(name: string): string {
  const base = name.split(/[/\\]/).at(-1)!.toLowerCase();
  return /\.([^.]+)$/.exec(base.replace(/\.gz$/, ""))?.[1] ?? "";
}

function startsWith(bytes: Uint8Array, letters: string): boolean {
  return [...letters].every((letter, k) => bytes[k] === letter.charCodeAt(0));
}
