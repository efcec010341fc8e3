// Parents along an order for a score without terms, which can only evaluate whole graphs: edges are added or removed one at
// a time, the best change first.

import type { Order } from "../../graph/graph.ts";
import type { Knowledge } from "../../graph/knowledge.ts";
import { isBetter, type Score } from "../../score/score.ts";
import type { Polished } from "./polish.ts";

/** From a graph along the order: makes the best change of all until none improves the score. */
export function bestChanges(start: Polished, order: Order, score: Score, knowledge: Knowledge): Polished {
  let best = start;
  for (;;) {
    let next = best;
    order.forEach((node, at) => {
      next = changed({ from: best, next, node, before: order.slice(0, at) }, score, knowledge);
    });
    if (next === best) return best;
    best = next;
  }
}

/** From the required edges: makes the best changes of each node's parents in turn, until a round changes nothing. */
export function nodeByNode(order: Order, score: Score, knowledge: Knowledge): Polished {
  const { d, required } = knowledge;
  const graph = { d, edges: new Uint8Array(required) };
  let best: Polished = { graph, score: score.ofGraph(graph) };
  for (;;) {
    const start = best;
    order.forEach((node, at) => {
      const better = () =>
        changed({ from: best, next: best, node, before: order.slice(0, at) }, score, knowledge);
      for (let next = better(); next !== best; next = better()) best = next;
    });
    if (best === start) return best;
  }
}

interface Change {
  readonly from: Polished;
  /** The best so far. */
  readonly next: Polished;
  readonly node: number;
  readonly before: Order;
}

/** The best graph that differs from `from` by one parent of the node, if it is better than `next`; `next` otherwise. */
function changed(
  { from, next, node: j, before }: Change,
  score: Score,
  { d, required, forbidden, maxParents }: Knowledge,
): Polished {
  const { edges } = from.graph;
  const count = before.filter((i) => edges[i * d + j] === 1).length;
  let best = next;
  for (const i of before) {
    const isPresent = edges[i * d + j] === 1;
    if (isPresent ? required[i * d + j] === 1 : forbidden[i * d + j] === 1 || count >= maxParents) continue;
    const graph = { d, edges: new Uint8Array(edges) };
    graph.edges[i * d + j] = isPresent ? 0 : 1;
    const value = score.ofGraph(graph);
    if (isBetter(value, best.score)) best = { graph, score: value };
  }
  return best;
}
