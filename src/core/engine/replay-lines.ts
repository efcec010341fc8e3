// The lines of a run's record that are replayed to a watcher who comes late: all that are no steps, and of the steps at most
// so many, spread evenly by their numbers. The last line is always among them. Lines are added as they come, in order; when there
// are too many steps, those closer than two parts in the limit go, so that about half remain, and new ones are kept that far apart.

export interface RecordLine {
  /** From 1. */
  readonly line: number;
  readonly type: string;
  /** JSON. */
  readonly text: string;
}

export type ReplayLines = ReturnType<typeof replayLines>;

export function replayLines(steps = 2000) {
  let lines: RecordLine[] = [];
  let newest: RecordLine | null = null;
  let spacing = 0;
  let count = 0;
  let size = 0;
  let lastStep = Number.NEGATIVE_INFINITY;
  const isApart = ({ line, type }: RecordLine): boolean => type !== "step" || line - lastStep > spacing;
  const put = (line: RecordLine): void => {
    lines.push(line);
    size += line.text.length;
    if (line.type !== "step") return;
    count++;
    lastStep = line.line;
  };
  return {
    /** Characters of all of them. */
    size: (): number => size,
    /** Those after a line that the watcher has. */
    after: (line: number): readonly RecordLine[] => {
      const all = newest === null ? lines : [...lines, newest];
      return all.slice(firstAfter(all, line));
    },
    /** One that is not after the last is there already, and one that a kill cut short has no event. */
    add: (number: number, text: string): void => {
      const type = typeOf(text);
      if (type === undefined || number <= ((newest ?? lines.at(-1))?.line ?? 0)) return;
      const line = { line: number, type, text };
      newest = isApart(line) ? null : line;
      if (newest !== null) return;
      put(line);
      if (count <= steps) return;
      const all = lines;
      spacing = (2 * (number - all[0].line)) / steps;
      [lines, count, size, lastStep] = [[], 0, 0, Number.NEGATIVE_INFINITY];
      for (const one of all) if (isApart(one)) put(one);
      newest = lines.at(-1) === line ? null : line;
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
