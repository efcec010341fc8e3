// What a proof claims, as data and as a sentence. Everything that says "proven" says it in these words.
//
//     no graph scores higher under bic (1000 rows)
//     among the graphs that satisfy the prior knowledge (at most 1 cause for each variable), none scores higher under bic with
//     penalty weight 50 (1000 rows)
//
// A proof compares graphs under one score on certain rows. It is no verdict on the world: with another penalty, on other
// rows or without the knowledge, another graph may be the best.

import { remainingRows } from "../../data/remaining-rows.ts";
import { isRestricting, type Knowledge } from "../../graph/knowledge.ts";
import { filledBy } from "../filled.ts";
import { knowledgeOf, namedKnowledge } from "../knowledge-names.ts";
import type { NamedEdge, RunResult, TableFacts } from "../result.ts";
import type { RunSpec } from "../spec.ts";

/** A score with the options that it reads and no others. */
export interface Scoring {
  readonly name: string;
  /** For scores whose two forms of the penalty differ. */
  readonly penalty?: RunSpec["penalty"];
  readonly penaltyWeight?: number;
  readonly equivalentSampleSize?: number;
  /** Columns of numbers that were treated as categories, if any were named. */
  readonly categorical?: readonly string[];
}

export interface Claim {
  readonly score: Scoring;
  readonly data: {
    /** Number of rows scored, and number of rows in the table. */
    readonly rows: number;
    readonly of: number;
    /** The share that was left out, if that was requested. */
    readonly dropOutliers?: number;
    readonly standardised: boolean;
    /** How missing values were handled, if there were any. */
    readonly missing?: RunSpec["missing"];
    /** Are rows weighted by survey weights? */
    readonly isWeighted?: boolean;
  };
  /** What all graphs in the comparison satisfy; null: all graphs are compared. */
  readonly knowledge: {
    readonly required: readonly NamedEdge[];
    readonly forbidden: readonly NamedEdge[];
    /** Null: no limit. */
    readonly maxParents: number | null;
  } | null;
  readonly sentence: string;
}

/** What the proof of a run claims; null if the run proved nothing. */
export function claimOf(result: RunResult): Claim | null {
  return result.optimum === null ? null : claimIn(result);
}

/** What a proof of the run's optimum claims, or would claim. */
export function claimIn({ spec, table, scoring, rows }: RunResult): Claim {
  const isWeighted = rows?.counted !== undefined && filledBy(rows.how) === null;
  const weighed = isWeighted ? { isWeighted } : {};
  return claimWith(scoring ?? formerScoring(spec), spec, { ...table, ...weighed });
}

interface ClaimedTable extends Pick<TableFacts, "rows" | "columns"> {
  /** Prior knowledge on these columns; by default parsed from the spec. */
  readonly knowledge?: Knowledge;
  readonly isWeighted?: boolean;
}

/** What the proven optimum of this score and spec claims on a table like this. */
export function claimWith(
  score: Scoring,
  spec: RunSpec,
  { rows: of, columns, knowledge = knowledgeOf(spec.knowledge, columns), isWeighted = false }: ClaimedTable,
): Claim {
  const { dropOutliers, standardise, missing } = spec;
  const facts = {
    score,
    data: {
      rows: dropOutliers === undefined ? of : remainingRows(of, dropOutliers),
      of,
      ...(dropOutliers === undefined ? {} : { dropOutliers }),
      standardised: standardise,
      ...(missing && { missing }),
      ...(isWeighted && { isWeighted }),
    },
    knowledge: isRestricting(knowledge) ? knowledgeFacts(knowledge, columns) : null,
  };
  return { ...facts, sentence: sentenceOf(facts) };
}

/** The parts of a claim in words, for sentences of another form. */
export interface ClaimWords {
  /** What follows the score's name: " with penalty weight 50"; empty if there is nothing to say. */
  readonly with: string;
  /** "1000 rows" */
  readonly rows: string;
  /** "the graphs that satisfy the prior knowledge (…)"; null if all graphs are compared. */
  readonly among: string | null;
}

