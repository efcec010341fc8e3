// The record of a run while it goes on: the events that are kept (core/engine/kept-events.ts) are lines of it, written to the store
// some times in a second; those who watch are told of all, thinned.

import {
  type Glimpse,
  glimpses,
  keptEvents,
  type LoggedEvent,
  loggedEvent,
  type RunEvent,
  type TracePoint,
  thinned,
  traceInto,
} from "../../core/index.ts";
import type { RunNews } from "../client/engine-work.ts";
import type { Store } from "../client/store.ts";

export interface RunRecord {
  readonly add: (event: RunEvent) => void;
  /** The course of the best score. */
  readonly trace: readonly TracePoint[];
  /** Milliseconds since the run began, its earlier parts counted. */
  readonly ms: () => number;
  /** Lines so far. */
  readonly lines: () => number;
  /** Writes a checkpoint together with all lines before it. */
  readonly keep: (checkpoint: string) => void;
  /** Tells and writes all that is held back. */
  readonly flush: () => Promise<void>;
  /** Why it can no longer be written. */
  readonly failure: () => unknown;
  readonly setWatched: (isWatched: boolean) => void;
}

export interface RunRecordOptions {
  /** Lines that are there already, their size, and what the run has taken so far. */
  readonly lines: number;
  readonly bytes: number;
  readonly seconds: number;
  readonly isWatched: boolean;
}

/** Between two writings. */
const writingMs = 500;

export function runRecord(
  store: Pick<Store, "addLines">,
  run: string,
  tell: (news: RunNews) => void,
  { lines, bytes: bytesFirst, seconds, isWatched: isWatchedFirst }: RunRecordOptions,
): RunRecord {
  const startedAt = performance.now() - 1000 * seconds;
  const trace: TracePoint[] = [];
  const timing = {
    now: () => performance.now(),
    later: (call: () => void, ms: number) => void setTimeout(call, ms),
  };
  let isWatched = isWatchedFirst;
  let line = lines;
  let bytes = bytesFirst;
  let isKept = false;
  let held: string[] = [];
  let isAwaited = false;
  let failure: unknown;
  let written = Promise.resolve();
  const told = thinned<LoggedEvent & { readonly line: number | null }>(
    ({ line: at, ...event }) => tell({ event, line: at }),
    timing,
  );
  const seen = glimpses((glimpse: Glimpse) => tell(glimpse), { ...timing, isWatched: () => isWatched });
  const write = (checkpoint?: string): void => {
    isAwaited = false;
    if (held.length === 0 && checkpoint === undefined) return;
    const batch = { first: line - held.length + 1, lines: held };
    held = [];
    written = written.then(() =>
      store.addLines(run, { ...batch, checkpoint }).catch((error: unknown) => {
        // A checkpoint that cannot be written leaves the one before it.
        if (checkpoint === undefined) throw error;
        return store.addLines(run, batch);
      }),
    );
    written.catch((error: unknown) => {
      failure ??= error;
    });
  };
  const kept = keptEvents(
    (event) => {
      const text = JSON.stringify(event);
      isKept = true;
      line++;
      bytes += text.length + 1;
      held.push(text);
      told.add({ ...event, line });
      if (!isAwaited) timing.later(() => write(), writingMs);
      isAwaited = true;
    },
    { stepMs: 0, bytes: () => bytes },
  );
  return {
    trace,
    ms: () => performance.now() - startedAt,
    add: (event) => {
      const ms = performance.now() - startedAt;
      isKept = false;
      kept.add(event, Math.round(ms));
      if (!isKept) told.add({ ...loggedEvent(event, Math.round(ms)), line: null });
      traceInto(trace, event, ms);
      seen.add(event);
    },
    lines: () => line,
    keep: write,
    flush: () => {
      kept.flush();
      told.flush();
      seen.flush();
      write();
      return written;
    },
    failure: () => failure,
    setWatched: (given) => {
      isWatched = given;
      seen.flush();
    },
  };
}
