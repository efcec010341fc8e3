// The record of a run in its folder: events.ndjson, a line for each event.

import { appendFileSync, createReadStream, existsSync } from "node:fs";
import { truncate } from "node:fs/promises";
import { join } from "node:path";
import { loggedEvent, type RunEvent } from "../../core/index.ts";

export interface EventLog {
  readonly add: (event: RunEvent) => void;
  /** Writes the step that was held back last. */
  readonly flush: () => void;
  /** Written so far. */
  readonly lines: () => number;
}

export interface EventLogOptions {
  /** Lines that are there already. */
  readonly lines: number;
  /** Milliseconds between two steps. */
  readonly stepMs: number;
  /** Milliseconds since the run began. */
  readonly now: () => number;
}

/** Appends at once, so that the lines survive the process; the file begins with the first of them. The last step of a stage is never left out. */
export function eventLog(folder: string, { lines, stepMs, now }: EventLogOptions): EventLog {
  const path = recordIn(folder);
  let count = lines;
  let written = Number.NEGATIVE_INFINITY;
  let stage = "";
  let held: object | null = null;
  const write = (event: object): void => {
    appendFileSync(path, `${JSON.stringify(event)}\n`);
    count++;
  };
  const flush = (): void => {
    if (held !== null) write(held);
    held = null;
  };
  return {
    flush,
    lines: () => count,
    add: (event) => {
      const ms = Math.round(now());
      const line = loggedEvent(event, ms);
      if (event.type !== "step") {
        flush();
        write(line);
        return;
      }
      if (event.stage === stage && ms - written < stepMs) {
        held = line;
        return;
      }
      if (event.stage !== stage) flush();
      held = null;
      stage = event.stage;
      written = ms;
      write(line);
    },
  };
}

/** Cuts the record of a run that goes on after so many lines, those that its checkpoint knows; the lines that are left. */
export async function cutRecord(folder: string, lines: number): Promise<number> {
  const path = recordIn(folder);
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

function recordIn(folder: string): string {
  return join(folder, "events.ndjson");
}
