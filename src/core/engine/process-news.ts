// What an engine and the process of a run (on the server), or its worker (in the browser), say to each other.

import type { Glimpse } from "./glimpses.ts";
import type { LoggedEvent } from "./run-state.ts";

export type ProcessCommand =
  /** Stop with the best so far. */
  | { readonly stop: true }
  /** Does anybody see what is not in the record? */
  | { readonly isWatched: boolean };

/** `line`: which line of the record it is, from 1; null: a step that is not in it. */
export interface EventNews {
  readonly event: LoggedEvent;
  readonly line: number | null;
}

/** Said last: it is done; the request is refused; or a fault of the machine ended it. */
export type LastNews = { readonly isDone: true } | { readonly refused: string } | { readonly failed: string };

export type ProcessNews = EventNews | Glimpse | LastNews;

export function isLast(news: ProcessNews): news is LastNews {
  return "isDone" in news || "refused" in news || "failed" in news;
}

/** What those who watch are told; null: the state of the run has changed. */
export type WatchNews = EventNews | Glimpse | null;
