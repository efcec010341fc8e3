// Probabilities of edges as colours: a row for each cause, a column for each effect.
//
// A canvas, because ten thousand cells that all change twice in a second are too many elements. Pointer and arrow keys tell
// the number of one cell; the largest are also there as a list.

import { type KeyboardEvent, memo, type PointerEvent, useEffect, useMemo, useRef, useState } from "react";
import { numbers } from "../../../core/index.ts";
import { useColours } from "./use-colours.ts";

export interface HeatMapProps {
  readonly columns: readonly string[];
  /** Row by cause. */
  readonly values: readonly number[];
}

const steps = ["--heat-0", "--heat-1", "--heat-2", "--heat-3", "--heat-4"] as const;
const inks = ["--ink", "--soft"] as const;
/** Names are written at the margins where rows are at least so high. */
const nameHeight = 9;
const mostMargin = 74;
const likeliest = 12;

export const HeatMap = memo(function HeatMap({ columns, values }: HeatMapProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [cell, setCell] = useState<number | null>(null);
  const [width, setWidth] = useState(0);
  const palette = useColours(steps);
  const ink = useColours(inks);
  const d = columns.length;
  const shape = shapeOf(width, columns);

  useEffect(() => {
    const element = canvas.current!.parentElement!;
    const resized = new ResizeObserver(() => setWidth(element.clientWidth));
    resized.observe(element);
    return () => resized.disconnect();
  }, []);

  useEffect(() => {
    if (width > 0 && values.length === d * d)
      draw(canvas.current!, { columns, values, shape: shapeOf(width, columns), palette, ink, cell });
  }, [columns, values, width, d, palette, ink, cell]);

  const pointed = ({ nativeEvent: { offsetX, offsetY } }: PointerEvent): void => {
    const j = Math.floor((offsetX - shape.left) / shape.size);
    const i = Math.floor((offsetY - shape.top) / shape.size);
    setCell(i >= 0 && j >= 0 && i < d && j < d ? i * d + j : null);
  };
  const pressed = (event: KeyboardEvent): void => {
    const move = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    if (move === undefined) return;
    event.preventDefault();
    const [i, j] = cell === null ? [0, 0] : [Math.floor(cell / d) + move[0], (cell % d) + move[1]];
    setCell(Math.min(d - 1, Math.max(0, i)) * d + Math.min(d - 1, Math.max(0, j)));
  };

  return (
    <div className="heat">
      <div>
        <canvas
          ref={canvas}
          tabIndex={0}
          role="img"
          aria-label="Probability of each edge: a row for each cause, a column for each effect. The arrow keys tell the number of a cell."
          onPointerMove={pointed}
          onPointerDown={pointed}
          onPointerLeave={() => setCell(null)}
          onKeyDown={pressed}
          onBlur={() => setCell(null)}
        />
      </div>
      <p className="heat-legend small">
        <span className="soft">0</span>
        <span className="heat-bar" aria-hidden="true" />
        <span className="soft">1</span>
        <output aria-live="polite" className="name">
          {cell === null ? (
            <span className="soft">Point at a cell, or use the arrow keys.</span>
          ) : (
            cellText(columns, values, cell)
          )}
        </output>
      </p>
      <Likeliest columns={columns} values={values} />
    </div>
  );
});

function cellText(columns: readonly string[], values: readonly number[], cell: number): string {
  const d = columns.length;
  const [i, j] = [Math.floor(cell / d), cell % d];
  if (i === j) return `${columns[i]}: never its own cause`;
  return `${columns[i]} → ${columns[j]}: ${numbers.fixed(values[cell], 3)}`;
}

/** For those who do not see colours at all. */
function Likeliest({ columns, values }: HeatMapProps) {
  const cells = useMemo(
    () =>
      values
        .map((value, cell) => ({ value, cell }))
        .filter(
          ({ value, cell }) => value >= 0.01 && Math.floor(cell / columns.length) !== cell % columns.length,
        )
        .sort((a, b) => b.value - a.value || a.cell - b.cell)
        .slice(0, likeliest),
    [columns, values],
  );
  return (
    <details className="small">
      <summary>The likeliest edges in words</summary>
      <ol className="live-list">
        {cells.map(({ cell }) => (
          <li key={cell} className="name">
            {cellText(columns, values, cell)}
          </li>
        ))}
      </ol>
    </details>
  );
}

