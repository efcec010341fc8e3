// The best score of a run over time, from its record: across all its sessions.

import type { TracePoint } from "../report/picture.ts";
import type { LoggedEvent } from "./run-state.ts";

/** `ms`: from the start to the last event. Unreadable lines, such as one that a kill cut short, are skipped. */
export async function recordCourse(
  lines: Iterable<string> | AsyncIterable<string>,
): Promise<{ readonly trace: readonly TracePoint[]; readonly ms: number }> {
  const trace: TracePoint[] = [];
  let ms = 0;
  for await (const line of lines) {
    const event = eventOf(line);
    if (event === null) continue;
    ms = Math.max(ms, event.ms);
    traceInto(trace, event);
  }
  return { trace, ms };
}

function eventOf(line: string): LoggedEvent | null {
  try {
    const event = JSON.parse(line) as LoggedEvent;
    return Number.isFinite(event.ms) ? event : null;
  } catch {
    return null;
  }
}

/** Keeps a point at each change of the score, and one at the latest event. */
function traceInto(trace: TracePoint[], event: LoggedEvent): void {
  if (event.type !== "step" || event.stage !== "search" || event.score === null) return;
  const { score, ms } = event;
  const [before, last] = [trace.at(-2), trace.at(-1)];
  if (before?.score === score && last?.score === score) trace.pop();
  trace.push({ ms, score });
}
