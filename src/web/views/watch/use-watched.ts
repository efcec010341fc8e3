// A run, watched: news are put together as they come, and shown at most some twelve times in a second, in step with the
// browser's frames. So a redraw costs the same however much is heard.

import { useCallback, useEffect, useState } from "react";
import { useClient } from "../shared/use-client.ts";
import { createWatching, type WatchedRun } from "./watched-run.ts";

/** Between two redraws. */
const redrawMs = 80;

export interface Watched {
  /** Null before anything was heard. */
  readonly watched: WatchedRun | null;
  /** Nothing more is heard of a run that has stopped: one that was made to go on, or ended for good, is listened to anew. */
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
    // A frame is asked for only when there is something to show in it: each costs a pass of the browser's painter.
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
