// Probabilities of edges as a heat map, a row for each cause and a column for each effect, and the largest as a list.

import { memo, useMemo } from "react";
import { numbers } from "../../../core/index.ts";
import { CellMap } from "../shared/cell-map.tsx";

interface HeatMapProps {
  readonly columns: readonly string[];
  /** One row per cause. */
  readonly values: readonly number[];
}

/** Maximum number of edges listed, and the smallest probability listed. */
const mostListed = 12;
const leastListed = 0.01;

export const HeatMap = memo(function HeatMap({ columns, values }: HeatMapProps) {
  const d = columns.length;
  const rows = useMemo(
    () => columns.map((_, i) => columns.map((_, j) => (i === j ? 0 : values[i * d + j]))),
    [columns, values, d],
  );
  const textOf = (i: number, j: number): string =>
    i === j
      ? `${columns[i]}: not its own cause`
      : `${columns[i]} → ${columns[j]}: ${numbers.fixed(rows[i][j], 3)}`;
  const likeliest = rows
    .flatMap((row, i) => row.map((value, j) => ({ value, i, j })))
    .filter(({ value }) => value >= leastListed)
    .sort((a, b) => b.value - a.value)
    .slice(0, mostListed);
  return (
    <>
      <CellMap
        columns={columns}
        values={rows}
        low={0}
        hasNumbers={false}
        label="Probability of each edge: a row for each cause, a column for each effect"
        textOf={([i, j]) => <span className="name">{textOf(i, j)}</span>}
      />
      <details className="small">
        <summary>The most probable edges as a list</summary>
        <ol className="live-list">
          {likeliest.map(({ i, j }) => (
            <li key={`${i} ${j}`} className="name">
              {textOf(i, j)}
            </li>
          ))}
        </ol>
      </details>
    </>
  );
});
