// Terms of all parent sets on disk: scores.bin of a run folder, a keyed file (keyed-file.ts) of little-endian float64. Written every
// two seconds while it grows; a later run computes the rows that are missing.

import { join } from "node:path";
import * as z from "zod";
import type { ParentSetTable, SetTables } from "../../core/index.ts";
import { foundIn, readKeyed, writeKeyed } from "./keyed-file.ts";
import { setsInFolder } from "./stored-sets.ts";

const everyMs = 2000;
const fileName = "scores.bin";

const scoresFile = {
  format: "wherefore-scores/2",
  older: "wherefore-scores/1",
  shape: { d: z.number().int().min(1), width: z.number().int().min(1) },
  hashed: ({ d, width }: Shape) => [d, width],
  bytes: ({ d, width }: Shape) => 8 * 2 ** d * width,
};

type Shape = Pick<ParentSetTable, "d" | "width">;

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
  const place = { folder, onWarning };
  let writtenAt = performance.now();
  return {
    read: (key) => foundIn(place, fileName, (path) => readSetTable(path, key))?.content,
    write: (key, { d, width, data }, isLast) => {
      const home = folder();
      if (home === undefined || (!isLast && performance.now() - writtenAt < everyMs)) return;
      const parts = [new Uint8Array(data.buffer, data.byteOffset, data.byteLength)];
      writeKeyed(join(home, fileName), scoresFile, { key, shape: { d, width }, parts }, onWarning);
      writtenAt = performance.now();
    },
    kept: (key, width) => setsInFolder(place, key, width),
  };
}

/** The table in this file, if it has this key; "damaged" if its checksum or format is wrong. */
export function readSetTable(path: string, key: string): ParentSetTable | "damaged" | undefined {
  const numbers = readKeyed(path, key, scoresFile);
  if (typeof numbers !== "object") return numbers;
  // A copy is aligned for float64.
  return { ...numbers.shape, data: new Float64Array(new Uint8Array(numbers.bytes).buffer) };
}
