// The graph of a matrix of weights, as searches with a smooth constraint of acyclicity find it: nearly acyclic, and nearly
// sparse.
//
//     edges whose weight is at least the threshold in size, and those that are required; where these have a cycle, the
//     smallest threshold above at which they have none; then of each variable's causes the heaviest, as many as it may have
//
// Forbidden edges are left out from the start. d² log d operations for the sort, d² for each halving.

import { check } from "../../check.ts";
import { type Graph, isAcyclic, parentsOf, reachability } from "../../graph/graph.ts";
import { type Knowledge, noKnowledge, requiredParents } from "../../graph/knowledge.ts";
import type { Matrix } from "../../math/matrix.ts";
import type { Score } from "../../score/score.ts";
import type { Step } from "../search.ts";

export interface WeightedDagOptions {
  /** Weights smaller than this are no edges; 0 keeps all that are not 0. */
  readonly threshold?: number;
  readonly knowledge?: Knowledge;
}

/** A graph cut out of weights, and what it is worth. */
export interface Cut extends Pick<Step, "graph" | "score"> {
  /** The threshold that the weights had to be cut at to have no cycle, where that is above the one asked for. */
  readonly raised: number | null;
}

export const noCut: Cut = { graph: null, score: Number.NEGATIVE_INFINITY, raised: null };

export function cutFrom(weights: Matrix, score: Score, options: WeightedDagOptions): Cut {
  const { graph, raised } = weightedDag(weights, options);
  return { graph, score: score.ofGraph(graph), raised };
}

/** Entry (i, j) of the weights is that of i → j. */
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
  // Thresholds from the one asked for to one that keeps nothing.
  const steps = [threshold, ...[...new Set(sizes)].filter((s) => s > threshold).sort((a, b) => a - b)];
  steps.push(Number.POSITIVE_INFINITY);
  const first = firstAcyclic(steps, above);
  return {
    graph: withFewCauses(above(steps[first]), sizes, knowledge),
    raised: first === 0 ? null : steps[first],
  };
}

/** Which of rising thresholds is the first that leaves no cycle, or the last: by halving, since fewer edges have fewer cycles. */
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
 * Edges that knowledge leaves open: 0 for the forbidden ones, for those against a path of required ones, and on the diagonal.
 */
export function openEdges({ d, required, forbidden }: Knowledge): Uint8Array {
  const graph = { d, edges: required };
  check(isAcyclic(graph), "search: the required edges must have no cycle");
  const reach = reachability(graph);
  return forbidden.map((e, k) =>
    e === 1 || k % (d + 1) === 0 || reach[(k % d) * d + Math.floor(k / d)] === 1 ? 0 : 1,
  );
}

/** Of more causes than a variable may have, the required and the heaviest; of equal weights the lower number stays. */
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
