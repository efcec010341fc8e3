// A table file as a DuckDB relation with columns c0, …, c(d−1), and the SQL that tests whether a cell is a number.
//
// DuckDB reads; the rules of core/data/text/csv.ts decide what a cell means, so that a table is the same in the browser and
// here. So text formats are read as text (all_varchar in effect) with the delimiter and header that csvShape detects, never
// with guessed types: a guess from the first rows fails at a later odd cell, or turns the column into strings.
//
// Every value that becomes SQL is a quoted literal or a quoted identifier; doubled quotes are the only escapes that DuckDB has
// in them.

import type { DuckDBConnection } from "@duckdb/node-api";
import {
  brokenQuote,
  check,
  checkFileColumns,
  csvShape,
  type HeaderChoice,
  type HeaderDoubt,
  InputError,
  missingMarkers,
  type Preface,
  suggestion,
  type TableLimits,
  wrongWidth,
} from "../../core/index.ts";
import type { TableFile } from "./table-file.ts";
import { checkLines, checkRecords, mostRecordBytes } from "./text-scan.ts";

/** A number in DuckDB; text, parsed by core's rules; or a date, a list, …, which is treated as its text. */
export type CellKind = "number" | "text" | "other";

export interface TableQuery {
  /** The relation after FROM, with columns c0, c1, … */
  readonly from: string;
  /** The names as in the file, duplicates included. */
  readonly names: readonly string[];
  readonly kinds: readonly CellKind[];
  readonly decimal: "." | ",";
  /** Set if it was unclear whether the first row holds the column names. */
  readonly doubt?: HeaderDoubt | undefined;
  readonly preface?: Preface | undefined;
}

export interface QueryOptions {
  /** Whether the first row of CSV holds the column names. */
  readonly header?: HeaderChoice | undefined;
  /** A file far above the limit on columns is rejected before DuckDB reads it. */
  readonly limits?: Partial<TableLimits> | undefined;
  /** Whether only some columns were selected. */
  readonly isChosen?: boolean;
}

const numericTypes = /^(U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER|FLOAT|DOUBLE|DECIMAL\(.*\)|BOOLEAN)$/;
const nothing: TableQuery = { from: "", names: [], kinds: [], decimal: "." };
const whiteSpace = "' \t\n\v\f\r'";

export async function tableQuery(
  connection: DuckDBConnection,
  file: TableFile,
  { header = "auto", limits = {}, isChosen = false }: QueryOptions = {},
): Promise<TableQuery> {
  const checkCount = (columns: number) => checkFileColumns(limits, columns, isChosen);
  if (file.head.trim() === "") return nothing;
  if (file.format === "csv") return csvQuery(file, header, checkCount);
  check(
    header !== "no",
    `table: "${file.label}" has the names of its columns in it, as ${kinds[file.format]} does; leave --header no out`,
  );
  return file.format === "parquet"
    ? parquetQuery(connection, file, checkCount)
    : jsonQuery(connection, file, checkCount);
}

async function csvQuery(
  { head, path, delimiter: fileDelimiter }: TableFile,
  header: HeaderChoice,
  checkCount: (columns: number) => void,
): Promise<TableQuery> {
  const { delimiter, decimal, hasHeader, doubt, skip, preface, names } = csvShape(
    head,
    fileDelimiter,
    header,
  );
  checkCount(names.length);
  await checkLines(path);
  const columns = names.map((_, k) => `'c${k}': 'VARCHAR'`).join(", ");
  const options = `auto_detect = false, compression = 'none', hive_partitioning = false, quote = '"', escape = '"'`;
  const from = `read_csv(${literal(path)}, delim = ${literal(delimiter)}, header = ${hasHeader}, skip = ${skip}, columns = {${columns}}, ${options})`;
  return { from, names, kinds: names.map(() => "text"), decimal, doubt, preface };
}

async function parquetQuery(
  connection: DuckDBConnection,
  { path }: TableFile,
  checkCount: (columns: number) => void,
): Promise<TableQuery> {
  const reader = `read_parquet(${literal(path)}, hive_partitioning = false)`;
  const schema = await connection.runAndReadAll(
    `SELECT name, num_children FROM parquet_schema(${literal(path)})`,
  );
  const names = topLevel(schema.getRowsJS() as [string, bigint | null][]);
  checkCount(names.length);
  const columns = await described(connection, reader);
  const parts = columns.map(({ name }, k) => `${identifier(name)} AS c${k}`);
  return {
    from: `(SELECT ${parts.join(", ")} FROM ${reader})`,
    // DuckDB renames the second of two columns with the same name; the file's schema has the original names.
    names: names.length === columns.length ? names : columns.map(({ name }) => name),
    kinds: columns.map(({ type }) =>
      numericTypes.test(type) ? "number" : type === "VARCHAR" ? "text" : "other",
    ),
    decimal: ".",
  };
}

