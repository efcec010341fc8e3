// Reads a stored result (result.json), validated by its format, its checksum and its shape.

import * as z from "zod";
import { kindNames } from "../data/column-kind.ts";
import { findingKinds } from "../data/doctor/doctor.ts";
import { answerOf } from "./discovery/discovery.ts";
import { currentOptions } from "./former-options.ts";
import { knowledgeOf } from "./knowledge-names.ts";
import { pdagOf } from "./problem.ts";
import type { EdgeStrength, RunResult } from "./result.ts";
import { opened } from "./sealed.ts";

const edges = z.array(z.tuple([z.string(), z.string()]));
/** JSON has no infinity: such numbers are stored as null. */
const value = z.number().nullable();
const metrics = z.looseObject({ shd: z.number() }).nullable();
const scored = z.object({ edges, score: value });

const evidence = z.enum(["weak", "positive", "strong", "very strong"]);

const strength = z.object({
  a: z.string(),
  b: z.string(),
  loss: value,
  lossOver: z.enum(["all graphs", "same order", "same graph"]).nullable(),
  evidence: evidence.nullable(),
  reversal: value.optional(),
  directionEvidence: evidence.nullable().optional(),
  standardised: value,
  coefficient: value,
  standardError: value,
  interval: z.tuple([value, value]).nullable(),
  partialCorrelation: value,
  information: value,
});

const share = z.number().min(0).max(1);
const foretold = z.object({ auroc: value, auprc: value, brier: z.number() });
const confidence = z.looseObject({
  method: z.enum(["posterior", "bootstrap", "subsample", "bayesian-bootstrap"]),
  resamples: z.number().int().nullable(),
  pairs: z.array(
    z.object({
      a: z.string(),
      b: z.string(),
      forward: share,
      backward: share,
      undirected: share,
      none: share,
    }),
  ),
  consensus: z.object({ above: share, edges, undirected: edges }),
  metrics: z.object({ links: foretold, edges: foretold }).nullable(),
  digest: z.string().nullable(),
});

/** Members of both formats. */
const common = {
  table: z.object({
    name: z.string(),
    hash: z.string(),
    rows: z.number().int(),
    columns: z.array(z.string()),
  }),
  spec: z.looseObject({ search: z.string(), score: z.string(), seed: z.number() }),
  kinds: z
    .record(
      z.string(),
      z.object({
        kind: z.enum(kindNames),
        used: z.boolean(),
        reason: z.string().optional(),
        instead: z
          .object({ as: z.string(), of: z.array(z.string()), isSet: z.boolean().optional() })
          .optional(),
      }),
    )
    .optional(),
  rows: z
    .object({
      read: z.number(),
      used: z.number(),
      how: z.enum(["all", "drop", "em", "impute"]),
      counted: z.number().optional(),
      errors: z.literal("observed information").optional(),
      imputations: z.number().optional(),
    })
    .optional(),
  scoring: z.looseObject({ name: z.string() }).optional(),
  columns: z
    .array(
      z.object({ name: z.string(), labels: value, mean: value, deviation: value, min: value, max: value }),
    )
    .optional(),
  sensitivity: z
    .object({
      option: z.enum(["penaltyWeight", "equivalentSampleSize"]),
      graphs: z.array(z.object({ factor: z.number(), value: z.number(), edges, undirected: edges })),
    })
    .nullable()
    .optional(),
  methods: z.object({ paragraph: z.string(), references: z.array(z.string()) }).optional(),
  search: z.string(),
  choice: z.string(),
  edges,
  undirected: edges,
  rawEdges: edges,
  polished: scored.nullable(),
  score: value,
  finalScore: value,
  paperScore: value,
  optimal: z.boolean(),
  optimum: value,
  /** Absent in results of earlier versions. */
  claim: z.string().nullable().optional(),
  gap: value,
  gaps: z.object({ raw: value, polished: value, final: value }),
  verdict: z.enum(["optimal", "search-short", "score-prefers-other", "unknown"]),
  iterations: z.number().nullable(),
  restarts: z.array(z.looseObject({})),
  metrics,
  rawMetrics: metrics,
  truth: z.object({ edges, score: value, shdComplete: z.number() }).nullable(),
  tests: z
    .object({
      separations: z.array(
        z.object({ pair: z.tuple([z.string(), z.string()]), given: z.array(z.string()), p: value }),
      ),
      conflicts: z.array(z.object({ kind: z.string(), variables: z.array(z.string()) })),
    })
    .nullable(),
  alternatives: z.array(
    scored.extend({
      undirected: edges.optional(),
      members: z.string().optional(),
      share: share.nullable().optional(),
    }),
  ),
  best: z
    .object({
      of: z.enum(["classes", "graphs"]),
      shareOf: z.enum(["posterior", "listed"]).nullable(),
      prior: z.enum(["orders", "dags"]).nullable(),
      parentPrior: z.enum(["fair", "uniform"]).nullable(),
    })
    .optional(),
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
};

