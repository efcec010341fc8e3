// wherefore grid FILE: methods × tables × seeds, one table out.

import { mkdir } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { Command } from "commander";
import {
  type Batch,
  type Graph,
  type Grid,
  type GridRow,
  type GridTable,
  graphMetrics,
  gridDigest,
  InputError,
  type LoadedTable,
  pdagOf,
  type RunOptions,
  readGrid,
  specFor,
  type TaskRun,
} from "../../core/index.ts";
import { storeBatch } from "../batch/batch-files.ts";
import { taskOutcomes } from "../batch/batch-results.ts";
import { buildName } from "../batch/build-name.ts";
import { queueRunner } from "../batch/queue-runner.ts";
import { threadRunner } from "../batch/runner.ts";
import { searchFor } from "../batch/search-for.ts";
import { openStore, type Store } from "../batch/store.ts";
import { dataHash } from "../files/data-hash.ts";
import { openFolder } from "../files/folder.ts";
import { readText } from "../files/read-text.ts";
import { onInterrupt } from "./discover.ts";
import { metricCells, metricHeads } from "./print.ts";
import { createProgress } from "./progress.ts";
import {
  type OutputSettings,
  openTable,
  openTruth,
  whole,
  withOutputOptions,
  withQueue,
} from "./settings.ts";
import { complain, say, sayJson } from "./terminal.ts";
import { textTable } from "./text-table.ts";

interface Settings extends OutputSettings {
  readonly queue?: string;
  readonly store?: string;
  readonly threads?: number;
  readonly out?: string;
}

export function command(): Command {
  return withOutputOptions(
    withQueue(new Command("grid").argument("<file>", "tables, methods and seeds, as JSON")),
  )
    .option("--threads <count>", "runs at a time, without a queue (default: one for each core)", whole)
    .option(
      "--out <folder>",
      "where grid.csv and grid.json are written, and results without --store (default: runs/<file>)",
    )
    .addHelpText(
      "after",
      `
Examples:
  wherefore grid study.json
  wherefore grid study.json --queue redis://queue-host --store /mnt/shared/store

A file:
  { "tables": ["a.csv", { "path": "b.csv", "truth": "b-truth.csv" }],
    "methods": { "exact": { "search": "exact" }, "ges": { "search": "ges", "score": "bge" } },
    "seeds": [1, 2, 3] }

Paths are seen from the file. Runs that have a result are not made again: after Ctrl-C the same command goes on.`,
    )
    .action(async (path: string, settings: Settings) => {
      process.exitCode = await run(path, settings);
    });
}

/** A cell with the run that it asks for. */
interface Cell extends Pick<GridRow, "table" | "method" | "seed"> {
  readonly truth: Graph | undefined;
  readonly columns: readonly string[];
  readonly run: { readonly table: string; readonly options: RunOptions } | { readonly failure: string };
}

async function run(path: string, settings: Settings): Promise<number> {
  const { queue, threads = availableParallelism(), json } = settings;
  const out = settings.out ?? join("runs", basename(path).replace(/\.json$/, ""));
  const grid = readGrid(await readText(path, "grid"), path);
  const tables = new Map<string, LoadedTable>();
  const cells = await cellsOf(grid, dirname(resolve(path)), tables);
  const store = await openStore(settings.store ?? join(out, "store"));
  const runs = cells.flatMap(({ run: asked }) => ("failure" in asked ? [] : [asked]));
  const rows = runs.length === 0 ? [] : await madeRuns(runs, { store, tables, queue, threads, settings });
  const made = cells.map((cell): GridRow => {
    const { table, method, seed, run: asked } = cell;
    if ("failure" in asked) return { table, method, seed, run: null, failure: asked.failure, seconds: null };
    const outcome = rows[runs.indexOf(asked)];
    if (outcome === undefined)
      return { table, method, seed, run: null, failure: "not made yet", seconds: null };
    const { run: found, seconds } = outcome;
    return { table, method, seed, run: found && judged(found, cell), failure: outcome.failure, seconds };
  });
  const document = { format: "wherefore-grid/1", digest: gridDigest(made), rows: made };
  const lines = gridLines(made);
  await mkdir(out, { recursive: true });
  const folder = openFolder(out);
  await folder.write("grid.json", `${JSON.stringify(document, null, 2)}\n`);
  await folder.write("grid.csv", `${lines.map((line) => line.map(csvCell).join(",")).join("\n")}\n`);
  if (json) sayJson(document);
  else say([...textTable(lines), "", `digest    ${document.digest}`, `folder    ${out}: grid.csv grid.json`]);
  const failed = made.filter(({ failure }) => failure !== null);
  for (const { table, method, seed, failure } of failed)
    complain(`${table}, ${method}, seed ${seed}: ${failure}`);
  return rows.length < runs.length || rows.includes(undefined) ? 130 : failed.length > 0 ? 2 : 0;
}

