// What a watcher sees of a run between its steps: the best graph so far, an agent's probability of each edge, and the share of the
// resamples so far that have each edge.
//
// Graphs and probabilities are costly to compute and too large to send at every step. So they are computed when the best graph has
// changed (its score or its number of edges), and otherwise at most twenty times a second while somebody watches; they are sent at
// most twice a second, only while somebody watches, and only if they differ from what was sent last. What is held back
// is sent when the search ends, so that the last best graph is never missed. The host supplies clock and timer.
//
// Graphs of more than 5,000 edges or 100,000 characters are not sent, nor are the probabilities of more than 100 variables: a watcher
// may leave no more than 256 kB unread (node/server/runs/watch.ts).

import type { NamedEdge, RunEvent } from "../run/result.ts";

export type Glimpse =
  | { readonly best: readonly NamedEdge[] }
  /** The probability of each edge, a row for each cause, to four decimals. */
  | { readonly probabilities: readonly number[] };

export interface GlimpsesOptions {
  readonly isWatched: () => boolean;
  readonly now: () => number;
  /** Calls back after this many milliseconds. */
  readonly later: (call: () => void, ms: number) => void;
  /** Milliseconds between two glimpses of the same kind. */
  readonly everyMs?: number;
}

/** Milliseconds between two computations of what may not have changed. */
const makingMs = 50;
/** Largest length, in characters of JSON. */
const longest = 100_000;
const mostEdges = 5000;
const mostVariables = 100;

export function glimpses(
  tell: (glimpse: Glimpse) => void,
  { isWatched, now, later, everyMs = 500 }: GlimpsesOptions,
) {
  const host = { isWatched, now, later, everyMs };
  const best = teller<readonly NamedEdge[]>((edges) => tell({ best: edges }), host);
  const probabilities = teller<readonly number[]>((values) => tell({ probabilities: values }), host);
  let isWide = false;
  const flush = (): void => {
    best.flush();
    probabilities.flush();
  };
  return {
    /** Sends what is held back: at the end, and when somebody begins to watch. */
    flush,
    add: (event: RunEvent): void => {
      if (event.type !== "step" || (event.stage !== "search" && !event.probabilities)) {
        flush();
        return;
      }
      if (event.stage !== "search") best.flush();
      const { best: edges, probabilities: valuesNow } = event;
      if (edges && event.edges! <= mostEdges) best.add(edges, `${event.score} ${event.edges}`);
      if (valuesNow && !isWide)
        probabilities.add(() => {
          const values = valuesNow();
          isWide = values.length > mostVariables * mostVariables;
          return isWide ? undefined : Array.from(values, (p) => Math.round(p * 1e4) / 1e4);
        });
    },
  };
}

/** Holds the latest value of one kind, and sends it when it is due. */
function teller<T>(tell: (value: T) => void, { isWatched, now, later, everyMs }: Required<GlimpsesOptions>) {
  let held: T | undefined;
  let sent = "";
  let sign: string | undefined;
  let computedAt = Number.NEGATIVE_INFINITY;
  let sentAt = Number.NEGATIVE_INFINITY;
  let isAwaited = false;
  const flush = (): void => {
    if (held === undefined || !isWatched()) return;
    const text = JSON.stringify(held);
    const value = held;
    held = undefined;
    if (text === sent || text.length > longest) return;
    sent = text;
    sentAt = now();
    tell(value);
  };
  return {
    flush,
    add: (make: () => T | undefined, nextSign?: string): void => {
      const hasChanged = nextSign !== undefined && nextSign !== sign;
      if (!hasChanged && !(isWatched() && now() - computedAt >= makingMs)) return;
      sign = nextSign;
      computedAt = now();
      held = make();
      if (!isWatched()) return;
      const waitMs = everyMs - (now() - sentAt);
      if (waitMs <= 0) flush();
      else if (!isAwaited) {
        isAwaited = true;
        later(() => {
          isAwaited = false;
          flush();
        }, waitMs);
      }
    },
  };
}
