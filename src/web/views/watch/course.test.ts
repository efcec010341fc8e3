import * as fc from "fast-check";
import { expect, test } from "vitest";
import { chartColumns, createCourse, latestOf, sampledPoints } from "./course.ts";

const at = (x: number) => ({ x, score: x, values: { reward: -x } });

test("a short course is kept whole", () => {
  const course = createCourse(10);
  for (let x = 0; x < 10; x++) course.add(at(x));
  expect(course.points().map(({ x }) => x)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test("a course never has more points than its limit and the newest, begins with the first and ends with the newest", () => {
  const steps = fc.array(fc.double({ min: 0, max: 10, noNaN: true }), { minLength: 1, maxLength: 400 });
  fc.assert(
    fc.property(steps, fc.integer({ min: 4, max: 40 }), (gaps, most) => {
      const course = createCourse(most);
      let x = 0;
      for (const gap of gaps) course.add(at((x += gap)));
      const points = course.points();
      expect(points.length).toBeLessThanOrEqual(most + 1);
      expect(points.at(-1)!.x).toBe(x);
      expect(points.every((point, k) => k === 0 || points[k - 1].x <= point.x)).toBe(true);
    }),
    { seed: 1, numRuns: 200 },
  );
});

test("a long course is thinned evenly: at least a quarter of the limit remains, no gap is over four parts of it", () => {
  for (const count of [1001, 5000, 40_000]) {
    const course = createCourse(1000);
    for (let k = 0; k < count; k++) course.add(at(k));
    const points = course.points();
    expect(points[0].x).toBe(0);
    expect(points.length).toBeGreaterThan(250);
    const gaps = points.slice(1).map(({ x }, k) => x - points[k].x);
    expect(Math.max(...gaps)).toBeLessThanOrEqual((4 * count) / 1000 + 1);
  }
});

test("a point that is not later replaces the newest, so that a burst takes one place", () => {
  const course = createCourse(5);
  for (let k = 0; k < 100; k++) course.add({ x: 1, score: k, values: {} });
  expect(course.points().map(({ score }) => score)).toEqual([0, 99]);
});

test("what a point does not have is null in its column", () => {
  const points = [
    at(0),
    { x: 1, score: null, values: {} },
    { x: 2, score: 3, values: { reward: Number.NaN } },
  ];
  expect(chartColumns(points, ["score", "reward"])).toEqual([
    [0, 1, 2],
    [0, null, 3],
    [-0, null, null],
  ]);
  expect(latestOf(points, "reward")).toBe(-0);
  expect(latestOf(points, "entropy")).toBeNull();
});

test("a sample has the first and the last point", () => {
  const points = Array.from({ length: 100 }, (_, x) => at(x));
  expect(sampledPoints(points, 5).map(({ x }) => x)).toEqual([0, 25, 50, 74, 99]);
  expect(sampledPoints(points.slice(0, 3), 5)).toHaveLength(3);
});
