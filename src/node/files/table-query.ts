// A table file as a DuckDB relation with columns c0 … c(d−1), and the SQL that asks whether a cell is a number.
//
// DuckDB does the reading; what a cell means is decided by the rules of core/data/csv.ts, so that a table is the same
// table in the browser and here. So text formats are read as text (all_varchar in effect) with the delimiter and
// header that csvShape finds, never with guessed types: a guess from the first rows breaks at the first odd cell
// later on, or turns a column with one odd cell into strings.
//
// Every value that becomes SQL is either a quoted literal or a quoted identifier; DuckDB has no other escapes in them.

import type { DuckDBConnection } from "@duckdb/node-api";
import { brokenQuote, check, csvShape, InputError, missingMarkers, wrongWidth } from "../../core/index.ts";
import type { TableFile } from "./table-file.ts";

/** A number to DuckDB; text, to be read as core reads it; or a date, a list, … which counts as its text. */
export type CellKind = "number" | "text" | "other";

export interface TableQuery {
  /** A relation to stand after FROM, with columns c0, c1, … */
  readonly from: string;
  /** True names, repeated ones too. */
  readonly names: readonly string[];
  readonly kinds: readonly CellKind[];
  readonly decimal: "." | ",";
}

const numericTypes = /^(U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER|FLOAT|DOUBLE|DECIMAL\(.*\)|BOOLEAN)$/;
const nothing: TableQuery = { from: "", names: [], kinds: [], decimal: "." };
const whiteSpace = "' \t\n\v\f\r'";

export async function tableQuery(connection: DuckDBConnection, file: TableFile): Promise<TableQuery> {
  if (file.head.trim() === "") return nothing;
  if (file.format === "csv") return csvQuery(file);
  return file.format === "parquet" ? parquetQuery(connection, file) : jsonQuery(connection, file);
}

function csvQuery({ head, path, delimiter: said }: TableFile): TableQuery {
  const { delimiter, decimal, hasHeader, names } = csvShape(head, said);
  const columns = names.map((_, k) => `'c${k}': 'VARCHAR'`).join(", ");
  const options = `auto_detect = false, compression = 'none', hive_partitioning = false, quote = '"', escape = '"'`;
  const from = `read_csv(${literal(path)}, delim = ${literal(delimiter)}, header = ${hasHeader}, columns = {${columns}}, ${options})`;
  return { from, names, kinds: names.map(() => "text"), decimal };
}

async function parquetQuery(connection: DuckDBConnection, { path }: TableFile): Promise<TableQuery> {
  const reader = `read_parquet(${literal(path)}, hive_partitioning = false)`;
  const columns = await described(connection, reader);
  const schema = await connection.runAndReadAll(
    `SELECT name, num_children FROM parquet_schema(${literal(path)})`,
  );
  const names = topLevel(schema.getRowsJS() as [string, bigint | null][]);
  const parts = columns.map(({ name }, k) => `${identifier(name)} AS c${k}`);
  return {
    from: `(SELECT ${parts.join(", ")} FROM ${reader})`,
    // DuckDB renames the second of two columns of one name; the file's schema has both as they are.
    names: names.length === columns.length ? names : columns.map(({ name }) => name),
    kinds: columns.map(({ type }) =>
      numericTypes.test(type) ? "number" : type === "VARCHAR" ? "text" : "other",
    ),
    decimal: ".",
  };
}

