// Pruning by the coefficients of quadratic regressions: the paper's rule for its quadratic data.
//
// Each child is fitted once, with intercept, on x_a, x_a² and x_a x_b of its parents. A parent stays if any feature that contains
// it has an absolute coefficient above the threshold (0.3), on the data's own scale: strict, in one pass, no refit.
//
// Zhu, Ng, Chen, ICLR 2020, section 5.2; huawei-noah/trustworthyAI, `helpers/analyze_utils.py`.
//
// Differs from the published code, which looks for a parent in the names of the features, so that with 11 or more parents
// "x1" is also found in "x10": here features are identified by position. Features that are combinations of others (the square
// of a 0/1 column) are left out instead of sharing a coefficient with them. Edges that the knowledge requires are never
// dropped.

import * as z from "zod";
import { check } from "../../check.ts";
import { quadraticTerms } from "../../data/simulate/simulate.ts";
import { checkRows, type Table } from "../../data/table.ts";
import type { Graph } from "../../graph/graph.ts";
import { selectColumns } from "../../math/matrix.ts";
import { quadraticCoefficients, quadraticFeatures } from "../../math/quadratic-features.ts";
import { defaultThreshold, definePruning, otherPruning, threshold as thresholdOption } from "./definition.ts";
import { type PruneOptions, prunedParents } from "./prune-edges.ts";

/**
 * Drops parents with small terms in quadratic fits.
 *
 * @example
 * ```js
 * const { table } = simulate({ nodes: 3, samples: 60 });
 * edgeCount(pruneByQuadratic(completeGraph([0, 1, 2]), table)) <= 3; // true
 * ```
 */
export function pruneByQuadratic(
  graph: Graph,
  table: Table,
  { knowledge, threshold = defaultThreshold, beat }: Omit<PruneOptions, "tolerance"> = {},
): Graph {
  check(
    table.levels === undefined,
    "prune: quadratic fits polynomials of numbers, but the table has categories",
    otherPruning("greedy", "none"),
  );
  checkRows("prune: quadratic", table, otherPruning("threshold", "none"));
  check(threshold >= 0, `prune: the threshold must be 0 or more, got ${threshold}`);
  return prunedParents(graph, knowledge, (j, parents) => {
    beat?.();
    const sizes = largestCoefficients(table, j, parents);
    return (k) => sizes[k] > threshold;
  });
}

/** For each parent the largest absolute coefficient among the features that contain it. */
function largestCoefficients({ X }: Table, node: number, parents: readonly number[]): Float64Array {
  const p = parents.length;
  const sizes = new Float64Array(p);
  if (p === 0) return sizes;
  // Only the columns of the parents and the child: few, however many the table has.
  const features = quadraticFeatures(selectColumns(X, [...parents, node]));
  const coefficients = quadraticCoefficients(
    features,
    p,
    parents.map((_, k) => k),
  );
  quadraticTerms(p).forEach((term, f) => {
    for (const k of term) sizes[k] = Math.max(sizes[k], Math.abs(coefficients[f]));
  });
  return sizes;
}

export const quadratic = definePruning({
  name: "quadratic",
  needsRows: true,
  summary: "as threshold, for quadratic fits: drop parents without a coefficient above the threshold",
  options: z.strictObject({ threshold: thresholdOption }),
  prune: ({ graph, table, common }, options) => pruneByQuadratic(graph, table, { ...common, ...options }),
});
