// Vec2DAG: a vector of d(d + 1)/2 numbers encodes a directed acyclic graph, and every such graph has encodings.
//
//     z = (p, e):  a height p_i for each variable, a number e_ij for each pair i < j
//     i → j        where the pair's number is above 0 and p_i < p_j
//
// Duong, Le, Huang & Nguyen, "Reinforcement learning for causal discovery without acyclicity constraints", TMLR 2025: there
// A = H(E + Eᵀ) ⊙ H(grad p) with H(x) = [x > 0] and grad(p)_ij = p_j − p_i. Equal heights, which have probability 0, go by index.
//
// Knowledge: the order of the heights is adjusted to the required edges, which are always present; forbidden edges are
// dropped; if a variable has more causes than allowed, those with the largest numbers are kept.

import type { Order } from "../../../graph/graph.ts";
import type { Knowledge } from "../../../graph/knowledge.ts";
import { obeying } from "../../order/order.ts";
import { wordsFor } from "../parent-bits.ts";

/** Length of a vector. */
export function vectorLength(d: number): number {
  return (d * (d + 1)) / 2;
}

/** Index of the number of a pair; i and j differ. */
export function pairAt(i: number, j: number, d: number): number {
  const [low, high] = i < j ? [i, j] : [j, i];
  return d + (low * (2 * d - low - 1)) / 2 + (high - low - 1);
}

/** The variables by ascending height, adjusted so that required edges point forward. */
export function orderOf(z: Float64Array, knowledge: Knowledge): Order {
  const order = Array.from({ length: knowledge.d }, (_, i) => i).sort((i, j) => z[i] - z[j] || i - j);
  return obeying(order, knowledge);
}

/** Writes the parents of the graph that z encodes as bits (parent-bits.ts) from `at` on. */
export function parentsInto(parents: Uint32Array, at: number, z: Float64Array, knowledge: Knowledge): void {
  const { d, required, forbidden, maxParents } = knowledge;
  const words = wordsFor(d);
  parents.fill(0, at, at + d * words);
  const order = orderOf(z, knowledge);
  order.forEach((j, place) => {
    const strength = (i: number) =>
      required[i * d + j] === 1 ? Number.POSITIVE_INFINITY : z[pairAt(i, j, d)];
    const before = order.slice(0, place);
    let causes = before.filter((i) => strength(i) > 0 && forbidden[i * d + j] === 0);
    if (causes.length > maxParents)
      causes = causes.sort((a, b) => (strength(b) > strength(a) ? 1 : -1)).slice(0, maxParents);
    for (const i of causes) parents[at + j * words + (i >> 5)] |= 1 << (i & 31);
  });
}
