// Shares by the names of the variables: a row for each pair, as in results and files.

import { linkShare, type Shares } from "./pair-shares.ts";

/** Shares of the graphs, from 0 to 1, that sum to 1. */
export interface PairShares {
  readonly a: string;
  readonly b: string;
  /** a → b */
  readonly forward: number;
  /** b → a */
  readonly backward: number;
  readonly undirected: number;
  readonly none: number;
}

/** The pairs linked in more than the share `above` of the graphs, in the order of the names. */
export function namedShares(shares: Shares, names: readonly string[], above = 0): PairShares[] {
  const { d, directed, undirected } = shares;
  const pairs: PairShares[] = [];
  for (let i = 0; i < d; i++) {
    for (let j = i + 1; j < d; j++) {
      const link = linkShare(shares, i, j);
      if (link <= above) continue;
      pairs.push({
        a: names[i],
        b: names[j],
        forward: directed[i * d + j],
        backward: directed[j * d + i],
        undirected: undirected[i * d + j],
        none: Math.max(0, withoutDust(1 - link)),
      });
    }
  }
  return pairs;
}

/** The shares of the given pairs; all others are 0. */
export function sharesFromPairs(names: readonly string[], pairs: readonly PairShares[]): Shares {
  const d = names.length;
  const place = new Map(names.map((name, i) => [name, i]));
  const directed = new Float64Array(d * d);
  const undirected = new Float64Array(d * d);
  for (const pair of pairs) {
    const [i, j] = [place.get(pair.a)!, place.get(pair.b)!];
    directed[i * d + j] = pair.forward;
    directed[j * d + i] = pair.backward;
    undirected[i * d + j] = undirected[j * d + i] = pair.undirected;
  }
  return { d, directed, undirected };
}

/** The share of the graphs that link the two. */
export function linkOf({ forward, backward, undirected }: PairShares): number {
  return withoutDust(forward + backward + undirected);
}

/** The same pair, seen from b. */
export function turned({ a, b, forward, backward, ...rest }: PairShares): PairShares {
  return { a: b, b: a, forward: backward, backward: forward, ...rest };
}

/** Without rounding error: 0.1 + 0.2 becomes 0.3. */
export function withoutDust(share: number): number {
  return Math.round(share * 1e12) / 1e12;
}
