// A search is a function of a problem, options and a machine that returns a generator of steps, whose return value is the last one.
//
// The caller watches, pauses, cancels and streams by iterating; to stop the search is to stop iterating. A search yields a step
// at least every few tens of milliseconds of work if its arithmetic allows, so that the caller stays responsive.

import type { Table } from "../data/table.ts";
import type { Graph } from "../graph/graph.ts";
import type { Knowledge } from "../graph/knowledge.ts";
import type { Rng } from "../math/rng.ts";
import type { Score } from "../score/score.ts";
import type { AgentMachine, RestartedStep } from "./agents/agents.ts";
import type { PcStep } from "./constraint/constraint.ts";
import type { ExactStep } from "./exact/exact.ts";

export interface Step {
  /** Best graph so far, null before there is one. */
  readonly graph: Graph | null;
  /** Its score; −Infinity before there is one. */
  readonly score: number;
  /** Share of the work done, 0 to 1, as well as the search can estimate it. */
  readonly progress: number;
  /** What the search is doing, in a few words. */
  readonly doing: string;
  /** Numbers to plot or print, named. */
  readonly values: Readonly<Record<string, number>>;
  /**
   * Plain JSON from which the search resumes to the same result; if that takes time to build, a function that builds it, which
   * must be called before the search continues (`stateOf`).
   */
  readonly state: unknown;
}

/** A step by what it reports besides a graph: a proof, tests of independence, an agent's progress, or nothing. */
export type SearchStep = (Step & { readonly kind?: undefined }) | ExactStep | PcStep | RestartedStep;

/**
 * The state of a step, or of an event that carries one.
 *
 * @example
 * ```js
 * const { table } = simulate({ nodes: 3, samples: 60 });
 * typeof stateOf(finish(hillClimb({ score: linearBic(table), rng: createRng(1) }))); // "object"
 * ```
 */
export function stateOf({ state }: { readonly state: unknown }): unknown {
  return typeof state === "function" ? (state as () => unknown)() : state;
}

export type Search<S extends Step = Step> = Generator<S, S, void>;

/** What is searched, and the state to resume from. */
export interface SearchProblem {
  readonly table: Table;
  readonly score: Score;
  readonly knowledge: Knowledge;
  readonly rng: Rng;
  /** Number of starts, for a search with several. */
  readonly restarts?: number | undefined;
  /** The proven best score, if known. */
  readonly optimum?: number | undefined;
  /** State of an earlier step to resume from. */
  readonly from?: unknown;
}

/** A problem as library callers state it: the parts that the search needs, and others that have defaults. */
export type ProblemWith<K extends keyof SearchProblem> = Pick<SearchProblem, K> &
  Partial<Omit<SearchProblem, "table">>;

/** Workers that execute tasks of a search, with the same results wherever they run. */
export interface TaskPool {
  /** Number of tasks executed in parallel. */
  readonly size: number;
  /** Time to start the pool, in milliseconds: for this long the caller computes replicates itself before using the pool. */
  readonly startMs?: number;
  readonly start: (task: unknown) => void;
  /**
   * Results of tasks since the last call; if there are none, waits briefly unless the caller has work of its own. Throws when a
   * worker is lost.
   */
  readonly news: (hasWork?: boolean) => readonly unknown[];
}

/** The resources of a search: they affect only its time. */
export interface SearchMachine extends AgentMachine {
  readonly tasks?: TaskPool | undefined;
  /** Bytes that a search may allocate. */
  readonly memoryBytes?: number | undefined;
}

/** Default number of starts of a search with several. */
export const defaultRestarts = 8;

/**
 * Runs a search to its end.
 *
 * @example
 * ```js
 * const { table } = simulate({ nodes: 3, samples: 60 });
 * finish(exactSearch({ score: linearBic(table) })).progress; // 1
 * ```
 */
export function finish<S extends Step>(search: Search<S>): S {
  for (;;) {
    const { value, done } = search.next();
    if (done) return value;
  }
}
