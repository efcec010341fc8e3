// Certificates: made with a proven result, and verified against a table without trusting them.
//
// What holds is stated as a claim: the score with its parameters, the rows, the graphs that were compared (claim.ts). Whatever in
// it was not requested is a condition (conditions.ts).

import { check, InputError } from "../../check.ts";
import type { LoadedTable } from "../../data/columns.ts";
import { rowsUsed } from "../../data/table.ts";
import { edgeList, graphFromEdges } from "../../graph/graph.ts";
import type { Crew } from "../../net/crew.ts";
import type { Score } from "../../score/score.ts";
import type { UserScoreMaker } from "../../score/user-score.ts";
import type { ExactStep } from "../../search/exact/exact.ts";
import { boundPrecision, type Check, type Verdict, verifyProof } from "../../search/exact/exact.ts";
import { namedKnowledge } from "../knowledge-names.ts";
import { type SortedProblem, scoreOf, sortedProblem } from "../problem.ts";
import type { Certificate } from "../result.ts";
import { sealed } from "../sealed.ts";
import { isUserScore, namedScore, type RunSpec, runSpec } from "../spec.ts";
import { tableFor } from "../table-for.ts";
import { certificateFormat } from "./certificate-file.ts";
import type { Claim } from "./claim.ts";
import { type ClaimRequest, conditionsOf } from "./conditions.ts";
import { doubtOf, tellablePrecision } from "./proof.ts";
import { claimFor, scoringOf } from "./scoring.ts";

export { readCertificate } from "./certificate-file.ts";
export { type Claim, claimIn, claimOf, claimWords, type Scoring, scoringWords } from "./claim.ts";
export type { ClaimRequest } from "./conditions.ts";
export { type CheckedProof, type Checking, checkedProof } from "./proof.ts";
export { claimFor, scoringOf } from "./scoring.ts";

interface CertificateInput extends SortedProblem {
  readonly score: Score;
  readonly spec: RunSpec;
  readonly hash: string;
  readonly rows: number;
  readonly versions: Readonly<Record<string, string>>;
}

export function certificateOf(
  step: ExactStep,
  { score, spec, hash, rows, versions, table, knowledge }: CertificateInput,
): Certificate {
  return sealed({
    format: certificateFormat,
    version: versions.wherefore ?? "",
    versions,
    data: {
      hash,
      rows,
      standardised: spec.standardise,
      ...(spec.dropOutliers === undefined ? {} : { dropOutliers: spec.dropOutliers }),
      ...(spec.missing && { missing: spec.missing }),
    },
    columns: table.names,
    score: scoredWith(spec),
    knowledge: namedKnowledge(knowledge, table.names),
    method: methodOf(score),
    passes: step.passes,
    optimum: { score: step.score, graph: edgeList(step.graph!) },
    bound: step.bound,
  });
}

/** The score and its parameters; those that only some scores read, only for these. */
function scoredWith(spec: RunSpec): Certificate["score"] {
  const { penalty, penaltyWeight } = spec;
  return { ...scoringOf(spec), penalty, penaltyWeight };
}

function methodOf({ local }: Score): Certificate["method"] {
  return local?.combine ? "hull of subset programs" : "subset program";
}

export interface VerifyInput {
  readonly table: LoadedTable;
  /** Hash of the table, recomputed from its values. */
  readonly hash: string;
  readonly userScore?: UserScoreMaker;
  /** The claim that the caller wants; by default, the default options under any known score. */
  readonly asked?: ClaimRequest;
  readonly memoryBytes?: number;
  /** Threads that share the passes. */
  readonly crew?: Crew | undefined;
}

export interface Verification extends Verdict {
  /** What the certificate proves. */
  readonly claim: Claim;
  /** What in the claim was not requested, as sentences. */
  readonly conditions: readonly string[];
}

/**
 * Re-runs the passes that the certificate names, on this table; yields the share done.
 *
 * @example
 * ```js
 * const { table } = simulate({ nodes: 3, samples: 60 });
 * const { certificate } = await discoverWithProof(table);
 * const checking = verifyCertificate(certificate, { table, hash: dataHash(table) });
 * let step = checking.next();
 * while (!step.done) step = checking.next();
 * step.value.holds; // true
 * ```
 */
