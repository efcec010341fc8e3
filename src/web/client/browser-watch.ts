// Watches a run of this browser.

import { type LoggedEvent, watchRun } from "../../core/index.ts";
import type { BrowserRuns } from "./browser-runs.ts";
import type { News } from "./client.ts";

/** Calls the listener until the returned function is called. */
export function watchBrowserRun(
  opened: BrowserRuns | Promise<BrowserRuns>,
  id: string,
  listener: (news: News) => void,
): () => void {
  let isClosed = false;
  let leave = (): void => {};
  const tell = (news: News): void => {
    if (!isClosed) listener(news);
  };
  const watch = async (): Promise<void> => {
    const watching = watchRun(
      await (await opened).watched(id),
      {
        state: (run) => tell({ type: "state", run }),
        line: ({ text }) => tell(JSON.parse(text) as LoggedEvent),
        event: ({ event }) => tell(event),
        glimpse: (glimpse) =>
          tell(
            "best" in glimpse
              ? { type: "best", edges: glimpse.best }
              : { type: "probabilities", values: glimpse.probabilities },
          ),
        isGone: () => isClosed,
      },
      { isEndless: true },
    );
    leave = watching.leave;
    await watching.done;
  };
  watch().catch((error: unknown) =>
    tell({ type: "lost", sentence: error instanceof Error ? error.message : String(error) }),
  );
  return () => {
    isClosed = true;
    leave();
  };
}
