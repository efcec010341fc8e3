// One graph of many: the links that more than some share of them have, each directed where the graphs that have it agree enough.
//
// A link is directed where more than two thirds of the graphs that have it point it that way. Links are taken in the order of
// their shares; one whose direction would close a cycle of those before it stays undirected. Equal shares: by the numbers of
// the variables.

import type { Pdag } from "../pdag.ts";
import { linkShare, type Shares } from "./pair-shares.ts";

/** Of the graphs that have a link, the share that must agree on its direction. */
const agreement = 2 / 3;

/**
 * `above`: the share of the graphs that a link must have more than. `directions`: the shares of i → j that count for directions, where
 * that is not all of them.
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

/** Who can be reached from whom along directed edges, as they are added. */
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
