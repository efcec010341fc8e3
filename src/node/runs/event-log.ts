// The record of a run in its folder: events.ndjson, a line for each event.

import { appendFileSync, createReadStream, existsSync } from "node:fs";
import { open, truncate } from "node:fs/promises";
import { join } from "node:path";
import {
  checkpointLines,
  isSign,
  loggedEvent,
  type RunEvent,
  type TracePoint,
  traceInto,
} from "../../core/index.ts";

export interface EventLog {
  readonly add: (event: RunEvent) => void;
  /** Writes the step that was held back last. */
  readonly flush: () => void;
  /** Written so far. */
  readonly lines: () => number;
  readonly trace: readonly TracePoint[];
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
  const trace: TracePoint[] = [];
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
    trace,
    flush,
    lines: () => count,
    add: (event) => {
      if (isSign(event)) {
        flush();
        return;
      }
      const ms = Math.round(now());
      const line = loggedEvent(event, ms);
      traceInto(trace, event, now());
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

/** Cuts the record of a run that goes on where its checkpoint is, and to nothing where it has none; the lines that are left. */
export async function cutRecord(folder: string): Promise<number> {
  const path = recordIn(folder);
  if (!existsSync(path)) return 0;
  const lines = checkpointLines(await headOf(join(folder, "checkpoint.bin")));
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

/** The first characters of a file; none where there is none. */
async function headOf(path: string): Promise<string> {
  if (!existsSync(path)) return "";
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(100), 0, 100, 0);
    return buffer.toString("latin1", 0, bytesRead);
  } finally {
    await file.close();
  }
}

function recordIn(folder: string): string {
  return join(folder, "events.ndjson");
}
