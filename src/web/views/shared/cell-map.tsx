// A square matrix as a heat map with a row and a column for each variable: orange for positive values, blue with a minus sign for
// negative ones. The pointer or the arrow keys select a cell, whose value is shown.

import { memo, type PointerEvent, type ReactNode, useMemo, useState } from "react";
import { numbers } from "../../../core/index.ts";
import { type Cell, type CellValues, cellAfter, levelPaths, minusPath, steps } from "./cells.ts";
import { nameText } from "./shown-edge.ts";
import "./cell-map.css";

interface CellMapProps {
  readonly columns: readonly string[];
  /** From −1 to 1. */
  readonly values: CellValues;
  readonly label: string;
  readonly textOf: (cell: Cell) => ReactNode;
  /** Lowest value of the scale. */
  readonly low: -1 | 0;
  /** Do large cells show their values? Too slow for values that change constantly. */
  readonly hasNumbers: boolean;
  /** Is the colour scale shown below the map? */
  readonly hasScale?: boolean;
}

/** Up to this many columns the cells are large, and show their values if `hasNumbers`. */
const numbered = 15;
const labelWidth = 160;
/** Room for the number of a column beside its name: three digits. */
const numberWidth = 26;
const top = 18;
/** Room for the number of the last column, which may be wider than its cells. */
const rightMargin = 8;

export function CellMap(props: CellMapProps) {
  const { columns, values, label, textOf, low, hasNumbers, hasScale = true } = props;
  const d = columns.length;
  const size = d <= numbered ? 38 : Math.max(5, Math.floor(640 / d));
  const [cell, setCell] = useState<Cell | null>(null);
  const [width, height] = [labelWidth + d * size + rightMargin, top + d * size];
  const point = ({ clientX, clientY, currentTarget }: PointerEvent): void => {
    const box = currentTarget.getBoundingClientRect();
    const i = Math.floor((clientY - box.top - top) / size);
    const j = Math.floor((clientX - box.left - labelWidth) / size);
    if (i < 0 || j < 0 || i >= d || j >= d) return;
    setCell((before) => (before?.[0] === i && before[1] === j ? before : [i, j]));
  };
  return (
    <>
      <p className="map-read" role="status">
        {cell === null ? (
          <span className="soft">Point at a cell, or use the arrow keys, to read its value.</span>
        ) : (
          textOf(cell)
        )}
      </p>
      <div className="wide">
        <svg
          className="map"
          viewBox={`0 0 ${width} ${height}`}
          width={width}
          height={height}
          role="application"
          aria-label={label}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: its cells are read with the arrow keys
          tabIndex={0}
          onKeyDown={(event) => {
            const next = cellAfter(cell ?? [0, 0], event.key, d);
            if (next === undefined) return;
            event.preventDefault();
            setCell(cell === null ? [0, 0] : next);
          }}
          onFocus={() => setCell((before) => before ?? [0, 0])}
          onPointerMove={point}
          onPointerDown={point}
        >
          <g transform={`translate(${labelWidth} ${top})`}>
            <Cells values={values} size={size} hasNumbers={hasNumbers && d <= numbered} />
            <Names columns={columns} size={size} />
            {cell !== null && (
              <rect className="map-here" x={cell[1] * size} y={cell[0] * size} width={size} height={size} />
            )}
          </g>
        </svg>
      </div>
      {hasScale && <Scale low={low} />}
    </>
  );
}

interface CellsProps extends Pick<CellMapProps, "values" | "hasNumbers"> {
  readonly size: number;
}

const Cells = memo(({ values, size, hasNumbers }: CellsProps) => {
  const d = values.length;
  const paths = useMemo(() => levelPaths(values, size), [values, size]);
  const middle = (k: number) => (k + 0.5) * size;
  return (
    <>
      <rect className="map-ground" width={d * size} height={d * size} />
      {paths.map(({ level, path }) => (
        <path key={level} className={lookOf(level)} style={shareOf(level)} d={path} />
      ))}
      {!hasNumbers && <path className="map-sign" d={minusPath(values, size)} />}
      {hasNumbers &&
        values.map((row, i) =>
          row.map((value, j) => (
            <text key={`${i} ${j}`} className="map-number" x={middle(j)} y={middle(i)}>
              {numbers.fixed(value)}
            </text>
          )),
        )}
    </>
  );
});

const Names = memo(({ columns, size }: { readonly columns: readonly string[]; readonly size: number }) => {
  const every = size < 16 ? 5 : 1;
  return columns.map((name, k) => (
    <g key={name} fontSize={Math.min(12, size - 1)}>
      {/* Separate from the number, so that a right-to-left name does not reorder it. */}
      <text className="map-name" x={-6 - numberWidth} y={(k + 0.5) * size}>
        {shortName(name)}
      </text>
      <text className="map-name" x={-6} y={(k + 0.5) * size}>
        {k + 1}
      </text>
      {(k + 1) % every === 0 && (
        <text className="map-column" x={(k + 0.5) * size} y={-5} fontSize={11}>
          {k + 1}
        </text>
      )}
    </g>
  ));
});

function Scale({ low }: Pick<CellMapProps, "low">) {
  const levels = Array.from({ length: (1 - low) * steps + 1 }, (_, k) => k + low * steps);
  return (
    <p className="map-scale small soft">
      {numbers.count(low)}
      <svg
        viewBox={`0 0 ${levels.length} 1`}
        width={8 * levels.length}
        height="12"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {levels.map((level, k) => (
          <rect key={level} className={lookOf(level)} style={shareOf(level)} x={k} width="1" height="1" />
        ))}
      </svg>
      1
    </p>
  );
}

function lookOf(level: number): string {
  return level > 0 ? "map-plus" : level < 0 ? "map-minus" : "map-ground";
}

/** Colour intensity of a level, as a CSS variable. */
function shareOf(level: number): React.CSSProperties {
  return { "--share": `${(100 * Math.abs(level)) / steps}%` } as React.CSSProperties;
}

/** At most 18 characters. */
export function shortName(name: string): string {
  const letters = [...nameText(name)];
  return letters.length > 18 ? `${letters.slice(0, 17).join("")}…` : letters.join("");
}
