// The record of a run in progress: the events selected by core/engine/record-events.ts become its lines, written to the store twice
// per second; watchers receive all events, thinned (core/engine/live-news.ts).

import { liveNews, type ProcessNews, type RunEvent, recordEvents } from "../../core/index.ts";
import type { Store } from "../client/store.ts";

export type RunRecord = ReturnType<typeof runRecord>;

export interface RunRecordOptions {
  /** Existing lines of the record, their size, and the time that the run has taken so far. */
  readonly lines: number;
  readonly bytes: number;
  readonly seconds: number;
  readonly isWatched: boolean;
}

/** Interval between writes to the store. */
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
        // If the checkpoint cannot be written, the previous one stays.
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
    /** Milliseconds of run time, including the time before it was resumed. */
    ms,
    add: (event: RunEvent): void => {
      recorder.add(event, Math.round(ms()));
      news.add(event);
    },
    /** Number of lines so far. */
    lines: (): number => line,
    /** Writes a checkpoint together with all lines before it. */
    keep: write,
    /** Sends and writes everything that is still buffered. */
    flush: (): Promise<void> => {
      recorder.flush();
      news.flush();
      write();
      return written;
    },
    /** The error that made the record unwritable; undefined if there is none. */
    failure: (): unknown => failure,
    setWatched: news.setWatched,
  };
}
