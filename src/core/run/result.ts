// What a run gives: plain JSON, edges by column names. The document that `--json` prints and result.json holds.

import type { ColumnFacts } from "../data/column-facts.ts";
import type { Finding } from "../data/doctor/doctor.ts";
import type { GraphMetrics } from "../graph/metrics.ts";
import type { RestartRow } from "../search/agents/agents.ts";
import type { PcConflict } from "../search/constraint/constraint.ts";
import type { Pass } from "../search/exact/exact.ts";
import type { Alternative, BestFacts } from "./best-facts.ts";
import type { Scoring } from "./certificate/certificate.ts";
import type { ConfidenceFacts } from "./confidence-facts.ts";
import type { EdgeStrength, KindFacts, MethodsText, RowFacts, TableFacts } from "./result-facts.ts";
import type { RunSpec } from "./spec.ts";

export type { RunEvent } from "./run-event.ts";
export type { ConfidenceFacts, EdgeStrength, KindFacts, MethodsText, RowFacts, TableFacts };

export type NamedEdge = readonly [cause: string, effect: string];

export interface RunResult {
  readonly format: "wherefore-result/2";
  readonly table: TableFacts;
  readonly spec: RunSpec;
  /** What the columns of the file are, by name, and which took part; absent where the table was made by hand. */
  readonly kinds?: Readonly<Record<string, KindFacts>> | undefined;
  /** What the columns that took part are like, on the rows that were used; absent in results of versions before it was told. */
  readonly columns?: readonly ColumnFacts[] | undefined;
  /** Rows of the table, those that were used, and how; absent in results of versions before it was told. */
  readonly rows?: RowFacts | undefined;
  /** The score with what it reads of the options, and why it was chosen; absent in results of versions before it was told. */
  readonly scoring?: (Scoring & { readonly reason?: string | undefined }) | undefined;
  /** The search that ran, and why it was chosen. */
  readonly search: string;
  readonly choice: string;
  /** The directed edges of the answer. */
  readonly edges: readonly NamedEdge[];
  /** Its undirected edges, each once, in the order of the columns: linked, and which is the cause is not known. */
  readonly undirected: readonly NamedEdge[];
  readonly answer: AnswerKind;
  /** One DAG of the answer: prune(polish(raw)) where the spec says polish, prune(raw) otherwise. */
  readonly member: { readonly edges: readonly NamedEdge[] };
  /** How many DAGs the method cannot tell apart: a whole number in decimal digits, as large as it may be. */
  readonly members: string;
  /** Where the data break what the score assumes: sentences. */
  readonly warnings: readonly string[];
  /** Of every edge of the answer, the strongest first. */
  readonly strengths: readonly EdgeStrength[];
  /** How sure each edge is, where that was asked for. */
  readonly confidence?: ConfidenceFacts | undefined;
  /** What the answer would be if an edge cost less or more; null where that was not asked for, and would take long. */
  readonly sensitivity?: SensitivityFacts | null | undefined;
  /** What was done, for the methods section of a paper; absent in results of versions before it was told. */
  readonly methods?: MethodsText | undefined;
  /** What the search found, never changed. */
  readonly rawEdges: readonly NamedEdge[];
  readonly polished: { readonly edges: readonly NamedEdge[]; readonly score: number } | null;
  /** Score of the raw graph; higher is better. */
  readonly score: number;
  readonly finalScore: number;
  /** 5 (S − S_L)/(S_U − S_L) of the raw graph, lower is better, as published. */
  readonly paperScore: number | null;
  /** Is the raw (or polished) graph proven to be the best? */
  readonly optimal: boolean;
  /** The proven best score of any graph, null where it was not proven. */
  readonly optimum: number | null;
  /** What the proof is about, as a sentence: score, rows, knowledge (claim.ts); null where nothing was proven. */
  readonly claim: string | null;
  /** Proven optimum minus the best score that the run found; null where unknown. */
  readonly gap: number | null;
  readonly gaps: {
    readonly raw: number | null;
    readonly polished: number | null;
    readonly final: number | null;
  };
  /**
   * Did the search or the score fail? optimal: nothing scores higher; score-prefers-other: nothing does, but the truth scores
   * lower; search-short: a graph is known to score higher, the proven best or the truth; unknown: no optimum is proven.
   */
  readonly verdict: "optimal" | "search-short" | "score-prefers-other" | "unknown";
  /** Batches of graphs that an agent learned from. */
  readonly iterations: number | null;
  /** What each run of an agent ended with; empty for other searches. */
  readonly restarts: readonly RestartRow[];
  /** Of the answer against the truth, where one was given; an undirected edge counts as correct where the two are linked. */
  readonly metrics: GraphMetrics | null;
  /** Of the raw graph. */
  readonly rawMetrics: GraphMetrics | null;
  readonly truth: {
    readonly edges: readonly NamedEdge[];
    readonly score: number;
    readonly shdComplete: number;
  } | null;
  /** Of a search by tests: the sets that part pairs, with their p-values, and where the tests contradicted each other. */
  readonly tests: {
    readonly separations: readonly {
      readonly pair: readonly [string, string];
      readonly given: readonly string[];
      readonly p: number;
    }[];
    /** What was done is told by its kind (docs/algorithms/pc.md). */
    readonly conflicts: readonly {
      readonly kind: PcConflict["kind"];
      readonly variables: readonly string[];
    }[];
  } | null;
  /** The k best graphs, or classes of them, where asked. */
  readonly alternatives: readonly Alternative[];
  /** What these are, and what their shares are of; absent where none were asked for. */
  readonly best?: BestFacts | undefined;
  readonly panel: Panel | null;
  readonly findings: readonly Finding[];
  /** What was known beforehand, and what in the result contradicts it (nothing, or it is our bug). */
  readonly knowledge: readonly string[];
  readonly notes: readonly string[];
  /** Null when the run ended by itself. */
  readonly stopped: "time limit" | "interrupted" | null;
  readonly seed: number;
  /**
   * SHA-256 over the graphs and scores that the run found and the final weights of its network: two runs that agree in it
   * found the same in the same way. No times, paths, versions or threads go into it. Null where the host has no SHA-256.
   */
  readonly digest: string | null;
  readonly seconds: number;
  readonly versions: Readonly<Record<string, string>>;
}

