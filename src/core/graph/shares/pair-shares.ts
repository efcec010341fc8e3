// How often each pair of variables is linked, and how, among many graphs: the share of those with i → j, with i — j, and with no
// link. The graphs are answers on resamples, of which the marks are counted, or all DAGs by their posterior probability.

import { edgeList } from "../graph.ts";
import { type Pdag, undirectedPairs } from "../pdag.ts";

/** Of the graphs, from 0 to 1. */
export interface Shares {
  readonly d: number;
  /** At i · d + j that of i → j. */
  readonly directed: Float64Array;
  /** That of i — j, at i · d + j and at j · d + i. */
  readonly undirected: Float64Array;
}

/** How many of the graphs so far have each mark. */
export interface MarkCounts {
  readonly d: number;
  readonly graphs: number;
  readonly directed: Uint32Array;
  readonly undirected: Uint32Array;
}

/** The edges of a graph as a flat list: i, j of each directed edge; then those of each undirected one. */
export interface Marks {
  readonly directed: readonly number[];
  readonly undirected: readonly number[];
}

export function marksOf(pdag: Pdag): Marks {
  return {
    directed: edgeList({ d: pdag.d, edges: pdag.directed }).flat(),
    undirected: undirectedPairs(pdag).flat(),
  };
}

export function noMarks(d: number): MarkCounts {
  return { d, graphs: 0, directed: new Uint32Array(d * d), undirected: new Uint32Array(d * d) };
}

/** With one graph more; the arrays are those that were given. */
export function counted({ d, graphs, directed, undirected }: MarkCounts, marks: Marks): MarkCounts {
  for (let k = 0; k < marks.directed.length; k += 2)
    directed[marks.directed[k] * d + marks.directed[k + 1]]++;
  for (let k = 0; k < marks.undirected.length; k += 2) {
    const [i, j] = [marks.undirected[k], marks.undirected[k + 1]];
    undirected[i * d + j]++;
    undirected[j * d + i]++;
  }
  return { d, graphs: graphs + 1, directed, undirected };
}

/** Of graphs that were counted; all 0 where there are none. */
export function sharesOf({ d, graphs, directed, undirected }: MarkCounts): Shares {
  const share = (count: number): number => (graphs === 0 ? 0 : count / graphs);
  return {
    d,
    directed: Float64Array.from(directed, share),
    undirected: Float64Array.from(undirected, share),
  };
}

/** The same of variables in other places: variable k comes to order[k]. */
export function renumberedShares({ d, directed, undirected }: Shares, order: readonly number[]): Shares {
  const moved = (from: Float64Array): Float64Array => {
    const to = new Float64Array(d * d);
    for (let i = 0; i < d; i++) for (let j = 0; j < d; j++) to[order[i] * d + order[j]] = from[i * d + j];
    return to;
  };
  return { d, directed: moved(directed), undirected: moved(undirected) };
}

/** That of i and j being linked. */
export function linkShare({ d, directed, undirected }: Shares, i: number, j: number): number {
  return directed[i * d + j] + directed[j * d + i] + undirected[i * d + j];
}
