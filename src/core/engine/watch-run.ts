// Watching a run: first the past events (from its record), then the live ones; the state comes first, at every change, and last.
// A watcher receives each event once, in order, and none that is older than what it has received.

import type { Glimpse } from "./glimpses.ts";
import type { EventNews, WatchNews } from "./process-news.ts";
import type { RecordLine } from "./replay-lines.ts";
import type { RunControl } from "./run-control.ts";
import { isGoing } from "./run-transitions.ts";
import type { RunBody } from "./wire/wire.ts";

export interface WatchedRun extends Pick<RunControl, "subscribe" | "glimpses"> {
  readonly body: () => RunBody | Promise<RunBody>;
  /** The lines of its record after this one. */
  readonly lines: (after: number) => Promise<readonly RecordLine[]>;
}

export interface Watcher {
  readonly state: (body: RunBody) => void;
  /** Awaited: a watcher may be slower than the record. */
  readonly line: (line: RecordLine) => void | Promise<void>;
  readonly event: (news: EventNews) => void;
  readonly glimpse: (glimpse: Glimpse) => void;
  readonly isGone: () => boolean;
}

export interface WatchOptions {
  /** The last line that the watcher has. */
  readonly after?: number;
  /** Continue after the run has come to rest, because it may be resumed. */
  readonly isEndless?: boolean;
}

/** News that a watcher has not taken yet; more are dropped, to bound memory. */
const mostWaiting = 1000;

/** `done` resolves when the run rests, or once the watcher is gone and `leave` was called. */
export function watchRun(
  run: WatchedRun,
  watcher: Watcher,
  { after = 0, isEndless = false }: WatchOptions = {},
): { readonly done: Promise<void>; readonly leave: () => void } {
  let last = after;
  let lastMs = Number.NEGATIVE_INFINITY;
  let isEndTold = false;
  let wake = (): void => {};
  // Read before subscribing, so that none of them follows a newer one.
  const waiting: WatchNews[] = [...run.glimpses()];
  const unsubscribe = run.subscribe((news) => {
    if (news === null || waiting.length < mostWaiting) waiting.push(news);
    wake();
  });
  const replay = async (): Promise<void> => {
    for (const line of await run.lines(last)) {
      if (watcher.isGone()) return;
      last = line.line;
      lastMs = Number(/^\{"ms":(-?\d+)/.exec(line.text)?.[1]);
      await watcher.line(line);
    }
  };
  const tellState = async (): Promise<void> => {
    // A process that ends may have recorded events that it did not report.
    isEndTold = !isGoing(await run.body());
    if (isEndTold) await replay();
    if (!watcher.isGone()) watcher.state(await run.body());
  };
  const hear = ({ line, event }: EventNews): void => {
    // A step that is not in the record is stale if a later event is known.
    if (line === null ? event.ms > lastMs : line > last) watcher.event({ line, event });
    last = Math.max(last, line ?? 0);
    lastMs = Math.max(lastMs, event.ms);
  };
  const watch = async (): Promise<void> => {
    const first = await run.body();
    watcher.state(first);
    await replay();
    if (!isGoing(first)) waiting.push(null);
    while (!watcher.isGone()) {
      const news = waiting.shift();
      if (news === null) await tellState();
      else if (news !== undefined && "event" in news) hear(news);
      else if (news !== undefined) watcher.glimpse(news);
      else if (isEndTold && !isEndless) return;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  };
  return { done: watch().finally(unsubscribe), leave: () => wake() };
}
