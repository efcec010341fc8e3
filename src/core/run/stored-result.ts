// A result read back from where it was stored (result.json), recognised by its format, its checksum and its shape.

import * as z from "zod";
import { findingKinds } from "../data/doctor/doctor.ts";
import { currentOptions } from "./former-options.ts";
import type { RunResult } from "./result.ts";
import { opened } from "./sealed.ts";

const edges = z.array(z.tuple([z.string(), z.string()]));
/** JSON has no infinity: such numbers are stored as null. */
const value = z.number().nullable();
const metrics = z.looseObject({ shd: z.number() }).nullable();
const scored = z.object({ edges, score: value });

const resultSchema = z.strictObject({
  format: z.literal("wherefore-result/1"),
  table: z.object({
    name: z.string(),
    hash: z.string(),
    rows: z.number().int(),
    columns: z.array(z.string()),
  }),
  spec: z.looseObject({ search: z.string(), score: z.string(), seed: z.number() }),
  scoring: z.looseObject({ name: z.string() }).optional(),
  search: z.string(),
  choice: z.string(),
  edges,
  undirected: edges,
  class: z.object({ by: z.enum(["score", "search"]), directed: edges, undirected: edges }).nullable(),
  rawEdges: edges,
  polished: scored.nullable(),
  coefficients: z.array(z.object({ cause: z.string(), effect: z.string(), value })).nullable(),
  score: value,
  finalScore: value,
  paperScore: value,
  optimal: z.boolean(),
  optimum: value,
  /** Absent in those of versions before there was one. */
  claim: z.string().nullable().optional(),
  gap: value,
  gaps: z.object({ raw: value, polished: value, final: value }),
  verdict: z.enum(["optimal", "search-short", "score-prefers-other", "unknown"]),
  iterations: z.number().nullable(),
  restarts: z.array(z.looseObject({})),
  metrics,
  rawMetrics: metrics,
  classMetrics: metrics,
  truth: z.object({ edges, score: value, shdComplete: z.number() }).nullable(),
  tests: z
    .object({
      separations: z.array(
        z.object({ pair: z.tuple([z.string(), z.string()]), given: z.array(z.string()), p: value }),
      ),
      conflicts: z.array(z.object({ kind: z.string(), variables: z.array(z.string()) })),
    })
    .nullable(),
  alternatives: z.array(scored),
  panel: z
    .object({
      baselines: z.array(z.object({ name: z.string(), edges, score: value, metrics })),
      varSortability: value,
      r2Sortability: value,
      rescaling: z.object({ runs: z.number(), share: z.number() }).nullable(),
    })
    .nullable(),
  findings: z.array(
    z.looseObject({
      kind: z.enum(findingKinds),
      severity: z.enum(["fatal", "warning", "note"]),
      message: z.string(),
    }),
  ),
  knowledge: z.array(z.string()),
  notes: z.array(z.string()),
  stopped: z.enum(["time limit", "interrupted"]).nullable(),
  seed: z.number(),
  digest: z.string().nullable(),
  seconds: z.number(),
  versions: z.record(z.string(), z.string()),
});

/** A result from the text of its file; a damaged one is refused by the name of the file. */
export function readResult(text: string, name: string): RunResult {
  const remedy = "remove it, and resume or repeat the run";
  const schema = resultSchema as unknown as z.ZodType<RunResult>;
  const result = opened(text, { schema, name, remedy });
  return { ...result, spec: currentOptions(result.spec) };
}
