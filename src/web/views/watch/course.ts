// The course of a run as points to draw: few enough for every redraw, however long the run is (core/engine/thinned-list.ts). The
// run's record has all points.

import { thinnedList } from "../../../core/index.ts";

export interface CoursePoint {
  /** Working time in seconds. */
  readonly x: number;
  /** Score of the best graph so far; null before there is one. */
  readonly score: number | null;
  /** Values reported by the search, by name. */
  readonly values: Readonly<Record<string, number>>;
}

export interface Course {
  /** A point that is not later than the last one replaces it. */
  readonly add: (point: CoursePoint) => void;
  /** In order of time; a new array after every change. */
  readonly points: () => readonly CoursePoint[];
}

export function createCourse(most = 2000): Course {
  const list = thinnedList<CoursePoint>(most, { at: ({ x }) => x });
  let points: readonly CoursePoint[] | null = null;
  return {
    add: (point) => {
      points = null;
      list.add(point);
    },
    points: () => (points ??= list.items()),
  };
}

/** Columns for a chart: the seconds, and each named value; null if a point lacks it. */
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

/** The latest value of that name; null if there is none. */
export function latestOf(points: readonly CoursePoint[], name: string): number | null {
  for (let k = points.length - 1; k >= 0; k--) {
    const value = numberOf(points[k], name);
    if (value !== null) return value;
  }
  return null;
}

/** At most `most` of the points, evenly spaced, including the first and the last. */
export function sampledPoints(points: readonly CoursePoint[], most: number): readonly CoursePoint[] {
  if (points.length <= most) return points;
  return Array.from({ length: most }, (_, k) => points[Math.round((k * (points.length - 1)) / (most - 1))]);
}
