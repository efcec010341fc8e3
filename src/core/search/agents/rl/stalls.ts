// What the paper's agent does when it has stalled: an order search from the best order and from random ones. What that finds
// counts as the agent's own polished graph; `looks` tells how often it was asked.

import { topologicalOrder } from "../../../graph/graph.ts";
import type { Knowledge } from "../../../graph/knowledge.ts";
import type { Rng } from "../../../math/rng.ts";
import type { Score } from "../../../score/score.ts";
import type { Polished } from "../../order/order.ts";
import { orderSearch } from "../../order/order.ts";
import type { AgentStep } from "../restarts.ts";

export interface Stalls {
  /** Iteration of the last better polished graph or stall. */
  readonly since: number;
  readonly fruitless: number;
  /** So many there were. */
  readonly looks: number;
}

export const firstStalls: Stalls = { since: 0, fruitless: 0, looks: 0 };
/** So many stalls in a row that bear no fruit end the search. */
export const fruitlessStalls = 2;
/** Random orders that a stall starts from, beside the best one. */
const stallStarts = 4;

/** Order search from the best order and from random ones; steps are those of the agent as it is. */
export function* lookElsewhere<S extends AgentStep>(
  { graph }: Polished,
  score: Score,
  knowledge: Knowledge,
  rng: Rng,
  stepNow: (values: Record<string, number>) => S,
): Generator<S, Polished, void> {
  if (score.local === undefined) return { graph, score: Number.NEGATIVE_INFINITY };
  const options = { knowledge, restarts: 1 + stallStarts, start: topologicalOrder(graph)! };
  const search = orderSearch(score, rng, options);
  for (;;) {
    const { value, done } = search.next();
    if (done) return { graph: value.graph!, score: value.score };
    yield { ...stepNow({}), doing: "order search from the best order and others" };
  }
}
