// The lines of a run's record that are replayed to a watcher who comes late: all that are no steps, and of the steps at most
// so many, spread evenly by their numbers (thinned-list.ts). Lines are added as they come, in order.

import { thinnedList } from "./thinned-list.ts";

export interface RecordLine {
  /** From 1. */
  readonly line: number;
  readonly type: string;
  /** JSON. */
  readonly text: string;
}

export type ReplayLines = ReturnType<typeof replayLines>;

export function replayLines(steps = 2000) {
  const lines = thinnedList<RecordLine>(steps, {
    at: ({ line }) => line,
    isAlwaysKept: ({ type }) => type !== "step",
  });
  return {
    /** Characters of all of them. */
    size: (): number => lines.items().reduce((sum, { text }) => sum + text.length, 0),
    /** Those after a line that the watcher has. */
    after: (line: number): readonly RecordLine[] => {
      const all = lines.items();
      return all.slice(firstAfter(all, line));
    },
    /** One that is not after the last is there already, and one that a kill cut short has no event. */
    add: (line: number, text: string): void => {
      const type = typeOf(text);
      if (type !== undefined && line > (lines.last()?.line ?? 0)) lines.add({ line, type, text });
    },
  };
}

/** The type of the event in a line. */
function typeOf(text: string): string | undefined {
  return /^\{"ms":-?\d+,"type":"(\w+)"/.exec(text)?.[1];
}

/** Where the lines after this one begin. */
function firstAfter(lines: readonly RecordLine[], line: number): number {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lines[middle].line > line) high = middle;
    else low = middle + 1;
  }
  return low;
}
