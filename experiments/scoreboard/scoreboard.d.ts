// Types of the scoreboard, and the parts that its test uses.

import type { scores } from "../../src/core/score/scores.ts";
import type { searches } from "../../src/core/search/searches.ts";
import type * as wherefore from "../../src/node/index.ts";

export type Score = wherefore.Score;

/** The part of the library that the scoreboard uses; the command passes the built one, the test the source. */
export interface Library
  extends Pick<typeof wherefore, "simulate" | "createRng" | "noKnowledge" | "graphMetrics"> {
  readonly searches: typeof searches;
  readonly scores: typeof scores;
}

export interface Method {
  readonly method: string;
  readonly search: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly isAgent?: boolean;
  readonly mostVariables?: number;
  /** It takes only scores that are equal within an equivalence class. */
  readonly isForClasses?: boolean;
  /** It takes only scores that have local terms. */
  readonly needsTerms?: boolean;
}

export interface ScoreData {
  readonly simulate: Parameters<typeof wherefore.simulate>[0];
  readonly options: Readonly<Record<string, unknown>>;
  /** It is equal for all members of an equivalence class. */
  readonly isEquivalent?: boolean;
  /** For a slow score: what of it is counted, instead of time. */
  readonly counted?: "terms" | "graphs";
  readonly mostVariables?: number;
  readonly mostSeeds?: number;
}

export interface Planned {
  readonly d: number;
  /** Per variable, on average. */
  readonly edges: number;
  readonly score: string;
  readonly seed: number;
  readonly method: string;
}

export interface Reading {
  /** Null before there was a graph. */
  readonly score: number | null;
  /** To the true class. */
  readonly shd: number | null;
  /** Agents only: the score before any order search at a stall. */
  readonly alone?: number | null;
}

export interface Row extends Planned {
  /** The score of the true graph, and its number of edges. */
  readonly truth: number;
  readonly emptyShd: number;
  /** Its best graph at certain times: seconds of processor time or, under a slow score, numbers of terms or graphs. */
  readonly read: readonly (Reading & { readonly at: number })[];
  /** Its best graph when it ended, or was stopped. */
  readonly end: Reading;
  /** Whether it ended by itself, before its time was over. */
  readonly ended: boolean;
  readonly seconds: number;
  /** Under a slow score: the number of distinct terms that it requested, or of graphs. */
  readonly terms?: number;
  readonly graphs?: number;
  /** Agents only: the number of order searches at stalls. */
  readonly looks?: number;
  readonly commit?: string;
}

export interface Running {
  /** The proven best score, where it is known. */
  readonly optimum?: number | undefined;
  /** Replaces the table by a smaller one. */
  readonly cut?: { readonly d?: number; readonly samples?: number };
  /** Seconds; processor time by default. */
  readonly clock?: () => number;
  /** Ends a run after so many of them. */
  readonly limit?: number;
}
