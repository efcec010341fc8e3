// The lines of a run's record that are told to those who come later, in memory: all that are no steps, and of the steps at
// most so many, evenly by their numbers. The last line is always among them. Lines are added as they come, in order; when there
// are too many steps, those closer than two parts in the limit go, so that about half remain, and new ones are kept that far apart.

export interface RecordLine {
  /** From 1. */
  readonly line: number;
  readonly type: string;
  /** JSON. */
  readonly text: string;
}

export interface ToldLines {
  /** One that is not after the last is known already. */
  readonly add: (line: RecordLine) => void;
  /** Those after one that is known. */
  readonly after: (line: number) => readonly RecordLine[];
  /** The number of the last; 0 where there is none. */
  readonly last: () => number;
  /** Characters of all of them. */
  readonly size: () => number;
}

export function toldLines(steps = 2000): ToldLines {
  let kept: RecordLine[] = [];
  let newest: RecordLine | null = null;
  let spacing = 0;
  let count = 0;
  let size = 0;
  let lastStep = Number.NEGATIVE_INFINITY;
  const isApart = ({ line, type }: RecordLine): boolean => type !== "step" || line - lastStep > spacing;
  const put = (line: RecordLine): void => {
    kept.push(line);
    size += line.text.length;
    if (line.type !== "step") return;
    count++;
    lastStep = line.line;
  };
  const last = (): number => (newest ?? kept.at(-1))?.line ?? 0;
  return {
    last,
    size: () => size,
    after: (line) => {
      const all = newest === null ? kept : [...kept, newest];
      return all.slice(firstAfter(all, line));
    },
    add: (line) => {
      if (line.line <= last()) return;
      newest = isApart(line) ? null : line;
      if (newest !== null) return;
      put(line);
      if (count <= steps) return;
      const all = kept;
      spacing = (2 * (line.line - all[0].line)) / steps;
      [kept, count, size, lastStep] = [[], 0, 0, Number.NEGATIVE_INFINITY];
      for (const one of all) if (isApart(one)) put(one);
      newest = kept.at(-1) === line ? null : line;
    },
  };
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
