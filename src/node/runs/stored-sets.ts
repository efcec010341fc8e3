// Terms of parent sets that a search requests one by one, on disk: terms.bin of a run folder, a keyed file (keyed-file.ts).
//
// A record for each set: 32 bytes for every 256 variables or part thereof, one bit per variable (variable 0 is the lowest of the
// first byte), and `width` float64, little-endian. Written every ten seconds while it grows, and at the end.

import { join } from "node:path";
import * as z from "zod";
import type { FlushedSets } from "../../core/index.ts";
import { foundIn, type KeyedPlace, readKeyed, writeKeyed } from "./keyed-file.ts";

const everyMs = 10_000;
/** Maximum number of bytes; further sets are not stored. */
const mostBytes = 2 ** 28;
const fileName = "terms.bin";

type SetRow = readonly [parents: readonly number[], row: Float64Array];

function termsFile(width: number) {
  return {
    format: "wherefore-terms/1",
    shape: { width: z.literal(width), count: z.number().int().min(0) },
    hashed: () => [width],
    bytes: ({ count }: { readonly count: number }) => count * recordBytes(width),
  };
}

export function setsInFolder(place: KeyedPlace, key: string, width: number): FlushedSets {
  const records: Uint8Array[] = [];
  const mostRecords = Math.floor(mostBytes / recordBytes(width));
  let written = 0;
  let writtenAt = performance.now();
  const flush = () => {
    const home = place.folder();
    if (home === undefined || records.length <= written) return;
    const content = { key, shape: { width, count: records.length }, parts: records };
    writeKeyed(join(home, fileName), termsFile(width), content, place.onWarning);
    written = records.length;
    writtenAt = performance.now();
  };
  return {
    known: () => {
      const found = foundIn(place, fileName, (path) => readStoredSets(path, key, width));
      if (found === undefined) return [];
      records.push(...found.content.map((set) => recordOf(set, width)));
      if (found.isOwn) written = records.length;
      return found.content;
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
  const numbers = readKeyed(path, key, termsFile(width));
  if (typeof numbers !== "object") return numbers;
  const { shape, bytes } = numbers;
  const each = recordBytes(width);
  return Array.from({ length: shape.count }, (_, k) =>
    setOf(bytes.subarray(k * each, (k + 1) * each), width),
  );
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