async function jsonQuery(
  connection: DuckDBConnection,
  { path, head, label }: TableFile,
  checkCount: (columns: number) => void,
): Promise<TableQuery> {
  await checkRecords(path, { label, checkCount });
  // Depth 1: a cell stays JSON text. All rows are sampled, since a key may first occur in the last. No map inference: a record
  // with hundreds of keys is not a map.
  const reader = `read_json(${literal(path)}, maximum_depth = 1, sample_size = -1, map_inference_threshold = -1, maximum_object_size = ${mostRecordBytes}, compression = 'uncompressed', hive_partitioning = false)`;
  const columns = await described(connection, reader);
  const parts = columns.map(({ name, type }, k) =>
    type === "JSON"
      ? `${identifier(name)} ->> '$' AS c${k}`
      : `CAST(${identifier(name)} AS VARCHAR) AS c${k}`,
  );
  const names = columns.map(({ name }) => name);
  // DuckDB names the column "json" if the values are not records.
  const isRecords = names.length !== 1 || names[0] !== "json" || /^\uFEFF?\s*\[?\s*\{\s*"json"/.test(head);
  if (!isRecords && /^\uFEFF?\s*\[\s*\]\s*$/.test(head)) return nothing;
  check(
    isRecords,
    `table: "${label}" must hold a record for each row, such as {"a": 1, "b": 2}, got other JSON; write it so`,
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
  const out: string[] = [];
  // The number of remaining children of every open group.
  const open = [Number(schema[0]?.[1] ?? 0)];
  for (const [name, children] of schema.slice(1)) {
    while (open.length > 1 && open[open.length - 1] === 0) open.pop();
    if (open.length === 1) out.push(name);
    open[open.length - 1]--;
    if (Number(children ?? 0) > 0) open.push(Number(children));
  }
  return out;
}

/** SQL for the number in a cell, NULL if there is none: the same rules as cellNumber of core/data/text/csv.ts. */
export function numberSql(cell: string, kind: CellKind, decimal: "." | ","): string {
  if (kind === "other") return numberSql(`CAST(${cell} AS VARCHAR)`, "text", decimal);
  if (kind === "number") return `nullif(CAST(${cell} AS DOUBLE), 'nan'::DOUBLE)`;
  const isForeign =
    decimal === "," ? `contains(${cell}, '_') OR contains(${cell}, '.')` : `contains(${cell}, '_')`;
  const written = decimal === "," ? `replace(${cell}, ',', '.')` : cell;
  const truth = `CASE ${bareSql(cell)} WHEN 'true' THEN 1.0 WHEN 'false' THEN 0.0 END`;
  return `CASE WHEN ${isForeign} THEN NULL ELSE coalesce(nullif(TRY_CAST(${written} AS DOUBLE), 'nan'::DOUBLE), ${truth}) END`;
}

/** SQL for whether a cell without a number holds text, where `number` is the result of numberSql. */
export function isTextSql(cell: string, number: string, kind: CellKind): string {
  if (kind === "number") return "false";
  if (kind === "other") return isTextSql(`CAST(${cell} AS VARCHAR)`, number, "text");
  return `(${number} IS NULL AND ${cell} IS NOT NULL AND ${isPresentSql(cell)})`;
}

/** SQL for the label in a cell of text (or of dates and the like), NULL if the value is missing. */
export function labelSql(cell: string): string {
  const text = `CAST(${cell} AS VARCHAR)`;
  return `CASE WHEN ${isPresentSql(text)} THEN trim(${text}, ${whiteSpace}) END`;
}

/** CASE rather than IN: DuckDB turns a long list into a join, and threads then return the rows in any order. */
export function isPresentSql(cell: string): string {
  const markers = missingMarkers.map((marker) => `WHEN ${literal(marker)} THEN false`);
  return `(CASE ${bareSql(cell)} ${markers.join(" ")} ELSE true END)`;
}

export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** DuckDB's error about a file as a sentence for the user. */
export function readingError(error: unknown, file: TableFile): InputError {
  const { label, format } = file;
  const reason = error instanceof Error ? error.message : String(error);
  const line = Number(/CSV Error on Line: (\d+)/.exec(reason)?.[1]);
  const width = /Expected Number of Columns: (\d+) Found: (\d+)/.exec(reason);
  if (width !== null && line > 0) return new InputError(wrongWidth(line, Number(width[1]), Number(width[2])));
  if (/unterminated quote/.test(reason)) {
    return new InputError(brokenQuote(line));
  }
  if (/not utf-8|invalid unicode|utf-?8/i.test(reason)) {
    return new InputError(
      `table: "${label}" must be UTF-8 text, got other bytes${line > 0 ? ` in line ${line}` : ""}; save it as UTF-8`,
    );
  }
  const repeated = /has duplicate key "(.*)"/.exec(reason);
  if (repeated !== null)
    return new InputError(`table: two columns are called "${repeated[1]}"; rename one, or leave both out`);
  return new InputError(
    `table: "${label}" must be ${kinds[format]} that can be read, got ${firstLine(reason, file)}; check that the file is complete`,
  );
}

const kinds = { csv: "CSV", parquet: "Parquet", json: "JSON" } as const;

/** DuckDB's error about a condition as a sentence for the user. */
export function conditionError(
  error: unknown,
  where: string,
  { file, names }: { readonly file: TableFile; readonly names: readonly string[] },
): InputError {
  const reason = error instanceof Error ? error.message : String(error);
  const unknown = /Referenced column "(.*?)" not found/.exec(reason)?.[1];
  const hint = unknown === undefined ? "" : `; ${suggestion(unknown, names)}`;
  return new InputError(
    `table: --where must be an SQL condition on the columns, got ${where}, of which DuckDB says: ${firstLine(reason, file)}${hint}; mend the condition, with names that are not plain words in double quotes`,
  );
}

/** Rejects names that differ only in case, which SQL ignores. */
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

/** The first line of DuckDB's message, without paths of this machine. */
function firstLine(reason: string, { path, folder }: TableFile): string {
  return reason
    .split("\n")[0]
    .replace(/ (in|at end of) file ['"][^'"]*['"]/, "")
    .replaceAll(/(?: Parquet)? file ['"][^'"]*['"]/g, " the file")
    .replaceAll(path, "the file")
    .replaceAll(folder, "…")
    .replace(/[.;,:! ]+$/, "")
    .replace(/^\w+( \w+)* Error: /, "");
}
