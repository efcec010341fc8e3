// The spec for a table, with everything that the table decides: the score, how gaps are handled, and that dates come first. The
// spec of the run states all of it, so that the run can be repeated exactly.

import { check, setTo } from "../check.ts";
import type { Kind } from "../data/column-kind.ts";
import type { LoadedTable } from "../data/columns.ts";
import { rowsByGaps } from "../data/complete-table.ts";
import { evidenceRows } from "../data/evidence-rows.ts";
import { sampleSize, type Table } from "../data/table.ts";
import { penaltyWeightFor } from "../score/penalty-weight.ts";
import { scores } from "../score/scores.ts";
import { usualExactVariables } from "../search/exact/exact.ts";
import { prunings } from "../search/prune/prune.ts";
import { searches } from "../search/searches.ts";
import { withDatesFirst } from "./dates-first.ts";
import { type RunOptions, type RunSpec, runSpec } from "./spec.ts";
import { kindsOf } from "./table-for.ts";

export interface SpecFor {
  readonly spec: RunSpec;
  /** Why this score: the columns that it fits, or that it was requested; and the penalty weight, if the table's size chose it. */
  readonly reason: string;
}

export function specFor(table: LoadedTable, options: RunOptions = {}, isOwn = false): SpecFor {
  const request = runSpec(options, isOwn);
  const { chosen: before = [] } = request;
  const fitting = scoreFor(kindsOf(table), request.categorical);
  const isFitting = request.score === "auto" || before.includes("score");
  const score = request.score === "auto" ? fitting.score : request.score;
  const missing = missingFor(table, { ...request, score }, isOwn);
  const automatic = automaticWeight(table, { score, missing });
  const { penaltyWeight = isUsuallyAutomatic({ ...request, score }) ? "auto" : undefined } = options;
  const isWeighed = penaltyWeight === "auto" || before.includes("penaltyWeight");
  const chosen: RunSpec["chosen"] = [
    ...(isFitting ? ["score" as const] : []),
    ...(isWeighed ? ["penaltyWeight" as const] : []),
    ...(before.includes("search") ? ["search" as const] : []),
  ];
  const confidence = confidenceFor(table, { ...request, score }, isOwn);
  const spec = runSpec(
    {
      ...options,
      score,
      missing,
      confidence,
      penaltyWeight: penaltyWeight === "auto" ? automatic : penaltyWeight,
      chosen: chosen.length === 0 ? undefined : chosen,
      knowledge: withDatesFirst(table, request),
    },
    isOwn,
  );
  const why = isFitting ? fitting.reason : requested;
  const size = `${table.names.length} variables and ${countedRows(table, missing)} rows`;
  return {
    spec,
    reason: isWeighed ? `${why}; penalty weight ${spec.penaltyWeight} for ${size}` : why,
  };
}

/** The reason for a score, or a search, that the table did not choose. */
export const requested = "requested";

/** Largest number of variables for which chains over orders take minutes at most. */
const posteriorVariables = 50;

/**
 * The method in the score's definition; for searches that do not use the score, and for user-defined scores, subsamples of half the
 * rows. Instead of a posterior that is out of reach: subsamples, or with the heavier penalty of many variables, under which half
 * the rows miss too much, the bootstrap.
 */
function confidenceFor(table: LoadedTable, spec: RunSpec, isOwn: boolean): RunSpec["confidence"] {
  const { confidence, score, search, resamples } = spec;
  if (confidence !== "auto") return confidence;
  const isScored = searches[search]?.uses !== "rows" && !isOwn;
  const usual = (isScored && scores[score]?.confidence) || "subsample";
  const isReached = resamples === undefined && table.names.length <= posteriorVariables;
  if (usual !== "posterior" || isReached) return usual;
  const isHeavy = isUsuallyAutomatic(spec) && table.names.length > usualExactVariables;
  return isHeavy ? "bootstrap" : "subsample";
}

/** Rounded to two decimals; undefined for scores without a penalty weight. */
export function automaticWeight(
  table: Table,
  { score, missing }: Pick<RunSpec, "score" | "missing">,
): number | undefined {
  const hasWeight = Object.hasOwn(scores[score]?.options.shape ?? {}, "penaltyWeight");
  if (!hasWeight) return undefined;
  return Math.round(100 * penaltyWeightFor({ d: table.names.length, n: countedRows(table, missing) })) / 100;
}

/** Number of complete rows that the table counts as, given how gaps are handled; at least 2, since fewer are refused when they are read. */
function countedRows(table: Table, missing: RunSpec["missing"]): number {
  if (table.scatter !== undefined || missing === undefined) return sampleSize(table);
  return missing === "drop" ? Math.max(2, rowsByGaps(table).complete) : evidenceRows(table.X);
}

