// A batch: a list of independent tasks, each named by its content.
//
// A task is plain JSON: the build of the program, the table, the options, and the number of the replicate. The SHA-256 of its
// canonical form (keys sorted) is its name, and its result is stored under that name. So the same task has the same name wherever
// and whenever it is planned, and an existing result need not be computed again.

import * as z from "zod";
import { check } from "../../check.ts";
import { sha256 } from "../../math/bytes/bytes.ts";
import type { RunOptions } from "../spec.ts";
import { canonicalJson } from "./canonical-json.ts";

export { canonicalJson } from "./canonical-json.ts";
export {
  type Grid,
  type GridRow,
  type GridRun,
  type GridTable,
  gridDigest,
  gridRun,
  gridSchema,
  readGrid,
} from "./grid.ts";
export {
  readTaskResult,
  replicateResult,
  restartResult,
  runTaskResult,
  type TaskResult,
} from "./task-result.ts";

const options = z.custom<RunOptions>((value) => typeof value === "object" && value !== null);
const hash = z.string().regex(/^[0-9a-f]{64}$/);

const runSchema = z.strictObject({
  table: hash,
  options,
  /** The table's name in the result, and the true graph to compare with, as pairs of names. */
  name: z.string().optional(),
  truth: z.array(z.tuple([z.string(), z.string()])).optional(),
});

/** Parts of one run: its replicates, or the restarts of its search. */
const parts = {
  format: z.literal("wherefore-batch/1"),
  /** Build of the program: results of another may differ. */
  build: z.string(),
  /** The table's hash and name. */
  table: hash,
  name: z.string(),
  /** As resolved: score, search, weights. */
  options,
  count: z.number().int().min(1),
};

const batchSchema = z.discriminatedUnion("kind", [
  z.strictObject({ ...parts, kind: z.literal("replicates") }),
  z.strictObject({ ...parts, kind: z.literal("restarts") }),
  z.strictObject({
    format: z.literal("wherefore-batch/1"),
    kind: z.literal("runs"),
    build: z.string(),
    runs: z.array(runSchema).min(1),
  }),
]);

export type Batch = Readonly<z.output<typeof batchSchema>>;
export type BatchRun = Readonly<z.output<typeof runSchema>>;
/** A batch of the parts of one run. */
export type PartsBatch = Exclude<Batch, { readonly kind: "runs" }>;

/** A run on a table, or one of its replicates or restarts. */
export interface Task {
  readonly build: string;
  readonly table: string;
  readonly spec: RunOptions;
  readonly seed: number;
  /** Null for the run itself. */
  readonly replicate: number | null;
  /** One of the restarts of the run's search. */
  readonly restart?: number;
  /** Present for a run if they are part of its result. */
  readonly name?: string;
  readonly truth?: BatchRun["truth"];
}

export function taskCount(batch: Batch): number {
  return batch.kind === "runs" ? batch.runs.length : batch.count;
}

export function taskAt(batch: Batch, index: number): Task {
  check(
    Number.isInteger(index) && index >= 0 && index < taskCount(batch),
    `batch: it has ${taskCount(batch)} tasks, but no task ${index}`,
  );
  const { build } = batch;
  if (batch.kind === "runs") return taskOf(build, batch.runs[index], null);
  const part = { table: batch.table, options: batch.options };
  if (batch.kind === "replicates") return taskOf(build, part, index);
  return { ...taskOf(build, part, null), restart: index };
}

function taskOf(build: string, run: BatchRun, replicate: number | null): Task {
  const { table, options: settings, name, truth } = run;
  const { seed = 1, ...spec } = settings;
  return { build, table, spec, seed, replicate, ...(name && { name }), ...(truth && { truth }) };
}

/** The options of the task's run. */
export function taskOptions({ spec, seed }: Task): RunOptions {
  return { ...spec, seed };
}

/** 64 hexadecimal digits. */
export function taskName(task: Task): string {
  return sha256([canonicalJson(task)]);
}

export function batchName(batch: Batch): string {
  return sha256([canonicalJson(batch)]);
}

/** A batch from its text; `name` is the name under which it is stored, and must match its content. */
export function readBatch(text: string, name: string): Batch {
  const parsed = batchSchema.safeParse(JSON.parse(text));
  check(parsed.success, `batch: ${name} is not a batch of this version; plan it again`);
  check(batchName(parsed.data) === name, `batch: ${name} does not match its name; plan it again`);
  return parsed.data;
}

/** The tasks of shard k of n, counted from 1: every n-th. */
export function shardOf(
  batch: Batch,
  { shard, of }: { readonly shard: number; readonly of: number },
): number[] {
  check(
    Number.isInteger(shard) && Number.isInteger(of) && shard >= 1 && shard <= of,
    `batch: a shard is a part of a number of parts, such as 3/50, got ${shard}/${of}`,
  );
  return Array.from({ length: taskCount(batch) }, (_, k) => k).filter((k) => k % of === shard - 1);
}
