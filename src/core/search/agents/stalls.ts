// Stalls: a run of an agent that has not improved for long makes an order search. Its result counts as the run's own, and
// `looks` counts these searches; two in a row without improvement end the run.

import * as z from "zod";
import { type OrderOptions, orderSearch, type Polished } from "../order/order.ts";
import { index } from "../resumed-state.ts";
import type { ProblemWith } from "../search.ts";

export const stallsSchema = z.strictObject({
  /** Iteration of the last better graph or stall. */
  since: index,
  /** Stalls in a row without improvement, and stalls in total. */
  fruitless: index,
  looks: index,
});

export type Stalls = Readonly<z.infer<typeof stallsSchema>>;

export const noStalls: Stalls = { since: 0, fruitless: 0, looks: 0 };
/** This many stalls in a row without improvement end a run. */
export const fruitlessStalls = 2;

/** The state after a stall at iteration t. */
export function afterStall({ fruitless, looks }: Stalls, t: number, hasFound: boolean): Stalls {
  return { since: t, fruitless: hasFound ? 0 : fruitless + 1, looks: looks + 1 };
}

/** The state after a better graph at iteration t, which is a new starting point for order search. */
export function afterBetter<S extends Stalls>(stalls: S, t: number): S {
  return { ...stalls, since: t, fruitless: 0 };
}

export interface Look {
  readonly candidate: Polished;
  readonly state: unknown;
}

/** An order search, one move per step. */
export function* orderLook(
  problem: ProblemWith<"score" | "rng">,
  options: OrderOptions,
): Generator<Look, Look, void> {
  const search = orderSearch(problem, options);
  for (;;) {
    const { value, done } = search.next();
    const look = { candidate: { graph: value.graph!, score: value.score }, state: value.state };
    if (done) return look;
    yield look;
  }
}

/** Numbers to plot: the finite ones, which JSON can represent. */
export function plotted(values: Readonly<Record<string, number | undefined>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, number] => Number.isFinite(entry[1])),
  );
}