interface Shape {
  /** Of a cell. */
  readonly size: number;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

function shapeOf(width: number, columns: readonly string[]): Shape {
  const d = columns.length;
  const room = Math.min(width, 460);
  const longest = columns.reduce((most, { length }) => Math.max(most, length), 0);
  const margin = Math.min(mostMargin, 10 + 7.5 * longest);
  const hasNames = (room - margin) / d >= nameHeight;
  const left = hasNames ? margin : 0;
  const size = Math.max(2, Math.floor((room - left) / d));
  return { size, left, top: left, width: left + size * d, height: left + size * d };
}

interface Drawn extends HeatMapProps {
  readonly shape: Shape;
  readonly palette: Readonly<Record<(typeof steps)[number], string>>;
  readonly ink: Readonly<Record<(typeof inks)[number], string>>;
  readonly cell: number | null;
}

function draw(canvas: HTMLCanvasElement, { columns, values, shape, palette, ink, cell }: Drawn): void {
  const d = columns.length;
  const { size, left, top, width, height } = shape;
  const ratio = devicePixelRatio || 1;
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
  }
  const context = canvas.getContext("2d")!;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  const colours = steps.map((name) => rgbOf(palette[name]));
  for (let i = 0; i < d; i++)
    for (let j = 0; j < d; j++) {
      context.fillStyle = i === j ? palette["--heat-0"] : between(colours, values[i * d + j]);
      context.fillRect(left + j * size, top + i * size, size, size);
    }
  context.strokeStyle = ink["--soft"];
  context.globalAlpha = 0.5;
  context.strokeRect(left + 0.5, top + 0.5, size * d - 1, size * d - 1);
  // Nothing causes itself: the diagonal is crossed out.
  context.beginPath();
  context.moveTo(left, top);
  context.lineTo(left + size * d, top + size * d);
  context.stroke();
  context.globalAlpha = 1;
  if (cell !== null) {
    context.strokeStyle = ink["--ink"];
    context.lineWidth = 2;
    context.strokeRect(left + (cell % d) * size, top + Math.floor(cell / d) * size, size, size);
    context.lineWidth = 1;
  }
  if (left > 0) drawNames(context, columns, shape, ink["--soft"]);
}

function drawNames(
  context: CanvasRenderingContext2D,
  columns: readonly string[],
  { size, left, top }: Shape,
  colour: string,
): void {
  context.fillStyle = colour;
  context.font = `${Math.min(12, size)}px system-ui, sans-serif`;
  context.textBaseline = "middle";
  columns.forEach((name, k) => {
    const text = fitting(context, name, left - 8);
    context.textAlign = "right";
    context.fillText(text, left - 5, top + (k + 0.5) * size);
    context.save();
    context.translate(left + (k + 0.5) * size, top - 5);
    context.rotate(-Math.PI / 2);
    context.textAlign = "left";
    context.fillText(text, 0, 0);
    context.restore();
  });
}

/** As much of the name as there is room for. */
function fitting(context: CanvasRenderingContext2D, name: string, room: number): string {
  let text = name.length > 40 ? `${name.slice(0, 40)}…` : name;
  while (text.length > 2 && context.measureText(text).width > room) text = `${text.slice(0, -2)}…`;
  return text;
}

type Rgb = readonly [number, number, number];

/** Of "rgb(1, 2, 3)". */
function rgbOf(text: string): Rgb {
  const [r = 0, g = 0, b = 0] = (text.match(/[\d.]+/g) ?? []).map(Number);
  return [r, g, b];
}

function between(colours: readonly Rgb[], share: number): string {
  const at = Math.min(1, Math.max(0, share)) * (colours.length - 1);
  const k = Math.min(colours.length - 2, Math.floor(at));
  const mixed = colours[k].map((from, c) => Math.round(from + (at - k) * (colours[k + 1][c] - from)));
  return `rgb(${mixed.join(",")})`;
}
