// Details of a result: the strength of an edge, the columns, the rows, the table, the methods.

import type { KeptInstead, Kind } from "../data/column-kind.ts";

export type Evidence = "weak" | "positive" | "strong" | "very strong";

/** Strength of an edge of the answer; a number is null if the model has none. */
export interface EdgeStrength {
  /** Cause and effect of a directed edge; the variables of an undirected one, in the order of the columns. */
  readonly a: string;
  readonly b: string;
  /** What the score loses if the two are not linked, 0 or more. */
  readonly loss: number | null;
  /** Over which graphs: all; those along the order of the member, the effect's causes reselected; or the member with and without. */
  readonly lossOver: "all graphs" | "same order" | "same graph" | null;
  /** The loss as evidence for the link, for scores that are log evidence: by twice the log of the Bayes factor. */
  readonly evidence: Evidence | null;
  /**
   * What the score loses without the arrow: if it is reversed or, where that scores higher, the two are not linked; so at most the
   * loss. Null if the direction is open, chosen or from prior knowledge, or if this was not computed (docs/result.md); absent in older
   * results.
   */
  readonly reversal?: number | null | undefined;
  /** The same as evidence for the arrow; absent in older results. */
  readonly directionEvidence?: Evidence | null | undefined;
  /** For a directed edge in a linear model: the effect regressed on its directed causes. */
  readonly standardised: number | null;
  readonly coefficient: number | null;
  readonly standardError: number | null;
  /** 95 % confidence interval of the coefficient. */
  readonly interval: readonly [number, number] | null;
  /** For an undirected edge in a linear model: given the directed causes of the two. */
  readonly partialCorrelation: number | null;
  /** For categories: mutual information of the two given their directed causes, in nats. */
  readonly information: number | null;
}

export interface MethodsText {
  /** Numbers in brackets refer to the list of references, from 1. */
  readonly paragraph: string;
  readonly references: readonly string[];
}

export interface KindFacts {
  readonly kind: Kind;
  /** Was it used? */
  readonly used: boolean;
  /** Why not; or how it was read. */
  readonly reason?: string | undefined;
  /** For a copy: how to keep it instead of another column. */
  readonly instead?: KeptInstead | undefined;
}

export interface RowFacts {
  readonly read: number;
  readonly used: number;
  /** all: no row has gaps; drop: rows with gaps were left out; em: covariances estimated by EM; impute: gaps filled, several times. */
  readonly how: "all" | "drop" | "em" | "impute";
  /**
   * How many complete rows of equal weight carry as much information, for rows with survey weights (Kish's effective sample size) and
   * for missing values that are estimated (data/evidence-rows.ts). Absent if as many as used, and in older results for the latter.
   */
  readonly counted?: number | undefined;
  /** For em: how standard errors were computed. Absent in results of versions that counted missing values as observed. */
  readonly errors?: "observed information" | undefined;
  /** Number of imputations of missing values, if any; absent in older results. */
  readonly imputations?: number | undefined;
}

export interface TableFacts {
  readonly name: string;
  readonly hash: string;
  readonly rows: number;
  readonly columns: readonly string[];
}