/** Agents use the paper's weight, which is 1. */
export function isUsuallyAutomatic({ score, search }: Pick<RunSpec, "score" | "search">): boolean {
  return scores[score]?.isWeighedBySize === true && searches[search]?.runs === undefined;
}

/** Does the request need the rows, or are means and covariances enough? Checked again once an automatic score is chosen. */
export function needsRows(options: RunOptions, isOwn = false): boolean {
  const { score } = runSpec(options, isOwn);
  const { takes = "numbers" } = (isOwn ? undefined : scores[score]) ?? {};
  return takes !== "numbers" || needsEqualRows(options, isOwn);
}

/** Does it need rows of equal weight? Counts, and Gaussians in cells, are sums over rows with any weights. */
function needsEqualRows(options: RunOptions, isOwn: boolean): boolean {
  const { score, search, prune, dropOutliers, options: ofSearch = {} } = runSpec(options, isOwn);
  const definition = isOwn ? undefined : scores[score];
  const isOfNumbers = (definition?.takes ?? "numbers") === "numbers";
  return (
    (score !== "auto" && definition === undefined) ||
    (searches[search]?.uses === "rows" && !isOfNumbers) ||
    definition?.needsRows === true ||
    searches[search]?.needs?.(ofSearch).includes("rows") === true ||
    prunings[prune].needsRows === true ||
    dropOutliers !== undefined
  );
}

/** Refuses what is impossible for weighted rows: estimates for gaps, and what needs rows of equal weight. */
export function checkWeights(options: RunOptions, isOwn = false): void {
  const { score, search, prune, missing } = runSpec(options, isOwn);
  const remedies = setTo("confidence", ["bootstrap", "subsample"]);
  check(
    missing === undefined || missing === "drop",
    "confidence: bayesian-bootstrap weights the rows, and missing values are estimated from rows of equal weight",
    { field: "confidence", remedies: [...remedies, { set: { missing: "drop" } }] },
  );
  check(
    !needsEqualRows(options, isOwn),
    `confidence: bayesian-bootstrap weights the rows, and the score ${score} with the search ${search} and the pruning ${prune} needs rows of equal weight`,
    { field: "confidence", remedies },
  );
}

/**
 * How gaps are handled; undefined if there are none. Covariances are enough for a linear score of numbers, and weighted rows
 * for counts. Nothing can be estimated from a row without any value: if the other rows are complete, the only way is to
 * drop it.
 */
function missingFor(table: LoadedTable, spec: RunSpec, isOwn: boolean): RunSpec["missing"] {
  const { partial, empty } = rowsByGaps(table);
  if (partial + empty === 0) return undefined;
  const { score, search, missing = "auto" } = spec;
  check(
    table.weights === undefined || missing === "auto" || missing === "drop",
    `discover: in a table with weights, rows with missing values are dropped, got ${missing}`,
    { field: "missing", remedies: [{ set: { missing: "drop" } }] },
  );
  if (table.weights !== undefined) return "drop";
  const isRead = needsRows(spec, isOwn);
  const isEqual = needsEqualRows(spec, isOwn);
  check(
    missing !== "em" || !isRead,
    `discover: EM estimates covariances, but the score ${score} with the search ${search} needs the rows`,
    { field: "missing", remedies: [{ set: { missing: "drop" } }, ...setTo("score", ["bic", "bge"])] },
  );
  check(
    missing !== "impute" || !isEqual,
    `discover: imputed copies of a row share its weight, but the score ${score} with the search ${search} needs rows of equal weight`,
    { field: "missing", remedies: [{ set: { missing: "drop" } }] },
  );
  if (partial === 0) return "drop";
  if (missing !== "auto") return missing;
  return isEqual ? "drop" : isRead ? "impute" : "em";
}

/** The score for columns of these kinds: the defaults, by name. */
function scoreFor(
  kinds: readonly Kind[],
  categorical: readonly string[] = [],
): { readonly score: string; readonly reason: string } {
  const has = (...some: readonly Kind[]) => kinds.some((kind) => some.includes(kind));
  const hasNumbers = has("number", "date");
  const hasCategories = has("category", "binary") || categorical.length > 0;
  if (!hasCategories && (hasNumbers || !has("ordered")))
    return { score: "bic", reason: "every column is a number" };
  if (hasNumbers) return { score: "bic-mixed", reason: "some columns are numbers and some are categories" };
  return { score: "bdeu", reason: "every column has only a few values" };
}
