// Stage 9, confidence: how certain each edge is, on request: from the answers on resamples of the rows, or as the posterior
// probability of each edge over all DAGs.

import { check } from "../../check.ts";
import type { Resampling } from "../../data/resample.ts";
import {
  consensusOf,
  namedShares,
  renumberedShares,
  type Shares,
  shareMetrics,
  sharesOf,
} from "../../graph/shares/shares.ts";
import { createRng } from "../../math/rng.ts";
import { type Posterior, posterior, usualParents } from "../../search/posterior/posterior.ts";
import { defaultResamples } from "../confidence-options.ts";
import { namedClass, placeAt, progressOf, type StopReason } from "../problem.ts";
import type { ConfidenceFacts, RunEvent } from "../result.ts";
import type { RunSpec } from "../spec.ts";
import { countedMarks, sparse } from "./counted-marks.ts";
import type { Prepared } from "./prepare.ts";
import type { SearchOutcome } from "./search.ts";

export interface Confidence {
  readonly facts: ConfidenceFacts;
  /** Shares of every pair, in the order of the user's columns. */
  readonly shares: Shares;
  /** One sentence for each failed replicate, with the reason. */
  readonly failures: readonly string[];
}

/** Null if not requested, or if the run was stopped before there was anything to report. */
export function* confidence(
  prepared: Prepared,
  outcome: SearchOutcome,
): Generator<RunEvent, Confidence | null, StopReason | undefined> {
  const { spec, skips } = prepared;
  const { confidence: method = "none" } = spec;
  // "auto" was resolved when the options were read.
  if (method === "none" || method === "auto") return null;
  if (outcome.stopped !== null) {
    skips.push("confidence");
    return null;
  }
  return yield* method === "posterior" ? byPosterior(prepared) : byResampling(prepared, method);
}

function* byResampling(
  prepared: Prepared,
  method: Resampling,
): Generator<RunEvent, Confidence | null, StopReason | undefined> {
  const { spec, skips, sorted } = prepared;
  const { resamples = defaultResamples } = spec;
  const failures: string[] = [];
  const counts = yield* countedMarks(prepared, resamples, failures);
  const { graphs } = counts;
  const missing = resamples - graphs - failures.length;
  if (missing > 0) skips.push(`${missing} of ${resamples} resamples`);
  check(graphs > 0 || failures.length === 0, `confidence: no resample was completed; ${failures[0]}`, {
    field: "confidence",
    remedies: [{ unset: ["confidence"] }],
  });
  if (graphs === 0) return null;
  const digested = [JSON.stringify([method, graphs, sorted.table.names, sparse(counts)])];
  const result = confidenceOf(prepared, sharesOf(counts), { method, resamples: graphs, digested, failures });
  return { ...result, facts: { ...result.facts, estimates: estimatesOf(spec) } };
}

/** The estimates that each resample repeats before its search, and the decisions that the whole table made for all of them. */
function estimatesOf({
  missing,
  dropOutliers,
  standardise,
  penaltyWeight,
}: RunSpec): NonNullable<ConfidenceFacts["estimates"]> {
  return {
    again: [
      ...(missing === "em" ? ["covariances of incomplete rows"] : []),
      ...(missing === "impute" ? ["imputed values"] : []),
      ...(dropOutliers === undefined ? [] : ["which rows are outliers"]),
      ...(standardise ? ["means and standard deviations"] : []),
    ],
    kept: [
      "kinds of columns",
      "score",
      "search",
      ...(penaltyWeight === 1 ? [] : ["weight of the penalty"]),
      ...(missing === "drop" ? ["which rows are incomplete"] : []),
    ],
  };
}

function* byPosterior(prepared: Prepared): Generator<RunEvent, Confidence | null, StopReason | undefined> {
  const { spec, skips, sorted, evidence, problem, memoryBytes, pulse } = prepared;
  const { knowledge } = problem;
  const rng = createRng(spec.seed).fork("posterior");
  const { prior = "orders", parentPrior = usualParents[prior] } = spec;
  const running = posterior({ score: evidence, knowledge, rng }, { prior, parentPrior }, { memoryBytes });
  pulse.at(placeAt("confidence", "the posterior of every edge"));
  for (;;) {
    const next = pulse.tried(() => running.next())?.value;
    if (next?.done) return posteriorConfidence(prepared, next.value);
    const step = next && progressOf("confidence", next.value.doing, next.value.progress);
    if (step !== undefined && pulse.wish(yield step) === undefined) continue;
    skips.push(`the posterior of ${sorted.table.names.length} variables`);
    return null;
  }
}

function posteriorConfidence(prepared: Prepared, estimate: Posterior): Confidence {
  const { sorted, input } = prepared;
  const { prior, parentPrior, variance, method, samples, edges, ancestors, error, chains } = estimate;
  const d = sorted.table.names.length;
  const names = sorted.table.names;
  const shares = { d, directed: edges, undirected: new Float64Array(d * d) };
  const bytes = [edges, ancestors].map(({ buffer }) => new Uint8Array(buffer));
  const result = confidenceOf(prepared, shares, {
    method: "posterior",
    resamples: null,
    digested: [JSON.stringify(["posterior", prior, parentPrior, method, samples, names]), ...bytes],
    failures: [],
    compelled: estimate.compelled ?? undefined,
  });
  const byColumn = renumberedShares({ ...shares, directed: ancestors }, sorted.order);
  const listed = input.table.names.flatMap((a, i) =>
    input.table.names.flatMap((b, j) => {
      const probability = byColumn.directed[i * d + j];
      return probability > fewest ? [{ a, b, probability }] : [];
    }),
  );
  const by = { by: method, samples, error, chains, ...(variance !== null && { variance }) };
  return { ...result, facts: { ...result.facts, prior, parentPrior, ancestors: listed, ...by } };
}

/** Pairs that a smaller share of the graphs link are left out. */
const fewest = 0.01;

interface ConfidenceInput extends Pick<ConfidenceFacts, "method" | "resamples"> {
  readonly digested: readonly (string | Uint8Array)[];
  readonly failures: readonly string[];
  /** Shares of i → j that count for the directions of the consensus. */
  readonly compelled?: Float64Array | undefined;
}

function confidenceOf(
  { input, spec, sorted }: Prepared,
  shares: Shares,
  { method, resamples, digested, failures, compelled }: ConfidenceInput,
): Confidence {
  const { names } = input.table;
  const byColumn = renumberedShares(shares, sorted.order);
  const { consensus: above = 0.5 } = spec;
  const { directed: edges, undirected } = namedClass(consensusOf(shares, above, compelled), sorted);
  return {
    shares: byColumn,
    failures,
    facts: {
      method,
      resamples,
      pairs: namedShares(byColumn, names, fewest),
      consensus: { above, edges, undirected },
      metrics: sorted.truth ? shareMetrics(sorted.truth, shares) : null,
      digest: input.sha256?.(digested) ?? null,
    },
  };
}
