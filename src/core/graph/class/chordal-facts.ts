// The number of edges of a connected chordal graph without directed edges that a single fact directs.
//
//     x comes first   the edges that the search from x directs (chordal-search.ts)
//     a → b           Remove a and its neighbours, and let Q be a connected piece of the rest that is linked to b. An
//                     induced path from a through b continues in its direction (Meek's rule 1), so b comes before all
//                     of Q. So does every neighbour e of Q: it is a neighbour of a and b, and if c → e for a c in Q, then
//                     b → … → c → e, a → b → e, and a → e ← c would be a v-structure. These neighbours form a clique, because
//                     they separate Q from a, and the search from them determines the edges within Q. All other edges stay
//                     undirected.
//
// So Q adds the same number for every b it is linked to. Time: O(variables + edges) for each x, and for all b of each a.

import { type Chordal, type ChordalSearch, linkInto, searchInto, visitRestInto } from "./chordal-search.ts";

/** The number of edges that are directed when a place comes first. */
export function directedByFirst(graph: Chordal, first: number, search: ChordalSearch): number {
  const { size, start, near } = graph;
  const { component } = search;
  searchInto(search, graph, Int32Array.of(first));
  let ends = 0;
  for (let v = 0; v < size; v++)
    for (let e = start[v]; e < start[v + 1]; e++) if (component[near[e]] !== component[v]) ends++;
  return ends / 2;
}

/** For each neighbour b of a place a, in the order of `near`: the number of edges that a → b directs, including itself. */
export function directedByEdges(graph: Chordal, a: number, search: ChordalSearch): Int32Array {
  const { start, near } = graph;
  const { component, next: piece, head: seen } = search;
  const worth = pieceWorths(graph, a, search);
  const out = new Int32Array(start[a + 1] - start[a]).fill(1);
  seen.fill(-1, 0, worth.length);
  for (let k = 0; k < out.length; k++) {
    const b = near[start[a] + k];
    for (let e = start[b]; e < start[b + 1]; e++) {
      const c = near[e];
      if (component[c] === around || seen[piece[c]] === b) continue;
      seen[piece[c]] = b;
      out[k] += worth[piece[c]];
    }
  }
  return out;
}

/** Marks a and its neighbours in `component`. */
const around = -2;

/** Without a and its neighbours, the number of directed edges to and within each connected piece; `next` holds each place's piece. */
function pieceWorths(graph: Chordal, a: number, search: ChordalSearch): number[] {
  const { size, start, near } = graph;
  const { component, next: piece, stack } = search;
  searchAroundInto(search, graph, a);
  piece.fill(-1, 0, size);
  const worths: number[] = [];
  for (let first = 0; first < size; first++) {
    if (component[first] === around || piece[first] >= 0) continue;
    let height = 0;
    let ends = 0; // of directed edges: 2 for an edge to a neighbour of a, and 1 at each end of one within the piece
    piece[first] = worths.length;
    stack[height++] = first;
    while (height > 0) {
      const v = stack[--height];
      for (let e = start[v]; e < start[v + 1]; e++) {
        const w = near[e];
        if (component[w] === around) ends += 2;
        else if (component[w] !== component[v]) ends++;
        if (component[w] === around || piece[w] >= 0) continue;
        piece[w] = worths.length;
        stack[height++] = w;
      }
    }
    worths.push(ends / 2);
  }
  return worths;
}

/** Visits all places except a and its neighbours, as if these had been visited already. */
function searchAroundInto(search: ChordalSearch, graph: Chordal, a: number): void {
  const { size, start, near } = graph;
  const { position, earlier, component, head } = search;
  position.fill(-1, 0, size);
  earlier.fill(0, 0, size);
  component.fill(-1, 0, size);
  head.fill(-1, 0, size + 1);
  component[a] = around;
  position[a] = 0;
  for (let e = start[a]; e < start[a + 1]; e++) {
    component[near[e]] = around;
    position[near[e]] = 0;
  }
  let most = 0;
  let count = 0;
  for (let v = 0; v < size; v++) {
    if (component[v] === around) continue;
    for (let e = start[v]; e < start[v + 1]; e++) if (component[near[e]] === around) earlier[v]++;
    linkInto(search, v);
    most = Math.max(most, earlier[v]);
    count++;
  }
  visitRestInto(search, graph, { from: 0, to: count, most });
}
