// What the graphs of a batch are worth: their scores on the paper's scale, how far from acyclic they are, and which are
// DAGs. The weights λ₁ and λ₂ are the search's: reward = −(score + λ₁ [not acyclic] + λ₂ distance).
//
//     score = 5 (S − S_L)/(S_U − S_L),  lower is better
//
// What S is, also of a cyclic graph, and between which bounds:
//   bic, bic-equal-variance   the paper's S, S_L and S_U (PaperBounds): S of residuals, one for each (node, parents)
//   other scores with terms   S = −score; S_U of the empty graph; S_L of the parents that greedy forward selection finds for
//                             each node by itself, cycles or not. Our choice: no bound in the strict sense, so a graph can
//                             come out slightly below 0
//   functions of a graph      S, S_L and S_U of its PaperBounds where it has them (independence: S_L = 0); otherwise S = −score;
//                             S_U of the empty graph; S_L of the best graph of a short hill climb. The function is asked
//                             about DAGs alone: a cyclic graph counts as S_U
// A graph that its score forbids (−Infinity) counts as S_U and is never the best. Where S_L = S_U the upper one is raised by 1, as in the paper.
//
// Terms are remembered in bounded memory and computed again where they were dropped, with the same result: what comes out
// never depends on what is remembered. New Gaussian terms of a batch are computed together by a kernel: residuals with the
// bytes of `regression`, log-determinants to a unit of rounding.

import { check } from "../../../check.ts";
import type { Score } from "../../../score/score.ts";
import { wordsFor } from "../parent-bits.ts";
import type { Scale } from "../score-range.ts";
import { scaleOfTerms } from "../term-scale.ts";
import { createDistance, type DistanceName } from "./distance.ts";
import { scaleOfGraphs } from "./graph-scale.ts";

export interface RewardOptions {
  /** How far from acyclic a graph is: distance.ts. */
  readonly distance?: DistanceName;
  /** Bytes for remembered terms (for graphs, where the score has no terms). */
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
  /** Words of the parents of one node. */
  readonly words: number;
  /** S_L and S_U, unscaled; lower is better. */
  readonly lower: number;
  readonly upper: number;
  /** Is S_L below S of every directed graph? (Proposition 1 asks.) */
  readonly isLowerBound: boolean;
  /**
   * Values of `count` graphs: bit i & 31 of parents[(b · d + j) · words + (i >> 5)] is set where i → j in graph b. The arrays
   * are used again by the next call.
   */
  readonly evaluate: (parents: Uint32Array, count: number) => GraphValues;
  /** Terms (or graphs) asked for, computed, and remembered now. */
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
