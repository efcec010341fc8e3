// Connected chordal graphs: their maximal cliques as a tree, and what stays undirected once a clique comes first.
//
// Both come from one maximum cardinality search: visit next a variable with the most visited neighbours. Earlier
// neighbours are then always a clique, and of two linked variables not yet visited, one has all visited neighbours
// of the other. So linked variables with equally many have the same ones.
//
//     cliqueTree        a clique ends where the number of visited neighbours does not grow; the next one hangs on the
//                       clique of its last visited neighbour (Blair & Peyton)
//     componentsAfter   directions that follow when the variables of a clique K come first: the search visits K, and each
//                       time that it enters a set of linked variables with the same visited neighbours, nothing tells
//                       them apart: their edges stay undirected, all edges to and from the set go along the visits
//
// Time of each: O(variables + edges), the arrays of the search being given.
//
// Tarjan & Yannakakis. "Simple linear-time algorithms to test chordality of graphs." SIAM J. Computing 13(3), 1984.
// Blair & Peyton. "An introduction to chordal graphs and clique trees." 1993.
// Wienöbst, Bannach & Liśkiewicz. "Polynomial-time algorithms for counting and sampling Markov equivalent DAGs with
// applications." JMLR 24(213), 2023.

/** A connected chordal graph; its variables are numbered 0 … size − 1, here called places. */
export interface Chordal {
  readonly size: number;
  /** The number that each place has in the whole graph, ascending. */
  readonly variables: Int32Array;
  /** The neighbours of place v are near[start[v]] … near[start[v + 1] − 1]. */
  readonly start: Int32Array;
  readonly near: Int32Array;
  /** Directions that are given: from, to, from, to, …. */
  readonly arrows: Int32Array;
}

/** A rooted tree of the maximal cliques, parents first; the root has parent −1 and an empty separator. */
export interface CliqueTree {
  readonly cliques: readonly Int32Array[];
  readonly parents: readonly number[];
  /** What a clique shares with its parent. */
  readonly separators: readonly Int32Array[];
}

/** The arrays of the search, for graphs up to the size they were made for. */
export interface ChordalSearch {
  readonly order: Int32Array;
  /** By place: when it was visited, −1 before. */
  readonly position: Int32Array;
  /** By place: how many neighbours were visited before it. */
  readonly earlier: Int32Array;
  /** By place: the set that stayed undirected, −1 in the clique that came first. */
  readonly component: Int32Array;
  /** The places not yet visited, a linked list for each number of visited neighbours. */
  readonly head: Int32Array;
  readonly next: Int32Array;
  readonly previous: Int32Array;
  readonly stack: Int32Array;
}

export function chordalSearch(size: number): ChordalSearch {
  const array = (): Int32Array => new Int32Array(size + 1);
  return {
    order: array(),
    position: array(),
    earlier: array(),
    component: array(),
    head: array(),
    next: array(),
    previous: array(),
    stack: array(),
  };
}

/** The graph on some of the places, ascending; arrows that leave them are left out. */
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
 * What stays undirected when the places of the clique come first: sets of two places or more, each ascending. Null when
 * a given arrow goes against a direction that follows.
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

/** Visits all places, those of the clique first; gives the number of sets that stayed undirected. */
function searchInto(search: ChordalSearch, { size, start, near }: Chordal, clique: Int32Array): number {
  const { order, position, earlier, component, head } = search;
  position.fill(-1, 0, size);
  earlier.fill(0, 0, size);
  component.fill(-1, 0, size);
  head.fill(-1, 0, size + 1);
  for (let v = size - 1; v >= 0; v--) linkInto(search, v);

  let most = 0;
  let components = 0;
  for (let k = 0; k < size; k++) {
    let v = clique[k];
    if (k >= clique.length) {
      while (head[most] < 0) most--;
      v = head[most];
      if (component[v] < 0) floodInto(search, { start, near }, v, components++);
    }
    unlinkInto(search, v);
    position[v] = k;
    order[k] = v;
    for (let e = start[v]; e < start[v + 1]; e++) {
      const w = near[e];
      if (position[w] >= 0) continue;
      unlinkInto(search, w);
      earlier[w]++;
      linkInto(search, w);
      if (earlier[w] > most) most = earlier[w];
    }
  }
  return components;
}

/** Marks v, and all that linked places with the same number of visited neighbours lead to. */
function floodInto(
  { position, earlier, component, stack }: ChordalSearch,
  { start, near }: Pick<Chordal, "start" | "near">,
  v: number,
  mark: number,
): void {
  let height = 0;
  component[v] = mark;
  stack[height++] = v;
  while (height > 0) {
    const u = stack[--height];
    for (let e = start[u]; e < start[u + 1]; e++) {
      const w = near[e];
      if (position[w] >= 0 || component[w] >= 0 || earlier[w] !== earlier[v]) continue;
      component[w] = mark;
      stack[height++] = w;
    }
  }
}

function linkInto({ earlier, head, next, previous }: ChordalSearch, v: number): void {
  const first = head[earlier[v]];
  next[v] = first;
  previous[v] = -1;
  if (first >= 0) previous[first] = v;
  head[earlier[v]] = v;
}

function unlinkInto({ earlier, head, next, previous }: ChordalSearch, v: number): void {
  if (previous[v] >= 0) next[previous[v]] = next[v];
  else head[earlier[v]] = next[v];
  if (next[v] >= 0) previous[next[v]] = previous[v];
}
