// Messages between an engine and the process of a run (on the server) or its worker (in the browser).

import type { Glimpse } from "./glimpses.ts";
import type { LoggedEvent } from "./run-state.ts";

export type ProcessCommand =
  /** Stop with the best graph so far. */
  | { readonly stop: true }
  /** Does anybody watch what is not in the record? */
  | { readonly isWatched: boolean };

/** `line`: its line in the record, from 1; null for a step that is not recorded. */
export interface EventNews {
  readonly event: LoggedEvent;
  readonly line: number | null;
}

/** The last message: the run is done, its request was refused, or a fault of the machine ended it. */
export type LastNews = { readonly isDone: true } | { readonly refused: string } | { readonly failed: string };

export type ProcessNews = EventNews | Glimpse | LastNews;

export function isLast(news: ProcessNews): news is LastNews {
  return "isDone" in news || "refused" in news || "failed" in news;
}

/** Messages to watchers; null: the state of the run has changed. */
export type WatchNews = EventNews | Glimpse | null;