async function jsonQuery(
  connection: DuckDBConnection,
  { path, head, shown }: TableFile,
): Promise<TableQuery> {
  // Depth 1: a cell stays the JSON text it is. All rows are sampled, since a key may first occur in the last.
  const reader = `read_json(${literal(path)}, maximum_depth = 1, sample_size = -1, compression = 'uncompressed', hive_partitioning = false)`;
  const columns = await described(connection, reader);
  const parts = columns.map(({ name, type }, k) =>
    type === "JSON"
      ? `${identifier(name)} ->> '$' AS c${k}`
      : `CAST(${identifier(name)} AS VARCHAR) AS c${k}`,
  );
  const names = columns.map(({ name }) => name);
  // DuckDB calls the values "json" where they are not records.
  const isRecords = names.length !== 1 || names[0] !== "json" || /^\uFEFF?\s*\[?\s*\{\s*"json"/.test(head);
  if (!isRecords && /^\uFEFF?\s*\[\s*\]\s*$/.test(head)) return nothing;
  check(
    isRecords,
    `table: "${shown}" must hold a record for each row, such as {"a": 1, "b": 2}, got other JSON; write it so`,
  );
  return {
    from: `(SELECT ${parts.join(", ")} FROM ${reader})`,
    names,
    kinds: names.map(() => "text"),
    decimal: ".",
  };
}

async function described(
  connection: DuckDBConnection,
  reader: string,
): Promise<{ name: string; type: string }[]> {
  const rows = (await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${reader}`)).getRowsJS();
  return rows.map((row) => ({ name: String(row[0]), type: String(row[1]) }));
}

/** Names of the root's children in a Parquet schema, which lists the tree in preorder. */
function topLevel(schema: readonly (readonly [string, bigint | null])[]): string[] {
  const childrenOf = (k: number) => Number(schema[k]?.[1] ?? 0);
  const after = (k: number): number => {
    let next = k + 1;
    for (let child = 0; child < childrenOf(k); child++) next = after(next);
    return next;
  };
  const out: string[] = [];
  for (let k = 1; out.length < childrenOf(0); k = after(k)) out.push(schema[k][0]);
  return out;
}

/** SQL for the number in a cell, NULL where there is none: what cellNumber of core/data/csv.ts says. */
export function numberSql(cell: string, kind: CellKind, decimal: "." | ","): string {
  if (kind === "other") return numberSql(`CAST(${cell} AS VARCHAR)`, "text", decimal);
  if (kind === "number") return `nullif(CAST(${cell} AS DOUBLE), 'nan'::DOUBLE)`;
  const isForeign =
    decimal === "," ? `contains(${cell}, '_') OR contains(${cell}, '.')` : `contains(${cell}, '_')`;
  const written = decimal === "," ? `replace(${cell}, ',', '.')` : cell;
  const truth = `CASE ${bareSql(cell)} WHEN 'true' THEN 1.0 WHEN 'false' THEN 0.0 END`;
  return `CASE WHEN ${isForeign} THEN NULL ELSE coalesce(nullif(TRY_CAST(${written} AS DOUBLE), 'nan'::DOUBLE), ${truth}) END`;
}

/** SQL for whether a cell without a number holds text, where `number` is what numberSql gave. */
export function isTextSql(cell: string, number: string, kind: CellKind): string {
  if (kind === "number") return "false";
  if (kind === "other") return isTextSql(`CAST(${cell} AS VARCHAR)`, number, "text");
  return `(${number} IS NULL AND ${cell} IS NOT NULL AND ${isPresentSql(cell)})`;
}

/** SQL for the label in a cell of text (or of dates and the like), NULL where it has no value. */
export function labelSql(cell: string): string {
  const text = `CAST(${cell} AS VARCHAR)`;
  return `CASE WHEN ${isPresentSql(text)} THEN trim(${text}, ${whiteSpace}) END`;
}

export function isPresentSql(cell: string): string {
  return `${bareSql(cell)} NOT IN (${missingMarkers.map(literal).join(", ")})`;
}

export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** DuckDB's complaint about a file as a sentence for its owner. */
export function readingError(error: unknown, { shown, format }: TableFile): InputError {
  const reason = error instanceof Error ? error.message : String(error);
  const line = Number(/CSV Error on Line: (\d+)/.exec(reason)?.[1]);
  const width = /Expected Number of Columns: (\d+) Found: (\d+)/.exec(reason);
  if (width !== null && line > 0) return new InputError(wrongWidth(line, Number(width[1]), Number(width[2])));
  if (/unterminated quote/.test(reason)) {
    return new InputError(brokenQuote(line));
  }
  if (/not utf-8|invalid unicode|utf-?8/i.test(reason)) {
    return new InputError(
      `table: "${shown}" must be UTF-8 text, got other bytes${line > 0 ? ` in line ${line}` : ""}; save it as UTF-8`,
    );
  }
  const repeated = /has duplicate key "(.*)"/.exec(reason);
  if (repeated !== null)
    return new InputError(`table: two columns are called "${repeated[1]}"; rename one, or leave both out`);
  const kind = { csv: "CSV", parquet: "Parquet", json: "JSON" }[format];
  return new InputError(
    `table: "${shown}" must be ${kind} that can be read, got ${firstLine(reason)}; check that it was written whole`,
  );
}

/** DuckDB's complaint about a condition. */
export function conditionError(error: unknown, where: string): InputError {
  const reason = error instanceof Error ? error.message : String(error);
  const candidates = /Candidate bindings: (.*)/.exec(reason)?.[1];
  const known = candidates === undefined ? "" : ` (known: ${candidates})`;
  return new InputError(
    `table: --where must be an SQL condition on the columns, got ${where}, of which DuckDB says: ${firstLine(reason)}${known}; mend the condition, with names that are not plain words in double quotes`,
  );
}

/** Refuses names that SQL, which ignores case, cannot tell apart. */
export function checkTellable(names: readonly string[]): void {
  const seen = new Map<string, string>();
  for (const name of names) {
    const other = seen.get(name.toLowerCase());
    check(
      other === undefined,
      `table: --where cannot tell the columns "${other}" and "${name}" apart; rename one`,
    );
    seen.set(name.toLowerCase(), name);
  }
}

function bareSql(cell: string): string {
  return `lower(trim(${cell}, ${whiteSpace}))`;
}

function firstLine(reason: string): string {
  return reason
    .split("\n")[0]
    .replace(/ (in|at end of) file ['"][^'"]*['"]/, "")
    .replace(/[.;,:! ]+$/, "")
    .replace(/^\w+( \w+)* Error: /, "");
}