export function claimWords({ score, data, knowledge }: Omit<Claim, "sentence">): ClaimWords {
  const rows = [
    `${data.rows} ${data.rows === 1 ? "row" : "rows"}`,
    ...(data.rows === data.of ? [] : [`${data.of - data.rows} of ${data.of} left out as outliers`]),
    ...(data.standardised ? ["columns standardised"] : []),
    ...(data.isWeighted ? ["weighted"] : []),
    ...(data.missing === undefined || data.missing === "auto" ? [] : [gapWords[data.missing]]),
  ];
  return {
    with: parameterWords(score),
    rows: rows.join(", "),
    among:
      knowledge === null
        ? null
        : `the graphs that satisfy the prior knowledge (${knowledgeWords(knowledge).join("; ")})`,
  };
}

const gapWords = {
  em: "covariances of incomplete rows estimated by EM",
  impute: "missing values filled by multiple imputation",
  drop: "those without missing values",
} as const;

/** What follows the name of a result's score: " with penalty weight 50"; empty if there is nothing to say. */
export function scoringWords({ spec, scoring }: RunResult): string {
  return parameterWords(scoring ?? formerScoring(spec));
}

function parameterWords(score: Scoring): string {
  const parameters = [
    ...(score.penalty === undefined ? [] : [penaltyWords[score.penalty]]),
    ...(score.penaltyWeight === undefined || score.penaltyWeight === 1
      ? []
      : [`penalty weight ${score.penaltyWeight}`]),
    ...(score.equivalentSampleSize === undefined
      ? []
      : [`equivalent sample size ${score.equivalentSampleSize}`]),
    ...(score.categorical === undefined ? [] : [`${score.categorical.join(", ")} as categories`]),
  ];
  return parameters.length === 0 ? "" : ` with ${listed(parameters)}`;
}

const penaltyWords = {
  equation: "the penalty of the paper's equation",
  runs: "the penalty of the paper's runs",
} as const;

function sentenceOf(claim: Omit<Claim, "sentence">): string {
  const { with: parameters, rows, among } = claimWords(claim);
  const under = `scores higher under ${claim.score.name}${parameters} (${rows})`;
  return among === null ? `no graph ${under}` : `among ${among}, none ${under}`;
}

/** For results from before they had their scoring: what is not the default. */
function formerScoring({
  score,
  penalty,
  penaltyWeight,
  equivalentSampleSize,
  categorical,
}: RunSpec): Scoring {
  return {
    name: score,
    ...(penalty !== "equation" && { penalty }),
    penaltyWeight,
    ...(equivalentSampleSize !== 1 && { equivalentSampleSize }),
    ...(categorical && { categorical }),
  };
}

function knowledgeFacts(knowledge: Knowledge, names: readonly string[]): NonNullable<Claim["knowledge"]> {
  const { d, maxParents } = knowledge;
  return { ...namedKnowledge(knowledge, names), maxParents: maxParents < d - 1 ? maxParents : null };
}

function knowledgeWords({ required, forbidden, maxParents }: NonNullable<Claim["knowledge"]>): string[] {
  return [
    ...edgeWords("required", required),
    ...edgeWords("forbidden", forbidden),
    ...(maxParents === null
      ? []
      : [`at most ${maxParents} ${maxParents === 1 ? "cause" : "causes"} for each variable`]),
  ];
}

/** Number of edges that are named; more are only counted. */
const namedEdges = 3;

function edgeWords(what: "required" | "forbidden", edges: readonly NamedEdge[]): string[] {
  if (edges.length === 0) return [];
  const names = edges.slice(0, namedEdges).map(([cause, effect]) => `${cause} → ${effect}`);
  const effects = new Set(edges.map(([, effect]) => effect));
  const which =
    edges.length <= namedEdges
      ? `: ${names.join(", ")}`
      : effects.size === 1
        ? `, all into ${edges[0][1]}`
        : `: ${names.join(", ")}, …`;
  return [`${edges.length} ${what} ${edges.length === 1 ? "edge" : "edges"}${which}`];
}

/** "a", "a and b", "a, b and c". */
function listed(words: readonly string[]): string {
  return words.length === 1 ? words[0] : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
