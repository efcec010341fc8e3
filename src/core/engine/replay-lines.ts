// The lines of a run's record that are replayed to a late watcher: all events other than steps, and at most `steps` steps,
// spread evenly by line number (thinned-list.ts). Lines are added in order, as they are written.

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
    /** Number of characters in all lines. */
    size: (): number => lines.items().reduce((sum, { text }) => sum + text.length, 0),
    /** Lines after the last one that the watcher has. */
    after: (line: number): readonly RecordLine[] => {
      const all = lines.items();
      return all.slice(firstAfter(all, line));
    },
    /** Ignores a line that is already in the list, and one without an event, cut short by a kill. */
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

/** Index of the first line after this one. */
function firstAfter(lines: readonly RecordLine[], line: number): number {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lines[middle].line > line) high = middle;
    else low = middle + 1;
  }
  return low;
}
