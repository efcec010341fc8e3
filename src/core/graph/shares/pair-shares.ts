// How often, and how, each pair of variables is linked among many graphs: the shares with i → j, with i — j, and with no link.
// The graphs are estimates from resamples, whose marks are counted, or all DAGs weighted by posterior probability.

import { edgeList } from "../graph.ts";
import { type Pdag, undirectedPairs } from "../pdag.ts";

/** Shares of the graphs, from 0 to 1. */
export interface Shares {
  readonly d: number;
  /** At i · d + j, the share with i → j. */
  readonly directed: Float64Array;
  /** At i · d + j and at j · d + i, the share with i — j. */
  readonly undirected: Float64Array;
}

/** The number of graphs so far that have each mark. */
export interface MarkCounts {
  readonly d: number;
  readonly graphs: number;
  readonly directed: Uint32Array;
  readonly undirected: Uint32Array;
}

/** The edges of a graph as two flat lists, directed and undirected: i, j of each edge in turn. */
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

/** The counts with one more graph; the arrays are updated in place. */
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

/** The counts as shares of the graphs; all 0 if there are none. */
export function sharesOf({ d, graphs, directed, undirected }: MarkCounts): Shares {
  const share = (count: number): number => (graphs === 0 ? 0 : count / graphs);
  return {
    d,
    directed: Float64Array.from(directed, share),
    undirected: Float64Array.from(undirected, share),
  };
}

/** The shares on renumbered variables: old variable k becomes order[k]. */
export function renumberedShares({ d, directed, undirected }: Shares, order: readonly number[]): Shares {
  const moved = (from: Float64Array): Float64Array => {
    const to = new Float64Array(d * d);
    for (let i = 0; i < d; i++) for (let j = 0; j < d; j++) to[order[i] * d + order[j]] = from[i * d + j];
    return to;
  };
  return { d, directed: moved(directed), undirected: moved(undirected) };
}

/** At i · d + j, the share with i → j plus half the share with i — j. */
export function arrowShares({ directed, undirected }: Shares): Float64Array {
  return directed.map((share, at) => share + undirected[at] / 2);
}

/** The share of the graphs that link i and j. */
export function linkShare({ d, directed, undirected }: Shares, i: number, j: number): number {
  return directed[i * d + j] + directed[j * d + i] + undirected[i * d + j];
}
