// A plain table: titles, rows, numbers to the right. Wider than the screen, it moves by itself.

import type { ReactNode } from "react";
import "./rows-table.css";

export interface TableColumn {
  readonly title: string;
  readonly isNumber?: boolean;
}

export interface RowsTableProps {
  readonly caption: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly (readonly ReactNode[])[];
  readonly rowClass?: (row: number) => string | undefined;
}

/** Rows above which a table is shown in part. */
const most = 500;

/** Rows above which it scrolls by itself. */
const tall = 24;

export function RowsTable({ caption, columns, rows, rowClass = () => undefined }: RowsTableProps) {
  const looks = columns.map(({ isNumber }) => (isNumber ? "number" : undefined));
  return (
    <>
      <div
        className={rows.length > tall ? "wide rows-tall" : "wide"}
        {...(rows.length > tall && { tabIndex: 0 })}
      >
        <table>
          <caption className="hidden">{caption}</caption>
          <thead>
            <tr>
              {columns.map(({ title }, c) =>
                title === "" ? (
                  <td key={String(c)} />
                ) : (
                  <th key={String(c)} scope="col" className={looks[c]}>
                    {title}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, most).map((row, r) => (
              <tr key={String(r)} className={rowClass(r)}>
                {row.map((cell, c) => (
                  <td key={String(c)} className={looks[c]}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > most && (
        <p className="soft small">
          The first {most} of {rows.length} rows; result.json has them all.
        </p>
      )}
    </>
  );
}
