// A table from a file: CSV, TSV, an Excel workbook, Parquet, JSON or NDJSON, each also gzipped.
//
// Delimited text that fits in the head, the first megabyte, is already in memory: core parses it without loading DuckDB (which saves
// 0.2 of the 0.9 CPU seconds of a search on 1,000 rows). Everything else, and every condition, goes through DuckDB; a test checks that
// both give the same cells.
//
// One pass counts the rows, another streams the numbers in file order. For columns with non-numeric cells, a third distinguishes text
// from gaps, and the labels of columns with text are streamed once more, into codes; in long files, a look at the first rows spares most
// text columns the second and third pass. The kinds of the columns are decided in core (core/data/columns.ts), for all readers. Memory
// holds the columns, the labels and a few chunks.

import type { DuckDBConnection } from "@duckdb/node-api";
import {
  type Cells,
  cellsFromCsv,
  cellsOf,
  check,
  checkFileColumns,
  checkSize,
  chosenColumns,
  csvShape,
  InputError,
  type LoadedTable,
  type TableLimits,
  type TableOptions,
  tableFromCells,
  withSheets,
  withWeight,
} from "../../core/index.ts";
import { isMixedLineEnds, withDuckDb } from "./duck-db.ts";
import { megabytes } from "./input.ts";
import {
  digitColumns,
  filtered,
  rowCount,
  rowNumberColumns,
  type Selection,
  selectionOf,
  textColumns,
} from "./selection.ts";
import { openTableFile, type TableFile, type TableFileOptions } from "./table-file.ts";
import { conditionError, readingError, type TableQuery, tableQuery } from "./table-query.ts";

export interface ReadTableOptions extends TableOptions, TableFileOptions {
  /** SQL condition on the columns; rows for which it does not hold are left out. */
  readonly where?: string;
  /** Larger tables are refused before anything is allocated for them. */
  readonly limits?: Partial<TableLimits> | undefined;
  /** Read only this many rows from the beginning. */
  readonly mostRows?: number | undefined;
  /** Called periodically; the total is known after the first pass. */
  readonly onProgress?: (progress: { rows: number; totalRows?: number }) => void;
}

/**
 * A table from a file: CSV, TSV, Excel, Parquet, JSON or NDJSON, also gzipped.
 *
 * @example
 * ```js
 * (await readTable("examples/twelve/data.csv")).names.length; // 12
 * ```
 */
export async function readTable(path: string, options: ReadTableOptions = {}): Promise<LoadedTable> {
  // readCells has already applied the exclusions and the order of the columns.
  const { exclude: _, ...how } = options;
  return tableFromCells(await readCells(path, options), how);
}

export async function readCells(path: string, options: ReadTableOptions = {}): Promise<Cells> {
  const file = await openTableFile(path, options);
  const { where, mostRows } = options;
  const isShort = file.isWhole && file.format === "csv" && where === undefined && mostRows === undefined;
  try {
    return isShort ? shortCells(file, options) : await cellsByDuckDb(file, options);
  } catch (error) {
    throw withSheets(error, file.workbook);
  } finally {
    await file.close();
  }
}

export function cellsByDuckDb(file: TableFile, options: ReadTableOptions = {}): Promise<Cells> {
  return withDuckDb(file, (connection, plain) => loaded(connection, plain, options), options);
}

/** Cells of delimited text that fits in the head. */
function shortCells(
  file: TableFile,
  { columns, exclude, kinds, header, limits = {}, onProgress }: ReadTableOptions,
): Cells {
  onProgress?.({ rows: 0 });
  const { head, delimiter } = file;
  const { names } = csvShape(head, delimiter, header);
  checkFileColumns(limits, names.length, columns !== undefined || exclude !== undefined);
  const chosen = chosenColumns(names, withWeight(columns, kinds), exclude);
  checkSize(limits, 0, chosen.length);
  const cells = cellsFromCsv(head, { header, delimiter });
  checkSize(limits, cells.rows, chosen.length);
  onProgress?.({ rows: cells.rows, totalRows: cells.rows });
  return { ...cells, columns: chosen.map((k) => cells.columns[k]), ...readingOf(file, cells) };
}

