import { expect, test } from "vitest";
import { type Measure, measures } from "./measures.ts";
import { plotColours, plotOptions } from "./plot-options.ts";

const colours = Object.fromEntries(plotColours.map((name) => [name, "rgb(0, 0, 0)"])) as Record<
  (typeof plotColours)[number],
  string
>;
const of = (measure: Measure, isOptimumKnown = false) => plotOptions(measure, isOptimumKnown, colours, 300);
const titled = (wanted: string) => measures.find(({ title }) => title === wanted)!;
// What uPlot hands over beside the numbers is not looked at.
const nothing = null as never;

test("every measure has a line for each of its numbers, and one for the optimum where that is known", () => {
  for (const measure of measures) {
    expect(of(measure).series).toHaveLength(1 + measure.lines.length);
    expect(of(measure, true).series).toHaveLength(2 + measure.lines.length);
    expect(
      of(measure)
        .series.slice(1)
        .every(({ stroke }) => stroke !== undefined),
    ).toBe(true);
  }
});

test("a logarithmic axis goes from power to power of ten, also around one value or none", () => {
  const range = rangeOf("Penalty weight");
  expect(range(nothing, 0.03, 270)).toEqual([0.01, 1000]);
  expect(range(nothing, 1, 1)).toEqual([1, 10]);
  expect(range(nothing, null, null)).toEqual([0.1, 1]);
});

test("the gap, which ends at 0, is drawn from 0 to a power of ten", () => {
  const { scales, axes } = of(titled("Gap to the optimum"));
  expect(scales!.y.distr).toBe(4);
  const range = rangeOf("Gap to the optimum");
  expect(range(nothing, 0, 270)).toEqual([0, 1000]);
  expect(range(nothing, 0, 0)).toEqual([0, 10]);
  expect(range(nothing, null, null)).toEqual([0, 10]);
  const splits = axes![1].splits as unknown as (...of: readonly unknown[]) => number[];
  expect(splits(nothing, 1, 0, 1000)).toEqual([0, 1, 10, 100, 1000]);
});

function rangeOf(title: string) {
  return of(titled(title)).scales!.y.range as unknown as (...of: readonly unknown[]) => [number, number];
}

test("a logarithmic axis has few ticks, however long it is", () => {
  const splits = of(titled("Penalty weight")).axes![1].splits as unknown as (
    ...of: readonly unknown[]
  ) => number[];
  expect(splits(nothing, 1, 0.001, 10)).toEqual([0.001, 0.01, 0.1, 1, 10]);
  expect(splits(nothing, 1, 1e-8, 1e16).length).toBeLessThanOrEqual(7);
});

test("ticks are written as numbers are elsewhere", () => {
  const text = of(titled("Entropy")).axes![1].values as unknown as (...of: readonly unknown[]) => string[];
  expect(text(nothing, [-1500, 0, 0.25, 1e-4, null])).toEqual(["−1,500", "0", "0.25", "1e−4", ""]);
  const time = of(titled("Entropy")).axes![0].values as unknown as (...of: readonly unknown[]) => string[];
  expect(time(nothing, [0.5, 90, 7200])).toEqual(["0.5 s", "1.5 min", "2 h"]);
});
