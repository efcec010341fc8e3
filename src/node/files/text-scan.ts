// One pass over the bytes of a text table before DuckDB reads it, to reject input that DuckDB does not handle: a line without
// end (silently dropped if it is the last, and gigabytes of memory if not), deep nesting (at many thousands of brackets the
// process crashes), a JSON record without end, and many thousands of keys (which take minutes).

import { createReadStream } from "node:fs";
import { InputError, mostLineLength, mostNesting, tooLongLine, tooNested } from "../../core/index.ts";

/** Maximum number of bytes of a JSON record; DuckDB is given the same limit. */
export const mostRecordBytes: number = 2 ** 22;

const chunkBytes = 2 ** 20;
const [newline, carriage, quote, backslash, comma] = [10, 13, 34, 92, 44];
const [openList, closeList, openObject, closeObject] = [91, 93, 123, 125];

/** Rejects CSV with a line longer than mostLineLength. */
export async function checkLines(path: string): Promise<void> {
  let begin = 0; // of the line that continues into this chunk
  let offset = 0;
  // Lines within a chunk are short enough.
  for await (const chunk of chunksOf(path)) {
    const [first, last] = [firstEnd(chunk), lastEnd(chunk)];
    const end = offset + (first === -1 ? chunk.length : first);
    if (end - begin > mostLineLength) throw new InputError(tooLongLine(await lineAt(path, begin)));
    if (last !== -1) begin = offset + last + 1;
    offset += chunk.length;
  }
}

export interface RecordLimits {
  readonly label: string;
  /** Throws if all records together have too many distinct keys; called after each chunk. */
  readonly checkCount: (keys: number) => void;
}

/** Rejects JSON that is nested too deeply, or has too long a record or too many keys. */
export async function checkRecords(path: string, { label, checkCount }: RecordLimits): Promise<void> {
  const keys = new Set<number>();
  let [depth, base, hash, length, records] = [0, -1, 0, 0, 0];
  let [isString, isEscaped, isKey] = [false, false, false];
  const where = `table: "${label}"`;
  for await (const chunk of chunksOf(path)) {
    for (let k = 0; k < chunk.length; k++) {
      const byte = chunk[k];
      length++;
      if (isString) {
        // JSON strings contain no newline: an unterminated one ends there, as it does for a line-by-line reader.
        if (isEscaped) isEscaped = false;
        else if (byte === backslash) isEscaped = true;
        else if (byte === quote || byte === newline) {
          isString = false;
          if (isKey && byte === quote) keys.add(hash);
          isKey = false;
          continue;
        }
        hash = (Math.imul(hash ^ byte, 0x01000193) >>> 0) + (isEscaped ? 1 : 0);
        continue;
      }
      if (byte === quote) {
        isString = true;
        hash = 0x811c9dc5;
      } else if (byte === openList || byte === openObject) {
        if (base === -1) base = byte === openList ? 1 : 0;
        if (depth++ === base) {
          length = 0;
          records++;
          isKey = true;
        }
        if (depth > mostNesting) throw new InputError(tooNested(where));
      } else if (byte === closeList || byte === closeObject) {
        depth = Math.max(0, depth - 1);
        if (depth === base) length = 0;
      } else if (byte === comma) isKey = depth === base + 1;
    }
    if (length > mostRecordBytes) {
      throw new InputError(
        `${where} must have at most ${mostRecordBytes} bytes in a record, got more in record ${records}; write a record for each row`,
      );
    }
    checkCount(keys.size);
  }
}

function chunksOf(path: string, end?: number): AsyncIterable<Buffer> {
  return createReadStream(path, { highWaterMark: chunkBytes, ...(end !== undefined && { end }) });
}

function firstEnd(chunk: Buffer): number {
  const [first, second] = [chunk.indexOf(newline), chunk.indexOf(carriage)];
  return first === -1 ? second : second === -1 ? first : Math.min(first, second);
}

function lastEnd(chunk: Buffer): number {
  return Math.max(chunk.lastIndexOf(newline), chunk.lastIndexOf(carriage));
}

/** The number of the line that begins at this offset; \r\n counts as one line ending. */
async function lineAt(path: string, begin: number): Promise<number> {
  if (begin === 0) return 1;
  let lines = 1;
  let before = 0;
  for await (const chunk of chunksOf(path, begin - 1)) {
    for (const byte of chunk) {
      if (byte === carriage || (byte === newline && before !== carriage)) lines++;
      before = byte;
    }
  }
  return lines;
}
