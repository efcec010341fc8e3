// What a task leaves: a small document, checked on its way in.
//
// A replicate leaves the marks of its answer; a run leaves what a table of runs needs. Neither has anything in it that depends on
// who made it or when, but `seconds`.

import * as z from "zod";
import { check } from "../../check.ts";
import type { GraphMetrics } from "../../graph/metrics.ts";
import type { Marks } from "../../graph/shares/shares.ts";
import type { RunResult } from "../result.ts";

const places = z.array(z.number().int().min(0));
const marksSchema = z.strictObject({ directed: places, undirected: places });

const edges = z.array(z.tuple([z.string(), z.string()]));
const value = z.number().nullable();
const runSchema = z.strictObject({
  search: z.string(),
  score: value,
  finalScore: value,
  optimal: z.boolean(),
  gap: value,
  edges,
  undirected: edges,
  metrics: z
    .custom<GraphMetrics>((value) => z.looseObject({ shd: z.number() }).safeParse(value).success)
    .nullable(),
  digest: z.string().nullable(),
  stopped: z.string().nullable(),
});

const resultSchema = z.strictObject({
  format: z.literal("wherefore-task/1"),
  /** The task's name. */
  task: z.string(),
  marks: marksSchema.optional(),
  run: runSchema.optional(),
  seconds: z.number().min(0),
});

export type TaskResult = Readonly<z.output<typeof resultSchema>>;
export type TaskRun = NonNullable<TaskResult["run"]>;

export function replicateResult(task: string, marks: Marks, seconds: number): TaskResult {
  const { directed, undirected } = marks;
  const own = { directed: [...directed], undirected: [...undirected] };
  return { format: "wherefore-task/1", task, marks: own, seconds };
}

export function runTaskResult(task: string, result: RunResult): TaskResult {
  const { search, score, finalScore, optimal, gap, metrics, digest, stopped, seconds } = result;
  const pairs = (list: RunResult["edges"]) => list.map(([a, b]): [string, string] => [a, b]);
  return {
    format: "wherefore-task/1",
    task,
    run: {
      search,
      score,
      finalScore,
      optimal,
      gap,
      edges: pairs(result.edges),
      undirected: pairs(result.undirected),
      metrics,
      digest,
      stopped,
    },
    seconds,
  };
}

/** A result from its text; refused where it is damaged, or of another task. */
export function readTaskResult(text: string, task: string): TaskResult {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    document = null;
  }
  const parsed = resultSchema.safeParse(document);
  check(
    parsed.success && parsed.data.task === task,
    `batch: the result of task ${task} is damaged; remove it, and it is made again`,
  );
  return parsed.data;
}
