// The shapes of the scoreboard, and what its test uses of it.

import type { scores } from "../../src/core/score/scores.ts";
import type { searches } from "../../src/core/search/searches.ts";
import type * as wherefore from "../../src/node/index.ts";

export type Score = wherefore.Score;

/** What the scoreboard uses of the library; the command gives the built one, the test the source. */
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
  /** It takes scores alone that are equal within a class. */
  readonly isForClasses?: boolean;
}

export interface Planned {
  readonly d: number;
  /** For each variable, on average. */
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
  /** Of an agent: before any order search at a stall. */
  readonly alone?: number | null;
}

export interface Row extends Planned {
  /** The score of the true graph, and how many edges it has. */
  readonly truth: number;
  readonly emptyShd: number;
  /** What it had at certain times: seconds of the processor or, under a slow score, terms. */
  readonly read: readonly (Reading & { readonly at: number })[];
  /** What it had when it ended, or was stopped. */
  readonly end: Reading;
  /** By itself, before its time was over. */
  readonly ended: boolean;
  readonly seconds: number;
  /** Under a slow score: different terms that it asked for. */
  readonly terms?: number;
  /** Of an agent: order searches at stalls. */
  readonly looks?: number;
  readonly commit?: string;
}

export interface Running {
  /** The proven best score, where it is known. */
  readonly optimum?: number | undefined;
  /** A smaller table in its place. */
  readonly cut?: { readonly d?: number; readonly samples?: number };
  /** Seconds; the processor's unless said. */
  readonly clock?: () => number;
  /** Ends a run after so many of them. */
  readonly limit?: number;
}
