// Partially directed graphs: some edges directed, some not. A CPDAG (a Markov-equivalence class) is one of these.

import { emptyGraph, type Graph } from "./graph.ts";

export interface Pdag {
  readonly d: number;
  /** directed[i * d + j] = 1: i → j. */
  readonly directed: Uint8Array;
  /** undirected[i * d + j] = undirected[j * d + i] = 1: i — j. */
  readonly undirected: Uint8Array;
}

/**
 * A directed graph as a partially directed one without undirected edges.
 *
 * @example
 * ```js
 * undirectedPairs(pdagFromGraph(graphFromEdges(2, [[0, 1]]))); // []
 * ```
 */
export function pdagFromGraph({ d, edges }: Graph): Pdag {
  return { d, directed: new Uint8Array(edges), undirected: new Uint8Array(d * d) };
}

/**
 * Undirected edges as pairs [i, j] with i < j, each once.
 *
 * @example
 * ```js
 * undirectedPairs(cpdagOf(graphFromEdges(2, [[0, 1]]))); // [[0, 1]]
 * ```
 */
export function undirectedPairs({ d, undirected }: Pdag): [number, number][] {
  const out: [number, number][] = [];
  for (let i = 0; i < d; i++)
    for (let j = i + 1; j < d; j++) if (undirected[i * d + j] === 1) out.push([i, j]);
  return out;
}

/** The directed edges only. */
export function directedPart({ d, directed }: Pdag): Graph {
  return { ...emptyGraph(d), edges: new Uint8Array(directed) };
}
