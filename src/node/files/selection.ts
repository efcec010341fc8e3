// The selected rows of a file as a DuckDB relation, and which columns hold text.
//
// Queries about text cover a few columns at a time: DuckDB's planning time for them grows with the cube of the number of
// columns.

import type { DuckDBConnection } from "@duckdb/node-api";
import { mostDigits } from "../../core/index.ts";
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

/** A relation with cells c0, c1, … and how to read them. */
export interface Selection {
  readonly from: string;
  readonly number: (k: number) => string;
  readonly isText: (k: number) => string;
  /** The cell as a label. */
  readonly label: (k: number) => string;
}

export function selectionOf({ from, kinds, decimal }: TableQuery): Selection {
  const number = (k: number) => numberSql(`c${k}`, kinds[k], decimal);
  return {
    from,
    number,
    isText: (k) => isTextSql(`c${k}`, number(k), kinds[k]),
    label: (k) => labelSql(`c${k}`),
  };
}

/**
 * The rows that satisfy a condition. The condition refers to columns by name: as numbers if every cell in the file is
 * a number or missing, otherwise as text (NULL where missing); dates and other types keep the type they have in the file.
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
  const texts = await textColumns(
    connection,
    plain,
    all.filter((k) => kinds[k] === "text"),
  );
  const hasText = (k: number) => texts.includes(k);
  const typed = all.map((k) => {
    if (kinds[k] !== "text") return `c${k}`;
    return !hasText(k) ? plain.number(k) : `CASE WHEN ${isPresentSql(`c${k}`)} THEN c${k} END`;
  });
  const kindOf = (k: number) => (kinds[k] === "text" && !hasText(k) ? "number" : kinds[k]);
  const view = typed.map((sql, k) => `${sql} AS ${identifier(names[k])}`).join(", ");
  const cells = all.map((k) => `c${k}`).join(", ");
  const number = (k: number) => numberSql(`c${k}`, kindOf(k), decimal);
  return {
    from: `(SELECT * FROM (SELECT ${view} FROM ${query.from}) WHERE (${where}\n)) AS kept(${cells})`,
    number,
    isText: (k) => isTextSql(`c${k}`, number(k), kindOf(k)),
    label: (k) => labelSql(`c${k}`),
  };
}

/** Number of columns per query. */
const batch = 8;

export async function rowCount(connection: DuckDBConnection, { from }: Selection): Promise<number> {
  return Number((await connection.runAndReadAll(`SELECT count(*) FROM ${from}`)).getRows()[0][0]);
}

/** The columns that hold text in any row. */
export async function textColumns(
  connection: DuckDBConnection,
  { from, isText }: Selection,
  columns: readonly number[],
): Promise<number[]> {
  const out: number[] = [];
  for (let at = 0; at < columns.length; at += batch) {
    const some = columns.slice(at, at + batch);
    const each = some.map((k) => `coalesce(bool_or(${isText(k)}), false)`).join(", ");
    const flags = (await connection.runAndReadAll(`SELECT ${each} FROM ${from}`)).getRows()[0];
    out.push(...some.filter((_, j) => flags[j] === true));
  }
  return out;
}

/** In a file with fewer rows than this, numbers may count them by chance. */
const fewestNumbered = 10;

/** The columns whose numbers count the rows of the relation, from 0 or 1, in any order. */
export async function rowNumberColumns(
  connection: DuckDBConnection,
  selection: Selection,
  columns: readonly number[],
): Promise<number[]> {
  const rows = columns.length === 0 ? 0 : await rowCount(connection, selection);
  if (rows < fewestNumbered) return [];
  const holding = async (some: readonly number[], fact: (number: string) => string) => {
    if (some.length === 0) return [];
    const each = some.map((k) => `coalesce(${fact(selection.number(k))}, false)`).join(", ");
    const flags = await connection.runAndReadAll(`SELECT ${each} FROM ${selection.from}`);
    return some.filter((_, j) => flags.getRows()[0][j] === true);
  };
  const out: number[] = [];
  for (let at = 0; at < columns.length; at += batch) {
    const dense = await holding(
      columns.slice(at, at + batch),
      (x) =>
        `count(${x}) = ${rows} AND min(${x}) IN (0, 1) AND max(${x}) - min(${x}) = ${rows - 1} AND bool_and(${x} = floor(${x}))`,
    );
    out.push(...(await holding(dense, (x) => `count(DISTINCT ${x}) = ${rows}`)));
  }
  return out;
}

/** Text columns whose cells are all digits of one width: the width, and whether some have leading zeros. */
export async function digitColumns(
  connection: DuckDBConnection,
  { from }: Pick<TableQuery, "from">,
  columns: readonly number[],
): Promise<{ readonly column: number; readonly width: number; readonly isPadded: boolean }[]> {
  const out: { column: number; width: number; isPadded: boolean }[] = [];
  for (let at = 0; at < columns.length; at += batch) {
    const some = columns.slice(at, at + batch);
    const each = some.flatMap((k) => {
      const label = labelSql(`c${k}`);
      return [
        `min(CASE WHEN regexp_full_match(${label}, '[0-9]+') THEN length(${label}) WHEN ${label} IS NOT NULL THEN 0 END)`,
        `max(length(${label}))`,
        `coalesce(bool_or(starts_with(${label}, '0')), false)`,
      ];
    });
    const found = (await connection.runAndReadAll(`SELECT ${each.join(", ")} FROM ${from}`)).getRows()[0];
    some.forEach((column, j) => {
      const [least, most, isPadded] = found.slice(3 * j, 3 * j + 3);
      const width = Number(least);
      if (least === most && width > 1 && width <= mostDigits)
        out.push({ column, width, isPadded: isPadded === true });
    });
  }
  return out;
}
