// The first rows of a table as they stand in its file.

import { useState } from "react";
import { numbers, type wire } from "../../../core/index.ts";
import { shownName } from "../shared/shown-edge.ts";

/** Columns shown at first: the rows of hundreds are slow to draw. */
const shownAtFirst = 30;

export function FirstRows({ table }: { readonly table: wire.TablePreview }) {
  const [isAll, setAll] = useState(false);
  const { head, columns, rows } = table;
  const there = head[0]?.length ?? 0;
  const shown = columns.slice(0, isAll ? there : Math.min(there, shownAtFirst));
  if (there === 0) return <p className="soft">There are no rows.</p>;
  return (
    <>
      <section className="wide" aria-label="First rows">
        <table className="data-rows">
          <thead>
            <tr>
              <th scope="col" className="number">
                Row
              </th>
              {shown.map((name) => (
                <th key={name} scope="col">
                  {shownName(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {head.map((cells, i) => (
              <tr key={i}>
                <th scope="row" className="number">
                  {i + 1}
                </th>
                {shown.map((name, j) => (
                  <td key={name}>{cells[j] ?? <span className="soft">no value</span>}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="actions">
        <span className="soft">
          {numbers.count(head.length)} of {numbers.counted(rows, "row")}, {numbers.count(shown.length)} of{" "}
          {numbers.counted(columns.length, "column")} are shown
        </span>
        {shown.length < there && (
          <button type="button" onClick={() => setAll(true)}>
            Show {numbers.count(there)} columns of the first rows
          </button>
        )}
      </p>
    </>
  );
}
