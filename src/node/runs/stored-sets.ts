// Terms of parent sets that a search requests one by one, on disk: terms.bin of a run folder, reused when the run is resumed
// and by later runs with the same data and score.
//
// A line of JSON (format, key, width, count, and the SHA-256 of key, width and the records), then a record for each set: 32
// bytes for every 256 variables or part thereof, one bit per variable (variable 0 is the lowest of the first byte), and
// `width` float64, little-endian. Written every ten seconds while it grows, and at the end. It is looked for in the run's own
// folder and in its sibling folders. A damaged file is not used: its numbers are recomputed.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import type { FlushedSets } from "../../core/index.ts";
import { writeDurablySync } from "../files/durable.ts";
import { faultSentence } from "../files/fault.ts";

const everyMs = 10_000;
const format = "wherefore-terms/1";
/** Maximum number of bytes; further sets are not stored. */
const mostBytes = 2 ** 28;
const fileName = "terms.bin";

const headerSchema = z.strictObject({
  format: z.literal(format),
  key: z.string(),
  width: z.number().int().min(1),
  count: z.number().int().min(0),
  sha256: z.string(),
});

export interface StoredSetsPlace {
  /** The run's own folder, once it has one. */
  readonly folder: () => string | undefined;
  /** Sibling folders, the newest first. */
  readonly beside: (folder: string) => readonly string[];
  readonly onWarning: (sentence: string) => void;
}

type SetRow = readonly [parents: readonly number[], row: Float64Array];

export function setsInFolder(
  { folder, beside, onWarning }: StoredSetsPlace,
  key: string,
  width: number,
): FlushedSets {
  const records: Uint8Array[] = [];
  const mostRecords = Math.floor(mostBytes / recordBytes(width));
  let written = 0;
  let writtenAt = performance.now();
  const write = (home: string) => {
    const path = join(home, fileName);
    try {
      writeDurablySync(path, [Buffer.from(headerLine(key, width, records)), ...records]);
    } catch (error) {
      const sentence = faultSentence(error, path);
      if (sentence === null) throw error;
      onWarning(`${sentence} (the search continues; later runs recompute these numbers)`);
    }
    written = records.length;
    writtenAt = performance.now();
  };
  const flush = () => {
    const home = folder();
    if (home !== undefined && records.length > written) write(home);
  };
  return {
    known: () => {
      const home = folder();
      if (home === undefined) return [];
      for (const place of [home, ...beside(home)]) {
        const sets = readStoredSets(join(place, fileName), key, width);
        if (sets === "damaged")
          onWarning(`${join(place, fileName)}: the file is damaged; its numbers are recomputed`);
        else if (sets) {
          records.push(...sets.map((set) => recordOf(set, width)));
          if (place === home) written = records.length;
          return sets;
        }
      }
      return [];
    },
    put: (parents, row) => {
      if (records.length < mostRecords) records.push(recordOf([parents, row], width));
      if (performance.now() - writtenAt >= everyMs) flush();
    },
    flush,
  };
}

/** The sets in this file, if it has this key; "damaged" if its checksum or format is wrong. */
export function readStoredSets(path: string, key: string, width: number): SetRow[] | "damaged" | undefined {
  let file: Buffer;
  try {
    file = readFileSync(path);
  } catch {
    return undefined; // most folders have no such file
  }
  const end = file.indexOf(10);
  const header = headerOf(file.toString("utf8", 0, Math.max(end, 0)));
  if (header === undefined) return "damaged";
  if (header.key !== key) return undefined;
  const bytes = file.subarray(end + 1);
  const each = recordBytes(width);
  const { count } = header;
  const isWhole = header.width === width && bytes.length === count * each;
  if (!isWhole || header.sha256 !== hashOf(key, width, [bytes])) return "damaged";
  return Array.from({ length: count }, (_, k) => setOf(bytes.subarray(k * each, (k + 1) * each), width));
}

function maskBytes(width: number): number {
  return 32 * Math.ceil(width / 256);
}

function recordBytes(width: number): number {
  return maskBytes(width) + 8 * width;
}

function recordOf([parents, row]: SetRow, width: number): Uint8Array {
  const record = new Uint8Array(recordBytes(width));
  for (const i of parents) record[i >> 3] |= 1 << (i & 7);
  record.set(new Uint8Array(row.buffer, row.byteOffset, row.byteLength), maskBytes(width));
  return record;
}

function setOf(record: Uint8Array, width: number): SetRow {
  const parents = Array.from({ length: width }, (_, i) => i).filter((i) => (record[i >> 3] >> (i & 7)) & 1);
  // A copy is aligned for float64.
  return [parents, new Float64Array(new Uint8Array(record.subarray(maskBytes(width))).buffer)];
}

function headerLine(key: string, width: number, records: readonly Uint8Array[]): string {
  const header = { format, key, width, count: records.length, sha256: hashOf(key, width, records) };
  return `${JSON.stringify(header)}\n`;
}

function headerOf(line: string): z.output<typeof headerSchema> | undefined {
  try {
    return headerSchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

function hashOf(key: string, width: number, parts: readonly Uint8Array[]): string {
  const hash = createHash("sha256").update(JSON.stringify([key, width]));
  for (const part of parts) hash.update(part);
  return hash.digest("hex");
}
