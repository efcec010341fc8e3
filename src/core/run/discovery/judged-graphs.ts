// The part of a result that follows from the graphs alone: edges by name, scores, gaps, metrics, and the verdict.

import { completeGraph, type Graph, topologicalOrder } from "../../graph/graph.ts";
import { graphMetrics, hammingDistance } from "../../graph/metrics.ts";
import { isBetter, lead, type Score } from "../../score/score.ts";
import type { Polished } from "../../search/order/order.ts";
import { namedEdges, type SortedProblem } from "../problem.ts";
import type { RunResult } from "../result.ts";
import type { Answer } from "./answer.ts";

export interface GraphsToJudge {
  readonly raw: Graph;
  readonly polished: Polished | null;
  readonly final: Graph;
  /** The proven best score, if known. */
  readonly optimum: number | null;
  readonly answer: Answer;
  /** Does the search use the score, and could it have found the truth? */
  readonly isTruthInReach?: boolean;
  /** The raw graph's score on the paper's scale, if it has one. */
  readonly paperScore?: number | null;
}

/** How much higher the truth scores than the best graph found; 0 if it does not, or is unknown. */
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

export function assembled(graphs: GraphsToJudge, score: Score, problem: SortedProblem) {
  const { raw, polished, final, optimum, answer } = graphs;
  const named = (graph: Graph) => namedEdges(graph, problem);
  const { truth } = problem;
  const truthFacts = truth
    ? {
        edges: named(truth),
        score: score.ofGraph(truth),
        shdComplete: hammingDistance(truth, completeGraph(topologicalOrder(raw)!)),
      }
    : null;
  const rawScore = score.ofGraph(raw);
  const finalScore = score.ofGraph(final);
  const gapTo = (value: number | undefined): number | null =>
    optimum === null || value === undefined ? null : lead(optimum, value);
  const gap = gapTo(Math.max(rawScore, polished?.score ?? Number.NEGATIVE_INFINITY));
  // A truth that scores higher shows that the search fell short, without a proof.
  const isShort =
    graphs.isTruthInReach === true && truthAhead({ truth: truthFacts, score: rawScore, polished }) > 0;
  return {
    ...answer.facts,
    rawEdges: named(raw),
    polished: polished && { edges: named(polished.graph), score: polished.score },
    score: rawScore,
    finalScore,
    paperScore: graphs.paperScore ?? null,
    optimal: gap === 0,
    verdict: verdictOf(gap, optimum, truthFacts?.score, isShort),
    optimum,
    gap,
    gaps: { raw: gapTo(rawScore), polished: gapTo(polished?.score), final: gapTo(finalScore) },
    // An answer without undirected edges is a DAG: metrics of classes then compare the class of that DAG, not the answer itself.
    metrics: truth ? graphMetrics(truth, answer.pdag.undirected.includes(1) ? answer.pdag : final) : null,
    rawMetrics: truth ? graphMetrics(truth, raw) : null,
    truth: truthFacts,
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
