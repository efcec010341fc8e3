// A table from a file: CSV, TSV, Parquet, JSON or NDJSON, each also gzipped, through DuckDB.
//
// Two passes. The first counts the rows, to allocate X at its size. The second streams the numbers into X, in the order
// of the file, keeps the complete rows and counts the cells of each column that are no number or infinite. Where there
// are any, further passes tell text from gaps and find the rows, which is enough to refuse the file in one sentence
// (core/data/columns.ts). Where text is to be read as categories a pass before these finds the columns that hold any;
// their cells come as text and go into X as codes. Memory is that of X, the labels and a few chunks.
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
  categorisedTable,
  check,
  checkColumns,
  chosenColumns,
  droppedFrom,
  InputError,
  type Levels,
  type LoadedTable,
  type Matrix,
  matrix,
  sortCodesInto,
  type TableOptions,
  takesText,
} from "../../core/index.ts";
import { filtered, located, rowCount, type Selection, selectionOf } from "./selection.ts";
import { openTableFile, type TableFile } from "./table-file.ts";
import { conditionError, literal, readingError, tableQuery } from "./table-query.ts";

export interface ReadTableOptions extends TableOptions {
  /** SQL condition on the columns; rows for which it does not hold are left out. */
  readonly where?: string;
  /** Called now and then; the total is known once the file has been read through. */
  readonly onProgress?: (progress: { rows: number; totalRows?: number }) => void;
}

export async function readTable(path: string, options: ReadTableOptions = {}): Promise<LoadedTable> {
  const { facts, rows, ...cells } = await readCells(path, options);
  const completeRows = cells.X.rows;
  checkColumns(facts, { rows, completeRows, missing: options.missing ?? "fail" });
  return { ...categorisedTable(cells, options.categorical), ...droppedFrom(facts, rows, completeRows) };
}

/** A file as it is, before anything is refused: what is wrong in which column, and the rows with a number in each. */
export interface Cells {
  readonly names: readonly string[];
  readonly facts: readonly ColumnFacts[];
  readonly rows: number;
  /** The complete rows. */
  readonly X: Matrix;
  /** Labels of the columns with text that were read as categories, null for the others. */
  readonly levels: Levels;
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
  const { columns, where, categorical, onProgress } = options;
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
  const wanted = chosen.filter((k) => takesText(query.names[k], categorical));
  const texts = await located(connection, selection, wanted).catch(failing);
  const isCategory = chosen.map((k) => (texts.get(k)?.texts ?? 0) > 0);
  const plan = { chosen, isCategory, totalRows: rows, onProgress };
  const { X, gaps, infinite, labels } = await streamed(connection, selection, plan).catch(failing);
  const bad = chosen.filter((_, j) => gaps[j] > 0 || infinite[j] > 0);
  const found = await located(connection, selection, bad);
  const facts = chosen.map((k, j): ColumnFacts => {
    const { texts: count = 0, text, infiniteRow, ...places } = found.get(k) ?? {};
    if (isCategory[j]) return { name: query.names[k], missing: gaps[j], ...places };
    return {
      name: query.names[k],
      missing: gaps[j] - count,
      ...(text && { text }),
      ...places,
      ...(infiniteRow && { infiniteRow }),
    };
  });
  const levels = chosen.map((_, j) => (isCategory[j] ? sortCodesInto(X, j, [...labels[j].keys()]) : null));
  return { names: chosen.map((k) => query.names[k]), facts, rows, X, levels };
}

interface Streaming {
  readonly chosen: readonly number[];
  /** Which of them come as text and are coded. */
  readonly isCategory: readonly boolean[];
  readonly totalRows: number;
  readonly onProgress: ReadTableOptions["onProgress"];
}

/** The complete rows, for each column how many cells are no number, or infinite, and the codes of its labels. */
async function streamed(
  connection: DuckDBConnection,
  { from, number, label }: Selection,
  { chosen, isCategory, totalRows, onProgress }: Streaming,
) {
  const d = chosen.length;
  const data = new Float64Array(totalRows * d);
  const gaps = new Array<number>(d).fill(0);
  const infinite = new Array<number>(d).fill(0);
  const labels = chosen.map(() => new Map<string, number>());
  const cells = chosen.map((k, j) => `${isCategory[j] ? label(k) : number(k)} AS v${k}`).join(", ");
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
        const cell = vector.getItem(i) as number | string | null;
        if (cell === null) {
          gaps[j]++;
          isGap[i] = 1;
          continue;
        }
        const value = typeof cell === "string" ? codeOf(cell, labels[j]) : cell;
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
  const X = matrix(kept, d, kept === totalRows ? data : data.slice(0, kept * d));
  return { X, gaps, infinite, labels };
}

function codeOf(label: string, codes: Map<string, number>): number {
  const known = codes.get(label);
  if (known === undefined) codes.set(label, codes.size);
  return known ?? codes.size - 1;
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
