// Stalls: a run of an agent that has found nothing better for long makes an order search. What that finds counts as the
// run's own, and `looks` says how often it was made; where two in a row find nothing better the run ends.

import * as z from "zod";
import { type OrderOptions, orderSearch, type Polished } from "../order/order.ts";
import { index } from "../resumed-state.ts";
import type { ProblemWith } from "../search.ts";

export const stallsSchema = z.strictObject({
  /** Iteration of the last better graph or stall. */
  since: index,
  /** Stalls in a row that found nothing better, and stalls in all. */
  fruitless: index,
  looks: index,
});

export type Stalls = Readonly<z.infer<typeof stallsSchema>>;

export const noStalls: Stalls = { since: 0, fruitless: 0, looks: 0 };
/** So many in a row that find nothing better end a run. */
export const fruitlessStalls = 2;

/** After a stall at iteration t. */
export function afterStall({ fruitless, looks }: Stalls, t: number, hasFound: boolean): Stalls {
  return { since: t, fruitless: hasFound ? 0 : fruitless + 1, looks: looks + 1 };
}

/** A better graph at iteration t: there is a new place to look from. */
export function afterBetter<S extends Stalls>(stalls: S, t: number): S {
  return { ...stalls, since: t, fruitless: 0 };
}

export interface Look {
  readonly candidate: Polished;
  readonly state: unknown;
}

/** An order search, move by move. */
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

/** Numbers to plot: those that there are, and that JSON can say. */
export function plotted(values: Readonly<Record<string, number | undefined>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, number] => Number.isFinite(entry[1])),
  );
}
