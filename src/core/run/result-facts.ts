// What a result says of single things: an edge's strength, the columns, the rows, the table, the methods.

import type { KeptInstead, Kind } from "../data/column-kind.ts";

/** How strong an edge of the answer is; null where its model has no such number. */
export interface EdgeStrength {
  /** Cause and effect of a directed edge; the two of an undirected one in the order of the columns. */
  readonly a: string;
  readonly b: string;
  /** What the score loses when the two are not linked, 0 or more. */
  readonly loss: number | null;
  /** Over which graphs: all of them; those along the order of the member, the effect's causes chosen anew; or the member with and without. */
  readonly lossOver: "all graphs" | "same order" | "same graph" | null;
  /** The loss as evidence for the link, of scores that are log evidence: by twice the log of the Bayes factor. */
  readonly evidence: "weak" | "positive" | "strong" | "very strong" | null;
  /** Of a directed edge in a linear model: the effect regressed on its directed causes. */
  readonly standardised: number | null;
  readonly coefficient: number | null;
  readonly standardError: number | null;
  /** 95 %. */
  readonly interval: readonly [number, number] | null;
  /** Of an undirected edge in a linear model: given the directed causes of the two. */
  readonly partialCorrelation: number | null;
  /** Of categories: what the two tell of each other given their directed causes, in nats. */
  readonly information: number | null;
}

export interface MethodsText {
  /** Numbers in brackets are places in the list of references, from 1. */
  readonly paragraph: string;
  readonly references: readonly string[];
}

export interface KindFacts {
  readonly kind: Kind;
  /** Did it take part? */
  readonly used: boolean;
  /** Why not; or how it was read. */
  readonly reason?: string | undefined;
  /** Of a copy: how it is kept instead of another column. */
  readonly instead?: KeptInstead | undefined;
}

export interface RowFacts {
  readonly read: number;
  readonly used: number;
  /** all: none has a gap; drop: those with gaps were left out; em: covariances were estimated by EM; impute: gaps were filled, several times. */
  readonly how: "all" | "drop" | "em" | "impute";
  /** Of rows with survey weights: how many rows of equal weight say as much (Kish's effective number). */
  readonly counted?: number | undefined;
  /** How often missing values were imputed, where they were; absent in results of versions before it was told. */
  readonly imputations?: number | undefined;
}

export interface TableFacts {
  readonly name: string;
  readonly hash: string;
  readonly rows: number;
  readonly columns: readonly string[];
}
