// Directed graphs on variables 0 … d − 1.
//
// The one convention: edges[i * d + j] = 1 means i → j. A graph is plain data and never changed in place;
// functions return new ones.

import { check } from "../check.ts";

export interface Graph {
  readonly d: number;
  readonly edges: Uint8Array;
}

/** A permutation of the variables, causes first. */
export type Order = readonly number[];

/**
 * The graph without edges on d variables.
 *
 * @example
 * ```js
 * edgeCount(emptyGraph(3)); // 0
 * ```
 */
export function emptyGraph(d: number): Graph {
  return { d, edges: new Uint8Array(d * d) };
}

/**
 * A graph from pairs of cause and effect, by their numbers.
 *
 * @example
 * ```js
 * edgeList(graphFromEdges(3, [[0, 1], [1, 2]])); // [[0, 1], [1, 2]]
 * ```
 */
export function graphFromEdges(d: number, edges: Iterable<readonly [number, number]>): Graph {
  const out = new Uint8Array(d * d);
  for (const [i, j] of edges) {
    check(
      isBelow(i, d) && isBelow(j, d) && i !== j,
      () => `graph: an edge joins two different variables below ${d}, got ${i} → ${j}`,
    );
    out[i * d + j] = 1;
  }
  return { d, edges: out };
}

function isBelow(i: number, d: number): boolean {
  return Number.isInteger(i) && i >= 0 && i < d;
}

/** Graph from the parents of each node. */
export function graphFromParents(parents: readonly (readonly number[])[]): Graph {
  return graphFromEdges(
    parents.length,
    parents.flatMap((P, j) => P.map((i) => [i, j] as const)),
  );
}

/**
 * The complete DAG under an order: every edge from an earlier to a later variable.
 *
 * @example
 * ```js
 * edgeCount(completeGraph([2, 0, 1])); // 3
 * ```
 */
export function completeGraph(order: Order): Graph {
  const pairs: [number, number][] = [];
  order.forEach((i, a) => {
    for (const j of order.slice(a + 1)) pairs.push([i, j]);
  });
  return graphFromEdges(order.length, pairs);
}

/**
 * Whether i is a direct cause of j.
 *
 * @example
 * ```js
 * const chain = graphFromEdges(3, [[0, 1], [1, 2]]);
 * hasEdge(chain, 0, 1); // true
 * hasEdge(chain, 0, 2); // false
 * ```
 */
export function hasEdge({ d, edges }: Graph, i: number, j: number): boolean {
  return edges[i * d + j] === 1;
}

/**
 * The direct causes of j, in ascending order.
 *
 * @example
 * ```js
 * parentsOf(graphFromEdges(3, [[0, 2], [1, 2]]), 2); // [0, 1]
 * ```
 */
export function parentsOf({ d, edges }: Graph, j: number): number[] {
  const out: number[] = [];
  for (let i = 0; i < d; i++) if (edges[i * d + j] === 1) out.push(i);
  return out;
}

export function childrenOf({ d, edges }: Graph, i: number): number[] {
  const out: number[] = [];
  for (let j = 0; j < d; j++) if (edges[i * d + j] === 1) out.push(j);
  return out;
}

/**
 * The number of edges.
 *
 * @example
 * ```js
 * const chain = graphFromEdges(3, [[0, 1], [1, 2]]);
 * edgeCount(chain); // 2
 * ```
 */
export function edgeCount({ edges }: Graph): number {
  let count = 0;
  for (let k = 0; k < edges.length; k++) count += edges[k]!;
  return count;
}

/**
 * The edges as pairs [cause, effect], sorted by cause and then effect.
 *
 * @example
 * ```js
 * const chain = graphFromEdges(3, [[0, 1], [1, 2]]);
 * edgeList(chain); // [[0, 1], [1, 2]]
 * ```
 */
export function edgeList({ d, edges }: Graph): [number, number][] {
  const out: [number, number][] = [];
  for (let i = 0; i < d; i++) for (let j = 0; j < d; j++) if (edges[i * d + j] === 1) out.push([i, j]);
  return out;
}

/**
 * Whether two graphs have the same edges.
 *
 * @example
 * ```js
 * const chain = graphFromEdges(3, [[0, 1], [1, 2]]);
 * sameGraph(chain, graphFromEdges(3, [[1, 2], [0, 1]])); // true
 * ```
 */
export function sameGraph(a: Graph, b: Graph): boolean {
  return a.d === b.d && a.edges.every((e, k) => e === b.edges[k]);
}

/** The graph on renumbered variables: old variable i becomes to[i]. */
export function renumbered(graph: Graph, to: readonly number[]): Graph {
  return graphFromEdges(
    graph.d,
    edgeList(graph).map(([i, j]) => [to[i]!, to[j]!] as const),
  );
}

/**
 * An order with every cause before its effects, or null if the graph has a cycle. Among the variables that could come
 * next, the one with the lowest number does, so the order depends only on the graph.
 *
 * @example
 * ```js
 * topologicalOrder(graphFromEdges(3, [[2, 1], [1, 0]])); // [2, 1, 0]
 * ```
 */
export function topologicalOrder(graph: Graph): number[] | null {
  const { d, edges } = graph;
  const waiting = new Int32Array(d);
  for (let i = 0; i < d; i++) for (let j = 0; j < d; j++) waiting[j]! += edges[i * d + j]!;
  const placed = new Uint8Array(d);
  const order: number[] = [];
  while (order.length < d) {
    let next = 0;
    while (next < d && (placed[next] === 1 || waiting[next] !== 0)) next++;
    if (next === d) return null;
    placed[next] = 1;
    order.push(next);
    for (let j = 0; j < d; j++) waiting[j]! -= edges[next * d + j]!;
  }
  return order;
}

/**
 * Whether no variable is, directly or through others, a cause of itself.
 *
 * @example
 * ```js
 * isAcyclic(graphFromEdges(2, [[0, 1], [1, 0]])); // false
 * ```
 */
export function isAcyclic(graph: Graph): boolean {
  return topologicalOrder(graph) !== null;
}

/**
 * One directed cycle as a list of variables, each causing the next and the last the first; null in a DAG.
 *
 * @example
 * ```js
 * findCycle(graphFromEdges(3, [[0, 1], [1, 2]])); // null
 * ```
 */
export function findCycle(graph: Graph): number[] | null {
  const { d } = graph;
  const state = new Uint8Array(d); // 0 new, 1 on the path, 2 done
  const path: number[] = [];
  const visit = (i: number): number[] | null => {
    state[i] = 1;
    path.push(i);
    for (const j of childrenOf(graph, i)) {
      if (state[j] === 1) return path.slice(path.indexOf(j));
      if (state[j] === 0) {
        const cycle = visit(j);
        if (cycle !== null) return cycle;
      }
    }
    path.pop();
    state[i] = 2;
    return null;
  };
  for (let i = 0; i < d; i++) {
    if (state[i] === 0) {
      const cycle = visit(i);
      if (cycle !== null) return cycle;
    }
  }
  return null;
}

/** reach[i * d + j] = 1: a directed path leads from i to j. The graph must be acyclic. */
export function reachability(graph: Graph): Uint8Array {
  const { d, edges } = graph;
  const reach = new Uint8Array(edges);
  for (const i of topologicalOrder(graph)!.reverse()) {
    for (const k of childrenOf(graph, i)) {
      for (let j = 0; j < d; j++) if (reach[k * d + j] === 1) reach[i * d + j] = 1;
    }
  }
  return reach;
}