const current = z.strictObject({
  format: z.literal("wherefore-result/2"),
  ...common,
  answer: z.object({
    kind: z.enum(["dag", "class", "member"]),
    by: z.enum(["score", "search"]).nullable(),
    byKnowledge: edges,
    isCountExact: z.boolean(),
  }),
  member: z.object({ edges }),
  members: z.string().regex(/^\d+$/),
  warnings: z.array(z.string()),
  strengths: z.array(strength),
  confidence: confidence.optional(),
});

/** The format before the answer could be a class: its edges were those of one member. */
const former = z.strictObject({
  format: z.literal("wherefore-result/1"),
  ...common,
  class: z.object({ by: z.enum(["score", "search"]), directed: edges, undirected: edges }).nullable(),
  coefficients: z.array(z.object({ cause: z.string(), effect: z.string(), value })).nullable(),
  classMetrics: metrics,
});

/**
 * A result from the text of its file; a damaged one is refused with the name of the file.
 *
 * @example
 * ```js
 * const { table } = simulate({ nodes: 3, samples: 60 });
 * const result = await discover(table);
 * readResult(JSON.stringify(result), "result.json").digest === result.digest; // true
 * ```
 */
export function readResult(text: string, name: string): RunResult {
  const remedy = "remove it, and resume or repeat the run";
  const schema = z.discriminatedUnion("format", [current, former]) as unknown as z.ZodType<Stored>;
  const stored = opened(text, { schema, name, remedy });
  const result = stored.format === "wherefore-result/1" ? converted(stored) : stored;
  return { ...result, spec: currentOptions(result.spec) };
}

type Former = Omit<RunResult, "format" | "answer" | "member" | "members" | "warnings" | "strengths"> &
  Readonly<Pick<z.infer<typeof former>, "format" | "class" | "coefficients" | "classMetrics">>;
type Stored = RunResult | Former;

/** The same run in today's format. Of the strengths, only the coefficients were computed then, those of the member. */
function converted({ class: open, coefficients, classMetrics, ...rest }: Former): RunResult {
  const { columns } = rest.table;
  const { d, directed } = pdagOf(columns, { edges: rest.edges, undirected: [] });
  const naming = { table: { names: columns }, order: columns.map((_, j) => j) };
  const knowledge = knowledgeOf(rest.spec.knowledge, columns);
  const { facts } = answerOf(
    { d, edges: directed },
    { ...naming, knowledge },
    { by: open?.by ?? null, asksMember: false },
  );
  const values = new Map(
    coefficients?.map(({ cause, effect, value: w }) => [JSON.stringify([cause, effect]), w]),
  );
  return {
    ...rest,
    ...facts,
    format: "wherefore-result/2",
    warnings: [],
    strengths: [...facts.edges, ...facts.undirected].map(
      ([a, b]): EdgeStrength => ({
        a,
        b,
        loss: null,
        lossOver: null,
        evidence: null,
        standardised: null,
        coefficient: values.get(JSON.stringify([a, b])) ?? null,
        standardError: null,
        interval: null,
        partialCorrelation: null,
        information: null,
      }),
    ),
    metrics: (facts.undirected.length > 0 ? (classMetrics as RunResult["metrics"]) : null) ?? rest.metrics,
  };
}
