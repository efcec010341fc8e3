// The best graph under a causal order: each node takes its best parents among its predecessors.
//
// If the score is the sum of its terms, the nodes choose independently. The equal-variance score couples them through the
// logarithm of a sum: with costs r = −Σ terms and e edges it is convex in (r, e), so the best graph under the order is a
// vertex of the lower hull of {(r, e)}; that hull is the sum of the nodes' own hulls, walked by merging their segments
// by slope.

import { type Graph, graphFromParents, type Order } from "../../graph/graph.ts";
import type { Knowledge } from "../../graph/knowledge.ts";
import { createMemo } from "../../math/memo.ts";
import type { Local } from "../../score/score.ts";
import { type ParentPath, parentPaths } from "./parent-path.ts";

/** A node's path reduced to the possible optima: sizes and terms of the upper hull of (size, term). */
export interface Choice {
  readonly path: ParentPath;
  /** For sums: the one best size. For combined scores: all vertices, sizes ascending. */
  readonly sizes: readonly number[];
  readonly terms: readonly number[];
}

export function choiceOf(path: ParentPath, local: Local): Choice {
  const { terms } = path;
  if (local.combine === undefined) {
    let best = 0;
    for (let k = 1; k < terms.length; k++) if (terms[k] > terms[best]) best = k;
    return { path, sizes: [best], terms: [terms[best]] };
  }
  const sizes: number[] = [];
  for (let k = 0; k < terms.length; k++) {
    if (terms[k] === Number.NEGATIVE_INFINITY) continue;
    if (sizes.length > 0 && terms[k] <= terms[sizes.at(-1)!]) continue; // more parents without a gain
    while (sizes.length >= 2 && slope(terms, sizes.at(-1)!, k) >= slope(terms, sizes.at(-2)!, sizes.at(-1)!))
      sizes.pop();
    sizes.push(k);
  }
  if (sizes.length === 0) return { path, sizes: [0], terms: [Number.NEGATIVE_INFINITY] };
  return { path, sizes, terms: sizes.map((k) => terms[k]) };
}

/** Writes the choice of every node along an order; about `most` of them are cached by (node, predecessors). */
export type ChoicesInto = (choices: Choice[], order: Order) => void;

export function choicesAlong(
  d: number,
  most: number,
  choose: (node: number, predecessors: readonly number[]) => Choice,
): ChoicesInto {
  const remembered = Array.from({ length: d }, () => createMemo<number | string, Choice>(most / d));
  const before = new Uint32Array(Math.ceil(d / 32)); // a bit for each predecessor
  return (choices, order) => {
    before.fill(0);
    order.forEach((node, at) => {
      const key = before.length === 1 ? before[0] : before.join();
      choices[node] = remembered[node](key, () => choose(node, order.slice(0, at)));
      before[node >> 5] |= 1 << (node & 31);
    });
  };
}

/** The best joint score of the nodes' choices, and each node's size in it. */
export function bestTogether(choices: readonly Choice[], local: Local): { score: number; sizes: number[] } {
  let sum = 0;
  for (const { terms } of choices) sum += terms[0];
  const sizes = choices.map((c) => c.sizes[0]);
  if (local.combine === undefined || sum === Number.NEGATIVE_INFINITY) return { score: sum, sizes };

  let edges = sizes.reduce((a, b) => a + b, 0);
  let score = local.combine(sum, edges);
  let count = 0;
  const segments = segmentsOf(choices);
  for (const [k, { gain, added }] of segments.entries()) {
    sum += gain;
    edges += added;
    const value = local.combine(sum, edges);
    if (value > score) {
      score = value;
      count = k + 1;
    }
  }
  for (const { node, at } of segments.slice(0, count)) sizes[node] = choices[node].sizes[at];
  return { score, sizes };
}

/** The same score, without the sizes: the inner loop of the order search. `room` is reused between calls. */
export function scoreTogether(choices: readonly Choice[], local: Local, room: Float64Array): number {
  let sum = 0;
  let edges = 0;
  let count = 0;
  for (const { terms, sizes } of choices) {
    sum += terms[0];
    edges += sizes[0];
    for (let k = 1; k < terms.length; k++) {
      const added = sizes[k] - sizes[k - 1];
      const step = (terms[k] - terms[k - 1]) / added;
      for (let a = 0; a < added; a++) room[count++] = step;
    }
  }
  if (local.combine === undefined || sum === Number.NEGATIVE_INFINITY) return sum;
  // Points inside a segment are never better than its ends, so edges may be added one by one.
  const gains = room.subarray(0, count).sort();
  let score = local.combine(sum, edges);
  for (let k = count - 1; k >= 0; k--) {
    sum += gains[k];
    edges++;
    const value = local.combine(sum, edges);
    if (value > score) score = value;
  }
  return score;
}

/** The best graph under one order, and its score: the polish of any graph that has this order. */
export function bestUnderOrder(
  order: Order,
  local: Local,
  knowledge: Knowledge,
  exactCandidates = 14,
): { graph: Graph; score: number } {
  const paths = parentPaths(local, knowledge, { exactCandidates });
  const choices: Choice[] = [];
  order.forEach((j, at) => {
    choices[j] = choiceOf(paths.of(j, order.slice(0, at)), local);
  });
  const { score, sizes } = bestTogether(choices, local);
  // If no parent sets satisfy the knowledge, return the graph of the required edges.
  const isPossible = score > Number.NEGATIVE_INFINITY;
  const graph = isPossible
    ? graphOf(choices, sizes)
    : { d: knowledge.d, edges: new Uint8Array(knowledge.required) };
  return { graph, score };
}

export function graphOf(choices: readonly Choice[], sizes: readonly number[]): Graph {
  return graphFromParents(choices.map(({ path }, j) => path.parents(sizes[j])));
}

interface Segment {
  readonly node: number;
  readonly at: number;
  readonly gain: number;
  readonly added: number;
  readonly slope: number;
}

function segmentsOf(choices: readonly Choice[]): Segment[] {
  const segments: Segment[] = [];
  choices.forEach(({ sizes, terms }, node) => {
    for (let at = 1; at < sizes.length; at++) {
      const gain = terms[at] - terms[at - 1];
      const added = sizes[at] - sizes[at - 1];
      segments.push({ node, at, gain, added, slope: gain / added });
    }
  });
  return segments.sort((p, q) => q.slope - p.slope || p.node - q.node || p.at - q.at);
}

function slope(terms: Float64Array, from: number, to: number): number {
  return (terms[to] - terms[from]) / (to - from);
}
