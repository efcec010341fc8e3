// The record of a run in its folder: events.ndjson, a line for each event that it keeps (core/engine/record-events.ts).

import { appendFileSync, createReadStream, existsSync, statSync } from "node:fs";
import { truncate } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type LoggedEvent, type RunEvent, recordCourse, recordEvents } from "../../core/index.ts";

export interface EventLogOptions {
  /** Lines that are there already. */
  readonly lines: number;
  /** Milliseconds between two steps that improve nothing, as long as the record is small (core/engine/record-events.ts). */
  readonly stepMs: number;
  /** Milliseconds since the run began. */
  readonly now: () => number;
  /** Told of every line as it is written, with its number from 1. */
  readonly onLine?: ((event: LoggedEvent, line: number) => void) | undefined;
}

/** Appends at once, so that the lines survive the process; the file begins with the first of them. */
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
    /** Writes the step that was held back last. */
    flush,
    /** Written so far. */
    lines: (): number => count,
    add: (event: RunEvent): void => add(event, Math.round(now())),
  };
}

/** Cuts the record of a run that is resumed after so many lines, those of its checkpoint; the lines that are left. */
export async function cutRecord(folder: string, lines: number): Promise<number> {
  const path = recordOf(folder);
  if (!existsSync(path)) return 0;
  const { at, count } = await endOfLine(path, lines);
  await truncate(path, at);
  return count;
}

/** Where that many lines end, or all there are where they are fewer. */
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

/** The course of the run in this folder, by its record. */
export function courseOf(folder: string): ReturnType<typeof recordCourse> {
  const path = recordOf(folder);
  if (!existsSync(path)) return recordCourse([]);
  return recordCourse(createInterface({ input: createReadStream(path), crlfDelay: Infinity }));
}

/** The record of the run in this folder. */
export function recordOf(folder: string): string {
  return join(folder, "events.ndjson");
}
