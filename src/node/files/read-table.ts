// A table from a file: CSV, TSV, Parquet, JSON or NDJSON, each also gzipped, through DuckDB.
//
// Two passes. The first counts, for every wanted column, numbers, gaps, text and infinities, which is enough to refuse
// the file in one sentence (core/data/columns.ts) and to allocate X at its final size; where there is something to
// refuse, one more pass finds its row. The second streams the numbers into X, in the order of the file. Memory is
// that of X and a few chunks. 10⁶ × 12 of CSV takes about 5 s on two cores.
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

async function withDuckDb(file: TableFile, options: ReadTableOptions): Promise<LoadedTable> {
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
): Promise<LoadedTable> {
  const { columns, where, missing = "fail", onProgress } = options;
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

  const counts = await counted(connection, selection, chosen).catch(failing);
  check(
    where === undefined || counts.rows > 0,
    `table: --where must leave rows, got none that satisfy ${where}; widen the condition`,
  );
  const facts = await located(connection, selection, chosen, query.names, counts);
  checkColumns(facts, { ...counts, missing });
  const X = await streamed(connection, selection, chosen, counts.completeRows, onProgress);
  return {
    ...createTable(
      chosen.map((k) => query.names[k]),
      X,
    ),
    ...droppedFrom(facts, counts.rows, counts.completeRows),
  };
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
  const { texts } = await counted(connection, plain, all);
  const typed = all.map((k) => {
    if (kinds[k] !== "text") return `c${k}`;
    return texts[k] === 0 ? plain.number(k) : `CASE WHEN ${isPresentSql(`c${k}`)} THEN c${k} END`;
  });
  const kindOf = (k: number) => (kinds[k] === "text" && texts[k] === 0 ? "number" : kinds[k]);
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

interface Counts {
  readonly rows: number;
  /** Rows with a number in every chosen column. */
  readonly completeRows: number;
  /** For each chosen column: cells that are numbers, text, infinite. */
  readonly numbers: readonly number[];
  readonly texts: readonly number[];
  readonly infinite: readonly number[];
}

async function counted(
  connection: DuckDBConnection,
  selection: Selection,
  chosen: readonly number[],
): Promise<Counts> {
  const { from, number, isText } = selection;
  const cells = chosen.map((k) => `${number(k)} AS v${k}, ${isText(k)} AS t${k}`).join(", ");
  const complete = chosen.map((k) => `v${k} IS NOT NULL`).join(" AND ");
  const each = chosen
    .map((k) => `count(v${k}), count(*) FILTER (t${k}), count(*) FILTER (isinf(v${k}))`)
    .join(", ");
  const sql = `SELECT count(*), count(*) FILTER (${complete}), ${each} FROM (SELECT ${cells} FROM ${from})`;
  const [rows, completeRows, ...rest] = (await connection.runAndReadAll(sql)).getRows()[0].map(Number);
  const pick = (offset: number) => chosen.map((_, k) => rest[3 * k + offset]);
  return { rows, completeRows, numbers: pick(0), texts: pick(1), infinite: pick(2) };
}

/** The facts about each chosen column; a further pass finds the rows of what is wrong, where anything is. */
async function located(
  connection: DuckDBConnection,
  { numbered, number, isText }: Selection,
  chosen: readonly number[],
  names: readonly string[],
  { rows, numbers, texts, infinite }: Counts,
): Promise<ColumnFacts[]> {
  const isBad = chosen.map((_, j) => numbers[j] < rows || infinite[j] > 0);
  const bad = chosen.filter((_, j) => isBad[j]);
  const cells = bad.map((k) => `c${k}, ${number(k)} AS v${k}, ${isText(k)} AS t${k}`);
  const each = bad.map(
    (k) =>
      `min("row") FILTER (t${k}), CAST(arg_min(c${k}, "row") FILTER (t${k}) AS VARCHAR), min("row") FILTER (v${k} IS NULL), min("row") FILTER (isinf(v${k}))`,
  );
  const sql = `SELECT ${each.join(", ")} FROM (SELECT "row", ${cells.join(", ")} FROM ${numbered})`;
  const found = bad.length === 0 ? [] : (await connection.runAndReadAll(sql)).getRows()[0];
  return chosen.map((k, j) => {
    const [textRow, text, missingRow, infiniteRow] = isBad[j]
      ? found.slice(4 * bad.indexOf(k))
      : [null, null, null, null];
    return {
      name: names[k],
      missing: rows - numbers[j] - texts[j],
      ...(textRow === null ? {} : { text: { row: Number(textRow), value: String(text) } }),
      ...(missingRow === null ? {} : { missingRow: Number(missingRow) }),
      ...(infiniteRow === null ? {} : { infiniteRow: Number(infiniteRow) }),
    };
  });
}

async function streamed(
  connection: DuckDBConnection,
  { from, number }: Selection,
  chosen: readonly number[],
  totalRows: number,
  onProgress: ReadTableOptions["onProgress"],
) {
  const d = chosen.length;
  const X = matrix(totalRows, d);
  const cells = chosen.map((k) => `${number(k)} AS v${k}`).join(", ");
  const complete = chosen.map((k) => `v${k} IS NOT NULL`).join(" AND ");
  const result = await connection.stream(`SELECT * FROM (SELECT ${cells} FROM ${from}) WHERE ${complete}`);
  let rows = 0;
  for (
    let chunk = await result.fetchChunk();
    chunk !== null && chunk.rowCount > 0;
    chunk = await result.fetchChunk()
  ) {
    for (let j = 0; j < d; j++) {
      const vector = chunk.getColumnVector(j);
      for (let i = 0; i < chunk.rowCount; i++) X.data[(rows + i) * d + j] = vector.getItem(i) as number;
    }
    rows += chunk.rowCount;
    if (rows % 65536 < chunk.rowCount || rows === totalRows) onProgress?.({ rows, totalRows });
  }
  check(
    rows === totalRows,
    `table: the file must not change while it is read, got ${rows} rows after ${totalRows}; read it again`,
  );
  return X;
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
