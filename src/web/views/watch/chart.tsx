// Values of a run over its working time, drawn by uPlot; beside the picture the current values and a table for screen readers.
//
// A chart that is off screen is redrawn only once per second, and when it comes into view.

import { memo, useEffect, useMemo, useRef, useState } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { numbers } from "../../../core/index.ts";
import { RowsTable } from "../shared/rows-table.tsx";
import { type CoursePoint, chartColumns, latestOf, numberOf, sampledPoints } from "./course.ts";
import { type Measure, scoreRange } from "./measures.ts";
import { lineStyles, optimumStyle, plotColours, plotHeight, plotOptions } from "./plot-options.ts";
import { useColours } from "./use-colours.ts";

export interface ChartProps {
  readonly measure: Measure;
  readonly points: readonly CoursePoint[];
  /** The proven optimum of the score, drawn if the measure has it. */
  readonly optimum: number | null;
}

/** Interval between redraws of a chart that is off screen. */
const unseenMs = 1000;

export const Chart = memo(function Chart({ measure, points, optimum }: ChartProps) {
  const { title, describes, lines } = measure;
  const [at, setAt] = useState<number | null>(null);
  const optimumLine = measure.hasOptimum === true ? optimum : null;
  const isCut = useIsCut(measure, points, optimumLine);
  const point = at === null ? undefined : points[at];
  const latest = (name: string): number | null => (point ? numberOf(point, name) : latestOf(points, name));
  return (
    <figure className="chart">
      <figcaption>
        <h3>{title}</h3>
        <p className="soft small">{describes}</p>
      </figcaption>
      <Picture measure={measure} points={points} optimum={optimumLine} onPoint={setAt} />
      <ul className="chart-legend small">
        {lines.map(({ name, label }, k) => (
          <li key={name}>
            <Swatch {...lineStyles[k]} />
            {label} <span className="number">{numberText(latest(name))}</span>
          </li>
        ))}
        {optimumLine !== null && (
          <li>
            <Swatch {...optimumStyle} />
            proven optimum <span className="number">{numberText(optimumLine)}</span>
          </li>
        )}
        {isCut && <li className="soft">values far below are not shown</li>}
        <li className="soft">{point ? `at ${numbers.duration(point.x)}` : "now"}</li>
      </ul>
      <Words measure={measure} points={points} />
    </figure>
  );
});

/** Does the score axis cut off low values? Checked once per second. */
function useIsCut(
  { lines, hasOptimum = false }: Measure,
  points: readonly CoursePoint[],
  optimum: number | null,
): boolean {
  const second = Math.floor(points.at(-1)?.x ?? 0);
  return useMemo(() => {
    if (!hasOptimum) return false;
    const values = chartColumns(
      points,
      lines.map(({ name }) => name),
    )
      .slice(1)
      .flat();
    return scoreRange([...values, optimum].filter((value) => value !== null)).isCut;
  }, [second, hasOptimum, lines, optimum]);
}

function numberText(value: number | null): string {
  if (value === null) return "–";
  return Number.isInteger(value) ? numbers.count(value) : numbers.measured(value);
}

function Swatch({ colour, dash }: { readonly colour: string; readonly dash: readonly number[] }) {
  return (
    <svg className="chart-swatch" viewBox="0 0 26 6" aria-hidden="true">
      <line
        x1="0"
        y1="3"
        x2="26"
        y2="3"
        strokeDasharray={dash.join(" ")}
        style={{ stroke: `var(${colour})` }}
      />
    </svg>
  );
}

interface PictureProps extends ChartProps {
  readonly onPoint: (at: number | null) => void;
}

function Picture({ measure, points, optimum, onPoint }: PictureProps) {
  const home = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const isSeen = useRef(true);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const newest = useRef<uPlot.AlignedData | null>(null);
  const colours = useColours(plotColours);
  const names = measure.lines.map(({ name }) => name).join(" ");
  const hasOptimum = optimum !== null;

  // The structure of the chart changes rarely, its data constantly.
  useEffect(() => {
    const element = home.current!;
    const options = plotOptions(measure, hasOptimum, colours, element.clientWidth);
    const drawn = new uPlot(
      { ...options, hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)] } },
      undefined,
      element,
    );
    plot.current = drawn;
    const resized = new ResizeObserver(() =>
      drawn.setSize({ width: element.clientWidth, height: plotHeight }),
    );
    resized.observe(element);
    const seen = new IntersectionObserver(([entry]) => {
      isSeen.current = entry.isIntersecting;
      if (isSeen.current && newest.current) drawn.setData(newest.current);
    });
    seen.observe(element);
    return () => {
      resized.disconnect();
      seen.disconnect();
      clearTimeout(timer.current);
      timer.current = undefined;
      drawn.destroy();
      plot.current = null;
    };
    // The names of its lines identify the measure.
  }, [names, hasOptimum, colours, onPoint]);

  useEffect(() => {
    newest.current = dataOf(measure, points, optimum);
    const draw = (): void => {
      timer.current = undefined;
      if (newest.current) plot.current?.setData(newest.current);
    };
    // Off screen, each chart has its own timer: redrawing ten of them in one task would cause a noticeable delay.
    if (isSeen.current) draw();
    else timer.current ??= setTimeout(draw, unseenMs);
    // Includes the dependencies that create a new plot, which has no data yet.
  }, [names, points, optimum, colours, onPoint]);

  return <div ref={home} className="chart-picture" aria-hidden="true" />;
}

function dataOf(measure: Measure, points: readonly CoursePoint[], optimum: number | null): uPlot.AlignedData {
  const [x, ...ys] = chartColumns(
    points,
    measure.lines.map(({ name }) => name),
  );
  // A logarithmic axis has no 0: the line ends there.
  const drawn =
    measure.isLogarithmic && !measure.reachesZero
      ? ys.map((y) => y.map((v) => (v !== null && v > 0 ? v : null)))
      : ys;
  return [x, ...drawn, ...(optimum === null ? [] : [x.map(() => optimum)])];
}

/** A few points as a table, for screen readers; updated at most once per second. */
function Words({ measure: { title, lines }, points }: Omit<ChartProps, "optimum">) {
  const second = Math.floor(points.at(-1)?.x ?? 0);
  const names = lines.map(({ name }) => name).join(" ");
  // The points at the start of a second serve for all of it.
  const few = useMemo(() => sampledPoints(points, 8), [second, names]);
  return (
    <div className="hidden">
      <RowsTable
        caption={title}
        columns={[{ title: "time" }, ...lines.map(({ label }) => ({ title: label }))]}
        rows={few.map((point) => [
          numbers.duration(point.x),
          ...lines.map(({ name }) => numberText(numberOf(point, name))),
        ])}
        hasRowTitles
      />
    </div>
  );
}
