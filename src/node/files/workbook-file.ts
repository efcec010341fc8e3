// A sheet of a workbook as a CSV file in a temporary folder.
//
// The bytes of the workbook, which are compressed, are held in memory; the text of the sheet is streamed.

import { createWriteStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { check, type SheetText, sheetText } from "../../core/index.ts";
import { megabytes } from "./input.ts";

/** Maximum size of a workbook. */
const mostBytes = 1e9;

export interface WorkbookFile {
  readonly path: string;
  /** Its name in messages. */
  readonly label: string;
  readonly bytes: number;
  readonly folder: string;
  readonly sheet?: string | undefined;
  /** Maximum number of bytes after decompression. */
  readonly most: number;
}

export interface SheetFile extends Omit<SheetText, "csv"> {
  readonly path: string;
}

export async function sheetFile({
  path,
  label,
  bytes,
  folder,
  sheet,
  most,
}: WorkbookFile): Promise<SheetFile> {
  check(
    bytes <= mostBytes,
    () =>
      `table: "${label}" must have at most ${megabytes(mostBytes)} as a workbook, got ${megabytes(bytes)}; save its sheet as CSV`,
  );
  const { csv, ...facts } = sheetText(await readFile(path), { shown: label, sheet, most });
  const out = join(folder, "sheet.csv");
  await pipeline(Readable.from(csv), createWriteStream(out));
  return { ...facts, path: out };
}
