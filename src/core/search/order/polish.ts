// Order polish: keep a graph's causal order, choose each node's parents anew.
//
// Given any DAG, take its order (lowest-numbered variable first where several could come) and choose for each node the
// best-scoring parents among its predecessors: exact up to 14 predecessors, backward elimination beyond. For scores
// without local terms edges along the order are added and removed greedily, best change first.
//
// The paper's search returns nearly complete graphs and leaves sparsity to a coefficient threshold; polish uses only the
// order of such a graph, and needs no threshold.

import { check } from "../../check.ts";
import { type Graph, topologicalOrder } from "../../graph/graph.ts";
import { type Knowledge, noKnowledge } from "../../graph/knowledge.ts";
import { isBetter, type Score } from "../../score/score.ts";
import { bestChanges } from "./greedy-parents.ts";
import { bestUnderOrder } from "./under-order.ts";

export interface Polished {
  readonly graph: Graph;
  readonly score: number;
}

/**
 * The better of the graph itself and the best graph found under its order.
 *
 * @example
 * ```js
 * const { table } = simulate({ nodes: 3, samples: 60 });
 * polish(completeGraph([0, 1, 2]), linearBic(table)).graph.d; // 3
 * ```
 */
export function polish(graph: Graph, score: Score, knowledge: Knowledge = noKnowledge(graph.d)): Polished {
  const order = topologicalOrder(graph);
  check(order !== null, "polish: the graph must be acyclic");
  const before = { graph, score: score.ofGraph(graph) };
  const after = score.local
    ? bestUnderOrder(order, score.local, knowledge)
    : bestChanges(before, order, score, knowledge);
  const value = score.ofGraph(after.graph);
  return isBetter(value, before.score) ? { graph: after.graph, score: value } : before;
}
