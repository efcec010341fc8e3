// A study: methods × tables × seeds, each combination a run; the output is one table.
//
//     { "tables": ["a.csv", { "path": "b.csv", "truth": "b-truth.csv" },
//                  { "name": "made", "simulate": { "nodes": 10, "samples": 500 }, "seeds": [1, 2] }],
//       "methods": { "exact": { "search": "exact" }, "order": { "search": "order", "effort": "low" } },
//       "seeds": [1, 2, 3] }
//
// A simulated table stands for one table per seed, "made, seed 1" and so on, and is compared with its true graph. A
// method is what `discover` takes: search, score, knowledge, and the options of its search under "options".

import * as z from "zod";
import { check, inOurWords } from "../../check.ts";
import type { SimulateOptions } from "../../data/simulate/simulate.ts";
import { sha256 } from "../../math/bytes/bytes.ts";
import type { RunResult } from "../result.ts";
import type { RunOptions } from "../spec.ts";
import { canonicalJson } from "./canonical-json.ts";

const tableSchema = z.union([
  z.string(),
  z.strictObject({
    path: z.string(),
    name: z.string().optional(),
    truth: z.string().optional(),
    columns: z.array(z.string()).optional(),
    exclude: z.array(z.string()).optional(),
    kinds: z.record(z.string(), z.string()).optional(),
    sheet: z.string().optional().describe("of a workbook"),
  }),
  z.strictObject({
    name: z.string(),
    /** As `wherefore simulate` takes them. */
    simulate: z.looseObject({}),
    seeds: z.array(z.number().int()).min(1).default([1]),
  }),
]);

export const gridSchema = z.strictObject({
  $schema: z.string().optional(),
  tables: z.array(tableSchema).min(1),
  methods: z.record(
    z.string(),
    z.custom<RunOptions>((value) => typeof value === "object" && value !== null),
  ),
  seeds: z.array(z.number().int()).min(1).default([1]),
});

export interface Grid {
  readonly tables: readonly GridTable[];
  readonly methods: Readonly<Record<string, RunOptions>>;
  readonly seeds: readonly number[];
}

type TableEntry = Readonly<Exclude<z.output<typeof tableSchema>, string>>;
export type GridTable = { readonly name: string } & (
  | { readonly simulate: SimulateOptions }
  | Extract<TableEntry, { readonly path: string }>
);

export function readGrid(text: string, where: string): Grid {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    check(false, `grid: ${where} must be JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const parsed = gridSchema.safeParse(document, inOurWords);
  check(parsed.success, () => {
    const { path, message } = parsed.error!.issues[0];
    return `grid: ${path.join(".") || where} must be ${message}; for example {"tables": ["a.csv"], "methods": {"exact": {"search": "exact"}}, "seeds": [1, 2]}`;
  });
  const { tables, methods, seeds } = parsed.data;
  check(
    Object.keys(methods).length > 0,
    `grid: ${where} must have methods, such as {"exact": {"search": "exact"}}`,
  );
  return { tables: tables.flatMap(tablesOf), methods, seeds };
}

/** The named tables of an entry; one for each seed of a simulation. */
function tablesOf(entry: string | TableEntry): GridTable[] {
  if (typeof entry === "string") return [{ path: entry, name: entry }];
  if ("path" in entry) return [{ ...entry, name: entry.name ?? entry.path }];
  const { name, simulate, seeds } = entry;
  check(
    !("seed" in simulate),
    `grid: the seeds of ${name} belong beside "simulate", such as "seeds": [1, 2], and not in it`,
  );
  return seeds.map((seed) => ({ name: `${name}, seed ${seed}`, simulate: { ...simulate, seed } }));
}

/** What a table of runs has of each run. */
export type GridRun = Pick<
  RunResult,
  | "search"
  | "score"
  | "finalScore"
  | "optimal"
  | "optimum"
  | "gap"
  | "verdict"
  | "iterations"
  | "edges"
  | "undirected"
  | "metrics"
  | "rawMetrics"
  | "digest"
  | "stopped"
  | "versions"
> & {
  /** The score of the true graph, if one was given. */
  readonly scoreOfTruth: number | null;
};

/** A cell of the grid with its run, or the reason why it failed. */
export interface GridRow {
  readonly table: string;
  readonly method: string;
  readonly seed: number;
  readonly run: GridRun | null;
  readonly failure: string | null;
  readonly seconds: number | null;
  /** Seconds of the search alone. */
  readonly searchSeconds: number | null;
  /** The name in the store of its whole result, with the certificate if the optimum was proven. */
  readonly task: string | null;
}

export function gridRun(result: RunResult): GridRun {
  const { search, score, finalScore, optimal, optimum, gap, verdict, iterations } = result;
  const { edges, undirected, metrics, rawMetrics, truth, digest, stopped, versions } = result;
  return {
    ...{ search, score, finalScore, optimal, optimum, gap, verdict, iterations },
    ...{ edges, undirected, metrics, rawMetrics, scoreOfTruth: truth?.score ?? null },
    ...{ digest, stopped, versions },
  };
}

/** SHA-256 over what all runs found: the same whoever computed them. */
export function gridDigest(rows: readonly GridRow[]): string {
  return sha256([
    canonicalJson(
      rows.map(({ table, method, seed, run, failure }) => [
        table,
        method,
        seed,
        run?.digest ?? null,
        failure,
      ]),
    ),
  ]);
}
