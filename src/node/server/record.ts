// The records of runs, events.ndjson, for those who come later: each is read once, however many ask, thinned as it is read
// (core/engine/told-lines.ts), and kept in memory. What the process of a run tells afterwards is added there.
//
// All of them together have a bound; beyond it the one that was asked for least recently is forgotten, and read again when
// somebody asks.

import { createReadStream } from "node:fs";
import {
  type LoggedEvent,
  type RecordLine,
  recordedType,
  type ToldLines,
  toldLines,
} from "../../core/index.ts";

export interface RunRecord {
  /** The lines after one that is known, thinned. */
  readonly lines: (after: number) => Promise<readonly RecordLine[]>;
  /** A line that has been written. */
  readonly add: (event: LoggedEvent, line: number) => void;
  /** The file has changed otherwise: it is read again. */
  readonly forget: () => void;
}

export interface RecordsOptions {
  /** Characters of all that is kept. */
  readonly most?: number;
  readonly read?: (path: string) => AsyncIterable<Buffer>;
}

interface Kept {
  readonly told: Promise<ToldLines>;
  /** Once it is read. */
  size: number;
}

export function openRecords({
  most = 64e6,
  read = bytesOf,
}: RecordsOptions = {}): (path: string) => RunRecord {
  /** The one asked for least recently first. */
  const known = new Map<string, Kept>();
  const keepWithin = (): void => {
    let total = [...known.values()].reduce((sum, { size }) => sum + size, 0);
    for (const [path, { size }] of known) {
      if (total <= most) return;
      known.delete(path);
      total -= size;
    }
  };
  const started = (path: string): Kept => {
    const kept: Kept = { told: readLines(read(path)), size: 0 };
    known.set(path, kept);
    kept.told.then(
      (told) => {
        kept.size = told.size();
        keepWithin();
      },
      () => known.get(path) === kept && known.delete(path),
    );
    return kept;
  };
  return (path) => ({
    lines: async (after) => {
      const kept = known.get(path) ?? started(path);
      if (known.delete(path)) known.set(path, kept);
      return (await kept.told).after(after);
    },
    add: (event, line) => {
      const kept = known.get(path);
      const text = kept && JSON.stringify(event);
      kept?.told.then(
        (told) => {
          told.add({ line, type: event.type, text: text! });
          kept.size = told.size();
        },
        () => {},
      );
    },
    forget: () => void known.delete(path),
  });
}

async function readLines(chunks: AsyncIterable<Buffer>): Promise<ToldLines> {
  const told = toldLines();
  let rest: Buffer = Buffer.alloc(0);
  let line = 0;
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([rest, chunk]);
    let at = 0;
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, at)) {
      // A text of its own: part of a larger one would keep all of that in memory.
      const text = bytes.toString("utf8", at, end);
      const type = recordedType(text);
      line++;
      at = end + 1;
      // Not the last words of a process that was killed.
      if (type !== undefined) told.add({ line, type, text });
    }
    rest = bytes.subarray(at);
  }
  return told;
}

/** The bytes of a file, as they are read; nothing where there is none. */
async function* bytesOf(path: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(path) as AsyncIterable<Buffer>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}
