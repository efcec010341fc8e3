// Means and covariances of a file that may be larger than memory: one pass through DuckDB, in the memory of a few blocks of rows.
//
// Cells mean what they mean to read-table.ts. The numbers of a chunk come as arrays, a column each, with NaN for a gap; complete
// rows are added up in blocks, in the order of the file (math/scatter-sum.ts), so that the same file gives the same bytes. Of the complete rows every k-th is kept, evenly spaced, for pictures and for what only rows can tell: k
// doubles whenever more than 10,000 have been kept. Where a column holds text, gaps or infinities, further passes find the places.

import type { DuckDBConnection, DuckDBDoubleVector } from "@duckdb/node-api";
import {
  type ColumnFacts,
  checkColumns,
  chosenColumns,
  droppedFrom,
  InputError,
  type LoadedTable,
  type Matrix,
  matrix,
  type Scatter,
  scatterSum,
  tableFromScatter,
} from "../../core/index.ts";
import { isMixedLineEnds, withDuckDb } from "./duck-db.ts";
import type { ReadTableOptions } from "./read-table.ts";
import { filtered, located, type Selection, selectionOf } from "./selection.ts";
import { openTableFile, type TableFile } from "./table-file.ts";
import { conditionError, readingError, tableQuery } from "./table-query.ts";

export interface ReadMomentsOptions
  extends Omit<ReadTableOptions, "categorical" | "limits" | "missing" | "onProgress"> {
  /** Called now and then. */
  readonly onProgress?: (progress: { readonly rows: number }) => void;
}

/** A column of a file, over all its rows. */
export interface NumberFacts extends ColumnFacts {
  /** Of the cells that are numbers; infinite where there is none. */
  readonly min: number;
  readonly max: number;
  /** Cells that are infinite. */
  readonly infinite: number;
  /** Distinct numbers, counted no further than 51. */
  readonly distinct: number;
}

export interface Moments {
  readonly names: readonly string[];
  readonly facts: readonly NumberFacts[];
  /** Of the file, or of those that the condition leaves. */
  readonly rows: number;
  /** Of the complete rows. */
  readonly scatter: Scatter;
  /** Some of the complete rows, evenly spaced. */
  readonly sample: Matrix;
  readonly doubt?: LoadedTable["doubt"];
}

const mostSampled = 10_000;
const mostDistinct = 51;
/** Rows that are added at a time, so that they stay in the cache: a part of a chunk. */
const blockRows = 512;

/** The table of a large file, by the means and covariances of its complete rows; X has a sample of them. */
export async function readLargeTable(
  path: string,
  options: ReadMomentsOptions & Pick<ReadTableOptions, "missing"> = {},
): Promise<LoadedTable> {
  const { names, facts, rows, scatter, sample, doubt } = await readMoments(path, options);
  checkColumns(facts, { rows, completeRows: scatter.n, missing: options.missing ?? "fail" });
  const origin = `computed from ${scatter.n === rows ? "all" : "the complete"} ${scatter.n} rows while the file was read`;
  return {
    ...tableFromScatter(names, { ...scatter, origin }, sample),
    ...droppedFrom(facts, rows, scatter.n),
    ...(doubt && { doubt }),
  };
}

export async function readMoments(path: string, options: ReadMomentsOptions = {}): Promise<Moments> {
  const file = await openTableFile(path, options);
  try {
    return await withDuckDb(file, (connection, plain) => moments(connection, plain, options));
  } finally {
    await file.close();
  }
}

