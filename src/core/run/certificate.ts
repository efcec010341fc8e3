// Certificates as files: made with a proven result, and re-checked against a table without trusting it.

import * as z from "zod";
import { check, checkNesting, inOurWords } from "../check.ts";
import type { Table } from "../data/table.ts";
import { edgeList } from "../graph/graph.ts";
import type { Score } from "../score/score.ts";
import type { UserScoreMaker } from "../score/user-score.ts";
import { type Verdict, verifyProof } from "../search/certificate.ts";
import type { ExactStep } from "../search/exact.ts";
import { namedKnowledge } from "./known.ts";
import { type SortedProblem, scoreOf, sortedProblem } from "./problem.ts";
import { scores } from "./registry.ts";
import type { Certificate } from "./result.ts";
import { isOwnScore, type RunSpec, runSpec } from "./spec.ts";
import { tableFor } from "./table-for.ts";

interface Made extends SortedProblem {
  readonly score: Score;
  readonly spec: RunSpec;
  readonly hash: string;
  readonly rows: number;
  readonly versions: Readonly<Record<string, string>>;
}

export function certificateOf(
  step: ExactStep,
  { score, spec, hash, rows, versions, table, knowledge }: Made,
): Certificate {
  return {
    format: "wherefore-certificate/1",
    versions,
    data: {
      hash,
      rows,
      standardised: spec.standardise,
      ...(spec.dropOutliers === undefined ? {} : { dropOutliers: spec.dropOutliers }),
    },
    columns: table.names,
    score: scoringOf(spec),
    knowledge: namedKnowledge(knowledge, table.names),
    method: methodOf(score),
    passes: step.passes,
    optimum: { score: step.score, graph: edgeList(step.graph!) },
    bound: step.bound,
  };
}

/** The score and what it was asked with; what only some scores read, only for those. */
function scoringOf(spec: RunSpec): Certificate["score"] {
  const { score: name, penalty, penaltyWeight, equivalentSampleSize, categorical } = spec;
  const isPrior = scores[name]?.reads.includes("equivalentSampleSize");
  return {
    name,
    penalty,
    penaltyWeight,
    ...(isPrior && { equivalentSampleSize }),
    ...(categorical && { categorical }),
  };
}

function methodOf({ local }: Score): Certificate["method"] {
  return local?.combine ? "hull of subset programs" : "subset program";
}

const edge = z.tuple([z.number().int().min(0), z.number().int().min(0)]);
const namedEdge = z.tuple([z.string(), z.string()]);
const certificateSchema = z.object({
  format: z.literal("wherefore-certificate/1"),
  versions: z.record(z.string(), z.string()),
  data: z.object({
    hash: z.string(),
    rows: z.number(),
    standardised: z.boolean(),
    dropOutliers: z.number().optional(),
  }),
  columns: z.array(z.string()),
  score: z.object({
    name: z.string(),
    penalty: z.enum(["equation", "runs"]),
    penaltyWeight: z.number(),
    equivalentSampleSize: z.number().optional(),
    categorical: z.array(z.string()).optional(),
  }),
  knowledge: z.object({
    required: z.array(namedEdge),
    forbidden: z.array(namedEdge),
    maxParents: z.number(),
  }),
  method: z.enum(["subset program", "hull of subset programs"]),
  passes: z.array(
    z.object({
      multiplier: z.number().nullable(),
      value: z.number(),
      cost: z.number(),
      edges: z.number(),
      graph: z.array(edge),
    }),
  ),
  optimum: z.object({ score: z.number(), graph: z.array(edge) }),
  bound: z.number(),
});

/** A certificate from the text of its file. */
export function readCertificate(text: string): Certificate {
  checkNesting(text, "verify: the certificate");
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    check(false, "verify: the certificate must be a JSON file");
  }
  const parsed = certificateSchema.safeParse(json, inOurWords);
  check(parsed.success, () => {
    const issue = parsed.error!.issues[0];
    return `verify: not a certificate of this program: ${issue.path.join(".") || "the document"} must be ${issue.message}`;
  });
  return parsed.data;
}

export interface VerifyInput {
  readonly table: Table;
  /** Hash of the table, computed anew from its values. */
  readonly hash: string;
  readonly userScore?: UserScoreMaker;
  readonly memoryBytes?: number;
}

/** Re-runs the passes that the certificate names, on this table; yields the share done. */
export function* verifyCertificate(
  certificate: Certificate,
  { table, hash, userScore, memoryBytes }: VerifyInput,
): Generator<number, Verdict, void> {
  const { columns, data, score: named, knowledge, method, optimum, passes, bound } = certificate;
  const missing = columns.find((name) => !table.names.includes(name));
  check(
    missing === undefined,
    `verify: the certificate is about a column "${missing}" that the table does not have`,
  );
  check(
    columns.every((name, j) => j === 0 || columns[j - 1] < name),
    "verify: the certificate must list its columns in the order of their names, each once",
  );
  check(
    table.names.length === columns.length,
    `verify: the certificate is about ${columns.length} columns, the table has ${table.names.length}; choose them with --columns`,
  );
  const first = {
    holds: hash === data.hash,
    sentence:
      hash === data.hash
        ? `the table is the certificate's (${hash})`
        : `the table's hash is ${hash}, the certificate's ${data.hash}`,
  };
  if (!first.holds) return { holds: false, checks: [first] };
  check(
    !isOwnScore(named.name) || userScore !== undefined,
    `verify: the certificate uses the score ${named.name}; give it with --score`,
  );
  check(
    isOwnScore(named.name) || userScore === undefined,
    `verify: the certificate uses the score ${named.name}, which needs no --score`,
  );
  const spec = runSpec(
    {
      score: named.name,
      penalty: named.penalty,
      penaltyWeight: named.penaltyWeight,
      equivalentSampleSize: named.equivalentSampleSize,
      categorical: named.categorical && [...named.categorical],
      standardise: data.standardised,
      dropOutliers: data.dropOutliers,
      knowledge: {
        required: knowledge.required.map(([a, b]): [string, string] => [a, b]),
        forbidden: knowledge.forbidden.map(([a, b]): [string, string] => [a, b]),
        maxParents: knowledge.maxParents,
      },
    },
    userScore !== undefined,
  );
  const problem = sortedProblem(tableFor(table, spec), undefined, spec);
  const score = scoreOf(problem.table, spec, userScore);
  const second = {
    holds: data.rows === table.X.rows && method === methodOf(score),
    sentence: `${data.rows} rows, by a ${method}: the table has ${table.X.rows}, the score needs a ${methodOf(score)}`,
  };
  if (!second.holds) return { holds: false, checks: [first, second] };
  const verdict = yield* verifyProof({ passes, graph: optimum.graph, score: optimum.score, bound }, score, {
    knowledge: problem.knowledge,
    names: problem.table.names,
    memoryBytes,
  });
  return { holds: verdict.holds, checks: [first, second, ...verdict.checks] };
}
