// Correlations between columns as a heat map, and as a table.

import { useState } from "react";
import { numbers } from "../../../core/index.ts";
import { CellMap, shortName } from "../shared/cell-map.tsx";
import type { CellValues } from "../shared/cells.ts";
import { number, RowsTable } from "../shared/rows-table.tsx";
import { nameText } from "../shared/shown-edge.ts";

interface CorrelationsProps {
  readonly columns: readonly string[];
  readonly values: CellValues;
}

export function CorrelationMap({ columns, values }: CorrelationsProps) {
  return (
    <>
      <CellMap
        columns={columns}
        values={values}
        low={-1}
        hasNumbers
        label={`Map of the correlations of ${columns.length} columns`}
        textOf={([i, j]) => (
          <>
            <span className="name">{columns[i]}</span> and <span className="name">{columns[j]}</span>:{" "}
            <strong>{numbers.fixed(values[i][j])}</strong>
          </>
        )}
      />
      <CorrelationTable columns={columns} values={values} />
    </>
  );
}

/** Up to this many columns all correlations are in one table; above it, the table shows one column at a time. */
const wholeTable = 20;

/** Rendered only when opened. */
function CorrelationTable(props: CorrelationsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Correlations as a table</summary>
      {isOpen && (props.columns.length <= wholeTable ? <Whole {...props} /> : <OfColumn {...props} />)}
    </details>
  );
}

function Whole({ columns, values }: CorrelationsProps) {
  return (
    <RowsTable
      caption="Correlations"
      columns={[{ title: "" }, ...columns.map((name) => number(shortName(name)))]}
      rows={columns.map((name, i) => [shortName(name), ...values[i].map((value) => numbers.fixed(value))])}
      hasRowTitles
    />
  );
}

function OfColumn({ columns, values }: CorrelationsProps) {
  const [at, setAt] = useState(0);
  const strongestFirst = columns
    .map((name, k) => ({ name, value: values[at][k] }))
    .filter((_, k) => k !== at)
    .sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
  return (
    <>
      <p className="actions">
        <label>
          Column{" "}
          <select value={at} onChange={({ target }) => setAt(Number(target.value))}>
            {columns.map((name, k) => (
              <option key={name} value={k}>
                {nameText(name)}
              </option>
            ))}
          </select>
        </label>
      </p>
      <RowsTable
        caption="Correlations, the strongest first"
        columns={[{ title: "Column" }, number("Correlation")]}
        rows={strongestFirst.map(({ name, value }) => [nameText(name), numbers.fixed(value)])}
        hasRowTitles
      />
    </>
  );
}
