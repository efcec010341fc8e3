// Pruning: removes edges that the search kept and the data do not need.
//
//     threshold   one fit for each node; keep the parents whose absolute coefficient exceeds the threshold (0.3)
//     greedy      repeatedly drop the edge whose removal improves the score most (or costs at most a tolerance)
//     greedy-fit  repeatedly drop the edge whose removal raises the residuals least, while they rise by at most a
//                 given share
//
// Zhu, Ng, Chen, ICLR 2020, section "Final Output", which describes all three and used the threshold: strict, in one
// pass, no refit, as here. Edges that the knowledge requires are never dropped.

import * as z from "zod";
import { check } from "../../check.ts";
import { edgeList, type Graph, parentsOf } from "../../graph/graph.ts";
import { type Knowledge, noKnowledge } from "../../graph/knowledge.ts";
import type { AdditiveOptions } from "../../math/smooth/smooth.ts";
import { type Score, scoreTolerance } from "../../score/score.ts";
import {
  defaultThreshold,
  definePruning,
  otherPruning,
  threshold as thresholdOption,
  tolerance as toleranceOption,
} from "./definition.ts";

/** Includes the options with which `cam` fits. */
export interface PruneOptions extends AdditiveOptions {
  readonly knowledge?: Knowledge;
  /** threshold: an edge stays if its absolute coefficient is above this. */
  readonly threshold?: number;
  /** greedy: score that dropping an edge may cost; greedy-fit: share by which a node's residuals may rise. */
  readonly tolerance?: number;
  /** cam: an edge stays if its p-value is below this. */
  readonly alpha?: number;
}

/**
 * Drops edges with small coefficients.
 *
 * @example
 * ```js
 * const { table } = simulate({ nodes: 3, samples: 60 });
 * edgeCount(pruneByThreshold(completeGraph([0, 1, 2]), linearBic(table))) <= 3; // true
 * ```
 */
export function pruneByThreshold(
  graph: Graph,
  score: Score,
  { knowledge, threshold = defaultThreshold }: PruneOptions = {},
): Graph {
  const { coefficients } = score;
  check(
    coefficients !== undefined,
    `prune: the score "${score.name}" has no coefficients to compare with a threshold`,
    otherPruning("greedy", "none"),
  );
  check(threshold >= 0, `prune: the threshold must be 0 or more, got ${threshold}`);
  return prunedParents(graph, knowledge, (j, parents) => {
    const weights = coefficients(j, parents);
    return (k) => Math.abs(weights[k]) > threshold;
  });
}

/** Removes the parents that are neither kept, by one fit for each node, nor required. */
export function prunedParents(
  graph: Graph,
  knowledge: Knowledge | undefined,
  keeps: (node: number, parents: readonly number[]) => (k: number) => boolean,
): Graph {
  const { d } = graph;
  const { required } = knowledge ?? noKnowledge(d);
  const edges = new Uint8Array(graph.edges);
  for (let j = 0; j < d; j++) {
    const parents = parentsOf(graph, j);
    const isKept = keeps(j, parents);
    parents.forEach((i, k) => {
      if (!isKept(k) && required[i * d + j] === 0) edges[i * d + j] = 0;
    });
  }
  return { d, edges };
}

/**
 * Drops edges while the score does not fall by more than a tolerance.
 *
 * @example
 * ```js
 * const { table } = simulate({ nodes: 3, samples: 60 });
 * edgeCount(pruneByScore(completeGraph([0, 1, 2]), linearBic(table))) <= 3; // true
 * ```
 */
export function pruneByScore(
  graph: Graph,
  score: Score,
  { knowledge, tolerance = 0 }: PruneOptions = {},
): Graph {
  check(tolerance >= 0, `prune: the tolerance must be 0 or more, got ${tolerance}`);
  // Dropping must not cost more than the tolerance beyond rounding, relative to the current graph.
  return greedily(graph, knowledge, (smaller, current) => {
    const [before, after] = [score.ofGraph(current), score.ofGraph(smaller)];
    const loss = before - after;
    return loss <= tolerance + scoreTolerance * Math.max(1, Math.abs(before)) ? loss : null;
  });
}

/**
 * Drops edges while the residuals rise by at most a given share.
 *
 * @example
 * ```js
 * const { table } = simulate({ nodes: 3, samples: 60 });
 * edgeCount(pruneByFit(completeGraph([0, 1, 2]), linearBic(table))) <= 3; // true
 * ```
 */
export function pruneByFit(
  graph: Graph,
  score: Score,
  { knowledge, tolerance = 0.01 }: PruneOptions = {},
): Graph {
  const { rss } = score;
  check(
    rss !== undefined,
    `prune: the score "${score.name}" has no residuals to compare`,
    otherPruning("greedy", "threshold", "none"),
  );
  check(tolerance >= 0, `prune: the tolerance must be 0 or more, got ${tolerance}`);
  return greedily(graph, knowledge, (smaller, current, j) => {
    const rise = rss(j, parentsOf(smaller, j)) / rss(j, parentsOf(current, j)) - 1;
    return rise <= tolerance ? rise : null;
  });
}

/** Repeatedly drops the edge with the smallest loss until no loss is acceptable (null). */
function greedily(
  graph: Graph,
  knowledge: Knowledge | undefined,
  lossOf: (smaller: Graph, current: Graph, node: number) => number | null,
): Graph {
  const { d } = graph;
  const { required } = knowledge ?? noKnowledge(d);
  let current = graph;
  for (;;) {
    let next: Graph | null = null;
    let least = Number.POSITIVE_INFINITY;
    for (const [i, j] of edgeList(current)) {
      if (required[i * d + j] === 1) continue;
      const edges = new Uint8Array(current.edges);
      edges[i * d + j] = 0;
      const smaller = { d, edges };
      const loss = lossOf(smaller, current, j);
      if (loss !== null && loss < least) [next, least] = [smaller, loss];
    }
    if (next === null) return current;
    current = next;
  }
}

export const none = definePruning({
  name: "none",
  summary: "keep every edge",
  options: z.strictObject({}),
  prune: ({ graph }) => graph,
});

export const threshold = definePruning({
  name: "threshold",
  summary: "drop edges whose coefficient is at most a threshold, all at once (as in the paper)",
  options: z.strictObject({ threshold: thresholdOption }),
  prune: ({ graph, score, common }, options) => pruneByThreshold(graph, score, { ...common, ...options }),
});

export const greedy = definePruning({
  name: "greedy",
  summary: "drop edges while the score does not fall by more than a tolerance",
  options: z.strictObject({
    tolerance: toleranceOption(0, "by how much dropping an edge may lower the score"),
  }),
  prune: ({ graph, score, common }, options) => pruneByScore(graph, score, { ...common, ...options }),
});

export const greedyFit = definePruning({
  name: "greedy-fit",
  summary: "drop edges while the residual sum of squares of a node increases by at most a given proportion",
  options: z.strictObject({
    tolerance: toleranceOption(
      0.01,
      "the share by which dropping an edge may raise the residual sum of squares",
    ),
  }),
  prune: ({ graph, score, common }, options) => pruneByFit(graph, score, { ...common, ...options }),
});
