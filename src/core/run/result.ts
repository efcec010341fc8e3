// The result of a run: plain JSON, edges by column names. `--json` prints this document and result.json holds it.

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
  /** The kinds of the file's columns, by name, and which were used; absent if the table was not read from a file. */
  readonly kinds?: Readonly<Record<string, KindFacts>> | undefined;
  /** Statistics of the columns used, on the rows used; absent in older results. */
  readonly columns?: readonly ColumnFacts[] | undefined;
  /** Rows of the table, rows used, and how gaps were handled; absent in older results. */
  readonly rows?: RowFacts | undefined;
  /** The score with the options that it reads, and why it was chosen; absent in older results. */
  readonly scoring?: (Scoring & ScoreFacts) | undefined;
  /** The search that ran, and why it was chosen. */
  readonly search: string;
  readonly choice: string;
  /** The directed edges of the answer. */
  readonly edges: readonly NamedEdge[];
  /** Its undirected edges, each once, in the order of the columns: linked, but which is the cause is open. */
  readonly undirected: readonly NamedEdge[];
  readonly answer: AnswerKind;
  /** One DAG of the answer: prune(polish(raw)) if the spec requests polish, otherwise prune(raw). */
  readonly member: { readonly edges: readonly NamedEdge[] };
  /** Number of DAGs that the method cannot distinguish, in decimal digits, however large. */
  readonly members: string;
  /** Where the data violate what the score assumes, as sentences. */
  readonly warnings: readonly string[];
  /** The strength of every edge of the answer, strongest first. */
  readonly strengths: readonly EdgeStrength[];
  /** Confidence in each edge, if requested. */
  readonly confidence?: ConfidenceFacts | undefined;
  /** The answers if an edge cost less or more; null if they were not requested and would take long. */
  readonly sensitivity?: SensitivityFacts | null | undefined;
  /** What was done, for the methods section of a paper; absent in older results. */
  readonly methods?: MethodsText | undefined;
  /** The graph that the search found, never changed. */
  readonly rawEdges: readonly NamedEdge[];
  readonly polished: { readonly edges: readonly NamedEdge[]; readonly score: number } | null;
  /** Score of the raw graph; higher is better. */
  readonly score: number;
  readonly finalScore: number;
  /** 5 (S − S_L)/(S_U − S_L) of the raw graph, lower is better, as published. */
  readonly paperScore: number | null;
  /** Is the raw (or polished) graph proven to be the best? */
  readonly optimal: boolean;
  /** The proven best score of any graph; null if it was not proven. */
  readonly optimum: number | null;
  /** What the proof claims, as a sentence: score, rows, knowledge (claim.ts); null if nothing was proven. */
  readonly claim: string | null;
  /** Proven optimum minus the best score that the run found; null if unknown. */
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
  /** Number of batches of graphs that an agent learned from. */
  readonly iterations: number | null;
  /** The outcome of each run of an agent; empty for other searches. */
  readonly restarts: readonly RestartRow[];
  /** Metrics of the answer against the truth, if one was given; an undirected edge counts as correct if the truth links the two. */
  readonly metrics: GraphMetrics | null;
  /** Metrics of the raw graph. */
  readonly rawMetrics: GraphMetrics | null;
  readonly truth: {
    readonly edges: readonly NamedEdge[];
    readonly score: number;
    readonly shdComplete: number;
  } | null;
  /** For a search by tests: the separating sets of pairs, with their p-values, and where the tests contradict each other. */
  readonly tests: {
    readonly separations: readonly {
      readonly pair: readonly [string, string];
      readonly given: readonly string[];
      readonly p: number;
    }[];
    /** The kind tells how the conflict was resolved (docs/algorithms/pc.md). */
    readonly conflicts: readonly {
      readonly kind: PcConflict["kind"];
      readonly variables: readonly string[];
    }[];
  } | null;
  /** The k best graphs, or classes of them, if requested. */
  readonly alternatives: readonly Alternative[];
  /** What these are, and what their shares refer to; absent if none were requested. */
  readonly best?: BestFacts | undefined;
  readonly panel: Panel | null;
  readonly findings: readonly Finding[];
  /** Prior knowledge in words; the result satisfies it. */
  readonly knowledge: readonly string[];
  readonly notes: readonly string[];
  /** Null when the run ended by itself. */
  readonly stopped: "time limit" | "interrupted" | null;
  readonly seed: number;
  /**
   * SHA-256 over the graphs and scores that the run found and the final weights of its network: two runs with the same digest
   * found the same in the same way. No times, paths, versions or threads enter it. Null if the host has no SHA-256.
   */
  readonly digest: string | null;
  readonly seconds: number;
  readonly versions: Readonly<Record<string, string>>;
}

/** Facts about the score; absent in older results. */
export interface ScoreFacts {
  /** Why it was chosen. */
  readonly reason?: string | undefined;
  /** Does it give all members of a Markov equivalence class the same value? */
  readonly isEquivalent?: boolean | undefined;
  /** The score times this is the log evidence of a graph, exactly or as in BIC; absent if the score is no evidence. */
  readonly logEvidence?: number | undefined;
}

/** What kind of answer the edges are. */
export interface AnswerKind {
  /**
   * dag: the method determines every direction. class: undirected edges are those on which the graphs that it cannot distinguish
   * disagree. member: one of these graphs, on request.
   */
  readonly kind: "dag" | "class" | "member";
  /** What leaves directions open: the score, or the search; null for a dag. */
  readonly by: "score" | "search" | null;
  /** Directed edges whose direction is required by the prior knowledge, or follows from it. */
  readonly byKnowledge: readonly NamedEdge[];
  /** False: there are more members than were counted. */
  readonly isCountExact: boolean;
}

/** The answers of the same run with a score that charges less or more for an edge. */
export interface SensitivityFacts {
  /** The option that was varied. */
  readonly option: "penaltyWeight" | "equivalentSampleSize";
  /** In increasing order; the one with factor 1 is the answer itself. */
  readonly graphs: readonly {
    readonly factor: number;
    readonly value: number;
    readonly edges: readonly NamedEdge[];
    readonly undirected: readonly NamedEdge[];
  }[];
}

/** How much of a result can be had without a search, and whether units decide it. */
export interface Panel {
  readonly baselines: readonly BaselineRow[];
  /** Share of causal paths along which variance (explained variance) increases; only with a truth. */
  readonly varSortability: number | null;
  readonly r2Sortability: number | null;
  /** For scores that depend on units: the share of the raw graph's edges that survive random rescaling of the columns. */
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
  /** The first format has neither version nor checksum. */
  readonly format: "wherefore-certificate/1" | "wherefore-certificate/2";
  /** Version of the program that wrote it. */
  readonly version?: string | undefined;
  readonly versions: Readonly<Record<string, string>>;
  readonly data: {
    readonly hash: string;
    readonly rows: number;
    readonly standardised: boolean;
    /** Share of the rows that was dropped as outliers, if that was requested. */
    readonly dropOutliers?: number;
    /** How missing values were handled, if there were any. */
    readonly missing?: RunSpec["missing"];
  };
  /** The variables sorted by name; everything below numbers them from 0 in this order. */
  readonly columns: readonly string[];
  readonly score: {
    readonly name: string;
    readonly penalty: RunSpec["penalty"];
    readonly penaltyWeight: number;
    /** For scores with a prior. */
    readonly equivalentSampleSize?: number;
    /** Columns of numbers that were treated as categories, if any were named. */
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
  /** Checksum of everything before it, to detect damage; it proves nothing (certificate-file.ts). */
  readonly checksum?: string | undefined;
}
