// A table from a file: CSV, TSV, Parquet, JSON or NDJSON, each also gzipped, through DuckDB.
//
// Two passes. The first counts the rows, to allocate X at its size. The second streams the numbers into X, in the order
// of the file, keeps the complete rows and counts the cells of each column that are no number or infinite. Where there
// are any, further passes tell text from gaps and find the rows, which is enough to refuse the file in one sentence
// (core/data/columns.ts). Where text is to be read as categories a pass before these finds the columns that hold any;
// their cells come as text and go into X as codes. Memory is that of X, the labels and a few chunks.

import type { DuckDBConnection } from "@duckdb/node-api";
import {
  type Cells,
  type ColumnFacts,
  check,
  checkSize,
  chosenColumns,
  InputError,
  type LoadedTable,
  matrix,
  sortCodesInto,
  type TableLimits,
  type TableOptions,
  tableFromCells,
  takesText,
} from "../../core/index.ts";
import { isMixedLineEnds, withDuckDb } from "./duck-db.ts";
import { megabytes } from "./input.ts";
import { filtered, located, rowCount, type Selection, selectionOf } from "./selection.ts";
import { openTableFile, type TableFile, type TableFileOptions } from "./table-file.ts";
import { conditionError, readingError, tableQuery } from "./table-query.ts";

export interface ReadTableOptions extends TableOptions, TableFileOptions {
  /** SQL condition on the columns; rows for which it does not hold are left out. */
  readonly where?: string;
  /** Larger tables are refused before anything is allocated for them. */
  readonly limits?: Partial<TableLimits> | undefined;
  /** Called now and then; the total is known once the file has been read through. */
  readonly onProgress?: (progress: { rows: number; totalRows?: number }) => void;
}

export async function readTable(path: string, options: ReadTableOptions = {}): Promise<LoadedTable> {
  return tableFromCells(await readCells(path, options), options);
}

export async function readCells(path: string, options: ReadTableOptions = {}): Promise<Cells> {
  const file = await openTableFile(path, options);
  try {
    return await withDuckDb(file, (connection, plain) => loaded(connection, plain, options));
  } finally {
    await file.close();
  }
}

async function loaded(
  connection: DuckDBConnection,
  file: TableFile,
  options: ReadTableOptions,
): Promise<Cells> {
  const { columns, where, categorical, header, limits, onProgress } = options;
  onProgress?.({ rows: 0 });
  const reading = (error: unknown) => {
    throw error instanceof InputError || isMixedLineEnds(error) ? error : readingError(error, file);
  };
  const query = await tableQuery(connection, file, { header, limits, isChosen: columns !== undefined }).catch(
    reading,
  );
  if (limits) checkSize(limits, 0, columns?.length ?? query.names.length);
  const chosen = chosenColumns(query.names, columns);
  const failing = (error: unknown) => {
    if (where === undefined || error instanceof InputError) return reading(error);
    throw conditionError(error, where, file);
  };
  const selection =
    where === undefined ? selectionOf(query) : await filtered(connection, query, where).catch(failing);

  const rows = await rowCount(connection, selection).catch(failing);
  if (limits) checkSize(limits, rows, chosen.length);
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
  return { names: chosen.map((k) => query.names[k]), facts, rows, X, levels, doubt: query.doubt };
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
  const data = roomFor(totalRows, d);
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

function roomFor(rows: number, d: number): Float64Array {
  try {
    return new Float64Array(rows * d);
  } catch {
    throw new InputError(
      `table: its ${rows} rows and ${d} columns need ${megabytes(8 * rows * d)} of memory, more than there is; leave rows or columns out`,
    );
  }
}

function codeOf(label: string, codes: Map<string, number>): number {
  const known = codes.get(label);
  if (known === undefined) codes.set(label, codes.size);
  return known ?? codes.size - 1;
}

function changed(read: number, before: number): string {
  return `table: the file must not change while it is read, nor a condition hold by chance, got ${read} rows after ${before}; read it again`;
}
