// Terms of all parent sets on disk: scores.bin of a run folder, reused by later runs with the same data and score.
//
// A line of JSON (format, key, d, width, and the SHA-256 of key, d, width and table), then the table as little-endian float64.
// Written every two seconds while it grows; a later run computes the rows that are missing. A table is looked for in the run's
// own folder and in its sibling folders. A damaged one is not used: its numbers are recomputed.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import * as z from "zod";
import type { ParentSetTable, SetTables } from "../../core/index.ts";
import { writeDurablySync } from "../files/durable.ts";
import { faultSentence } from "../files/fault.ts";
import { setsInFolder } from "./stored-sets.ts";

const everyMs = 2000;
const format = "wherefore-scores/2";
/** The format of earlier versions, whose numbers are not used. */
const olderFormat = '{"format":"wherefore-scores/1"';

const headerSchema = z.strictObject({
  format: z.literal(format),
  key: z.string(),
  d: z.number().int().min(1),
  width: z.number().int().min(1),
  sha256: z.string(),
});

/**
 * Tables in the folder of a run, once it has one; a damaged file or a fault of the disk is a warning.
 *
 * @example
 * ```js
 * const tables = folderTables(() => undefined);
 * tables.read("no folder yet"); // undefined
 * ```
 */
export function folderTables(
  folder: () => string | undefined,
  onWarning: (sentence: string) => void = () => {},
): SetTables {
  let writtenAt = performance.now();
  return {
    read: (key) => {
      const home = folder();
      if (home === undefined) return undefined;
      for (const path of [home, ...foldersBeside(home)]) {
        const table = readSetTable(join(path, "scores.bin"), key);
        if (table === "damaged")
          onWarning(`${join(path, "scores.bin")}: the file is damaged; its numbers are recomputed`);
        else if (table) return table;
      }
      return undefined;
    },
    write: (key, table, isLast) => {
      const home = folder();
      if (home === undefined || (!isLast && performance.now() - writtenAt < everyMs)) return;
      const path = join(home, "scores.bin");
      try {
        writeSetTable(path, key, table);
      } catch (error) {
        const sentence = faultSentence(error, path);
        if (sentence === null) throw error;
        onWarning(`${sentence} (the search continues; later runs recompute these numbers)`);
      }
      writtenAt = performance.now();
    },
    kept: (key, width) => setsInFolder({ folder, beside: foldersBeside, onWarning }, key, width),
  };
}

function writeSetTable(path: string, key: string, { d, width, data }: ParentSetTable): void {
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  const header = { format, key, d, width, sha256: hashOf(key, d, width, bytes) };
  writeDurablySync(path, [Buffer.from(`${JSON.stringify(header)}\n`), bytes]);
}

/** The table in this file, if it has this key; "damaged" if its checksum or format is wrong. */
export function readSetTable(path: string, key: string): ParentSetTable | "damaged" | undefined {
  let file: Buffer;
  try {
    file = readFileSync(path);
  } catch {
    return undefined; // most folders have no such file
  }
  const end = file.indexOf(10);
  const line = file.toString("utf8", 0, Math.max(end, 0));
  if (line.startsWith(olderFormat)) return undefined;
  const header = headerOf(line);
  if (header === undefined) return "damaged";
  if (header.key !== key) return undefined;
  const { d, width } = header;
  // A copy is aligned for float64.
  const bytes = new Uint8Array(file.subarray(end + 1));
  if (bytes.length !== 8 * 2 ** d * width || header.sha256 !== hashOf(key, d, width, bytes)) return "damaged";
  return { d, width, data: new Float64Array(bytes.buffer) };
}

function headerOf(line: string): z.output<typeof headerSchema> | undefined {
  try {
    return headerSchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

function hashOf(key: string, d: number, width: number, bytes: Uint8Array): string {
  return createHash("sha256")
    .update(JSON.stringify([key, d, width]))
    .update(bytes)
    .digest("hex");
}

/** Sibling folders, the newest first. */
function foldersBeside(folder: string): string[] {
  const place = dirname(folder);
  return readdirSync(place, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && join(place, entry.name) !== folder)
    .map((entry) => join(place, entry.name))
    .map((path) => ({ path, changed: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => b.changed - a.changed)
    .map(({ path }) => path);
}