async function moments(
  connection: DuckDBConnection,
  file: TableFile,
  { columns, where, header, onProgress }: ReadMomentsOptions,
): Promise<Moments> {
  onProgress?.({ rows: 0 });
  const reading = (error: unknown) => {
    throw error instanceof InputError || isMixedLineEnds(error) ? error : readingError(error, file);
  };
  const failing = (error: unknown) => {
    if (where === undefined || error instanceof InputError) return reading(error);
    throw conditionError(error, where, file);
  };
  const query = await tableQuery(connection, file, { header, isChosen: columns !== undefined }).catch(
    reading,
  );
  const chosen = chosenColumns(query.names, columns);
  const selection =
    where === undefined ? selectionOf(query) : await filtered(connection, query, where).catch(failing);
  const { cells, rows, scatter, sample } = await streamed(connection, selection, {
    chosen,
    onProgress,
  }).catch(failing);
  const bad = chosen.filter((_, j) => cells[j].gaps > 0 || cells[j].infinite > 0);
  const found = await located(connection, selection, bad);
  const facts = cells.map(({ gaps, ...numbers }, j): NumberFacts => {
    const { texts = 0, ...places } = found.get(chosen[j]) ?? {};
    return { name: query.names[chosen[j]], missing: gaps - texts, ...places, ...numbers };
  });
  return { names: facts.map(({ name }) => name), facts, rows, scatter, sample, doubt: query.doubt };
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
  const columns = sum.room.map(countedCells);
  const sampled = evenSample(sum.room);
  const cells = chosen.map((k) => `coalesce(${number(k)}, 'nan'::DOUBLE) AS v${k}`).join(", ");
  const result = await connection.stream(`SELECT ${cells} FROM ${from}`);
  let read = 0;
  for (
    let chunk = await result.fetchChunk();
    chunk !== null && chunk.rowCount > 0;
    chunk = await result.fetchChunk()
  ) {
    const vectors = chosen.map((_, j) => chunk!.getColumnVector(j) as DuckDBDoubleVector);
    for (let start = 0; start < chunk.rowCount; start += blockRows) {
      const count = Math.min(blockRows, chunk.rowCount - start);
      const isGap = new Uint8Array(count);
      columns.forEach((column, j) => {
        column.read(vectors[j], start, isGap);
      });
      const kept = isGap.includes(1) ? closedInto(sum.room, isGap) : count;
      sampled.add(kept);
      sum.add(kept);
    }
    read += chunk.rowCount;
    if (read % 65536 < chunk.rowCount) onProgress?.({ rows: read });
  }
  return {
    cells: columns.map(({ facts }) => facts()),
    rows: read,
    scatter: sum.total(),
    sample: sampled.rows(),
  };
}

/** Reads cells of a column into its room, from row `start` of the chunk on, and counts what they are. */
function countedCells(room: Float64Array) {
  let [gaps, infinite, min, max] = [0, 0, Infinity, -Infinity];
  const seen = new Set<number>();
  return {
    read: (vector: DuckDBDoubleVector, start: number, isGap: Uint8Array): void => {
      const count = isGap.length;
      for (let i = 0; i < count; i++) {
        const x = vector.getItem(start + i)!;
        room[i] = x;
        if (x < min) min = x;
        if (x > max) max = x;
        if (Number.isNaN(x)) {
          gaps++;
          isGap[i] = 1;
        }
      }
      if (max === Infinity || min === -Infinity)
        for (let i = 0; i < count; i++) if (Math.abs(room[i]) === Infinity) infinite++;
      for (let i = 0; i < count && seen.size < mostDistinct; i++)
        if (!Number.isNaN(room[i])) seen.add(room[i]);
    },
    facts: () => ({ gaps, infinite, min, max, distinct: seen.size }),
  };
}

/** Moves the rows without a gap together; how many they are. */
function closedInto(room: readonly Float64Array[], isGap: Uint8Array): number {
  const complete = Array.from(isGap, (_, i) => i).filter((i) => isGap[i] === 0);
  for (const column of room)
    complete.forEach((from, to) => {
      column[to] = column[from];
    });
  return complete.length;
}

/** Every k-th of the rows that come into the room, k the least power of two that leaves no more than are wanted. */
function evenSample(room: readonly Float64Array[]) {
  const d = room.length;
  const data = new Float64Array(mostSampled * d);
  let [every, seen, kept] = [1, 0, 0];
  const halve = (): void => {
    every *= 2;
    kept = Math.ceil(kept / 2);
    for (let i = 1; i < kept; i++) data.copyWithin(i * d, 2 * i * d, (2 * i + 1) * d);
  };
  return {
    add: (count: number): void => {
      for (let i = 0; i < count; i++, seen++) {
        if (seen % every === 0 && kept === mostSampled) halve();
        if (seen % every !== 0) continue;
        for (let j = 0; j < d; j++) data[kept * d + j] = room[j][i];
        kept++;
      }
    },
    rows: () => matrix(kept, d, data.slice(0, kept * d)),
  };
}
