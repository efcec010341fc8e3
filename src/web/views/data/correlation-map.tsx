// Correlations between columns as a map of cells: orange for those that rise together, blue with a minus for those of which one
// falls as the other rises. The pointer or the arrow keys read a cell; the numbers also come as a table.

import { useMemo, useState } from "react";
import { numbers } from "../../../core/index.ts";
import { shownName } from "../shared/shown-edge.ts";
import {
  type Cell,
  type Correlations,
  cellAfter,
  levelPaths,
  minusPath,
  steps,
  strongest,
} from "./correlation-cells.ts";

/** Up to so many columns the cells hold their number. */
const numbered = 15;
const labelWidth = 160;
/** For the number of a column beside its name: two digits. */
const numberWidth = 22;

export function CorrelationMap({ correlations }: { readonly correlations: Correlations }) {
  const { columns, values } = correlations;
  const d = columns.length;
  const size = d <= numbered ? 38 : Math.max(11, Math.floor(640 / d));
  const [cell, setCell] = useState<Cell | null>(null);
  const drawing = useMemo(() => <Drawing correlations={correlations} size={size} />, [correlations, size]);
  const top = 18;
  const [width, height] = [labelWidth + d * size, top + d * size];
  const value = cell && values[cell[0]][cell[1]];
  return (
    <>
      <p className="map-read" role="status">
        {cell === null ? (
          <span className="soft">Point at a cell, or move with the arrow keys, to read it.</span>
        ) : (
          <>
            <span className="name">{columns[cell[0]]}</span> and{" "}
            <span className="name">{columns[cell[1]]}</span>: <strong>{numbers.fixed(value!)}</strong>
          </>
        )}
      </p>
      <div className="wide">
        {/* The table below it says the same; this is read by arrows too. */}
        <svg
          className="map"
          viewBox={`0 0 ${width} ${height}`}
          width={width}
          height={height}
          role="application"
          aria-label={`Map of the correlations of ${d} columns`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: its cells are read with the arrow keys
          tabIndex={0}
          onKeyDown={(event) => {
            const next = cellAfter(cell ?? [0, 0], event.key, d);
            if (next === undefined) return;
            event.preventDefault();
            setCell(cell === null ? [0, 0] : next);
          }}
          onFocus={() => setCell((known) => known ?? [0, 0])}
          onPointerMove={({ clientX, clientY, currentTarget }) => {
            const box = currentTarget.getBoundingClientRect();
            const i = Math.floor((clientY - box.top - top) / size);
            const j = Math.floor((clientX - box.left - labelWidth) / size);
            if (i < 0 || j < 0 || i >= d || j >= d) return;
            setCell((known) => (known?.[0] === i && known[1] === j ? known : [i, j]));
          }}
        >
          <g transform={`translate(${labelWidth} ${top})`}>
            {drawing}
            {cell !== null && (
              <rect className="map-here" x={cell[1] * size} y={cell[0] * size} width={size} height={size} />
            )}
          </g>
        </svg>
      </div>
      <Scale />
      <CorrelationTable correlations={correlations} />
    </>
  );
}

function Drawing({ correlations, size }: { readonly correlations: Correlations; readonly size: number }) {
  const { columns, values } = correlations;
  const d = columns.length;
  const every = size < 16 ? 5 : 1;
  return (
    <>
      <rect className="map-ground" width={d * size} height={d * size} />
      {levelPaths(correlations, size).map(({ level, path }) => (
        <path key={level} className={level > 0 ? "map-plus" : "map-minus"} style={shareOf(level)} d={path} />
      ))}
      {d > numbered && <path className="map-sign" d={minusPath(correlations, size)} />}
      {columns.map((name, k) => (
        <g key={name}>
          {/* By itself, so that a name from right to left does not take the number with it. */}
          <text
            className="map-name"
            x={-6 - numberWidth}
            y={(k + 0.5) * size}
            fontSize={Math.min(12, size - 1)}
          >
            {shortened(name)}
          </text>
          <text className="map-name" x={-6} y={(k + 0.5) * size} fontSize={Math.min(12, size - 1)}>
            {k + 1}
          </text>
          {(k + 1) % every === 0 && (
            <text className="map-column" x={(k + 0.5) * size} y={-5} fontSize={Math.min(11, size)}>
              {k + 1}
            </text>
          )}
        </g>
      ))}
      {d <= numbered &&
        values.map((row, i) =>
          row.map((value, j) => (
            <text
              key={`${columns[i]} ${columns[j]}`}
              className="map-number"
              x={(j + 0.5) * size}
              y={(i + 0.5) * size}
            >
              {numbers.fixed(value)}
            </text>
          )),
        )}
    </>
  );
}

/** How much of the colour is in a step of the scale. */
function shareOf(level: number): React.CSSProperties {
  return { "--share": `${(100 * Math.abs(level)) / steps}%` } as React.CSSProperties;
}

function Scale() {
  const levels = Array.from({ length: 2 * steps + 1 }, (_, k) => k - steps);
  return (
    <p className="map-scale small soft">
      <span>−1: one falls as the other rises</span>
      <svg
        viewBox={`0 0 ${levels.length} 1`}
        width="168"
        height="12"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {levels.map((level, k) => (
          <rect
            key={level}
            className={level > 0 ? "map-plus" : level < 0 ? "map-minus" : "map-ground"}
            style={shareOf(level)}
            x={k}
            width="1"
            height="1"
          />
        ))}
      </svg>
      <span>1: both rise together</span>
    </p>
  );
}

/** Up to so many columns all stand in one table; of more, those of one column at a time. */
const wholeTable = 20;

/** Made only when it is opened. */
function CorrelationTable({ correlations }: { readonly correlations: Correlations }) {
  const [isOpen, setOpen] = useState(false);
  const isWhole = correlations.columns.length <= wholeTable;
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Correlations as a table</summary>
      {isOpen && (isWhole ? <Whole correlations={correlations} /> : <OfColumn correlations={correlations} />)}
    </details>
  );
}

function Whole({ correlations: { columns, values } }: { readonly correlations: Correlations }) {
  return (
    <div className="wide">
      <table>
        <caption className="hidden">Correlations</caption>
        <thead>
          <tr>
            <td />
            {columns.map((name) => (
              <th key={name} scope="col" className="number">
                {shortened(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {columns.map((name, i) => (
            <tr key={name}>
              <th scope="row">{shortened(name)}</th>
              {columns.map((other, j) => (
                <td key={other} className="number">
                  {numbers.fixed(values[i][j])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function OfColumn({ correlations }: { readonly correlations: Correlations }) {
  const { columns } = correlations;
  const [at, setAt] = useState(0);
  return (
    <>
      <p className="actions">
        <label>
          Of the column{" "}
          <select value={at} onChange={({ target }) => setAt(Number(target.value))}>
            {columns.map((name, k) => (
              <option key={name} value={k}>
                {shownName(name)}
              </option>
            ))}
          </select>
        </label>
      </p>
      <table>
        <caption className="hidden">Correlations, the strongest first</caption>
        <tbody>
          {strongest(correlations, at).map(({ name, value }) => (
            <tr key={name}>
              <th scope="row" className="name">
                {shownName(name)}
              </th>
              <td className="number">{numbers.fixed(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function shortened(name: string): string {
  const letters = [...shownName(name)];
  return letters.length > 18 ? `${letters.slice(0, 17).join("")}…` : letters.join("");
}
