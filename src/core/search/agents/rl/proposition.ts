// Does the penalised problem have the solution of the constrained one? By Proposition 1 of the paper it does if
//
//     λ₁ + λ₂ · h_min ≥ S_U − S_L
//
// with S_L a lower bound of the score S over all directed graphs, S_U an upper bound of the best DAG's score, and h_min the
// smallest distance of a cyclic graph. On the scale of the search S_L = 0 and S_U is the score of the best DAG seen.
//
// The paper remarks that h_min may not be easy to find. For binary adjacency matrices it is: adding an edge never decreases
// a distance, so the minimum is attained by a single cycle. For a cycle of L variables trace-exponential is Σ_k L/(kL)!,
// smallest for L = d; cyclic-paths is L ⌊d/L⌋, smallest for L = ⌊d/2⌋ + 1; feedback-arcs is 1.
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
  /** Whether S_L is below the score of every directed graph, including cyclic ones. */
  readonly isLowerBound?: boolean;
}

export type Proposition =
  | {
      readonly applicable: true;
      /** S_U − S_L: the penalty that every cyclic graph must reach. */
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

/** The smallest distance of a cyclic graph of d ≥ 2 variables. */
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
