// The paper's scale for a score that is a function of the nodes' residuals and the number of edges: from the graph in which
// every variable has all others as parents (S_L) to the empty one (S_U).

import { edgeCount, emptyGraph, type Graph, parentsOf } from "../graph/graph.ts";
import type { PaperBounds } from "./score.ts";

export interface Residuals {
  readonly d: number;
  /** Residual sum of squares of a node given parents, and of every node given all others. */
  readonly rss: (node: number, parents: readonly number[]) => number;
  readonly fullResiduals: () => Float64Array;
}

export function paperBounds(
  { d, rss, fullResiduals }: Residuals,
  fit: (residuals: Float64Array) => number,
  penalty: (edges: number) => number,
): PaperBounds {
  const residuals = (graph: Graph) => Float64Array.from({ length: d }, (_, j) => rss(j, parentsOf(graph, j)));
  const ofResiduals = (values: Float64Array, edges: number) => fit(values) + penalty(edges);
  let lower: number | undefined;
  return {
    // Computed on demand: for collinear columns, as with no more rows than columns, it takes d⁴ operations.
    get lower() {
      lower ??= fit(fullResiduals());
      return lower;
    },
    upper: fit(residuals(emptyGraph(d))),
    ofGraph: (graph) => ofResiduals(residuals(graph), edgeCount(graph)),
    ofResiduals,
  };
}
