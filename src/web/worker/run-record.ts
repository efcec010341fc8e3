// The record of a run while it works: the events that it keeps (core/engine/record-events.ts) are lines of it, written to the store
// some times in a second; those who watch hear of all, thinned (core/engine/live-news.ts).

import { liveNews, type ProcessNews, type RunEvent, recordEvents } from "../../core/index.ts";
import type { Store } from "../client/store.ts";

export type RunRecord = ReturnType<typeof runRecord>;

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
  tell: (news: ProcessNews) => void,
  options: RunRecordOptions,
) {
  const startedAt = performance.now() - 1000 * options.seconds;
  const ms = (): number => performance.now() - startedAt;
  let { lines: line, bytes } = options;
  let unwritten: string[] = [];
  let isAwaited = false;
  let failure: unknown;
  let written = Promise.resolve();
  const news = liveNews(tell, {
    ...options,
    now: () => performance.now(),
    later: (call, ms) => void setTimeout(call, ms),
  });
  const write = (checkpoint?: string): void => {
    isAwaited = false;
    if (unwritten.length === 0 && checkpoint === undefined) return;
    const batch = { first: line - unwritten.length + 1, lines: unwritten };
    unwritten = [];
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
  const recorder = recordEvents(
    (event) => {
      const text = JSON.stringify(event);
      line++;
      bytes += text.length + 1;
      unwritten.push(text);
      news.line(event, line);
      if (!isAwaited) setTimeout(write, writingMs);
      isAwaited = true;
    },
    { stepMs: 0, bytes: () => bytes },
  );
  return {
    /** Milliseconds since the run began, its earlier parts counted. */
    ms,
    add: (event: RunEvent): void => {
      recorder.add(event, Math.round(ms()));
      news.add(event);
    },
    /** Lines so far. */
    lines: (): number => line,
    /** Writes a checkpoint together with all lines before it. */
    keep: write,
    /** Tells and writes all that is held back. */
    flush: (): Promise<void> => {
      recorder.flush();
      news.flush();
      write();
      return written;
    },
    /** Why it can no longer be written. */
    failure: (): unknown => failure,
    setWatched: news.setWatched,
  };
}
