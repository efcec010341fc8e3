// uPlot options for a measure: axes, scales, lines. Each line has its own colour and style.

import type uPlot from "uplot";
import { numbers } from "../../../core/index.ts";
import { type Measure, scoreRange } from "./measures.ts";

/** Colour and dash pattern of each line. */
export const lineStyles = [
  { colour: "--one", dash: [] },
  { colour: "--two", dash: [7, 4] },
  { colour: "--three", dash: [2, 3] },
] as const;
export const optimumStyle = { colour: "--four", dash: [10, 3, 2, 3] } as const;
export const plotHeight = 168;

/** Variables of the style sheet used in charts. */
export const plotColours = ["--one", "--two", "--three", "--four", "--soft", "--line"] as const;
type Colours = Readonly<Record<(typeof plotColours)[number], string>>;

export function plotOptions(
  { lines, isLogarithmic = false, reachesZero = false, hasOptimum = false, range }: Measure,
  isOptimumKnown: boolean,
  colours: Colours,
  width: number,
): uPlot.Options {
  const axis = {
    stroke: colours["--soft"],
    font: "11px system-ui, sans-serif",
    grid: { stroke: colours["--line"], width: 1 },
    ticks: { stroke: colours["--line"], width: 1, size: 4 },
  };
  const line = ({ colour, dash }: { colour: keyof Colours; dash: readonly number[] }): uPlot.Series => ({
    stroke: colours[colour],
    width: 1.6,
    dash: [...dash],
    spanGaps: true,
    points: { show: false },
  });
  return {
    width,
    height: plotHeight,
    padding: [8, 18, 0, 0],
    legend: { show: false },
    cursor: { y: false, points: { size: 6 }, drag: { x: false, y: false } },
    scales: {
      x: { time: false },
      y: {
        // Above 1 an inverse hyperbolic sine is close to a logarithm, and it is defined at 0.
        ...(isLogarithmic && (reachesZero ? { distr: 4, asinh: 1 } : { distr: 3, log: 10 })),
        range: isLogarithmic
          ? reachesZero
            ? rangeFromZero
            : logarithmicRange
          : hasOptimum
            ? scored
            : ((range?.slice() as [number, number]) ?? padded),
      },
    },
    axes: [
      { ...axis, size: 26, values: (_, ticks) => ticks.map((s) => secondsText(s)) },
      {
        ...axis,
        size: (_, texts) => 14 + 6.5 * Math.max(3, ...(texts ?? []).map((text) => text?.length ?? 0)),
        values: (_, ticks) => ticks.map(tickText),
        // On a logarithmic axis, ticks only at whole powers of ten.
        ...(isLogarithmic && {
          splits: (_plot: uPlot, __: number, low: number, high: number) =>
            reachesZero ? [0, ...powersOfTen(1, high)] : powersOfTen(low, high),
        }),
      },
    ],
    series: [
      {},
      ...lines.map((_, k) => line(lineStyles[k])),
      ...(isOptimumKnown ? [line(optimumStyle)] : []),
    ],
  };
}

function scored(plot: uPlot): [number, number] {
  const values = plot.data.slice(1).flatMap((y) => (y as (number | null)[]).filter((v) => v !== null));
  const { low, high } = scoreRange(values);
  return [low, high];
}

function padded(_: uPlot, low: number | null, high: number | null): [number, number] {
  if (low === null || high === null) return [0, 1];
  const margin = 0.06 * (high - low) || Math.abs(high) * 0.1 || 1;
  return [low - margin, high + margin];
}

/** Whole powers of ten around the values. */
function logarithmicRange(_: uPlot, low: number | null, high: number | null): [number, number] {
  if (low === null || high === null || !(low > 0)) return [0.1, 1];
  const [from, to] = [Math.floor(Math.log10(low)), Math.ceil(Math.log10(high))];
  return [Number(`1e${from}`), Number(`1e${Math.max(to, from + 1)}`)];
}

function rangeFromZero(_: uPlot, __: number | null, high: number | null): [number, number] {
  return [0, Number(`1e${Math.max(1, Math.ceil(Math.log10(Math.max(high ?? 1, 1))))}`)];
}

function powersOfTen(low: number, high: number): number[] {
  const [from, to] = [Math.round(Math.log10(low)), Math.round(Math.log10(high))];
  const every = Math.ceil((to - from) / 6);
  return Array.from({ length: to - from + 1 }, (_, k) => from + k)
    .filter((power) => (power - from) % every === 0)
    .map((power) => Number(`1e${power}`));
}

/** uPlot also asks for the text of ticks that have none (null). */
function tickText(value: number | null): string {
  if (value === null) return "";
  const size = Math.abs(value);
  return size !== 0 && (size < 1e-3 || size >= 1e7)
    ? value.toExponential().replaceAll("-", "−")
    : numbers.fixed(value, Number.isInteger(value) ? 0 : Math.min(4, decimalsOf(value)));
}

function decimalsOf(value: number): number {
  return String(Number(value.toPrecision(12))).split(".")[1]?.length ?? 0;
}

function secondsText(seconds: number): string {
  if (seconds < 60) return `${Number(seconds.toPrecision(6))} s`;
  return seconds < 3600
    ? `${Number((seconds / 60).toFixed(1))} min`
    : `${Number((seconds / 3600).toFixed(2))} h`;
}
