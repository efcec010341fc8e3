// A consensus of many graphs: the links present in more than a given share of them, each directed if the graphs that have it agree.
//
// A link is directed if more than two thirds of the graphs that have it agree on the direction. Links are added by decreasing
// share; one whose direction would close a cycle with earlier ones stays undirected. Ties are broken by the numbers of the
// variables.

import type { Pdag } from "../pdag.ts";
import { linkShare, type Shares } from "./pair-shares.ts";

/** The share of the graphs with a link that must agree on its direction. */
const agreement = 2 / 3;

/**
 * `above`: a link must be in more than this share of the graphs. `directions`: the shares of i → j that count for directions, if
 * not all of them do.
 */
export function consensusOf(shares: Shares, above = 0.5, directions: Float64Array = shares.directed): Pdag {
  const { d } = shares;
  const pdag = { d, directed: new Uint8Array(d * d), undirected: new Uint8Array(d * d) };
  const reached = reachability(d);
  for (const { i, j, link } of linksAbove(shares, above)) {
    const isAgreed = (from: number, to: number): boolean =>
      directions[from * d + to] > agreement * link && !reached.isFrom(to, from);
    const [from, to] = isAgreed(i, j) ? [i, j] : isAgreed(j, i) ? [j, i] : [-1, -1];
    if (from < 0) {
      pdag.undirected[i * d + j] = pdag.undirected[j * d + i] = 1;
      continue;
    }
    pdag.directed[from * d + to] = 1;
    reached.add(from, to);
  }
  return pdag;
}

function linksAbove(shares: Shares, above: number) {
  const links: { readonly i: number; readonly j: number; readonly link: number }[] = [];
  for (let i = 0; i < shares.d; i++) {
    for (let j = i + 1; j < shares.d; j++) {
      const link = linkShare(shares, i, j);
      if (link > above) links.push({ i, j, link });
    }
  }
  return links.sort((p, q) => q.link - p.link || p.i - q.i || p.j - q.j);
}

/** Reachability along directed edges, updated as edges are added. */
function reachability(d: number) {
  const below: number[][] = Array.from({ length: d }, () => []);
  return {
    add: (from: number, to: number): void => {
      below[from].push(to);
    },
    isFrom: (from: number, to: number): boolean => {
      const seen = new Uint8Array(d);
      const open = [from];
      for (let at = open.pop(); at !== undefined; at = open.pop()) {
        if (at === to) return true;
        if (seen[at] === 1) continue;
        seen[at] = 1;
        open.push(...below[at]);
      }
      return false;
    },
  };
}
