// One pass over the bytes of a table's text before DuckDB reads it, for what DuckDB does not bear: a line that does not end
// (it is left out without a word where it is the last, and takes gigabytes where it is not), brackets in brackets (at many
// thousands the process is ended by a signal), a record of JSON without end, and many thousands of keys (minutes).

import { createReadStream } from "node:fs";
import { InputError, mostLineLength, mostNesting, tooLongLine, tooNested } from "../../core/index.ts";

/** Bytes of a record of JSON; DuckDB is told the same. */
export const mostRecordBytes: number = 2 ** 22;

const chunkBytes = 2 ** 20;
const [newline, carriage, quote, backslash, comma] = [10, 13, 34, 92, 44];
const [openList, closeList, openObject, closeObject] = [91, 93, 123, 125];

/** Refuses CSV with a line that is longer than any of a table. */
export async function checkLines(path: string): Promise<void> {
  let begin = 0; // of the line that goes on
  let offset = 0;
  // Lines within a chunk are short enough by themselves.
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
  /** Refuses so many different keys of all records together; asked now and then. */
  readonly checkCount: (keys: number) => void;
}

/** Refuses JSON that is nested too deep, has too long a record, or more keys than are taken. */
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
        // JSON has no line end in a string: a broken one ends there, as it does for whoever reads line by line.
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

/** The number of the line that begins at a place; \r\n is one end. */
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
