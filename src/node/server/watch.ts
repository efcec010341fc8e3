// Watching a run by server-sent events: first what has happened (from the record), then what happens, and at the end the
// run's last state.
//
//     event: state           the run, as /api/runs/{id} has it in short
//     event: step | …        a line of the record; id: its number. A watcher that comes again says the last one it had
//                            (Last-Event-ID) and misses nothing but what is thinned out
//     event: best            the best graph so far, where it has changed: its edges by name
//     event: probabilities   of an agent: the probability of each edge, row by cause
//
// Of the last two, a watcher who comes late gets the last one at once.
//
// Who does not read is dropped as soon as a bound of unread bytes is passed, so that no watcher can fill the memory.

import type { ServerResponse } from "node:http";
import type { Glimpse, wire } from "../../core/index.ts";
import { recordLines } from "./record.ts";
import type { RunNews } from "./run-process.ts";

export interface Watchable {
  readonly record: string;
  readonly body: () => wire.RunBody;
  /** Does nothing more happen? A paused run may go on. */
  readonly isOver: () => boolean;
  /** The last of what is not in the record. */
  readonly seen: () => readonly Glimpse[];
  /** News of the process, and null where the run's state has changed; the answer ends it. */
  readonly subscribe: (listener: (news: RunNews | null) => void) => () => void;
}

export interface WatchOptions {
  /** The last line that the watcher has. */
  readonly after?: number;
  readonly unreadBytes?: number;
  readonly heartbeatMs?: number;
}

/** Ends when the run is over or the watcher gone. */
export async function watch(
  run: Watchable,
  out: ServerResponse,
  { after = 0, unreadBytes = 256 * 1024, heartbeatMs = 15_000 }: WatchOptions = {},
): Promise<void> {
  let last = after;
  // Before the subscription, so that none of them comes after one that is newer.
  const waiting: (RunNews | null)[] = [...run.seen()];
  let isEndTold = false;
  let wake = (): void => {};
  const write = (text: string): void => {
    if (out.destroyed) return;
    out.write(text);
    if (out.writableLength > unreadBytes) out.destroy();
  };
  const state = () => write(eventText("state", JSON.stringify(run.body())));
  const replay = async (): Promise<void> => {
    for await (const { line, type, text } of recordLines(run.record, { after: last })) {
      if (out.destroyed) return;
      write(eventText(type, text, line));
      last = line;
      if (out.writableNeedDrain) await drained(out);
    }
  };
  const unsubscribe = run.subscribe((news) => {
    // What cannot be sent must not gather either.
    if (waiting.length < 1000) waiting.push(news);
    wake();
  });
  const heartbeat = setInterval(() => write(": still here\n\n"), heartbeatMs);
  out.on("close", () => wake());
  try {
    write("retry: 1000\n\n");
    state();
    await replay();
    while (!out.destroyed) {
      const news = waiting.shift();
      if (news === null || (news === undefined && run.isOver() && !isEndTold)) {
        isEndTold = run.isOver();
        // A process that ends may have written what it told nobody.
        if (isEndTold) await replay();
        state();
      } else if (news && "event" in news) {
        if (news.line > last) write(eventText(news.event.type, JSON.stringify(news.event), news.line));
        last = Math.max(last, news.line);
      } else if (news && "sign" in news) {
        write(eventText(news.sign.type, JSON.stringify(news.sign)));
      } else if (news && "best" in news) {
        write(eventText("best", JSON.stringify(news.best)));
      } else if (news && "probabilities" in news) {
        write(eventText("probabilities", JSON.stringify(news.probabilities)));
      } else if (run.isOver()) break;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  } finally {
    clearInterval(heartbeat);
    unsubscribe();
    out.end();
  }
}

function eventText(type: string, data: string, line?: number): string {
  return `${line === undefined ? "" : `id: ${line}\n`}event: ${type}\ndata: ${data}\n\n`;
}

/** When the watcher has read on, or is gone; one that does not for ten seconds is dropped. */
function drained(out: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => out.destroy(), 10_000);
    const done = () => {
      clearTimeout(timer);
      out.off("drain", done);
      out.off("close", done);
      resolve();
    };
    out.on("drain", done);
    out.on("close", done);
  });
}
