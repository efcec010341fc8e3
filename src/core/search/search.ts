// What a search is: a generator of steps that returns the last one.
//
// Whoever runs it watches, pauses, cancels and streams by iterating; to stop is to stop iterating. A search gives a
// step at least every few tens of milliseconds of work where its arithmetic allows, so that the runner can breathe.

import type { Graph } from "../graph/graph.ts";
import type { RestartedStep } from "./agents/agents.ts";
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

/** The state of a step, or of an event that carries one. */
export function stateOf({ state }: { readonly state: unknown }): unknown {
  return typeof state === "function" ? (state as () => unknown)() : state;
}

export type Search<S extends Step = Step> = Generator<S, S, void>;

/** Starts of a search that has several, where nothing else is said. */
export const defaultRestarts = 8;

/** Runs a search to its end. */
export function finish<S extends Step>(search: Search<S>): S {
  for (;;) {
    const { value, done } = search.next();
    if (done) return value;
  }
}
