// Do the penalty weights make the penalised problem the constrained one? Proposition 1 of the paper: they do if
//
//     λ₁ + λ₂ · h_min ≥ S_U − S_L
//
// with S_L a lower bound of the score S over all directed graphs, S_U an upper bound of the best DAG's, and h_min the
// least distance of a cyclic graph. On the scale of the search S_L = 0 and S_U is the score of the best DAG seen.
//
// The paper says of h_min that it may not be easy to find. For graphs of 0 and 1 it is: no edge makes a distance smaller, so
// the least belongs to a single cycle. One of L variables has Σ_k L/(kL)!, least for L = d; its closed walks of at most d
// steps are L ⌊d/L⌋, least for L = ⌊d/2⌋ + 1; and it is undone by one edge.
//
// Zhu, Ng, Chen, "Causal Discovery with Reinforcement Learning", ICLR 2020, section 5.1.

import { check } from "../../../check.ts";
import type { DistanceName } from "./distance.ts";

export interface PropositionOptions {
  readonly lambda1: number;
  readonly lambda2: number;
  readonly d: number;
  /** S_U: score of a DAG, lower is better, on the scale on which S_L is 0. */
  readonly upper: number;
  readonly distance?: DistanceName;
  /** Is S_L below the score of every directed graph, also of the cyclic ones? */
  readonly isLowerBound?: boolean;
}

export type Proposition =
  | {
      readonly applicable: true;
      /** S_U − S_L: what the penalty of any cyclic graph has to reach. */
      readonly bound: number;
      /** λ₁ + λ₂ · h_min. */
      readonly penalty: number;
      readonly holds: boolean;
    }
  | { readonly applicable: false; readonly why: string };

export function propositionOne({
  lambda1,
  lambda2,
  d,
  upper,
  distance = "trace-exponential",
  isLowerBound = true,
}: PropositionOptions): Proposition {
  check(
    lambda1 >= 0 && lambda2 >= 0,
    `proposition: the penalty weights must be 0 or more, got ${lambda1} and ${lambda2}`,
  );
  if (d < 2) return { applicable: false, why: "a graph of one variable has no cycle" };
  if (!isLowerBound)
    return { applicable: false, why: "no lower bound of the score over all graphs is known" };
  if (!(upper < Number.POSITIVE_INFINITY)) return { applicable: false, why: "no DAG has been scored yet" };
  const penalty = lambda1 + lambda2 * leastDistance(d, distance);
  return { applicable: true, bound: upper, penalty, holds: penalty >= upper };
}

/** The least distance of a cyclic graph of d ≥ 2 variables. */
export function leastDistance(d: number, distance: DistanceName): number {
  if (distance === "feedback-arcs") return 1;
  if (distance === "cyclic-paths") return Math.floor(d / 2) + 1;
  let [sum, term] = [0, 1];
  for (let k = 1; term > 0; k++) {
    term /= k;
    if (k % d === 0) sum += d * term;
  }
  return sum;
}
