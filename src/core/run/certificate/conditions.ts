// What a claim says beyond the request. A claim that holds may still not be an answer: it may be about another score,
// another penalty, fewer graphs.
//
// As to graphs: let a claim be about those that satisfy F, and the request about those that satisfy A. If every graph that
// satisfies A satisfies F, and the best graph of F satisfies A, it is the best of A too, and the claim is an answer. Otherwise
// whatever in F does not follow from A is a condition.

import { InputError } from "../../check.ts";
import type { LoadedTable } from "../../data/columns.ts";
import type { Table } from "../../data/table.ts";
import type { Graph } from "../../graph/graph.ts";
import { violations } from "../../graph/knowledge.ts";
import { unimplied } from "../../graph/knowledge-implication.ts";
import { withDatesFirst } from "../dates-first.ts";
import { knowledgeOf } from "../knowledge-names.ts";
import type { SortedProblem } from "../problem.ts";
import { isUserScore, type RunOptions, type RunSpec, runSpec } from "../spec.ts";
import { automaticWeight, isUsuallyAutomatic } from "../spec-for.ts";
import type { Claim } from "./claim.ts";
import { claimFor } from "./scoring.ts";

/** The claim that a caller requests; what is left out has its default, and without a name, any known score will do. */
export type ClaimRequest = Pick<
  RunOptions,
  | "score"
  | "penalty"
  | "penaltyWeight"
  | "equivalentSampleSize"
  | "categorical"
  | "standardise"
  | "dropOutliers"
  | "knowledge"
  | "dates"
>;

export interface Claimed extends Pick<SortedProblem, "table" | "knowledge"> {
  /** The best graph, on the variables of the table. */
  readonly graph: Graph;
  /** The table with all its rows. */
  readonly whole: LoadedTable;
}

/** Sentences about what in the claim was not requested; if there are none, it is an answer. */
export function conditionsOf(
  claim: Claim,
  request: ClaimRequest,
  { table, knowledge, graph, whole }: Claimed,
): string[] {
  const { names } = table;
  const spec = requestSpec(claim, request, whole);
  const plain = claimFor(spec, {
    rows: claim.data.of,
    columns: names,
    isWeighted: claim.data.isWeighted ?? false,
  });
  const wanted = knowledgeOf(withDatesFirst(whole, spec), names);
  const only = unimplied(wanted, knowledge, names);
  const broken = violations(graph, wanted, names);
  return [
    ...scoreConditions(claim, plain, request.score),
    ...dataConditions(claim, plain),
    ...(only.length === 0 ? [] : [`only graphs are compared in which ${someOf(only)}`]),
    ...(broken.length === 0 ? [] : [`the best graph does not satisfy the request: ${someOf(broken)}`]),
  ];
}

/** The request, as a spec of the claim's own score. */
function requestSpec(claim: Claim, request: ClaimRequest, table: Table): RunSpec {
  const { score } = claim;
  const penaltyWeight = requestedWeight(claim, request, table);
  try {
    return runSpec({ ...request, penaltyWeight, score: score.name }, isUserScore(score.name));
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(error.sentence.replace(/^discover:/, "verify:"), error);
  }
}

/** The requested weight; by default the automatic one, or 1, as for agents, if the claim has that. */
function requestedWeight(
  { score: { name, penaltyWeight: claimed }, data: { missing } }: Claim,
  { penaltyWeight }: ClaimRequest,
  table: Table,
): number | undefined {
  const automatic = automaticWeight(table, { score: name, missing });
  if (penaltyWeight === "auto") return automatic;
  const isOfAgents = claimed === 1 || !isUsuallyAutomatic({ score: name, search: "auto" });
  return penaltyWeight ?? (isOfAgents ? undefined : automatic);
}

function scoreConditions({ score }: Claim, { score: plain }: Claim, name: string | undefined): string[] {
  const kinds = { equation: "of the paper's equation", runs: "of the paper's runs" };
  const categories = (list: readonly string[] = []) => list.toSorted().join(", ") || "none";
  const [actual, wanted] = [categories(score.categorical), categories(plain.categorical)];
  return [
    ...(name === undefined || name === score.name ? [] : [`the score is ${score.name}, not ${name}`]),
    ...(score.penalty === plain.penalty
      ? []
      : [`the penalty is that ${kinds[score.penalty!]}, not that ${kinds[plain.penalty!]}`]),
    ...differing("the penalty weight", score.penaltyWeight, plain.penaltyWeight),
    ...differing("the equivalent sample size", score.equivalentSampleSize, plain.equivalentSampleSize),
    ...(actual === wanted ? [] : [`columns of numbers treated as categories are ${actual}, not ${wanted}`]),
  ];
}

function dataConditions({ data }: Claim, { data: plain }: Claim): string[] {
  return [
    ...(data.rows === plain.rows
      ? []
      : [`${data.of - data.rows} of ${data.of} rows are left out as outliers, not ${plain.of - plain.rows}`]),
    ...(data.standardised === plain.standardised
      ? []
      : [`the columns are ${data.standardised ? "" : "not "}standardised`]),
  ];
}

function differing(what: string, value: number | undefined, plain: number | undefined): string[] {
  return value === plain ? [] : [`${what} is ${value}, not ${plain}`];
}

/** Number of sentences that are listed one by one. */
const most = 5;

function someOf(sentences: readonly string[]): string {
  const more = sentences.length - most;
  return `${sentences.slice(0, most).join(", ")}${more > 0 ? `, and ${more} more` : ""}`;
}