export function* verifyCertificate(
  certificate: Certificate,
  { table, hash, userScore: maker, asked: request = {}, memoryBytes, crew }: VerifyInput,
): Generator<number, Verification, void> {
  const { columns, data, method, optimum, passes, bound } = certificate;
  checkColumns(columns, table.names);
  const spec = specOf(certificate, request, maker);
  const userScore = isUserScore(certificate.score.name) ? maker : undefined;
  const used = readable(() => tableFor(table, spec, userScore !== undefined));
  const problem = readable(() => sortedProblem(used, spec));
  const claim = claimFor(spec, { rows: data.rows, columns, isWeighted: table.weights !== undefined });
  const [graph] = readable(() =>
    [optimum, ...passes].map(({ graph: edges }) => graphFromEdges(columns.length, edges)),
  );
  const conditions = conditionsOf(claim, request, { ...problem, graph, whole: table });
  const verification = (verdict: Verdict, more: readonly string[] = []): Verification => {
    return { ...verdict, claim, conditions: [...conditions, ...more] };
  };

  const first = {
    holds: hash === data.hash,
    sentence:
      hash === data.hash
        ? `the table is the certificate's (${hash})`
        : `the table's hash is ${hash}, the certificate's ${data.hash}`,
  };
  if (!first.holds) return verification({ holds: false, checks: [first] });
  const score = scoreOf(problem.table, spec, userScore);
  const [rows, count] = [rowsUsed(table), rowsUsed(used)];
  const second = {
    holds: data.rows === count && method === methodOf(score),
    sentence: `the certificate is about ${data.rows} rows and was proven by a ${method}; the table has ${rows} rows${count === rows ? "" : `, of which ${count} are used`}, and the score needs a ${methodOf(score)}`,
  };
  if (!second.holds) return verification({ holds: false, checks: [first, second] });
  const verdict = yield* verifyProof({ passes, graph: optimum.graph, score: optimum.score, bound }, score, {
    knowledge: problem.knowledge,
    names: problem.table.names,
    memoryBytes,
    crew,
  });
  const checks = [first, second, ...verdict.checks];
  if (!verdict.holds) return verification({ holds: false, checks });
  const third = yield* trusted(
    doubtOf(graph, { ...problem, score, spec, userScore }),
    userScore !== undefined,
  );
  const precision = boundPrecision(score.local!, graph);
  return verification(
    { holds: third.every(({ holds }) => holds), checks: [...checks, ...third] },
    precision > tellablePrecision ? [`scores are compared to within ${precision.toPrecision(2)} only`] : [],
  );
}

function checkColumns(columns: readonly string[], names: readonly string[]): void {
  const missing = columns.find((name) => !names.includes(name));
  check(
    missing === undefined,
    `verify: the certificate is about a column "${missing}" that the table does not have`,
  );
  check(
    columns.every((name, j) => j === 0 || columns[j - 1] < name),
    "verify: the certificate must list its columns in the order of their names, each once",
  );
  check(
    names.length === columns.length,
    `verify: the certificate is about ${columns.length} columns, the table has ${names.length}`,
    { remedies: [{ act: "choose those columns", option: "columns" }] },
  );
}

/** The spec of the certificate's run, as far as its claim depends on it. */
function specOf(
  { score, data, knowledge }: Certificate,
  request: ClaimRequest,
  userScore: UserScoreMaker | undefined,
): RunSpec {
  const isOwn = isUserScore(score.name);
  check(!isOwn || userScore !== undefined, `verify: the certificate uses the score ${score.name}`, {
    remedies: [{ act: "give that score", option: "score" }],
  });
  const pairs = (edges: readonly (readonly [string, string])[]) =>
    edges.map(([a, b]): [string, string] => [a, b]);
  return readable(() =>
    runSpec(
      {
        score: isOwn ? userScoreName(request.score, userScore!) : score.name,
        penalty: score.penalty,
        penaltyWeight: score.penaltyWeight,
        equivalentSampleSize: score.equivalentSampleSize,
        categorical: score.categorical && [...score.categorical],
        standardise: data.standardised,
        dropOutliers: data.dropOutliers,
        missing: data.missing,
        knowledge: {
          required: pairs(knowledge.required),
          forbidden: pairs(knowledge.forbidden),
          maxParents: knowledge.maxParents,
        },
      },
      isOwn,
    ),
  );
}

/** The score that is evaluated is the caller's: it has the caller's name, whatever the certificate says. */
function userScoreName(scoreName: string | undefined, maker: UserScoreMaker): string {
  return scoreName !== undefined && isUserScore(scoreName) ? scoreName : namedScore(maker).score!;
}

/** What is no valid request of a run is no certificate of ours. */
function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const [reason] = error.message.replace(/^[a-z]+: /, "").split("\n");
    throw new InputError(`verify: not a certificate of this program: ${reason}`);
  }
}

/** Can a user-defined score be relied on? Ours can. */
function* trusted(
  doubt: ReturnType<typeof doubtOf>,
  isOwn: boolean,
): Generator<number, readonly Check[], void> {
  if (!isOwn) return [];
  for (;;) {
    const { value, done } = doubt.next();
    if (done)
      return [
        { holds: value === null, sentence: value ?? "the score gives the same value when evaluated again" },
      ];
    yield 1;
  }
}
