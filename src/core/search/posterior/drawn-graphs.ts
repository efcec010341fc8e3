// What is counted among graphs that are drawn: how often one variable is an ancestor of another, and how often the class of the
// graph directs an edge, where a score cannot tell the members of a class apart: that is what the data say of a direction, and
// not how many members have it.

import { cpdagOf, obeyingClass } from "../../graph/equivalence.ts";
import { edgeList, graphFromParents } from "../../graph/graph.ts";
import type { Knowledge } from "../../graph/knowledge.ts";

export interface DrawnGraphs {
  /** Counts a graph: an order of it, causes first, and the parents of each variable. */
  readonly add: (order: Iterable<number>, parentsOf: (j: number) => readonly number[]) => void;
  /** Share of the graphs in which i is an ancestor of j, at i * d + j. */
  readonly ancestors: () => Float64Array;
  /** Share of the graphs whose class directs i → j; null where classes are not asked for. */
  readonly compelled: () => Float64Array | null;
}

/** Of many variables the class of every so many-th graph is made, since it takes long. */
const strideOf = (d: number): number => Math.ceil((d * d) / 400);
/** Graphs come again: so many classes are kept. */
const mostKept = 2000;

/** `classes`: the knowledge that their members obey; null where every direction is told. */
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
        // Causes come first: the ancestors of a parent are known.
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
