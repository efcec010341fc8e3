// The first rows of a table as in its file.

import { useState } from "react";
import { numbers, type wire } from "../../../core/index.ts";
import { number, RowsTable } from "../shared/rows-table.tsx";
import { nameText } from "../shared/shown-edge.ts";

/** Columns shown initially: rows with hundreds of columns are slow to render. */
const firstCount = 30;

export function FirstRows({ table }: { readonly table: wire.TablePreview }) {
  const [isAll, setAll] = useState(false);
  const { head, columns, rows } = table;
  const there = head[0]?.length ?? 0;
  const visible = columns.slice(0, isAll ? there : Math.min(there, firstCount));
  if (there === 0) return <p className="soft">There are no rows.</p>;
  const cellView = (cell: string | null) => cell ?? <span className="soft">missing</span>;
  return (
    <>
      <RowsTable
        caption="First rows"
        className="data-rows"
        columns={[number("Row"), ...visible.map((name) => ({ title: nameText(name) }))]}
        rows={head.map((cells, i) => [i + 1, ...visible.map((_, j) => cellView(cells[j]))])}
        hasRowTitles
      />
      <p className="actions">
        <span className="soft">
          {numbers.count(head.length)} of {numbers.counted(rows, "row")}, {numbers.count(visible.length)} of{" "}
          {numbers.counted(columns.length, "column")} shown
        </span>
        {visible.length < there && (
          <button type="button" onClick={() => setAll(true)}>
            Show {numbers.count(there)} columns of the first rows
          </button>
        )}
      </p>
    </>
  );
}
