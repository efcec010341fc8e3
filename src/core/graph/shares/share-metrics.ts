// How well shares predict a true graph, for links (over all pairs) and for edges (over all ordered pairs; half of an undirected
// share counts for each direction).
//
//     auroc   probability that a true one has a higher share than a false one, ties counting half
//     auprc   average precision: Σ (increase in recall) · precision over decreasing shares, ties taken together
//     brier   mean squared difference between the share and the truth (0 or 1)
//
// auroc and auprc are null if the truth has all or none of them.

import { check } from "../../check.ts";
import type { Graph } from "../graph.ts";
import { linkShare, type Shares } from "./pair-shares.ts";

export interface PredictionMetrics {
  readonly auroc: number | null;
  readonly auprc: number | null;
  readonly brier: number;
}

export interface ShareMetrics {
  readonly links: PredictionMetrics;
  readonly edges: PredictionMetrics;
}

export function shareMetrics(truth: Graph, shares: Shares): ShareMetrics {
  const { d } = truth;
  check(shares.d === d, `metrics: truth and shares must have the same variables, got ${d} and ${shares.d}`);
  const links: Case[] = [];
  const edges: Case[] = [];
  for (let i = 0; i < d; i++) {
    for (let j = 0; j < d; j++) {
      if (i === j) continue;
      const isTrue = truth.edges[i * d + j] === 1;
      edges.push({ share: shares.directed[i * d + j] + shares.undirected[i * d + j] / 2, isTrue });
      if (i < j)
        links.push({ share: linkShare(shares, i, j), isTrue: isTrue || truth.edges[j * d + i] === 1 });
    }
  }
  return { links: foretold(links), edges: foretold(edges) };
}

interface Case {
  readonly share: number;
  readonly isTrue: boolean;
}

function foretold(cases: Case[]): PredictionMetrics {
  const all = cases.filter(({ isTrue }) => isTrue).length;
  const others = cases.length - all;
  const brier =
    cases.reduce((sum, { share, isTrue }) => sum + squared(share - (isTrue ? 1 : 0)), 0) /
    Math.max(1, cases.length);
  if (all === 0 || others === 0) return { auroc: null, auprc: null, brier };
  cases.sort((p, q) => q.share - p.share);
  let wins = 0;
  let precisions = 0;
  let hits = 0;
  for (let from = 0; from < cases.length; ) {
    let to = from;
    let positives = 0;
    while (to < cases.length && cases[to].share === cases[from].share) if (cases[to++].isTrue) positives++;
    const missed = to - from - positives;
    // The true ones so far rank above these false ones; the true ones with the same share tie with them.
    wins += missed * (hits + positives / 2);
    hits += positives;
    precisions += positives * (hits / to);
    from = to;
  }
  return { auroc: wins / (all * others), auprc: precisions / all, brier };
}

const squared = (x: number): number => x * x;
