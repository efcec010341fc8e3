// Agreement of two graphs, each edge weighted by its confidence: over all pairs and marks (a → b, b → a, a — b)
//
//     Σ min(p, q) / Σ max(p, q)
//
// with p and q the shares of the mark in the one and in the other. For two graphs that are certain this is the Jaccard index: the
// edges that both have among those that either has. It is 1 if neither has any. For links the shares of the marks are summed first.
//
// Ružička, M. "Anwendung mathematisch-statistischer Methoden in der Geobotanik." Biológia 13, 1958.

import { check } from "../../check.ts";
import type { Pdag } from "../pdag.ts";
import { linkShare, type Shares } from "./pair-shares.ts";

export interface ShareAgreement {
  readonly edges: number;
  readonly links: number;
}

export function shareAgreement(one: Shares, other: Shares): ShareAgreement {
  const { d } = one;
  check(other.d === d, `agreement: both graphs must have the same variables, got ${d} and ${other.d}`);
  const edges = createRatio();
  const links = createRatio();
  for (let i = 0; i < d; i++) {
    for (let j = i + 1; j < d; j++) {
      links.add(linkShare(one, i, j), linkShare(other, i, j));
      edges.add(one.undirected[i * d + j], other.undirected[i * d + j]);
      for (const at of [i * d + j, j * d + i]) edges.add(one.directed[at], other.directed[at]);
    }
  }
  return { edges: edges.value(), links: links.value() };
}

/** The shares of a graph that is certain: 1 for each of its edges. */
export function certainShares({ d, directed, undirected }: Pdag): Shares {
  return { d, directed: Float64Array.from(directed), undirected: Float64Array.from(undirected) };
}

function createRatio() {
  let [shared, all] = [0, 0];
  return {
    add: (p: number, q: number): void => {
      shared += Math.min(p, q);
      all += Math.max(p, q);
    },
    value: (): number => (all === 0 ? 1 : shared / all),
  };
}
