// The course of the best score of a run, from its record: of all its sittings, whoever made them.

import { createReadStream, existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { type LoggedEvent, type TracePoint, traceInto } from "../../core/index.ts";

export interface RecordedCourse {
  readonly trace: readonly TracePoint[];
  /** Milliseconds from the start to the last event. */
  readonly ms: number;
}

/** Lines that cannot be read, such as one that a kill cut short, are left out. */
export async function recordedCourse(path: string): Promise<RecordedCourse> {
  const trace: TracePoint[] = [];
  let last = 0;
  if (!existsSync(path)) return { trace, ms: last };
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    const event = eventOf(line);
    if (event === null) continue;
    last = Math.max(last, event.ms);
    traceInto(trace, event, event.ms);
  }
  return { trace, ms: last };
}

function eventOf(line: string): LoggedEvent | null {
  try {
    const event = JSON.parse(line) as LoggedEvent;
    return Number.isFinite(event.ms) ? event : null;
  } catch {
    return null;
  }
}
