// Which lines of a run's record are told to those who come later: steps thinned evenly where there are many. What is no step
// is never left out, nor is the last line.

export interface ReplayOptions {
  /** Lines of the record. */
  readonly total: number;
  /** Lines up to this one are known already. */
  readonly after?: number;
  /** About so many steps at most. */
  readonly steps?: number;
}

/** Is the step in this line (from 1) told? */
export function replayed({ total, after = 0, steps = 1000 }: ReplayOptions): (line: number) => boolean {
  const stride = Math.max(1, Math.ceil((total - after) / steps));
  return (line) => line > after && line <= total && ((line - after) % stride === 0 || line === total);
}

/** The type of the event in a line of the record; undefined for the last words of a process that was killed. */
export function recordedType(text: string): string | undefined {
  return /^\{"ms":-?\d+,"type":"(\w+)"/.exec(text)?.[1];
}