/** How the file was read, where that may be doubtful. */
function readingOf(
  { encoding, workbook, preface: above }: TableFile,
  { doubt, preface }: Pick<Cells, "doubt" | "preface">,
): Pick<Cells, "doubt" | "preface" | "encoding" | "workbook"> {
  return { doubt, preface: above || preface ? { ...above, ...preface } : undefined, encoding, workbook };
}

async function loaded(
  connection: DuckDBConnection,
  file: TableFile,
  options: ReadTableOptions,
): Promise<Cells> {
  const { columns, exclude, kinds, where, header, limits, mostRows, onProgress } = options;
  onProgress?.({ rows: 0 });
  const reading = (error: unknown) => {
    throw error instanceof InputError || isMixedLineEnds(error) ? error : readingError(error, file);
  };
  const isChosen = columns !== undefined || exclude !== undefined;
  const query = await tableQuery(connection, file, { header, limits, isChosen }).catch(reading);
  const chosen = chosenColumns(query.names, withWeight(columns, kinds), exclude);
  if (limits) checkSize(limits, 0, chosen.length);
  const failing = (error: unknown) => {
    if (where === undefined || error instanceof InputError) return reading(error);
    throw conditionError(error, where, { file, names: query.names });
  };
  const whole =
    where === undefined ? selectionOf(query) : await filtered(connection, query, where).catch(failing);
  const selection =
    mostRows === undefined ? whole : { ...whole, from: `(SELECT * FROM ${whole.from} LIMIT ${mostRows})` };

  const rows = await rowCount(connection, selection).catch(failing);
  if (limits) checkSize(limits, rows, chosen.length);
  check(
    where === undefined || rows > 0,
    `table: --where must leave rows, got none that satisfy ${where}; widen the condition`,
  );
  const values = roomFor(rows, chosen.length);
  const firstTexts =
    rows < manyRows ? [] : await textColumns(connection, firstRows(selection), chosen).catch(failing);
  const places = chosen.map((_, j) => j).filter((j) => !firstTexts.includes(chosen[j]));
  const into = (p: number, i: number, cell: number | string | null) => {
    values[places[p]][i] = (cell as number | null) ?? Number.NaN;
  };
  const numbers = places.map((j) => selection.number(chosen[j]));
  const reporting = { totalRows: rows, onProgress };
  if (places.length > 0)
    await streamed(connection, selection, { cells: numbers, into, ...reporting }).catch(failing);
  const gappy = places.filter((j) => values[j].some(Number.isNaN)).map((j) => chosen[j]);
  const texts = [...firstTexts, ...(await textColumns(connection, selection, gappy).catch(failing))];
  const progress = places.length === 0 ? onProgress : undefined;
  const labels = await coded(connection, selection, { chosen, texts, values, onProgress: progress }).catch(
    failing,
  );
  const widths = await digitWidths(connection, query, {
    ...{ chosen, texts, values },
    isFiltered: where !== undefined,
  }).catch(failing);
  // A condition, or a limit on the rows, hides that a column numbers the rows of the file.
  const isPart = where !== undefined || mostRows !== undefined;
  const perhaps = chosen.filter((k, j) => isPart && !texts.includes(k) && isDistinctWhole(values[j]));
  const rowNumbers = await rowNumberColumns(connection, selectionOf(query), perhaps).catch(failing);
  const read = chosen.map((k, j) => ({
    name: query.names[k],
    values: values[j],
    ...(texts.includes(k) ? { labels: labels[j] } : widths.has(k) && { width: widths.get(k) }),
    ...(rowNumbers.includes(k) && { isRowNumber: true as const }),
  }));
  return { ...cellsOf(read, { decimal: query.decimal, ...readingOf(file, query) }), rows };
}

/** In files with at least this many rows, columns with text in the first rows are not first read as numbers. */
const manyRows = 100_000;

function firstRows(selection: Selection): Selection {
  return { ...selection, from: `(SELECT * FROM ${selection.from} LIMIT 2048)` };
}

/**
 * Widths of columns with zero-padded codes, over the whole file. Only likely columns are queried in full: whole numbers whose first
 * cells have one width, and of which one (a condition may hide it) has fewer digits than that.
 */
