// Values of a batch of graphs: scores on the paper's scale, distances from acyclicity, and which of them are DAGs. The search
// supplies the weights λ₁ and λ₂: reward = −(score + λ₁ [not acyclic] + λ₂ distance).
//
//     score = 5 (S − S_L)/(S_U − S_L),  lower is better
//
// S, also defined for cyclic graphs, and its bounds:
//   bic, bic-equal-variance   the paper's S, S_L and S_U (PaperBounds): a function of one residual per (node, parents)
//   other scores with terms   S = −score; S_U from the empty graph; S_L from the parents that greedy forward selection finds
//                             for each node separately, ignoring cycles. Our choice: not a strict bound, so a graph can score
//                             slightly below 0
//   functions of a graph      S, S_L and S_U from PaperBounds if the score has them (independence: S_L = 0); otherwise
//                             S = −score, S_U from the empty graph and S_L from the best graph of a short hill climb. Only
//                             DAGs are evaluated: a cyclic graph gets S_U
// A graph that the score forbids (−Infinity) gets S_U and is never the best. If S_L = S_U, S_U is raised by 1, as in the paper.
//
// Terms are cached in bounded memory and recomputed after eviction with the same result, so no value depends on the state of
// the cache. New Gaussian terms of a batch are computed together by a kernel: residuals are bit-identical to `regression`,
// log-determinants agree to a unit of rounding.

import { check } from "../../../check.ts";
import type { Score } from "../../../score/score.ts";
import { wordsFor } from "../parent-bits.ts";
import type { Scale } from "../score-range.ts";
import { scaleOfTerms } from "../term-scale.ts";
import { createDistance, type DistanceName } from "./distance.ts";
import { scaleOfGraphs } from "./graph-scale.ts";

export interface RewardOptions {
  /** Measure of the distance from acyclicity (distance.ts). */
  readonly distance?: DistanceName;
  /** Bytes for cached terms (for graphs if the score has no terms). */
  readonly memoryBytes?: number;
}

export interface GraphValues {
  /** 5 (S − S_L)/(S_U − S_L); lower is better. */
  readonly score: Float64Array;
  readonly distance: Float64Array;
  /** 1 for a DAG. */
  readonly acyclic: Uint8Array;
  /** 1 where the score allows the graph. */
  readonly allowed: Uint8Array;
}

export interface Rewards {
  /** 32-bit words of one node's parent set. */
  readonly words: number;
  /** S_L and S_U, unscaled; lower is better. */
  readonly lower: number;
  readonly upper: number;
  /** Whether S_L is below S of every directed graph, as Proposition 1 requires. */
  readonly isLowerBound: boolean;
  /**
   * Values of `count` graphs: bit i & 31 of parents[(b · d + j) · words + (i >> 5)] is set where i → j in graph b. The next
   * call reuses the arrays.
   */
  readonly evaluate: (parents: Uint32Array, count: number) => GraphValues;
  /** Numbers of terms (or graphs) looked up, computed, and now in the cache. */
  readonly counts: Scale["counts"];
}

export function createRewards(
  score: Score,
  { distance = "trace-exponential", memoryBytes = 2 ** 27 }: RewardOptions = {},
): Rewards {
  const { d } = score;
  const words = wordsFor(d);
  const scale = scaleOf(score, memoryBytes);
  const width = scale.upper > scale.lower ? scale.upper - scale.lower : 1;
  const distancesInto = createDistance(d, distance);
  let values = emptyValues(0);
  return {
    words,
    lower: scale.lower,
    upper: scale.upper > scale.lower ? scale.upper : scale.lower + 1,
    isLowerBound: scale.isLowerBound,
    evaluate: (parents, count) => {
      checkParents(parents, count, d, words);
      if (values.score.length !== count) values = emptyValues(count);
      distancesInto(parents, count, values);
      scale.valuesInto(values.score, parents, count, values.acyclic);
      for (let b = 0; b < count; b++) {
        const S = values.score[b];
        const isAllowed = S < Number.POSITIVE_INFINITY;
        values.allowed[b] = isAllowed ? 1 : 0;
        values.score[b] = isAllowed ? (5 * (S - scale.lower)) / width : 5;
      }
      return values;
    },
    counts: scale.counts,
  };
}

function scaleOf(score: Score, memoryBytes: number): Scale {
  const hasResiduals = score.bounds?.ofResiduals !== undefined && score.rss !== undefined;
  return hasResiduals || score.local !== undefined
    ? scaleOfTerms(score, memoryBytes)
    : scaleOfGraphs(score, memoryBytes);
}

function emptyValues(count: number): GraphValues {
  return {
    score: new Float64Array(count),
    distance: new Float64Array(count),
    acyclic: new Uint8Array(count),
    allowed: new Uint8Array(count),
  };
}

function checkParents(parents: Uint32Array, count: number, d: number, words: number): void {
  check(
    parents.length >= count * d * words,
    `rewards: ${count} graphs of ${d} variables take ${count * d * words} words, got ${parents.length}`,
  );
  const beyond = d % 32 === 0 ? 0 : -1 << (d % 32);
  for (let b = 0; b < count; b++) {
    for (let j = 0; j < d; j++) {
      const at = (b * d + j) * words;
      check(
        ((parents[at + (j >> 5)] >>> (j & 31)) & 1) === 0 && (parents[at + words - 1] & beyond) === 0,
        () =>
          `rewards: the parents of variable ${j} must be other variables below ${d}, got others in graph ${b}`,
      );
    }
  }
}
