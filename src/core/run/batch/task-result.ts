// The result of a task: a small document, validated when it is read.
//
// A replicate's result is the marks of its answer, a restart's its last state, a run's its result, with the certificate if there is
// one. Apart from its seconds and `versions`, nothing in it depends on who computed it or when.

import * as z from "zod";
import { check } from "../../check.ts";
import type { Marks } from "../../graph/shares/shares.ts";
import { readCertificate } from "../certificate/certificate.ts";
import type { Outcome } from "../discovery/discovery.ts";
import { sealed } from "../sealed.ts";
import { readResult } from "../stored-result.ts";

const places = z.array(z.number().int().min(0));
const marksSchema = z.strictObject({ directed: places, undirected: places });

const resultSchema = z.strictObject({
  format: z.literal("wherefore-task/1"),
  /** The task's name. */
  task: z.string(),
  marks: marksSchema.optional(),
  /** As in their files. */
  run: z
    .strictObject({
      result: z.unknown(),
      certificate: z.unknown(),
      /** Seconds of the search alone; null if it reported no step. */
      searchSeconds: z.number().min(0).nullable(),
    })
    .optional(),
  /** Where a restart ended; its search can read it. */
  restart: z.strictObject({ state: z.unknown() }).optional(),
  seconds: z.number().min(0),
});

export interface TaskResult {
  readonly format: "wherefore-task/1";
  readonly task: string;
  readonly marks?: Marks;
  readonly run?: Pick<Outcome, "result" | "certificate"> & { readonly searchSeconds: number | null };
  readonly restart?: { readonly state: unknown };
  readonly seconds: number;
}

export function replicateResult(task: string, marks: Marks, seconds: number): TaskResult {
  const { directed, undirected } = marks;
  const lists = { directed: [...directed], undirected: [...undirected] };
  return { format: "wherefore-task/1", task, marks: lists, seconds };
}

export function runTaskResult(
  task: string,
  { result, certificate }: Outcome,
  searchSeconds: number | null,
): TaskResult {
  const run = { result: sealed(result), certificate, searchSeconds };
  return { format: "wherefore-task/1", task, run, seconds: result.seconds };
}

export function restartResult(task: string, state: unknown, seconds: number): TaskResult {
  return { format: "wherefore-task/1", task, restart: { state }, seconds };
}

/** A result from its text; refused if it is damaged, or belongs to another task. */
export function readTaskResult(text: string, task: string): TaskResult {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    document = null;
  }
  const parsed = resultSchema.safeParse(document);
  const read = parsed.success && parsed.data.task === task ? readParts(parsed.data) : null;
  check(read !== null, `batch: the result of task ${task} is damaged; remove it, and it is computed again`);
  return read;
}

function readParts({ run, marks, restart, ...rest }: z.output<typeof resultSchema>): TaskResult | null {
  try {
    const parts = { ...(marks && { marks }), ...(restart && { restart }), ...(run && { run: readRun(run) }) };
    return { ...rest, ...parts };
  } catch {
    return null;
  }
}

function readRun({ result, certificate, searchSeconds }: NonNullable<z.output<typeof resultSchema>["run"]>) {
  return {
    searchSeconds,
    result: readResult(JSON.stringify(result), "result"),
    certificate: certificate === null ? null : readCertificate(JSON.stringify(certificate)),
  };
}
