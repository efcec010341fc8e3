// SVG path data of an effect curve: both axes span the dots and the line, with a small margin.

export interface CurvePaths {
  readonly dots: string;
  readonly line: string;
  /** Ends of the axes. */
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
}

export interface CurveData {
  readonly x: readonly number[];
  readonly y: readonly number[];
  readonly points: readonly (readonly [number, number])[];
}

const margin = 6;

export function curvePaths({ x, y, points }: CurveData, width: number, height: number): CurvePaths {
  const xs = span([...x, ...points.map(([at]) => at)]);
  const ys = span([...y, ...points.map(([, value]) => value)]);
  const px = (at: number): string => scaled(at, xs, width).toFixed(1);
  const py = (value: number): string => (height - scaled(value, ys, height)).toFixed(1);
  return {
    // A zero-length line with round caps is a dot.
    dots: points.map(([at, value]) => `M${px(at)} ${py(value)}h0`).join(""),
    line: x.map((at, k) => `${k === 0 ? "M" : "L"}${px(at)} ${py(y[k])}`).join(""),
    x: xs,
    y: ys,
  };
}

function span(values: readonly number[]): [number, number] {
  const finite = values.filter(Number.isFinite);
  if (finite.length === 0) return [0, 1];
  const [low, high] = finite.reduce(
    ([a, b], value) => [Math.min(a, value), Math.max(b, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
  return [low, high];
}

/** If all values are equal, they are centred. */
function scaled(value: number, [low, high]: readonly [number, number], size: number): number {
  const share = high > low ? (value - low) / (high - low) : 0.5;
  return margin + share * (size - 2 * margin);
}
