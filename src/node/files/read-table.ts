// A table from a file: CSV, TSV, Parquet, JSON or NDJSON, each also gzipped, through DuckDB.
//
// Two passes. The first counts the rows, to allocate X at its size. The second streams the numbers into X, in the order
// of the file, keeps the complete rows and counts the cells of each column that are no number or infinite. Where there
// are any, further passes tell text from gaps and find the rows, which is enough to refuse the file in one sentence
// (core/data/columns.ts). Memory is that of X and a few chunks.
//
// Questions about text go to DuckDB a few columns at a time: the time it takes to plan such a query grows with the cube
// of the number of columns.
//
// DuckDB is loaded only when a table is read, may open the one file and nothing else (a --where is SQL, and could
// otherwise read any file), and is closed whatever happens.

import { createReadStream, createWriteStream } from "node:fs";
import { join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { DuckDBConnection } from "@duckdb/node-api";
import {
  type ColumnFacts,
  check,
  checkColumns,
  chosenColumns,
  createTable,
  droppedFrom,
  InputError,
  type LoadedTable,
  type Matrix,
  matrix,
  type TableOptions,
} from "../../core/index.ts";
import { openTableFile, type TableFile } from "./table-file.ts";
import {
  checkTellable,
  conditionError,
  identifier,
  isPresentSql,
  isTextSql,
  literal,
  numberSql,
  readingError,
  type TableQuery,
  tableQuery,
} from "./table-query.ts";

export interface ReadTableOptions extends TableOptions {
  /** SQL condition on the columns; rows for which it does not hold are left out. */
  readonly where?: string;
  /** Called now and then; the total is known once the file has been read through. */
  readonly onProgress?: (progress: { rows: number; totalRows?: number }) => void;
}

export async function readTable(path: string, options: ReadTableOptions = {}): Promise<LoadedTable> {
  const { facts, rows, names, X } = await readCells(path, options);
  checkColumns(facts, { rows, completeRows: X.rows, missing: options.missing ?? "fail" });
  return { ...createTable(names, X), ...droppedFrom(facts, rows, X.rows) };
}

/** A file as it is, before anything is refused: what is wrong in which column, and the rows with a number in each. */
export interface Cells {
  readonly names: readonly string[];
  readonly facts: readonly ColumnFacts[];
  readonly rows: number;
  /** The complete rows. */
  readonly X: Matrix;
}

export async function readCells(path: string, options: ReadTableOptions = {}): Promise<Cells> {
  const file = await openTableFile(path);
  try {
    return await withDuckDb(file, options).catch(async (error: unknown) => {
      if (!isMixedLineEnds(error)) throw error;
      return withDuckDb(await withPlainLineEnds(file), options);
    });
  } finally {
    await file.close();
  }
}

async function withDuckDb(file: TableFile, options: ReadTableOptions): Promise<Cells> {
  const { DuckDBInstance } = await import("@duckdb/node-api");
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  try {
    await connection.run(`SET allowed_paths = [${literal(file.path)}]`);
    await connection.run("SET enable_external_access = false");
    await connection.run("SET lock_configuration = true");
    return await loaded(connection, file, options);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

async function loaded(
  connection: DuckDBConnection,
  file: TableFile,
  options: ReadTableOptions,
): Promise<Cells> {
  const { columns, where, onProgress } = options;
  onProgress?.({ rows: 0 });
  const reading = (error: unknown) => {
    throw error instanceof InputError || isMixedLineEnds(error) ? error : readingError(error, file);
  };
  const query = await tableQuery(connection, file).catch(reading);
  const chosen = chosenColumns(query.names, columns);
  const selection =
    where === undefined ? selectionOf(query) : await filtered(connection, query, where).catch(reading);
  const failing =
    where === undefined ? reading : (error: unknown) => Promise.reject(conditionError(error, where));

  const rows = await rowCount(connection, selection).catch(failing);
  check(
    where === undefined || rows > 0,
    `table: --where must leave rows, got none that satisfy ${where}; widen the condition`,
  );
  const { X, gaps, infinite } = await streamed(connection, selection, chosen, rows, onProgress).catch(
    failing,
  );
  const bad = chosen.filter((_, j) => gaps[j] > 0 || infinite[j] > 0);
  const found = await located(connection, selection, bad);
  const facts = chosen.map((k, j): ColumnFacts => {
    const { texts = 0, ...places } = found.get(k) ?? {};
    return { name: query.names[k], missing: gaps[j] - texts, ...places };
  });
  return { names: chosen.map((k) => query.names[k]), facts, rows, X };
}

/** A relation with cells c0, c1, … and how to read them; `numbered` has the row of the file as column "row". */
interface Selection {
  readonly from: string;
  readonly numbered: string;
  readonly number: (k: number) => string;
  readonly isText: (k: number) => string;
}

function selectionOf({ from, kinds, decimal }: TableQuery): Selection {
  const number = (k: number) => numberSql(`c${k}`, kinds[k], decimal);
  return {
    from,
    numbered: `(SELECT *, row_number() OVER () AS "row" FROM ${from})`,
    number,
    isText: (k) => isTextSql(`c${k}`, number(k), kinds[k]),
  };
}

/**
 * The rows that satisfy a condition. It sees the columns under their own names: numbers where every cell of the file
 * is a number or missing, text (NULL where missing) elsewhere, dates and the like as the file has them.
 */
async function filtered(connection: DuckDBConnection, query: TableQuery, where: string): Promise<Selection> {
  const { names, kinds, decimal } = query;
  checkTellable(names);
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
  };
}

async function rowCount(connection: DuckDBConnection, { from }: Selection): Promise<number> {
  return Number((await connection.runAndReadAll(`SELECT count(*) FROM ${from}`)).getRows()[0][0]);
}

/** What is wrong in a column, with the first rows of it. */
interface Places extends Pick<ColumnFacts, "text" | "missingRow" | "infiniteRow"> {
  /** Cells with text. */
  readonly texts?: number;
}

/** Columns that one query asks about. */
const batch = 8;

async function located(
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
        `count(*) FILTER (t${k}), min("row") FILTER (t${k}), CAST(arg_min(c${k}, "row") FILTER (t${k}) AS VARCHAR), min("row") FILTER (v${k} IS NULL), min("row") FILTER (isinf(v${k}))`,
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

/** The complete rows, and for each column how many cells are no number, or infinite. */
async function streamed(
  connection: DuckDBConnection,
  { from, number }: Selection,
  chosen: readonly number[],
  totalRows: number,
  onProgress: ReadTableOptions["onProgress"],
) {
  const d = chosen.length;
  const data = new Float64Array(totalRows * d);
  const gaps = new Array<number>(d).fill(0);
  const infinite = new Array<number>(d).fill(0);
  const cells = chosen.map((k) => `${number(k)} AS v${k}`).join(", ");
  const result = await connection.stream(`SELECT ${cells} FROM ${from}`);
  let read = 0;
  let kept = 0;
  for (
    let chunk = await result.fetchChunk();
    chunk !== null && chunk.rowCount > 0;
    chunk = await result.fetchChunk()
  ) {
    const count = chunk.rowCount;
    read += count;
    check(read <= totalRows, () => changed(read, totalRows));
    const isGap = new Uint8Array(count);
    for (let j = 0; j < d; j++) {
      const vector = chunk.getColumnVector(j);
      for (let i = 0; i < count; i++) {
        const value = vector.getItem(i) as number | null;
        if (value === null) {
          gaps[j]++;
          isGap[i] = 1;
          continue;
        }
        if (value === Infinity || value === -Infinity) infinite[j]++;
        data[(kept + i) * d + j] = value;
      }
    }
    const first = kept;
    for (let i = 0; i < count; i++) {
      if (isGap[i] === 1) continue;
      if (kept !== first + i) data.copyWithin(kept * d, (first + i) * d, (first + i + 1) * d);
      kept++;
    }
    if (read % 65536 < count || read === totalRows) onProgress?.({ rows: read, totalRows });
  }
  check(read === totalRows, () => changed(read, totalRows));
  return { X: matrix(kept, d, kept === totalRows ? data : data.slice(0, kept * d)), gaps, infinite };
}

function changed(read: number, before: number): string {
  return `table: the file must not change while it is read, got ${read} rows after ${before}; read it again`;
}

/** DuckDB gives up in these words on a file that mixes \r\n and \n, which editors and concatenation produce. */
function isMixedLineEnds(error: unknown): boolean {
  return /state machine reached an invalid state/.test(String(error));
}

/** A copy of the file in which every line ends in \n. */
async function withPlainLineEnds(file: TableFile): Promise<TableFile> {
  const path = join(file.folder, "lines");
  let endsInReturn = false;
  const mended = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const text = (endsInReturn ? "\r" : "") + chunk.toString("latin1");
      endsInReturn = text.endsWith("\r");
      done(null, Buffer.from((endsInReturn ? text.slice(0, -1) : text).replace(/\r\n?/g, "\n"), "latin1"));
    },
    flush(done) {
      done(null, endsInReturn ? Buffer.from("\n") : Buffer.alloc(0));
    },
  });
  await pipeline(createReadStream(file.path), mended, createWriteStream(path));
  return { ...file, path };
}
