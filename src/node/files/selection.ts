// The rows of a file that are wanted, as a DuckDB relation, and where its cells are no numbers.
//
// Questions about text go to DuckDB a few columns at a time: the time it takes to plan such a query grows with the cube
// of the number of columns.

import type { DuckDBConnection } from "@duckdb/node-api";
import type { ColumnFacts } from "../../core/index.ts";
import { checkCondition } from "./condition.ts";
import {
  checkTellable,
  identifier,
  isPresentSql,
  isTextSql,
  labelSql,
  numberSql,
  type TableQuery,
} from "./table-query.ts";

/** A relation with cells c0, c1, … and how to read them; `numbered` has the row of the file as column "row". */
export interface Selection {
  readonly from: string;
  readonly numbered: string;
  readonly number: (k: number) => string;
  readonly isText: (k: number) => string;
  /** The cell as a label. */
  readonly label: (k: number) => string;
}

export function selectionOf({ from, kinds, decimal }: TableQuery): Selection {
  const number = (k: number) => numberSql(`c${k}`, kinds[k], decimal);
  return {
    from,
    numbered: `(SELECT *, row_number() OVER () AS "row" FROM ${from})`,
    number,
    isText: (k) => isTextSql(`c${k}`, number(k), kinds[k]),
    label: (k) => labelSql(`c${k}`),
  };
}

/**
 * The rows that satisfy a condition. It sees the columns under their own names: numbers where every cell of the file
 * is a number or missing, text (NULL where missing) elsewhere, dates and the like as the file has them.
 */
export async function filtered(
  connection: DuckDBConnection,
  query: TableQuery,
  where: string,
): Promise<Selection> {
  const { names, kinds, decimal } = query;
  checkTellable(names);
  await checkCondition(connection, where);
  const plain = selectionOf(query);
  const all = names.map((_, k) => k);
  const texts = await located(
    connection,
    plain,
    all.filter((k) => kinds[k] === "text"),
  );
  const hasText = (k: number) => (texts.get(k)?.texts ?? 0) > 0;
  const typed = all.map((k) => {
    if (kinds[k] !== "text") return `c${k}`;
    return !hasText(k) ? plain.number(k) : `CASE WHEN ${isPresentSql(`c${k}`)} THEN c${k} END`;
  });
  const kindOf = (k: number) => (kinds[k] === "text" && !hasText(k) ? "number" : kinds[k]);
  const view = typed.map((sql, k) => `${sql} AS ${identifier(names[k])}`).join(", ");
  const cells = all.map((k) => `c${k}`).join(", ");
  const rowsOf = (from: string, extra: string, cell: string) =>
    `(SELECT * FROM (SELECT ${view}${extra} FROM ${from}) WHERE (${where}\n)) AS kept(${cells}${cell})`;
  const number = (k: number) => numberSql(`c${k}`, kindOf(k), decimal);
  return {
    from: rowsOf(query.from, "", ""),
    numbered: rowsOf(plain.numbered, `, "row" AS "wherefore row"`, `, "row"`),
    number,
    isText: (k) => isTextSql(`c${k}`, number(k), kindOf(k)),
    label: (k) => labelSql(`c${k}`),
  };
}

export async function rowCount(connection: DuckDBConnection, { from }: Selection): Promise<number> {
  return Number((await connection.runAndReadAll(`SELECT count(*) FROM ${from}`)).getRows()[0][0]);
}

/** What is wrong in a column, with the first rows of it. */
export interface Places extends Pick<ColumnFacts, "text" | "missingRow" | "infiniteRow"> {
  /** Cells with text. */
  readonly texts?: number;
}

/** Columns that one query asks about. */
const batch = 8;

export async function located(
  connection: DuckDBConnection,
  { numbered, number, isText }: Selection,
  columns: readonly number[],
): Promise<Map<number, Places>> {
  const out = new Map<number, Places>();
  for (let from = 0; from < columns.length; from += batch) {
    const some = columns.slice(from, from + batch);
    const cells = some.map((k) => `c${k}, ${number(k)} AS v${k}, ${isText(k)} AS t${k}`);
    const each = some.map(
      (k) =>
        `count(*) FILTER (t${k}), min("row") FILTER (t${k}), CAST(arg_min(c${k}, "row") FILTER (t${k}) AS VARCHAR), min("row") FILTER (v${k} IS NULL AND NOT t${k}), min("row") FILTER (isinf(v${k}))`,
    );
    const sql = `SELECT ${each.join(", ")} FROM (SELECT "row", ${cells.join(", ")} FROM ${numbered})`;
    const found = (await connection.runAndReadAll(sql)).getRows()[0];
    some.forEach((k, j) => {
      const [texts, textRow, text, missingRow, infiniteRow] = found.slice(5 * j);
      out.set(k, {
        texts: Number(texts),
        ...(textRow === null ? {} : { text: { row: Number(textRow), value: String(text) } }),
        ...(missingRow === null ? {} : { missingRow: Number(missingRow) }),
        ...(infiniteRow === null ? {} : { infiniteRow: Number(infiniteRow) }),
      });
    });
  }
  return out;
}
