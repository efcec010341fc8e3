// Means and covariances of a file that may be larger than memory: one pass through DuckDB, using memory for a few blocks of rows.
//
// Cells are interpreted as in read-table.ts. The numbers of a chunk come as one array per column, with NaN for gaps; complete rows are
// summed in blocks, in file order (math/scatter-sum.ts), so that the same file gives the same bytes. While a chunk is summed, DuckDB's
// threads read the next one. Every k-th complete row is kept as a sample, for plots and for checks that need rows: k doubles whenever
// more than 10,000 would be kept.

import type { DuckDBConnection, DuckDBDataChunk, DuckDBResult } from "@duckdb/node-api";
import {
  type Cells,
  cellNumber,
  chosenColumns,
  InputError,
  type LoadedTable,
  type Matrix,
  matrix,
  type Scatter,
  scatterSum,
  tableFromCells,
  tableFromScatter,
} from "../../core/index.ts";
import { doublesReader, isMixedLineEnds, withDuckDb } from "./duck-db.ts";
import { type ReadTableOptions, readCells } from "./read-table.ts";
import { filtered, type Selection, selectionOf } from "./selection.ts";
import { openTableFile, type TableFile } from "./table-file.ts";
import { conditionError, readingError, tableQuery } from "./table-query.ts";

export type ReadMomentsOptions = Omit<ReadTableOptions, "limits" | "mostRows">;

export interface Moments {
  readonly names: readonly string[];
  /** Number of rows in the file, or of those that satisfy the condition. */
  readonly rows: number;
  /** Scatter of the complete rows. */
  readonly scatter: Scatter;
  /** Some of the complete rows, evenly spaced. */
  readonly sample: Matrix;
}

const mostSampled = 10_000;
/** Number of rows from which the kinds of columns are detected. */
const kindRows = 20_000;
/** Number of rows summed at a time, small enough for the cache: a part of a chunk. */
const blockRows = 512;

/**
 * The table of a large file, given by the means and covariances of its complete rows; X holds a sample of them. The kinds of the columns
 * are detected from the first rows; null if some hold labels, dates or numbers such as $1,234, for which every row is needed.
 *
 * @example
 * ```js
 * (await readLargeTable("examples/twelve/data.csv")).names.length; // 12
 * ```
 */
export async function readLargeTable(
  path: string,
  options: ReadMomentsOptions = {},
): Promise<LoadedTable | null> {
  const { exclude: _, ...how } = options;
  const cells = await readCells(path, { ...options, mostRows: kindRows });
  const first = tableFromCells(cells, how);
  if (first.levels !== undefined || !isAsWritten(first, cells)) return null;
  const { names, rows, scatter, sample } = await readMoments(path, { ...how, columns: first.names });
  const origin = `computed from ${scatter.n === rows ? "all" : "the complete"} ${scatter.n} rows while the file was read`;
  const { kinds, doubt, preface, workbook, readings } = first;
  return {
    ...tableFromScatter(names, { ...scatter, origin }, sample),
    rowsRead: rows,
    ...(kinds && { kinds }),
    ...(doubt && { doubt }),
    ...(preface && { preface }),
    ...(workbook && { workbook }),
    ...(readings && { readings }),
  };
}

/** Are the table's numbers those in the cells, as DuckDB reads them? Dates converted to days are not. */
function isAsWritten({ names, X }: LoadedTable, { columns, decimal, rows }: Cells): boolean {
  return names.every((name, j) => {
    const { values, labels } = columns.find((column) => column.name === name)!;
    const written = labels?.map((label) => cellNumber(label, decimal) ?? Number.NaN);
    for (let i = 0; i < rows; i++) {
      const cell = written === undefined || Number.isNaN(values[i]) ? values[i] : written[values[i]];
      const value = X.data[i * X.cols + j];
      if (value !== cell && !Number.isNaN(value)) return false;
    }
    return true;
  });
}

