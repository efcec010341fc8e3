// wherefore grid FILE: methods × tables × seeds, one table out.

import { mkdir } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { Command } from "commander";
import {
  type BatchRun,
  type Grid,
  type GridRow,
  type GridTable,
  gridDigest,
  gridRun,
  InputError,
  type LoadedTable,
  readGrid,
  simulate,
} from "../../core/index.ts";
import { buildName } from "../batch/build-name.ts";
import { openStore } from "../batch/store.ts";
import { dataHash } from "../files/data-hash.ts";
import { openFolder } from "../files/folder.ts";
import { readText } from "../files/read-text.ts";
import { planHelp, runOutcomes, sayPlan, storedRuns, taskRun } from "./batch-runs.ts";
import { whole } from "./option-values.ts";
import { metricCells, metricHeads } from "./print.ts";
import { createProgress } from "./progress.ts";
import { type OutputSettings, openTable, openTruth, withOutputOptions, withQueue } from "./settings.ts";
import { complain, say, sayJson } from "./terminal.ts";
import { textTable } from "./text-table.ts";

interface Settings extends OutputSettings {
  readonly queue?: string;
  readonly store?: string;
  readonly threads?: number;
  readonly out?: string;
  readonly plan: boolean;
}

export function command(): Command {
  return withOutputOptions(
    withQueue(new Command("grid").argument("<file>", "tables, methods and seeds, as JSON")),
  )
    .option("--threads <count>", "runs at a time, without a queue (default: one for each core)", whole)
    .option("--plan", planHelp, false)
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
  { "tables": ["a.csv", { "path": "b.csv", "truth": "b-truth.csv" },
               { "name": "made", "simulate": { "nodes": 10, "samples": 500 }, "seeds": [1, 2] }],
    "methods": { "exact": { "search": "exact" }, "ges": { "search": "ges", "score": "bge" } },
    "seeds": [1, 2, 3] }

Paths are relative to the file. A simulated table takes the options of wherefore simulate, once for each of its seeds, and is
compared with its true graph. Runs that have a result are not repeated: after Ctrl-C the same command continues.`,
    )
    .action(async (path: string, settings: Settings) => {
      process.exitCode = await run(path, settings);
    });
}

/** A cell with its run. */
interface Cell extends Pick<GridRow, "table" | "method" | "seed"> {
  readonly run: BatchRun | { readonly failure: string };
}

async function run(path: string, settings: Settings): Promise<number> {
  const { queue, threads = availableParallelism(), json } = settings;
  const out = settings.out ?? join("runs", basename(path).replace(/\.json$/, ""));
  const grid = readGrid(await readText(path, "grid"), path);
  const tables = new Map<string, LoadedTable>();
  const cells = await cellsOf(grid, dirname(resolve(path)), tables);
  const store = await openStore(settings.store ?? join(out, "store"));
  const runs = cells.flatMap(({ run: request }) => ("failure" in request ? [] : [request]));
  const batch = runs.length === 0 ? undefined : await storedRuns(runs, { store, tables });
  if (settings.plan) return sayPlan(batch, settings);
  const rows = batch ? await runOutcomes(batch, { store, queue, threads, stage: "grid", settings }) : [];
  const gridRows = cells.map(({ table, method, seed, run: request }): GridRow => {
    const none = { table, method, seed, run: null, seconds: null, searchSeconds: null, task: null };
    if ("failure" in request) return { ...none, failure: request.failure };
    const outcome = rows[runs.indexOf(request)];
    if (outcome === undefined) return { ...none, failure: "not run yet" };
    if ("failure" in outcome) return { ...none, failure: outcome.failure };
    const { run: record, seconds, task } = outcome.result;
    if (record === undefined) return { ...none, failure: "it left no result" };
    const { result, searchSeconds } = record;
    return { table, method, seed, run: gridRun(result), failure: null, seconds, searchSeconds, task };
  });
  const document = {
    format: "wherefore-grid/1",
    digest: gridDigest(gridRows),
    build: buildName(),
    rows: gridRows,
  };
  const lines = gridLines(gridRows);
  await mkdir(out, { recursive: true });
  const folder = openFolder(out);
  await folder.write("grid.json", `${JSON.stringify(document, null, 2)}\n`);
  await folder.write("grid.csv", `${lines.map((line) => line.map(csvCell).join(",")).join("\n")}\n`);
  if (json) sayJson(document);
  else say([...textTable(lines), "", `digest    ${document.digest}`, `folder    ${out}: grid.csv grid.json`]);
  const failed = gridRows.filter(({ failure }) => failure !== null);
  for (const { table, method, seed, failure } of failed)
    complain(`${table}, ${method}, seed ${seed}: ${failure}`);
  return rows.length < runs.length || rows.includes(undefined) ? 130 : failed.length > 0 ? 2 : 0;
}

async function cellsOf(grid: Grid, from: string, tables: Map<string, LoadedTable>): Promise<Cell[]> {
  const cells: Cell[] = [];
  for (const entry of grid.tables) {
    const { table, truth } = await opened(entry, from);
    const hash = dataHash(table);
    tables.set(hash, table);
    for (const [method, options] of Object.entries(grid.methods)) {
      for (const seed of grid.seeds) {
        const settings = { ...options, seed, panel: "never" } as const;
        cells.push({ table: entry.name, method, seed, run: cellRun(table, settings, { hash, truth }) });
      }
    }
  }
  return cells;
}

async function opened(entry: GridTable, from: string) {
  if ("simulate" in entry) return simulate(entry.simulate);
  const { path, truth, columns, exclude, kinds, sheet } = entry;
  const reading = { columns: columns && [...columns], exclude: exclude && [...exclude], kinds, sheet };
  const table = await openTable(resolve(from, path), reading, createProgress({ quiet: true }));
  return {
    table,
    truth: truth === undefined ? undefined : await openTruth(resolve(from, truth), table.names),
  };
}

/** An input error fails only this cell. */
function cellRun(...args: Parameters<typeof taskRun>): Cell["run"] {
  try {
    return taskRun(...args);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { failure: error.message };
  }
}

function gridLines(rows: readonly GridRow[]): string[][] {
  const hasTruth = rows.some(({ run: record }) => record?.metrics);
  const head = [
    "table",
    "method",
    "seed",
    "search",
    "score",
    "gap",
    "edges",
    ...(hasTruth ? metricHeads : []),
    "search seconds",
    "seconds",
  ];
  return [
    head,
    ...rows.map(({ table, method, seed, run: record, seconds, searchSeconds }) => [
      table,
      method,
      String(seed),
      record?.search ?? "failed",
      record?.score?.toFixed(4) ?? "",
      record === null || record.gap === null ? "" : record.gap.toPrecision(4),
      record ? String(record.edges.length + record.undirected.length) : "",
      ...(hasTruth ? (record?.metrics ? metricCells(record.metrics) : metricHeads.map(() => "")) : []),
      searchSeconds?.toFixed(3) ?? "",
      seconds?.toFixed(2) ?? "",
    ]),
  ];
}

function csvCell(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
