// A plain table: titles, rows, numbers right-aligned. A table wider than the screen scrolls in its own box.

import type { ReactNode } from "react";
import { Glossed } from "./glossed.tsx";
import "./rows-table.css";

export interface TableColumn {
  readonly title: ReactNode;
  readonly kind?: "text" | "number" | "remark" | "bar" | undefined;
}

export const number = (title: string): TableColumn => ({ title, kind: "number" });

interface RowsTableProps {
  /** For screen readers only. */
  readonly caption: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly (readonly ReactNode[])[];
  readonly rowClass?: (row: number) => string | undefined;
  /** Is the first cell of a row its title? */
  readonly hasRowTitles?: boolean;
  readonly className?: string;
}

/** Number of rows above which a table is truncated. */
const most = 500;

/** Number of rows above which it scrolls in its own box. */
const tall = 24;

const looks = { text: undefined, bar: undefined, number: "number", remark: "soft" } as const;

export function RowsTable(props: RowsTableProps) {
  const { caption, columns, rows, rowClass = () => undefined, hasRowTitles = false, className } = props;
  const lookOf = (c: number) => looks[columns[c].kind ?? "text"];
  const cellOf = (cell: ReactNode, c: number) =>
    c === 0 && hasRowTitles ? (
      <th key={c} scope="row" className={lookOf(c)}>
        {cell}
      </th>
    ) : (
      <td key={c} className={lookOf(c)}>
        {cell}
      </td>
    );
  return (
    <>
      <div
        className={rows.length > tall ? "wide rows-tall" : "wide"}
        {...(rows.length > tall && { tabIndex: 0 })}
      >
        <table className={className}>
          <caption className="hidden">{caption}</caption>
          <TableHead columns={columns} />
          <tbody>
            {rows.slice(0, most).map((row, r) => (
              <tr key={r} className={rowClass(r)}>
                {row.map(cellOf)}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > most && (
        <p className="soft small">
          The first {most} of {rows.length} rows; result.json has all of them.
        </p>
      )}
    </>
  );
}

export function TableHead({ columns }: Pick<RowsTableProps, "columns">) {
  return (
    <thead>
      <tr>
        {columns.map(({ title, kind = "text" }, c) =>
          title === "" ? (
            <td key={c} />
          ) : (
            <th key={c} scope="col" className={looks[kind]}>
              {typeof title === "string" ? <Glossed text={title} /> : title}
            </th>
          ),
        )}
      </tr>
    </thead>
  );
}
