// The record of a run in its folder: events.ndjson, one line for each recorded event (core/engine/record-events.ts).

import { appendFileSync, createReadStream, existsSync, statSync } from "node:fs";
import { truncate } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type LoggedEvent, type RunEvent, recordCourse, recordEvents } from "../../core/index.ts";

export interface EventLogOptions {
  /** Number of lines already in the file. */
  readonly lines: number;
  /** Milliseconds between two recorded steps without improvement, while the record is small (core/engine/record-events.ts). */
  readonly stepMs: number;
  /** Milliseconds since the run began. */
  readonly now: () => number;
  /** Called with every line as it is written, and its number from 1. */
  readonly onLine?: ((event: LoggedEvent, line: number) => void) | undefined;
}

/** Appends each line immediately, so that it survives the process; the file is created with the first one. */
export function eventLog(folder: string, { lines, stepMs, now, onLine }: EventLogOptions) {
  const path = recordOf(folder);
  let count = lines;
  let bytes = lines === 0 ? 0 : statSync(path).size;
  const write = (event: LoggedEvent): void => {
    const text = `${JSON.stringify(event)}\n`;
    appendFileSync(path, text);
    bytes += Buffer.byteLength(text);
    count++;
    onLine?.(event, count);
  };
  const { add, flush } = recordEvents(write, { stepMs, bytes: () => bytes });
  return {
    /** Writes the step that is still held back, if any. */
    flush,
    /** Number of lines written so far. */
    lines: (): number => count,
    add: (event: RunEvent): void => add(event, Math.round(now())),
  };
}

/** Truncates the record of a resumed run to the lines of its checkpoint; returns the number of remaining lines. */
export async function cutRecord(folder: string, lines: number): Promise<number> {
  const path = recordOf(folder);
  if (!existsSync(path)) return 0;
  const { at, count } = await endOfLine(path, lines);
  await truncate(path, at);
  return count;
}

/** The offset at which the first `lines` lines end, or all of them if there are fewer. */
async function endOfLine(path: string, lines: number): Promise<{ at: number; count: number }> {
  let [at, count, before] = [0, 0, 0];
  if (lines === 0) return { at, count };
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    for (let k = chunk.indexOf(10); k >= 0; k = chunk.indexOf(10, k + 1)) {
      at = before + k + 1;
      count++;
      if (count === lines) return { at, count };
    }
    before += chunk.length;
  }
  return { at, count };
}

/** The course of the run in this folder, from its record. */
export function courseOf(folder: string): ReturnType<typeof recordCourse> {
  const path = recordOf(folder);
  if (!existsSync(path)) return recordCourse([]);
  return recordCourse(createInterface({ input: createReadStream(path), crlfDelay: Infinity }));
}

/** The path of the record of the run in this folder. */
export function recordOf(folder: string): string {
  return join(folder, "events.ndjson");
}
