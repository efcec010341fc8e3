// What a search is: a function of a problem, options and a machine that gives a generator of steps and returns the last one.
//
// Whoever runs it watches, pauses, cancels and streams by iterating; to stop is to stop iterating. A search gives a
// step at least every few tens of milliseconds of work where its arithmetic allows, so that the runner can breathe.

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
  /** Share of the work done, 0 to 1, as well as the search can tell. */
  readonly progress: number;
  /** What the search is doing, in a few words. */
  readonly doing: string;
  /** Numbers to plot or print, named. */
  readonly values: Readonly<Record<string, number>>;
  /**
   * Plain JSON from which the search resumes to the same result; where making it takes time, a function that makes it, to be
   * called before the search goes on (`stateOf`).
   */
  readonly state: unknown;
}

/** A step by what it reports besides a graph: a proof, tests of independence, an agent's course, or nothing. */
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

/** What is searched, and from where on. */
export interface SearchProblem {
  readonly table: Table;
  readonly score: Score;
  readonly knowledge: Knowledge;
  readonly rng: Rng;
  /** Starts, of a search that has several. */
  readonly restarts?: number | undefined;
  /** The proven best score, where it is known. */
  readonly optimum?: number | undefined;
  /** State of an earlier step to resume from. */
  readonly from?: unknown;
}

/** A problem as a program may state it: the parts that the search needs, and others that have a default. */
export type ProblemWith<K extends keyof SearchProblem> = Pick<SearchProblem, K> &
  Partial<Omit<SearchProblem, "table">>;

/** Workers that make tasks of a search, which are the same wherever they are made. */
export interface TaskPool {
  /** How many it makes at a time. */
  readonly size: number;
  /** What starting it takes: who has it makes replicates for so many milliseconds before it is given any. */
  readonly startMs?: number;
  readonly start: (task: unknown) => void;
  /**
   * What has come of tasks since it was last asked; where that is nothing it waits a little, unless the caller has work of its own. Throws
   * when a worker is lost.
   */
  readonly news: (hasWork?: boolean) => readonly unknown[];
}

/** With what it is searched: changes nothing but the time. */
export interface SearchMachine extends AgentMachine {
  readonly tasks?: TaskPool | undefined;
  /** Bytes that a search may allocate. */
  readonly memoryBytes?: number | undefined;
}

/** Starts of a search that has several, where nothing else is said. */
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
