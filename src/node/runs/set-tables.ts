// Tables of parent sets on disk: scores.bin of a run folder, which later runs of the same data and score take over.
//
// A line of JSON (format, key, d, width) and the table's float64, little endian. Written every two seconds while it grows,
// beside and then renamed, so that it is whole whenever the process ends; rows that are missing are computed then. A table is
// looked for in the run's own folder and in those beside it.

import { readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ParentSetTable, SetTables } from "../../core/index.ts";

const everyMs = 2000;
const format = "wherefore-scores/1";

interface Header {
  readonly format: string;
  readonly key: string;
  readonly d: number;
  readonly width: number;
}

/** Tables of the run whose folder this is, once it has one. */
export function folderTables(folder: () => string | undefined): SetTables {
  let writtenAt = performance.now();
  return {
    read: (key) => {
      const own = folder();
      if (own === undefined) return undefined;
      for (const path of [own, ...foldersBeside(own)]) {
        const found = readSetTable(join(path, "scores.bin"), key);
        if (found) return found;
      }
      return undefined;
    },
    write: (key, table, isLast) => {
      const own = folder();
      if (own === undefined || (!isLast && performance.now() - writtenAt < everyMs)) return;
      writeSetTable(join(own, "scores.bin"), key, table);
      writtenAt = performance.now();
    },
  };
}

export function writeSetTable(path: string, key: string, { d, width, data }: ParentSetTable): void {
  const header = Buffer.from(`${JSON.stringify({ format, key, d, width } satisfies Header)}\n`);
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  writeFileSync(`${path}.part`, Buffer.concat([header, bytes]));
  renameSync(`${path}.part`, path);
}

/** The table in this file if it has this key. */
export function readSetTable(path: string, key: string): ParentSetTable | undefined {
  let file: Buffer;
  try {
    file = readFileSync(path);
  } catch {
    return undefined; // most folders have none
  }
  const end = file.indexOf(10);
  const header = headerOf(file.toString("utf8", 0, Math.max(end, 0)));
  const bytes = file.subarray(end + 1);
  if (header?.format !== format || header.key !== key) return undefined;
  const { d, width } = header;
  if (bytes.length !== 8 * 2 ** d * width) return undefined; // not as we write them: made again
  // A copy begins at an address that float64 can begin at.
  return { d, width, data: new Float64Array(new Uint8Array(bytes).buffer) };
}

function headerOf(line: string): Header | undefined {
  try {
    return JSON.parse(line) as Header;
  } catch {
    return undefined;
  }
}

/** Other folders in the same place, the newest first. */
function foldersBeside(folder: string): string[] {
  const place = dirname(folder);
  return readdirSync(place, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && join(place, entry.name) !== folder)
    .map((entry) => join(place, entry.name))
    .map((path) => ({ path, changed: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => b.changed - a.changed)
    .map(({ path }) => path);
}
