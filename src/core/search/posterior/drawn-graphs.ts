// Statistics of graphs drawn from the posterior: how often one variable is an ancestor of another and, if the score cannot
// distinguish the members of a class, how often the class of the graph directs an edge: that is what the data say about a
// direction, rather than how many members have it.

import { cpdagOf, obeyingClass } from "../../graph/equivalence.ts";
import { edgeList, graphFromParents } from "../../graph/graph.ts";
import type { Knowledge } from "../../graph/knowledge.ts";

export interface DrawnGraphs {
  /** Counts a graph: an order of it, causes first, and the parents of each variable. */
  readonly add: (order: Iterable<number>, parentsOf: (j: number) => readonly number[]) => void;
  /** Share of the graphs in which i is an ancestor of j, at i * d + j. */
  readonly ancestors: () => Float64Array;
  /** Share of the graphs whose class directs i → j; null if classes are not needed. */
  readonly compelled: () => Float64Array | null;
}

/** With many variables only every n-th graph's class is computed, because that is slow. */
const strideOf = (d: number): number => Math.ceil((d * d) / 400);
/** Graphs recur: maximum number of cached classes. */
const mostKept = 2000;

/** `classes`: the knowledge that their members satisfy; null if the score identifies every direction. */
export function drawnGraphs(d: number, classes: Knowledge | null): DrawnGraphs {
  const counts = new Float64Array(d * d);
  const directed = new Float64Array(d * d);
  const cache = new Map<string, readonly (readonly [number, number])[]>();
  // The ancestors of j in row j.
  const isAncestor = new Uint8Array(d * d);
  let graphs = 0;
  let classed = 0;
  const countClass = (parents: readonly (readonly number[])[], knowledge: Knowledge): void => {
    const key = parents.join(";");
    let edges = cache.get(key);
    if (edges === undefined) {
      const whole = cpdagOf(graphFromParents(parents));
      edges = edgeList({ d, edges: (obeyingClass(whole, knowledge) ?? whole).directed });
      if (cache.size < mostKept) cache.set(key, edges);
    }
    classed++;
    for (const [i, j] of edges) directed[i * d + j]++;
  };
  return {
    add(order, parentsOf) {
      isAncestor.fill(0);
      for (const j of order) {
        // Causes come first, so the ancestors of a parent are already known.
        for (const p of parentsOf(j)) {
          isAncestor[j * d + p] = 1;
          for (let i = 0; i < d; i++) isAncestor[j * d + i] |= isAncestor[p * d + i];
        }
        for (let i = 0; i < d; i++) counts[i * d + j] += isAncestor[j * d + i];
      }
      if (classes !== null && graphs % strideOf(d) === 0)
        countClass(
          Array.from({ length: d }, (_, j) => [...parentsOf(j)].sort((a, b) => a - b)),
          classes,
        );
      graphs++;
    },
    ancestors: () => counts.map((count) => count / graphs),
    compelled: () => (classes === null ? null : directed.map((count) => count / classed)),
  };
}
