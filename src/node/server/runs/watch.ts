// Watching a run by server-sent events: first what has happened (from the record), then what happens, and at the end the
// run's last state.
//
//     event: state           the run, as /api/runs/{id} has it in short
//     event: step | …        a line of the record; id: its number. A watcher that comes again says the last one it had
//                            (Last-Event-ID) and misses nothing but what is thinned out. A step without an id is not in the
//                            record, or not yet
//     event: best            the best graph so far, where it has changed: its edges by name
//     event: probabilities   of each edge, row by cause: of an agent, or the share of resamples
//
// A watcher who comes late gets the last best graph and probabilities at once.
//
// Clients with more than a bound unread are disconnected, so that none can fill the memory.

import type { ServerResponse } from "node:http";
import { type WatchedRun, watchRun } from "../../../core/index.ts";

export interface WatchOptions {
  /** The last line that the watcher has. */
  readonly after?: number;
  readonly unreadBytes?: number;
  readonly heartbeatMs?: number;
}

/** Ends when the run rests or the watcher is gone. */
export async function watch(
  run: WatchedRun,
  out: ServerResponse,
  { after = 0, unreadBytes = 256 * 1024, heartbeatMs = 15_000 }: WatchOptions = {},
): Promise<void> {
  const write = (text: string): void => {
    if (out.destroyed) return;
    out.write(text);
    if (out.writableLength > unreadBytes) out.destroy();
  };
  const send = (type: string, data: unknown, line?: number): void =>
    write(eventText(type, JSON.stringify(data), line));
  write("retry: 1000\n\n");
  const heartbeat = setInterval(() => write(": still here\n\n"), heartbeatMs);
  const { done, leave } = watchRun(
    run,
    {
      state: (body) => send("state", body),
      line: ({ line, type, text }) => {
        write(eventText(type, text, line));
        return out.writableNeedDrain ? drained(out) : undefined;
      },
      event: ({ event, line }) => send(event.type, event, line ?? undefined),
      glimpse: (glimpse) =>
        "best" in glimpse ? send("best", glimpse.best) : send("probabilities", glimpse.probabilities),
      isGone: () => out.destroyed,
    },
    { after },
  );
  out.on("close", leave);
  await done.finally(() => {
    clearInterval(heartbeat);
    out.end();
  });
}

function eventText(type: string, data: string, line?: number): string {
  return `${line === undefined ? "" : `id: ${line}\n`}event: ${type}\ndata: ${data}\n\n`;
}

/** When the watcher has read on, or is gone; one that does not for ten seconds is disconnected. */
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