async function cellsOf(grid: Grid, from: string, tables: Map<string, LoadedTable>): Promise<Cell[]> {
  const cells: Cell[] = [];
  for (const given of grid.tables) {
    const { table, truth } = await opened(given, from);
    const hash = dataHash(table);
    tables.set(hash, table);
    for (const [method, options] of Object.entries(grid.methods)) {
      for (const seed of grid.seeds) {
        const common = { table: given.name, method, seed, truth, columns: table.names };
        cells.push({ ...common, run: resolved(table, hash, { ...options, seed }) });
      }
    }
  }
  return cells;
}

async function opened({ path, truth, columns, exclude, kinds }: GridTable, from: string) {
  const reading = { columns: columns && [...columns], exclude: exclude && [...exclude], kinds };
  const table = await openTable(resolve(from, path), reading, createProgress({ quiet: true }));
  return {
    table,
    truth: truth === undefined ? undefined : await openTruth(resolve(from, truth), table.names),
  };
}

/** What is asked of the table with all that is decided beforehand; a refusal is that cell's alone. */
function resolved(table: LoadedTable, hash: string, asked: RunOptions): Cell["run"] {
  try {
    const options = { ...asked, search: searchFor(table, asked), panel: "never" as const };
    const { spec } = specFor(table, options);
    return { table: hash, options: JSON.parse(JSON.stringify(spec)) as RunOptions };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { failure: error.message };
  }
}

interface Making {
  readonly store: Store;
  readonly tables: ReadonlyMap<string, LoadedTable>;
  readonly queue: string | undefined;
  readonly threads: number;
  readonly settings: Settings;
}

/** Of each run what came of it; undefined where Ctrl-C came first. */
async function madeRuns(
  runs: readonly { readonly table: string; readonly options: RunOptions }[],
  { store, tables, queue, threads, settings }: Making,
) {
  const batch: Batch = { format: "wherefore-batch/1", kind: "runs", build: buildName(), runs: [...runs] };
  const name = await storeBatch(store, batch, tables);
  const runner =
    queue === undefined ? threadRunner(store, batch, threads) : await queueRunner(queue, store, batch, name);
  const interrupt = onInterrupt();
  const progress = createProgress(settings);
  const made: ({ run: TaskRun | null; failure: string | null; seconds: number | null } | undefined)[] =
    Array.from(runs, () => undefined);
  let count = 0;
  interrupt.begin(undefined);
  try {
    for await (const outcome of taskOutcomes([...runs.keys()], { store, batch, runner })) {
      count++;
      made[outcome.index] =
        "failure" in outcome
          ? { run: null, failure: outcome.failure, seconds: null }
          : { run: outcome.result.run ?? null, failure: null, seconds: outcome.result.seconds };
      progress.show({ stage: "grid", doing: `run ${count} of ${runs.length}`, share: count / runs.length });
      if (interrupt.reason() !== undefined) break;
    }
  } finally {
    await runner.stop();
    progress.clear();
    interrupt.end();
  }
  return made;
}

/** With its distance to the truth, which stays here. */
function judged(found: TaskRun, { truth, columns }: Cell): TaskRun {
  if (truth === undefined) return found;
  return { ...found, metrics: graphMetrics(truth, pdagOf(columns, found)) };
}

function gridLines(rows: readonly GridRow[]): string[][] {
  const hasTruth = rows.some(({ run: found }) => found?.metrics);
  const head = [
    "table",
    "method",
    "seed",
    "search",
    "score",
    "gap",
    "edges",
    ...(hasTruth ? metricHeads : []),
    "seconds",
  ];
  return [
    head,
    ...rows.map(({ table, method, seed, run: found, seconds }) => [
      table,
      method,
      String(seed),
      found?.search ?? "failed",
      found?.score?.toFixed(4) ?? "",
      found === null || found.gap === null ? "" : found.gap.toPrecision(4),
      found ? String(found.edges.length + found.undirected.length) : "",
      ...(hasTruth ? (found?.metrics ? metricCells(found.metrics) : metricHeads.map(() => "")) : []),
      seconds?.toFixed(2) ?? "",
    ]),
  ];
}

function csvCell(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
