// The changes of a graph that hill climbing considers: one edge added, removed or turned.

import { childrenOf, type Graph, parentsOf, reachability } from "../../graph/graph.ts";
import type { Knowledge } from "../../graph/knowledge.ts";

/** A change of the edge i → j: added, removed, or turned. */
export interface Change {
  readonly kind: "add" | "remove" | "turn";
  readonly i: number;
  readonly j: number;
}

/** Every change that leaves a DAG which satisfies the knowledge. */
export function* changes(graph: Graph, knowledge: Knowledge): Generator<Change> {
  const { d } = graph;
  const legal = legalChanges(graph, knowledge);
  for (let i = 0; i < d; i++) {
    for (let j = 0; j < d; j++) {
      if (legal.canAdd(i, j)) yield { kind: "add", i, j };
      if (legal.canRemove(i, j)) yield { kind: "remove", i, j };
      if (legal.canTurn(i, j)) yield { kind: "turn", i, j };
    }
  }
}

/** Tests which changes leave a DAG that satisfies the knowledge. */
export function legalChanges(graph: Graph, { required, forbidden, maxParents }: Knowledge) {
  const { d, edges } = graph;
  const hasRoom = Array.from({ length: d }, (_, j) => parentsOf(graph, j).length < maxParents);
  const reach = reachability(graph);
  const has = (i: number, j: number) => edges[i * d + j] === 1;
  return {
    canAdd: (i: number, j: number) =>
      i !== j &&
      !has(i, j) &&
      !has(j, i) &&
      forbidden[i * d + j] === 0 &&
      hasRoom[j] &&
      reach[j * d + i] === 0,
    canRemove: (i: number, j: number) => has(i, j) && required[i * d + j] === 0,
    // The turned edge closes a cycle if another path leads from i to j.
    canTurn: (i: number, j: number) =>
      has(i, j) &&
      required[i * d + j] === 0 &&
      forbidden[j * d + i] === 0 &&
      hasRoom[i] &&
      !childrenOf(graph, i).some((k) => k !== j && reach[k * d + j] === 1),
  };
}

/** The graph after the change. */
export function changed({ d, edges }: Graph, { kind, i, j }: Change): Graph {
  const out = new Uint8Array(edges);
  out[i * d + j] = kind === "add" ? 1 : 0;
  if (kind === "turn") out[j * d + i] = 1;
  return { d, edges: out };
}
