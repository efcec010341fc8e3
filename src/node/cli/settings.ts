// Options shared by several commands: their flags, their help, and how they are interpreted.

import { stat } from "node:fs/promises";
import { Command, Option } from "commander";
import {
  check,
  chosenColumns,
  directedTruth,
  formatOf,
  type Graph,
  type HeaderChoice,
  headerChoices,
  type LoadedTable,
  type NamedGraph,
  readCovariance,
  readGraph,
  withColumns,
} from "../../core/index.ts";
import { readLargeTable } from "../files/read-moments.ts";
import { type ReadTableOptions, readTable } from "../files/read-table.ts";
import { readText } from "../files/read-text.ts";
import { atLeastOne, kindsList, namesList, number, whole } from "./option-values.ts";
import type { Progress } from "./progress.ts";

export interface TableSettings {
  readonly columns?: string[];
  readonly where?: string;
  readonly exclude?: string[];
  readonly kinds?: Readonly<Record<string, string>>;
  readonly weights?: string;
  readonly header?: HeaderChoice | undefined;
  /** Of a workbook. */
  readonly sheet?: string | undefined;
  /** The file is a covariance matrix, computed from this many rows. */
  readonly rows?: number | undefined;
  readonly maxColumns?: number | undefined;
  /** Megabytes. */
  readonly maxSize?: number | undefined;
}

/** Default maximum number of columns: as many as can be read in 15 seconds. */
const mostColumns = 5000;

/** A command about a table. */
export function tableCommand(name: string, argument = "<table>"): Command {
  return new Command(name).argument(argument, "CSV, TSV, Excel, Parquet, JSON or NDJSON, also gzipped");
}

export interface OutputSettings {
  readonly json: boolean;
  readonly quiet: boolean;
}

/** Adds --queue and, unless `hasStore` is false, --store. */
export function withQueue(command: Command, { isNeeded = false, hasStore = true } = {}): Command {
  const queue = new Option(
    "--queue <url>",
    "a Redis server that hands out tasks: redis://HOST, or rediss:// with TLS",
  );
  command.addOption(queue.makeOptionMandatory(isNeeded));
  return hasStore ? withStore(command, isNeeded) : command;
}

export function withStore(command: Command, isNeeded = true): Command {
  const store = new Option(
    "--store <place>",
    "where results are stored: a folder that all machines can access, s3://BUCKET/PREFIX, or http://HOST of a wherefore serve",
  );
  return command.addOption(store.makeOptionMandatory(isNeeded));
}

export const scoreFileHelp =
  "a user-defined score that tasks may use; repeatable; a task runs it only if the hash of the file is the same";

export function withOutputOptions(command: Command): Command {
  return command
    .option("--json", "print one JSON document on standard output", false)
    .option("--quiet", "no progress", false);
}

export function withTableOptions(command: Command): Command {
  return command
    .option("--columns <names>", "use these columns only, separated by commas", namesList)
    .option("--where <condition>", 'use only the rows that satisfy this SQL condition, such as "age > 30"')
    .option("--exclude <names>", "leave these columns out", namesList)
    .option(
      "--kinds <name=kind,...>",
      'kinds of columns: number, category, binary, ordered or date, such as "grade=ordered: low < high,visit=date: day first" (default: detected)',
      kindsList,
    )
    .option("--weights <column>", "how much each row counts: survey weights (as --kinds <column>=weight)")
    .addOption(
      new Option(
        "--header <what>",
        "whether the first row of a CSV file has the column names; auto: detected",
      )
        .choices(headerChoices)
        .default("auto"),
    )
    .option("--sheet <name>", "the sheet of an Excel workbook to read (default: the first with a table)")
    .option("--rows <count>", "the table is a covariance matrix, computed from this many rows", whole)
    .option("--max-columns <count>", "refuse tables with more columns", atLeastOne, mostColumns)
    .option(
      "--max-size <megabytes>",
      "refuse files that are larger after decompression (default: no limit for a plain file, 1000 for a pipe, for a gzip file or a workbook 50 times its size, at least 200)",
      number,
    );
}

/** The settings as options of readTable. */
export function readingOf(settings: TableSettings): Partial<ReadTableOptions> {
  const { columns, exclude, where, header, sheet, maxColumns = mostColumns, maxSize } = settings;
  check(maxSize === undefined || maxSize > 0, `--max-size must be more than 0, got ${maxSize}`);
  return {
    columns,
    exclude,
    kinds: kindsIn(settings),
    where,
    header,
    sheet,
    limits: { columns: maxColumns },
    ...(maxSize !== undefined && { maxBytes: 1e6 * maxSize }),
  };
}

/** The kinds set by --kinds, with the column of --weights as a weight. */
export function kindsIn({
  kinds,
  weights,
}: Pick<TableSettings, "kinds" | "weights">): TableSettings["kinds"] {
  return weights === undefined ? kinds : { ...kinds, [weights]: "weight" };
}

export async function openTable(
  path: string,
  settings: TableSettings,
  progress: Progress,
): Promise<LoadedTable> {
  if (settings.rows !== undefined) return openCovariance(path, settings);
  const table = await readTable(path, { ...readingOf(settings), onProgress: reading(progress) });
  progress.clear();
  return table;
}

/** The table of a covariance matrix; the number of rows may be in the file. */
export async function openCovariance(
  path: string,
  { rows, columns, exclude }: Pick<TableSettings, "rows" | "columns" | "exclude">,
): Promise<LoadedTable> {
  const table = readCovariance(await readText(path, "covariance"), { rows });
  return withColumns(table, chosenColumns(table.names, columns, exclude));
}

/** Files of at least this many bytes are not held in memory as a whole, if the rows are not needed. */
const largeBytes = 256e6;

/** As openTable; for a large file of numbers, the means and covariances of the complete rows, and a sample. */
export async function openLargeTable(
  path: string,
  settings: TableSettings,
  progress: Progress,
): Promise<LoadedTable> {
  const { size } = await stat(path).catch(() => ({ size: 0 }));
  const isWeighed = Object.values(kindsIn(settings) ?? {}).includes("weight"); // sums of blocks have no weights
  if (size < largeBytes || isWeighed) return openTable(path, settings, progress);
  const { limits: _, ...how } = readingOf(settings);
  const table = await readLargeTable(path, { ...how, onProgress: reading(progress) });
  progress.clear();
  return table ?? openTable(path, settings, progress);
}

/** Reports the progress of reading a table. */
export function reading(progress: Progress): (state: { rows: number; totalRows?: number }) => void {
  return ({ rows, totalRows }) =>
    progress.show({
      stage: "reading",
      doing: `${rows} rows`,
      share: totalRows ? rows / totalRows : null,
      rate: { count: rows, unit: "rows" },
    });
}

/** Reads a graph file, on the given columns if any. */
export async function openGraph(path: string, where: string, names?: readonly string[]): Promise<NamedGraph> {
  const text = await readText(path, where);
  return readGraph(text, formatOf(path, text), names, { where });
}

/** Does the file list edges only, so that variables without edges are missing from it? */
export async function isEdgeList(path: string): Promise<boolean> {
  return formatOf(path, await readText(path, "graph")) === "csv";
}

/** Reads a true graph: a directed acyclic graph on the table's columns. */
export async function openTruth(path: string, names: readonly string[]): Promise<Graph> {
  return directedTruth(await openGraph(path, "truth", names), path);
}
