// The graph of a matrix of weights found under a smooth acyclicity constraint, which is nearly acyclic and nearly sparse.
//
//     edges whose absolute weight is at least the threshold, and required ones; if these have a cycle, the smallest higher
//     threshold at which they have none; then, for each variable, the causes of largest weight, as many as it may have
//
// Forbidden edges are left out from the start. d² log d operations for the sort, d² for each bisection step.

import { check } from "../../check.ts";
import { type Graph, isAcyclic, parentsOf, reachability } from "../../graph/graph.ts";
import { type Knowledge, noKnowledge, requiredParents } from "../../graph/knowledge.ts";
import type { Matrix } from "../../math/matrix.ts";
import type { Score } from "../../score/score.ts";
import type { Step } from "../search.ts";

export interface WeightedDagOptions {
  /** Weights below this are not edges; 0 keeps all nonzero weights. */
  readonly threshold?: number;
  readonly knowledge?: Knowledge;
}

/** A graph cut out of weights, and its score. */
export interface Cut extends Pick<Step, "graph" | "score"> {
  /** The threshold at which the weights have no cycle, if that is above the requested one. */
  readonly raised: number | null;
}

export const noCut: Cut = { graph: null, score: Number.NEGATIVE_INFINITY, raised: null };

export function cutFrom(weights: Matrix, score: Score, options: WeightedDagOptions): Cut {
  const { graph, raised } = weightedDag(weights, options);
  return { graph, score: score.ofGraph(graph), raised };
}

/** Entry (i, j) of the weights belongs to i → j. */
export function weightedDag(
  { cols: d, data }: Matrix,
  { threshold = 0, knowledge = noKnowledge(d) }: WeightedDagOptions = {},
): Pick<Cut, "raised"> & { readonly graph: Graph } {
  const { required, forbidden } = knowledge;
  check(isAcyclic({ d, edges: required }), "search: the required edges must have no cycle");
  const sizes = data.map((w, k) =>
    forbidden[k] === 1 || k % (d + 1) === 0 || Number.isNaN(w) ? 0 : Math.abs(w),
  );
  const above = (least: number): Graph => ({
    d,
    edges: required.map((e, k) => (e === 1 || (sizes[k] > 0 && sizes[k] >= least) ? 1 : 0)),
  });
  // Thresholds from the requested one to one that keeps nothing.
  const steps = [threshold, ...[...new Set(sizes)].filter((s) => s > threshold).sort((a, b) => a - b)];
  steps.push(Number.POSITIVE_INFINITY);
  const first = firstAcyclic(steps, above);
  return {
    graph: withFewCauses(above(steps[first]), sizes, knowledge),
    raised: first === 0 ? null : steps[first],
  };
}

/** Index of the first of ascending thresholds that leaves no cycle, or of the last: by bisection, as fewer edges have fewer cycles. */
export function firstAcyclic(thresholds: readonly number[], above: (threshold: number) => Graph): number {
  let [low, high] = [0, thresholds.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isAcyclic(above(thresholds[middle]))) high = middle;
    else low = middle + 1;
  }
  return high;
}

/**
 * Edges that the knowledge leaves open: 0 for forbidden ones, for those against a path of required ones, and on the diagonal.
 */
export function openEdges({ d, required, forbidden }: Knowledge): Uint8Array {
  const graph = { d, edges: required };
  check(isAcyclic(graph), "search: the required edges must have no cycle");
  const reach = reachability(graph);
  return forbidden.map((e, k) =>
    e === 1 || k % (d + 1) === 0 || reach[(k % d) * d + Math.floor(k / d)] === 1 ? 0 : 1,
  );
}

/** If a variable has more causes than allowed, keeps the required and the heaviest; ties go to the lower number. */
export function withFewCauses(graph: Graph, sizes: Float64Array, knowledge: Knowledge): Graph {
  const { d } = graph;
  const edges = new Uint8Array(graph.edges);
  for (let j = 0; j < d; j++) {
    const must = requiredParents(knowledge, j);
    const others = parentsOf(graph, j)
      .filter((i) => !must.includes(i))
      .sort((a, b) => sizes[b * d + j] - sizes[a * d + j] || a - b);
    for (const i of others.slice(Math.max(0, knowledge.maxParents - must.length))) edges[i * d + j] = 0;
  }
  return { d, edges };
}
