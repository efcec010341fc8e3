// Watching a run by server-sent events: first the past events (from the record), then new ones, and at the end the run's final
// state.
//
//     event: state           the run, in the form of GET /api/runs
//     event: step | …        a line of the record; id: its number. A reconnecting watcher sends the last one it had
//                            (Last-Event-ID) and misses only what is thinned out. A step without an id is not in the
//                            record, or not yet
//     event: best            the best graph so far, when it has changed: its edges by name
//     event: probabilities   of each edge, one row per cause: an agent's, or the share among resamples
//
// A late watcher gets the latest best graph and probabilities at once.
//
// Clients with too many unread bytes are disconnected, so that none can fill the memory.

import type { ServerResponse } from "node:http";
import { type WatchedRun, watchRun } from "../../../core/index.ts";

export interface WatchOptions {
  /** The number of the last line that the watcher has. */
  readonly after?: number;
  readonly unreadBytes?: number;
  readonly heartbeatMs?: number;
}

/** Resolves when the run is no longer active or the watcher has disconnected. */
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

/** Resolves when the watcher has caught up or disconnected; after ten seconds without reading it is disconnected. */
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
