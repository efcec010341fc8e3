// The part of a result that follows from the graphs alone: edges by name, scores, gaps, metrics, and what they say together.

import { cpdagOf, obeyingClass } from "../../graph/equivalence.ts";
import { completeGraph, type Graph, parentsOf, topologicalOrder } from "../../graph/graph.ts";
import { graphMetrics } from "../../graph/metrics.ts";
import type { Pdag } from "../../graph/pdag.ts";
import { isBetter, lead, type Score } from "../../score/score.ts";
import type { Polished } from "../../search/order/order.ts";
import { namedClass, namedEdges, type SortedProblem } from "../problem.ts";
import type { RunResult } from "../result.ts";

export interface Found {
  readonly raw: Graph;
  readonly polished: Polished | null;
  readonly final: Graph;
  /** The proven best score, where it is known. */
  readonly optimum: number | null;
  /** The class that the search told of itself, null where it tells none; undefined: by the score, where that has classes. */
  readonly ownClass?: Pdag | null | undefined;
  /** Does the search go by the score, and could it have found the truth? */
  readonly isTruthInReach?: boolean;
  /** The raw graph's score on the paper's scale, where it has one. */
  readonly paperScore?: number | null;
}

/** By how much the truth scores more than the best graph found; 0 where it does not, or is not known. */
export function truthAhead({
  truth,
  score,
  polished,
}: {
  readonly truth: Pick<NonNullable<RunResult["truth"]>, "score"> | null;
  readonly score: number;
  readonly polished: { readonly score: number } | null;
}): number {
  return truth === null ? 0 : lead(truth.score, Math.max(score, polished?.score ?? score));
}

export function assembled(found: Found, score: Score, problem: SortedProblem) {
  const { raw, polished, final, optimum } = found;
  const { ownClass = score.isEquivalent ? classOf(final, problem) : null } = found;
  const by = found.ownClass === undefined ? "score" : "search";
  const named = (graph: Graph) => namedEdges(graph, problem);
  const { truth } = problem;
  const toldTruth = truth
    ? {
        edges: named(truth),
        score: score.ofGraph(truth),
        shdComplete: graphMetrics(truth, completeGraph(topologicalOrder(raw)!)).shd,
      }
    : null;
  const rawScore = score.ofGraph(raw);
  const finalScore = score.ofGraph(final);
  const gapTo = (value: number | undefined): number | null =>
    optimum === null || value === undefined ? null : lead(optimum, value);
  const gap = gapTo(Math.max(rawScore, polished?.score ?? Number.NEGATIVE_INFINITY));
  // A truth that scores higher shows it without a proof.
  const isShort =
    found.isTruthInReach === true && truthAhead({ truth: toldTruth, score: rawScore, polished }) > 0;
  return {
    edges: named(final),
    undirected: [],
    class: ownClass && { by, ...namedClass(ownClass, problem) },
    rawEdges: named(raw),
    polished: polished && { edges: named(polished.graph), score: polished.score },
    coefficients: coefficientsOf(final, score, problem),
    score: rawScore,
    finalScore,
    paperScore: found.paperScore ?? null,
    optimal: gap === 0,
    verdict: verdictOf(gap, optimum, toldTruth?.score, isShort),
    optimum,
    gap,
    gaps: { raw: gapTo(rawScore), polished: gapTo(polished?.score), final: gapTo(finalScore) },
    metrics: truth ? graphMetrics(truth, final) : null,
    rawMetrics: truth ? graphMetrics(truth, raw) : null,
    classMetrics: truth && ownClass ? graphMetrics(truth, ownClass) : null,
    truth: toldTruth,
  } satisfies Partial<RunResult>;
}

function verdictOf(
  gap: number | null,
  optimum: number | null,
  truth: number | undefined,
  isShort: boolean,
): RunResult["verdict"] {
  if (gap === null || optimum === null) return isShort ? "search-short" : "unknown";
  if (gap > 0) return "search-short";
  return truth !== undefined && isBetter(optimum, truth) ? "score-prefers-other" : "optimal";
}

/** The class of a graph: those of its members that obey the knowledge. */
export function classOf(graph: Graph, { knowledge }: SortedProblem): Pdag {
  const whole = cpdagOf(graph);
  return obeyingClass(whole, knowledge) ?? whole;
}

function coefficientsOf(graph: Graph, score: Score, problem: SortedProblem): RunResult["coefficients"] {
  if (score.coefficients === undefined) return null;
  const { names } = problem.table;
  const values = new Map<string, number>();
  for (let j = 0; j < graph.d; j++) {
    const parents = parentsOf(graph, j);
    score.coefficients(j, parents).forEach((w, k) => {
      values.set(JSON.stringify([names[parents[k]], names[j]]), w);
    });
  }
  return namedEdges(graph, problem).map(([cause, effect]) => ({
    cause,
    effect,
    value: values.get(JSON.stringify([cause, effect]))!,
  }));
}
