// A study: methods × tables × seeds, each a run; one table out.
//
//     { "tables": ["a.csv", { "path": "b.csv", "truth": "b-truth.csv" }],
//       "methods": { "exact": { "search": "exact" }, "order": { "search": "order", "effort": "low" } },
//       "seeds": [1, 2, 3] }
//
// A method is what `discover` takes: search, score, knowledge, and the options of its search under "options".

import * as z from "zod";
import { check, inOurWords } from "../../check.ts";
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

export type GridTable = Readonly<Exclude<z.output<typeof tableSchema>, string>> & { readonly name: string };

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
  const whole = tables.map((each) => (typeof each === "string" ? { path: each } : each));
  return { tables: whole.map((each) => ({ ...each, name: each.name ?? each.path })), methods, seeds };
}

/** What a table of runs has of each. */
export type GridRun = Pick<
  RunResult,
  | "search"
  | "score"
  | "finalScore"
  | "optimal"
  | "gap"
  | "edges"
  | "undirected"
  | "metrics"
  | "digest"
  | "stopped"
>;

/** A cell of the grid with what came of it; where nothing did, why. */
export interface GridRow {
  readonly table: string;
  readonly method: string;
  readonly seed: number;
  readonly run: GridRun | null;
  readonly failure: string | null;
  readonly seconds: number | null;
}

export function gridRun(result: RunResult): GridRun {
  const { search, score, finalScore, optimal, gap, edges, undirected, metrics, digest, stopped } = result;
  return { search, score, finalScore, optimal, gap, edges, undirected, metrics, digest, stopped };
}

/** SHA-256 over what all runs found: the same whoever made them. */
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