export async function readMoments(path: string, options: ReadMomentsOptions = {}): Promise<Moments> {
  const file = await openTableFile(path, options);
  try {
    return await withDuckDb(file, (connection, plain) => moments(connection, plain, options), options);
  } finally {
    await file.close();
  }
}

async function moments(
  connection: DuckDBConnection,
  file: TableFile,
  { columns, exclude, where, header, onProgress }: ReadMomentsOptions,
): Promise<Moments> {
  onProgress?.({ rows: 0 });
  const reading = (error: unknown) => {
    throw error instanceof InputError || isMixedLineEnds(error) ? error : readingError(error, file);
  };
  const failing = (error: unknown) => {
    if (where === undefined || error instanceof InputError) return reading(error);
    throw conditionError(error, where, { file, names: query.names });
  };
  const query = await tableQuery(connection, file, { header, isChosen: columns !== undefined }).catch(
    reading,
  );
  const chosen = chosenColumns(query.names, columns, exclude);
  const selection =
    where === undefined ? selectionOf(query) : await filtered(connection, query, where).catch(failing);
  const sums = await streamed(connection, selection, { chosen, onProgress }).catch(failing);
  return { names: chosen.map((k) => query.names[k]), ...sums };
}

interface Streaming extends Pick<ReadMomentsOptions, "onProgress"> {
  readonly chosen: readonly number[];
}

async function streamed(
  connection: DuckDBConnection,
  { from, number }: Selection,
  { chosen, onProgress }: Streaming,
) {
  const sum = scatterSum(chosen.length, blockRows);
  const doublesOf = doublesReader();
  const sampled = evenSample(sum.room);
  const cells = chosen.map((k) => `coalesce(${number(k)}, 'nan'::DOUBLE) AS v${k}`).join(", ");
  const result = await connection.stream(`SELECT ${cells} FROM ${from}`);
  let read = 0;
  for await (const chunk of chunksAhead(result)) {
    const count = chunk.rowCount;
    const columns = chosen.map((_, j) => doublesOf(chunk, j));
    for (let start = 0; start < count; start += blockRows) {
      const end = Math.min(start + blockRows, count);
      for (const [j, column] of columns.entries()) sum.room[j].set(column.subarray(start, end));
      const rows = sum.closeGaps(end - start);
      sampled.add(rows);
      sum.add(rows);
    }
    read += count;
    if (read % 65536 < count) onProgress?.({ rows: read });
  }
  return { rows: read, scatter: sum.total(), sample: sampled.rows() };
}

/** The chunks of a result, each prefetched while the previous one is processed. */
async function* chunksAhead(result: DuckDBResult): AsyncGenerator<DuckDBDataChunk> {
  let next = result.fetchChunk();
  try {
    for (let chunk = await next; chunk !== null && chunk.rowCount > 0; chunk = await next) {
      next = result.fetchChunk();
      yield chunk;
    }
  } finally {
    await next.catch(() => {}); // a pending fetch must end before the connection closes; its error reaches the consumer above
  }
}

/** Samples every k-th row added, with k the smallest power of two that keeps the sample within its maximum size. */
function evenSample(room: readonly Float64Array[]) {
  const d = room.length;
  const data = new Float64Array(mostSampled * d);
  let [every, seen, stored] = [1, 0, 0];
  const halve = (): void => {
    every *= 2;
    stored = Math.ceil(stored / 2);
    for (let i = 1; i < stored; i++) data.copyWithin(i * d, 2 * i * d, (2 * i + 1) * d);
  };
  return {
    add: (count: number): void => {
      for (let i = 0; i < count; i++, seen++) {
        if (seen % every === 0 && stored === mostSampled) halve();
        if (seen % every !== 0) continue;
        for (let j = 0; j < d; j++) data[stored * d + j] = room[j][i];
        stored++;
      }
    },
    rows: () => matrix(stored, d, data.slice(0, stored * d)),
  };
}
