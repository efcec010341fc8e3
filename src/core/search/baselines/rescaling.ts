// Which edges survive a change of units. A score that depends on the columns' scales (equal variances, least squares)
// may prefer another graph when centimetres become metres, and then the edges reflect the units as much as the world.
//
//     xⱼ ← cⱼ xⱼ,   log₁₀ cⱼ uniform in [−1, 1]         survival of i → j = share of the re-runs that find i → j
//
// The caller runs its search again on each rescaled table, with the same spec and seed; this file provides the rescaled
// tables and the comparison.
//
// Kaiser, Sipos. "Unsuitability of NOTEARS for causal graph discovery when dealing with dimensional quantities." 2021.
// Reisach, Seiler, Weichwald. "Beware of the simulated DAG!" NeurIPS 2021.

import { check } from "../../check.ts";
import { rescaled, type Table } from "../../data/table.ts";
import { edgeList, type Graph, hasEdge } from "../../graph/graph.ts";
import { exponential } from "../../math/elementary.ts";
import type { Rng } from "../../math/rng.ts";

export interface EdgeSurvival {
  /** Mean over the edges; 1 for a graph without edges, which has nothing to lose. */
  readonly share: number;
  /** Each edge of the graph with the share of the others that have it in the same direction. */
  readonly edges: readonly { readonly from: number; readonly to: number; readonly share: number }[];
}

/** The table in random units: each column of numbers times its own positive factor, log-uniform in [0.1, 10]. */
export function rescaledColumns(table: Table, rng: Rng): Table {
  const { names, levels } = table;
  // A stream for each name, so that a column's new unit does not depend on its position.
  const factors = Float64Array.from(names, (name, j) =>
    levels?.[j] ? 1 : exponential(Math.LN10 * (2 * rng.fork(`rescale/${name}`).uniform() - 1)),
  );
  return rescaled(table, factors, new Float64Array(names.length));
}

/** Share of the edges of `graph` that the `others`, found on rescaled columns, also have. */
export function edgeSurvival(graph: Graph, others: readonly Graph[]): EdgeSurvival {
  check(
    others.length > 0,
    "edgeSurvival: there must be at least one graph to compare with, got none; re-run the search",
  );
  for (const other of others) {
    check(other.d === graph.d, `edgeSurvival: every graph must have ${graph.d} variables, got ${other.d}`);
  }
  const edges = edgeList(graph).map(([from, to]) => {
    const survived = others.filter((other) => hasEdge(other, from, to)).length;
    return { from, to, share: survived / others.length };
  });
  const total = edges.reduce((sum, { share }) => sum + share, 0);
  return { share: edges.length === 0 ? 1 : total / edges.length, edges };
}
