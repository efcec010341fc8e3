// Connected chordal graphs, and the search that determines which of their edges are directed once some variables come first.
//
// Maximum cardinality search next visits a variable with the most visited neighbours. The earlier neighbours of a variable then
// always form a clique, and of two linked unvisited variables, one has all visited neighbours of the other. So linked variables
// with equally many visited neighbours have the same ones: when the search enters a set of such variables, nothing distinguishes
// them, and the edges between them stay undirected. All edges into and out of the set point in the order of the visits.
//
// Time: O(variables + edges), given the arrays of the search.
//
// Tarjan & Yannakakis. "Simple linear-time algorithms to test chordality of graphs." SIAM J. Computing 13(3), 1984.
// Wienöbst, Bannach & Liśkiewicz. "Polynomial-time algorithms for counting and sampling Markov equivalent DAGs with
// applications." JMLR 24(213), 2023.

/** A connected chordal graph; its variables are numbered 0 … size − 1, here called places. */
export interface Chordal {
  readonly size: number;
  /** The variable of the whole graph at each place, ascending. */
  readonly variables: Int32Array;
  /** The neighbours of place v are near[start[v]] … near[start[v + 1] − 1]. */
  readonly start: Int32Array;
  readonly near: Int32Array;
  /** Given directions: from, to, from, to, …. */
  readonly arrows: Int32Array;
}

/** The arrays of the search, for graphs up to the size they were allocated for. */
export interface ChordalSearch {
  readonly order: Int32Array;
  /** By place: its position among the visits, −1 before. */
  readonly position: Int32Array;
  /** By place: the number of neighbours visited before it. */
  readonly earlier: Int32Array;
  /** By place: the undirected set that contains it, −1 in the clique that came first. */
  readonly component: Int32Array;
  /** The unvisited places, as one linked list for each number of visited neighbours. */
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

/** Visits all places, those of the clique first; returns the number of sets that stayed undirected. */
export function searchInto(search: ChordalSearch, graph: Chordal, clique: Int32Array): number {
  const { size } = graph;
  const { position, earlier, component, head } = search;
  position.fill(-1, 0, size);
  earlier.fill(0, 0, size);
  component.fill(-1, 0, size);
  head.fill(-1, 0, size + 1);
  for (let v = size - 1; v >= 0; v--) linkInto(search, v);
  let most = 0;
  for (let k = 0; k < clique.length; k++) most = Math.max(most, visitInto(search, graph, clique[k], k));
  return visitRestInto(search, graph, { from: clique.length, to: size, most });
}

/** Visits the places in the linked lists; returns the number of sets that stayed undirected. */
export function visitRestInto(
  search: ChordalSearch,
  graph: Chordal,
  { from, to, most }: { readonly from: number; readonly to: number; readonly most: number },
): number {
  const { component, head } = search;
  let components = 0;
  for (let k = from, top = most; k < to; k++) {
    while (head[top] < 0) top--;
    const v = head[top];
    if (component[v] < 0) floodInto(search, graph, v, components++);
    top = Math.max(top, visitInto(search, graph, v, k));
  }
  return components;
}

/** Visits v as the k-th place; returns the largest number of visited neighbours that an unvisited neighbour of v now has. */
function visitInto(search: ChordalSearch, { start, near }: Chordal, v: number, k: number): number {
  const { order, position, earlier } = search;
  let most = 0;
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
  return most;
}

/** Marks v and every unvisited place connected to it through places with the same number of visited neighbours. */
function floodInto(
  { position, earlier, component, stack }: ChordalSearch,
  { start, near }: Chordal,
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

export function linkInto({ earlier, head, next, previous }: ChordalSearch, v: number): void {
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
