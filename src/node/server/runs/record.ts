// The records of runs, events.ndjson, for late watchers: each is read once for all watchers, thinned while it is read
// (core/engine/replay-lines.ts), and cached in memory. Later events of the run's process are appended to the cache.
//
// The total size of the cache is limited; beyond it the least recently used record is evicted, and read again when needed.

import { createReadStream } from "node:fs";
import { type LoggedEvent, type RecordLine, type ReplayLines, replayLines } from "../../../core/index.ts";

export interface RunRecord {
  /** The lines after this one, thinned. */
  readonly lines: (after: number) => Promise<readonly RecordLine[]>;
  /** Adds a line that was written to the file. */
  readonly add: (event: LoggedEvent, line: number) => void;
  /** Evicts the record, because the file has changed in another way. */
  readonly forget: () => void;
}

export interface RecordsOptions {
  /** Maximum number of cached characters. */
  readonly most?: number;
  readonly read?: (path: string) => AsyncIterable<Buffer>;
}

interface Entry {
  readonly replay: Promise<ReplayLines>;
  /** Characters; 0 until it is read. */
  size: number;
}

export function openRecords({
  most = 64e6,
  read = bytesOf,
}: RecordsOptions = {}): (path: string) => RunRecord {
  /** The least recently used first. */
  const entries = new Map<string, Entry>();
  const keepWithin = (): void => {
    let total = [...entries.values()].reduce((sum, { size }) => sum + size, 0);
    for (const [path, { size }] of entries) {
      if (total <= most) return;
      entries.delete(path);
      total -= size;
    }
  };
  const opened = (path: string): Entry => {
    const entry: Entry = { replay: readLines(read(path)), size: 0 };
    entries.set(path, entry);
    entry.replay.then(
      (replay) => {
        entry.size = replay.size();
        keepWithin();
      },
      () => entries.get(path) === entry && entries.delete(path),
    );
    return entry;
  };
  return (path) => ({
    lines: async (after) => {
      const entry = entries.get(path) ?? opened(path);
      if (entries.delete(path)) entries.set(path, entry);
      return (await entry.replay).after(after);
    },
    add: (event, line) => {
      const entry = entries.get(path);
      if (entry === undefined) return;
      const text = JSON.stringify(event);
      entry.replay.then(
        (replay) => {
          replay.add(line, text);
          entry.size = replay.size();
        },
        () => {},
      );
    },
    forget: () => void entries.delete(path),
  });
}

async function readLines(chunks: AsyncIterable<Buffer>): Promise<ReplayLines> {
  const replay = replayLines();
  let rest: Buffer = Buffer.alloc(0);
  let line = 0;
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([rest, chunk]);
    let at = 0;
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, at)) {
      line++;
      // A separate string: a slice would keep the whole larger one in memory.
      replay.add(line, bytes.toString("utf8", at, end));
      at = end + 1;
    }
    rest = bytes.subarray(at);
  }
  return replay;
}

/** The bytes of a file; empty if it does not exist. */
async function* bytesOf(path: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(path) as AsyncIterable<Buffer>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}
