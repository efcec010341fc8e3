// The number of acyclic orientations without v-structures of a connected chordal graph, by clique picking.
//
//     members(G) = Σ_K  φ(K) · Π_H members(G[H])
//
// K runs over the maximal cliques that can come first, H over the sets that then stay undirected (chordal.ts). φ(K) counts the
// orders of K of which no prefix is a separator on the path from the root of the clique tree to K, so that each member is
// counted at one clique only. Those separators that lie within K form a chain X₁ ⊂ X₂ ⊂ … ⊂ K, and with X_m = K
//
//     φ(X_m) = orders(X_m) − Σ_{i<m} φ(X_i) · orders(X_m ∖ X_i)          orders(X) = |X|!
//
// At most twice as many different G[H] occur as there are maximal cliques, so the cost is polynomial: c² searches of
// O(variables + edges) for c cliques.
//
// Some edges may be directed already (arrows). Then orders(X) counts the orders consistent with them, a term is 0 if an arrow
// leads from X_m ∖ X_i into X_i, and a K is skipped if an arrow contradicts its consequences. All but orders(X) stays polynomial.
//
// Wienöbst, Bannach & Liśkiewicz. "Polynomial-time algorithms for counting and sampling Markov equivalent DAGs." AAAI 2021.
// Sharma. "Counting background knowledge consistent Markov equivalent directed acyclic graphs." UAI 2023.
//
// Differs from both: directed edges enter the same recursion, through the linear extensions of the partial order they impose
// on a clique.

import { type CliqueTree, cliqueTree, componentsAfter, inducedChordal } from "./chordal.ts";
import type { Chordal, ChordalSearch } from "./chordal-search.ts";
import {
  bitsOf,
  doMeet,
  type Extensions,
  factorial,
  linearExtensions,
  variablesOf,
} from "./linear-extensions.ts";

/** The arrays of the search, the linear extensions of cliques, and the counts of induced subgraphs so far, keyed by variables. */
export interface Counting {
  readonly search: ChordalSearch;
  readonly extensions: Extensions;
  readonly counts: Map<string, bigint>;
}

export function orientations(graph: Chordal, counting: Counting): bigint {
  const { search, extensions } = counting;
  const { size, near, arrows } = graph;
  if (arrows.length === 0) {
    if (near.length === size * (size - 1)) return factorial(extensions, size);
    if (near.length === 2 * (size - 1)) return BigInt(size); // a tree: one for each root
  }
  const tree = cliqueTree(graph, search);
  const orders = firstOrders(graph, tree, extensions);
  let sum = 0n;
  for (let k = 0; k < tree.cliques.length; k++) {
    const components = orders[k] === 0n ? null : componentsAfter(graph, tree.cliques[k], search);
    if (components === null) continue;
    let product = orders[k];
    for (const places of components) product *= remembered(graph, places, counting);
    sum += product;
  }
  return sum;
}

function remembered(graph: Chordal, places: Int32Array, counting: Counting): bigint {
  const key = String.fromCharCode(...places.map((v) => graph.variables[v]));
  const cached = counting.counts.get(key);
  if (cached !== undefined) return cached;
  const count = orientations(inducedChordal(graph, places), counting);
  counting.counts.set(key, count);
  return count;
}

/** A separator on the path from the root to a clique that contains it, and the next smaller one within it. */
interface Prefix {
  readonly places: Int32Array;
  readonly within: Prefix | null;
  readonly orders: bigint;
}

/** φ for each clique. */
function firstOrders(
  graph: Chordal,
  { cliques, parents, separators }: CliqueTree,
  extensions: Extensions,
): bigint[] {
  const isShared = new Uint8Array(graph.size);
  const prefixes: (Prefix | null)[] = [];
  const count = graph.arrows.length === 0 ? freeOrders : obeyingOrders;
  return cliques.map((clique, k) => {
    const shared = separators[k];
    let prefix: Prefix | null = null;
    if (parents[k] >= 0) {
      // Keep those of the parent's chain that lie within this clique, that is, within the shared separator.
      for (const v of shared) isShared[v] = 1;
      prefix = prefixes[parents[k]];
      while (prefix?.places.some((v) => isShared[v] === 0)) prefix = prefix.within;
      for (const v of shared) isShared[v] = 0;
      if (prefix?.places.length !== shared.length)
        prefix = { places: shared, within: prefix, orders: count(shared, prefix, { graph, extensions }) };
    }
    prefixes.push(prefix);
    return count(clique, prefix, { graph, extensions });
  });
}

interface Arrows {
  readonly graph: Chordal;
  readonly extensions: Extensions;
}

/** The number of orders of the places that begin with none of the prefixes. */
function freeOrders({ length }: Int32Array, largest: Prefix | null, { extensions }: Arrows): bigint {
  let count = factorial(extensions, length);
  for (let prefix = largest; prefix !== null; prefix = prefix.within)
    count -= prefix.orders * factorial(extensions, length - prefix.places.length);
  return count;
}

/** The number of those that are consistent with the arrows. */
function obeyingOrders(
  places: Int32Array,
  largest: Prefix | null,
  { graph: { variables }, extensions }: Arrows,
): bigint {
  const bits = (set: Int32Array) =>
    bitsOf(
      extensions,
      set.map((v) => variables[v]),
    );
  const all = bits(places);
  let count = linearExtensions(extensions, all)!;
  for (let prefix = largest; prefix !== null; prefix = prefix.within) {
    const first = bits(prefix.places);
    const rest = all.map((word, w) => word & ~first[w]);
    if (variablesOf(rest).every((v) => !doMeet(extensions.after[v], first)))
      count -= prefix.orders * linearExtensions(extensions, rest)!;
  }
  return count;
}