/** What the edges of the answer are. */
export interface AnswerKind {
  /**
   * dag: the method tells every direction. class: undirected edges are those on which the graphs that it cannot tell apart
   * disagree. member: one of these graphs, because that was asked for.
   */
  readonly kind: "dag" | "class" | "member";
  /** What leaves directions open: the score, or the search; null for a dag. */
  readonly by: "score" | "search" | null;
  /** Directed edges whose direction is known beforehand, or follows from that. */
  readonly byKnowledge: readonly NamedEdge[];
  /** False: there are more members than were counted. */
  readonly isCountExact: boolean;
}

/** The answers of the same run with a score that charges less or more for an edge. */
export interface SensitivityFacts {
  /** What was varied. */
  readonly option: "penaltyWeight" | "equivalentSampleSize";
  /** In rising order; the one with factor 1 is the answer itself. */
  readonly graphs: readonly {
    readonly factor: number;
    readonly value: number;
    readonly edges: readonly NamedEdge[];
    readonly undirected: readonly NamedEdge[];
  }[];
}

/** How much of a result anybody would get for free, and whether units decide it. */
export interface Panel {
  readonly baselines: readonly BaselineRow[];
  /** Share of causal paths along which variance (explained variance) rises; only with a truth. */
  readonly varSortability: number | null;
  readonly r2Sortability: number | null;
  /** For scores that depend on units: how the raw graph fares when columns are rescaled at random. */
  readonly rescaling: { readonly runs: number; readonly share: number } | null;
}

export interface BaselineRow {
  readonly name: string;
  readonly edges: readonly NamedEdge[];
  readonly score: number;
  readonly metrics: GraphMetrics | null;
}

/** A certificate as a file: what `wherefore verify` re-checks against the data. */
export interface Certificate {
  /** The first has neither version nor checksum. */
  readonly format: "wherefore-certificate/1" | "wherefore-certificate/2";
  /** Of the program that wrote it. */
  readonly version?: string | undefined;
  readonly versions: Readonly<Record<string, string>>;
  readonly data: {
    readonly hash: string;
    readonly rows: number;
    readonly standardised: boolean;
    /** Share of the rows that was left out first, where that was asked for. */
    readonly dropOutliers?: number;
    /** What was done about gaps, where there were any. */
    readonly missing?: RunSpec["missing"];
  };
  /** The variables in the order of their names; everything below counts them from 0 in this order. */
  readonly columns: readonly string[];
  readonly score: {
    readonly name: string;
    readonly penalty: RunSpec["penalty"];
    readonly penaltyWeight: number;
    /** Of scores with a prior. */
    readonly equivalentSampleSize?: number;
    /** Columns of numbers that were taken as categories, where some were named. */
    readonly categorical?: readonly string[];
  };
  readonly knowledge: {
    readonly required: readonly NamedEdge[];
    readonly forbidden: readonly NamedEdge[];
    readonly maxParents: number;
  };
  readonly method: "subset program" | "hull of subset programs";
  readonly passes: readonly Pass[];
  readonly optimum: { readonly score: number; readonly graph: readonly (readonly [number, number])[] };
  /** No DAG that obeys the knowledge scores higher than this. */
  readonly bound: number;
  /** Of all that stands before it, to notice damage; it proves nothing (certificate-file.ts). */
  readonly checksum?: string | undefined;
}
