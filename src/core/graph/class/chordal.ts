// Connected chordal graphs: induced subgraphs, the tree of maximal cliques, and the edges left undirected once a clique comes first.
//
// All rest on one search (chordal-search.ts). In its order a clique ends where the number of visited neighbours does not
// increase; the next clique is attached to the clique of its last visited neighbour.
//
// Blair & Peyton. "An introduction to chordal graphs and clique trees." 1993.

import { type Chordal, type ChordalSearch, searchInto } from "./chordal-search.ts";

/** A rooted tree of the maximal cliques, parents first; the root has parent −1 and an empty separator. */
export interface CliqueTree {
  readonly cliques: readonly Int32Array[];
  readonly parents: readonly number[];
  /** The intersection of a clique with its parent. */
  readonly separators: readonly Int32Array[];
}

/** The induced subgraph on some of the places, ascending, without the arrows that leave them. */
export function inducedChordal(graph: Chordal, places: Int32Array): Chordal {
  const to = new Int32Array(graph.size).fill(-1);
  for (let k = 0; k < places.length; k++) to[places[k]] = k;
  const start = new Int32Array(places.length + 1);
  const near: number[] = [];
  for (let k = 0; k < places.length; k++) {
    for (let e = graph.start[places[k]]; e < graph.start[places[k] + 1]; e++)
      if (to[graph.near[e]] >= 0) near.push(to[graph.near[e]]);
    start[k + 1] = near.length;
  }
  const arrows: number[] = [];
  for (let a = 0; a < graph.arrows.length; a += 2) {
    const [from, into] = [to[graph.arrows[a]], to[graph.arrows[a + 1]]];
    if (from >= 0 && into >= 0) arrows.push(from, into);
  }
  return {
    size: places.length,
    variables: places.map((v) => graph.variables[v]),
    start,
    near: Int32Array.from(near),
    arrows: Int32Array.from(arrows),
  };
}

export function cliqueTree(graph: Chordal, search: ChordalSearch): CliqueTree {
  const { order, position, earlier } = search;
  searchInto(search, graph, new Int32Array());
  const cliques: number[][] = [];
  const parents: number[] = [];
  const separators: Int32Array[] = [];
  const cliqueOf = new Int32Array(graph.size);
  for (let k = 0; k < graph.size; k++) {
    const v = order[k];
    if (k === 0 || earlier[v] <= earlier[order[k - 1]]) {
      const shared: number[] = [];
      let last = -1;
      for (let e = graph.start[v]; e < graph.start[v + 1]; e++) {
        const w = graph.near[e];
        if (position[w] > k) continue;
        shared.push(w);
        if (last < 0 || position[w] > position[last]) last = w;
      }
      parents.push(last < 0 ? -1 : cliqueOf[last]);
      separators.push(Int32Array.from(shared));
      cliques.push(shared);
    }
    cliqueOf[v] = cliques.length - 1;
    cliques[cliqueOf[v]].push(v);
  }
  return { cliques: cliques.map((clique) => Int32Array.from(clique)), parents, separators };
}

/**
 * The sets that stay undirected when the places of the clique come first: two places or more each, ascending. Null if
 * a given arrow contradicts an implied direction.
 */
export function componentsAfter(
  graph: Chordal,
  clique: Int32Array,
  search: ChordalSearch,
): Int32Array[] | null {
  const { position, component, stack: sizes } = search;
  const count = searchInto(search, graph, clique);
  const { arrows, size } = graph;
  for (let a = 0; a < arrows.length; a += 2) {
    const [from, into] = [arrows[a], arrows[a + 1]];
    const isOpen = component[from] === component[into]; // also within the clique
    if (!isOpen && position[from] > position[into]) return null;
  }
  sizes.fill(0, 0, count);
  for (let v = 0; v < size; v++) if (component[v] >= 0) sizes[component[v]]++;
  const sets: (Int32Array | null)[] = [];
  for (let k = 0; k < count; k++) sets.push(sizes[k] > 1 ? new Int32Array(sizes[k]) : null);
  sizes.fill(0, 0, count);
  for (let v = 0; v < size; v++) {
    const set = component[v] < 0 ? null : sets[component[v]];
    if (set !== null) set[sizes[component[v]]++] = v;
  }
  return sets.filter((set) => set !== null);
}
