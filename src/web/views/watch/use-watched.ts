// Watches a run: news is accumulated as it arrives and shown at most about twelve times per second, in step with the browser's
// frames, so that the cost of redrawing does not depend on the amount of news.

import { useCallback, useEffect, useState } from "react";
import { useClient } from "../shared/use-client.ts";
import { createWatching, type WatchedRun } from "./watched-run.ts";

/** Minimum interval between redraws. */
const redrawMs = 80;

export interface Watched {
  /** Null before the first news. */
  readonly watched: WatchedRun | null;
  /** Subscribes again: a stopped run sends no more news, so call this after resuming or cancelling it. */
  readonly again: () => void;
}

export function useWatched(run: string): Watched {
  const client = useClient();
  const [round, setRound] = useState(0);
  const [watched, setWatched] = useState<WatchedRun | null>(null);
  useEffect(() => {
    const watching = createWatching();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let frame = 0;
    let drawnAt = Number.NEGATIVE_INFINITY;
    const show = (now: number): void => {
      timer = undefined;
      drawnAt = now;
      setWatched(watching.read());
    };
    // Request a frame only when there is something to show: each costs a paint.
    const wait = (): void => {
      timer ??= setTimeout(
        () => {
          frame = requestAnimationFrame(show);
        },
        Math.max(0, drawnAt + redrawMs - performance.now()),
      );
    };
    const end = client.watch(run, (news) => {
      watching.hear(news);
      wait();
    });
    return () => {
      end();
      clearTimeout(timer);
      cancelAnimationFrame(frame);
    };
  }, [client, run, round]);
  return { watched, again: useCallback(() => setRound((n) => n + 1), []) };
}
