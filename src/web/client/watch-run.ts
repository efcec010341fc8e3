// Watching a run of this browser: first what has happened (from the record), then what happens, and each change of its state.

import { bodyOf, type LoggedEvent, type RunState } from "../../core/index.ts";
import type { BrowserRuns } from "./browser-runs.ts";
import type { News } from "./client.ts";
import type { RunNews } from "./engine-work.ts";
import type { Store } from "./store.ts";

/** Tells until the answer is called. */
export function watchRun(
  { store, runs }: { readonly store: Store; readonly runs: BrowserRuns },
  id: string,
  listener: (news: News) => void,
): () => void {
  let last = 0;
  let isClosed = false;
  let wake = (): void => {};
  // Before the subscription, so that none of them comes after one that is newer.
  const waiting: (RunNews | null)[] = [...runs.seen(id)];
  const unsubscribe = runs.subscribe(id, (news) => {
    waiting.push(news);
    wake();
  });
  const tell = (news: News): void => {
    if (!isClosed) listener(news);
  };
  const state = async (): Promise<RunState> => {
    const now = await runs.state(id);
    tell({ type: "state", run: bodyOf(now) });
    return now;
  };
  const replay = async (): Promise<void> => {
    for (const { line, text } of await store.lines(id, { after: last })) {
      tell(JSON.parse(text) as LoggedEvent);
      last = line;
    }
  };
  const watching = async (): Promise<void> => {
    await state();
    await replay();
    while (!isClosed) {
      const news = waiting.shift();
      if (news === undefined)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      else if (news === null) {
        // A run that ends may have written what it told nobody.
        if ((await runs.state(id)).activity === null) await replay();
        await state();
      } else if ("event" in news) {
        if (news.line > last) tell(news.event);
        last = Math.max(last, news.line);
      } else if ("sign" in news) tell(news.sign);
      else if ("best" in news) tell({ type: "best", edges: news.best });
      else if ("probabilities" in news) tell({ type: "probabilities", values: news.probabilities });
    }
  };
  watching().catch((error: unknown) => {
    const sentence = error instanceof Error ? error.message : String(error);
    tell({ type: "lost", sentence });
  });
  return () => {
    isClosed = true;
    unsubscribe();
    wake();
  };
}