async function digitWidths(
  connection: DuckDBConnection,
  query: TableQuery,
  { chosen, texts, values, isFiltered }: Coding & { readonly isFiltered: boolean },
): Promise<Map<number, number>> {
  const valuesOf = (k: number) => values[chosen.indexOf(k)];
  const whole = chosen.filter(
    (k) =>
      query.kinds[k] === "text" &&
      !texts.includes(k) &&
      valuesOf(k).every((x) => Number.isNaN(x) || (Number.isInteger(x) && x >= 0)),
  );
  const first = await digitColumns(connection, { from: `(SELECT * FROM ${query.from} LIMIT 2048)` }, whole);
  const isShort = ({ column, width }: (typeof first)[number]) =>
    isFiltered || valuesOf(column).some((x) => x < 10 ** (width - 1));
  const asked = first.filter(isShort).map(({ column }) => column);
  const found = await digitColumns(connection, query, asked);
  return new Map(found.flatMap(({ column, width, isPadded }) => (isPadded ? [[column, width]] : [])));
}

interface Coding extends Pick<ReadTableOptions, "onProgress"> {
  readonly chosen: readonly number[];
  readonly texts: readonly number[];
  readonly values: readonly Float64Array[];
}

/** Writes codes of their labels into the columns that hold text; returns the labels of each column. */
async function coded(
  connection: DuckDBConnection,
  selection: Selection,
  { chosen, texts, values, onProgress }: Coding,
): Promise<string[][]> {
  const codes = chosen.map(() => new Map<string, number>());
  const places = texts.map((k) => chosen.indexOf(k));
  const into = (t: number, i: number, cell: number | string | null) => {
    values[places[t]][i] = cell === null ? Number.NaN : codeOf(cell as string, codes[places[t]]);
  };
  const cells = texts.map((k) => selection.label(k));
  if (texts.length > 0)
    await streamed(connection, selection, { cells, totalRows: values[0].length, onProgress, into });
  return codes.map((code) => [...code.keys()]);
}

interface Streaming {
  /** SQL of each column. */
  readonly cells: readonly string[];
  readonly totalRows: number;
  readonly into: (column: number, row: number, cell: number | string | null) => void;
  readonly onProgress?: ReadTableOptions["onProgress"];
}

async function streamed(
  connection: DuckDBConnection,
  { from }: Selection,
  { cells, totalRows, into, onProgress }: Streaming,
): Promise<void> {
  const wanted = cells.map((sql, j) => `${sql} AS v${j}`).join(", ");
  const result = await connection.stream(`SELECT ${wanted} FROM ${from}`);
  let read = 0;
  for (
    let chunk = await result.fetchChunk();
    chunk !== null && chunk.rowCount > 0;
    chunk = await result.fetchChunk()
  ) {
    const count = chunk.rowCount;
    check(read + count <= totalRows, () => changed(read + count, totalRows));
    for (let j = 0; j < cells.length; j++) {
      const vector = chunk.getColumnVector(j);
      for (let i = 0; i < count; i++) into(j, read + i, vector.getItem(i) as number | string | null);
    }
    read += count;
    if (read % 65536 < count || read === totalRows) onProgress?.({ rows: read, totalRows });
  }
  check(read === totalRows, () => changed(read, totalRows));
}

function isDistinctWhole(values: Float64Array): boolean {
  const seen = new Set<number>();
  return values.every((x) => Number.isInteger(x) && seen.size < seen.add(x).size);
}

function roomFor(rows: number, d: number): Float64Array<ArrayBuffer>[] {
  try {
    return Array.from({ length: d }, () => new Float64Array(rows));
  } catch {
    throw new InputError(
      `table: its ${rows} rows and ${d} columns need ${megabytes(8 * rows * d)} of memory, more than is available; leave rows or columns out`,
    );
  }
}

function codeOf(label: string, codes: Map<string, number>): number {
  const code = codes.get(label);
  if (code === undefined) codes.set(label, codes.size);
  return code ?? codes.size - 1;
}

function changed(read: number, before: number): string {
  return `table: the file must not change while it is read, nor a condition be random, got ${read} rows after ${before}; read it again`;
}
