// The course of a run as points to draw: few enough for every redraw, however long the run is.
//
// Points come in the order of time. Up to a limit all are kept; when that is passed, those that stand closer than a spacing
// of two parts in the limit go, so that at most half remain, evenly over the whole course, and new ones are kept at that
// spacing. The newest is always there as it came. Adding is O(1) on average; what is thinned out is in the run's record.

export interface CoursePoint {
  /** Seconds at work. */
  readonly x: number;
  /** Of the best graph so far; null before there is one. */
  readonly score: number | null;
  /** What the search names. */
  readonly values: Readonly<Record<string, number>>;
}

export interface Course {
  /** One that is not later than the last replaces it. */
  readonly add: (point: CoursePoint) => void;
  /** Later points come later; a new array after every change. */
  readonly points: () => readonly CoursePoint[];
}

export function createCourse(most = 2000): Course {
  let kept: CoursePoint[] = [];
  let newest: CoursePoint | null = null;
  let spacing = 0;
  let told: readonly CoursePoint[] | null = null;
  const isApart = ({ x }: CoursePoint): boolean => kept.length === 0 || x - kept.at(-1)!.x > spacing;
  return {
    add: (point) => {
      told = null;
      newest = point;
      if (!isApart(point)) return;
      kept.push(point);
      newest = null;
      if (kept.length <= most) return;
      spacing = (2 * (point.x - kept[0].x)) / most;
      const all = kept;
      kept = [];
      for (const one of all) if (isApart(one)) kept.push(one);
      if (kept.at(-1) !== point) newest = point;
    },
    points: () => (told ??= newest === null ? [...kept] : [...kept, newest]),
  };
}

/** Columns for a chart: the seconds, and each named value; null where a point has none. */
export function chartColumns(
  points: readonly CoursePoint[],
  names: readonly string[],
): [number[], ...(number | null)[][]] {
  return [points.map(({ x }) => x), ...names.map((name) => points.map((point) => numberOf(point, name)))];
}

export function numberOf({ score, values }: CoursePoint, name: string): number | null {
  const value = name === "score" ? score : values[name];
  return value === undefined || value === null || !Number.isFinite(value) ? null : value;
}

/** The last value of that name, and null where none has come. */
export function latestOf(points: readonly CoursePoint[], name: string): number | null {
  for (let k = points.length - 1; k >= 0; k--) {
    const value = numberOf(points[k], name);
    if (value !== null) return value;
  }
  return null;
}

/** At most so many of the points, evenly, the first and the last among them. */
export function sampledPoints(points: readonly CoursePoint[], most: number): readonly CoursePoint[] {
  if (points.length <= most) return points;
  return Array.from({ length: most }, (_, k) => points[Math.round((k * (points.length - 1)) / (most - 1))]);
}
