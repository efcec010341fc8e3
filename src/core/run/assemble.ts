// The part of a result that follows from the graphs alone: edges by name, scores, gaps, metrics, and what they say together.

import { cpdagOf, obeyingClass } from "../graph/equivalence.ts";
import { completeGraph, type Graph, parentsOf, topologicalOrder } from "../graph/graph.ts";
import { violations } from "../graph/knowledge.ts";
import { graphMetrics } from "../graph/metrics.ts";
import type { Pdag } from "../graph/pdag.ts";
import { isBetter, lead, type Score } from "../score/score.ts";
import type { PcStep } from "../search/constraint/constraint.ts";
import type { Polished } from "../search/order/order.ts";
import type { Step } from "../search/search.ts";
import { namedClass, namedEdges, type SortedProblem } from "./problem.ts";
import { searches } from "./registry.ts";
import type { Panel, RunResult } from "./result.ts";
import type { RunSpec } from "./spec.ts";

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

/** Do knowledge and settings leave room for the truth, where there is one? */
export function isTruthInReach(
  { knowledge, table, truth }: SortedProblem,
  { settings = {} }: RunSpec,
): boolean {
  if (truth === undefined || violations(truth, knowledge, table.names).length > 0) return false;
  return largestDegree(truth) <= Number(settings.maxDegree ?? truth.d); // of GES
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

/** The most links that a variable has. */
function largestDegree({ d, edges }: Graph): number {
  const degrees = new Int32Array(d);
  edges.forEach((e, k) => {
    degrees[k % d] += e;
    degrees[Math.floor(k / d)] += e;
  });
  return Math.max(0, ...degrees);
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

/**
 * The class that a search tells of itself. One with a rule of its own has one, where nothing was pruned from it, or none
 * (null): it tells directions that the score cannot. One that chooses classes has left directions open that a score which
 * tells members apart could tell, unless the polish has chosen them. Any other tells nothing (undefined).
 */
export function ownClass(
  step: Step,
  search: string,
  { polish, prune }: RunSpec,
  final: Graph,
  { isEquivalent }: Score,
  problem: SortedProblem,
): Pdag | null | undefined {
  const { ignoresScore, findsClass } = searches[search];
  const { pdag } = step as Partial<PcStep>;
  if (ignoresScore) return pdag && step.graph !== null && prune === "none" ? pdag : null;
  return findsClass && !polish && !isEquivalent ? classOf(final, problem) : undefined;
}

/** The class of a graph: those of its members that obey the knowledge. */
function classOf(graph: Graph, { knowledge }: SortedProblem): Pdag {
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

/** What the numbers say together, in sentences. */
export function verdicts(
  score: Score,
  facts: Pick<RunResult, "truth" | "optimum" | "claim" | "verdict" | "score" | "polished">,
  panel: Panel | null,
  /** Did the search go by a rule of its own, not by the score? */
  isOwnRule: boolean,
): string[] {
  const { truth, optimum, claim, verdict } = facts;
  const survival = panel?.rescaling?.share;
  const out: string[] = [];
  if (truth && optimum !== null) {
    const value = truth.score;
    if (isBetter(optimum, value)) {
      out.push(
        `the score prefers another graph to the truth by ${(optimum - value).toPrecision(4)}: where they differ, the score (or the sample) decides, not the search`,
      );
    } else if (!isBetter(value, optimum)) {
      out.push(`the truth has the proven best score: ${claim}`);
    }
  }
  if (optimum === null && verdict === "search-short") {
    out.push(
      `the search stopped short: the truth scores ${truthAhead(facts).toPrecision(4)} higher than the best graph found; a longer search, or another one, may find one like it`,
    );
  }
  if (survival !== undefined && survival < 1) {
    out.push(
      `units decide part of this graph: ${Math.round(100 * survival)} % of its edges survive a random rescaling of the columns (the score "${score.name}" is not scale-invariant; compare --score bic, or --standardise)`,
    );
  }
  if (panel !== null && survival === undefined && !score.isScaleFree && !isOwnRule) {
    out.push(
      "whether units decide this graph was not tested: that is done for up to 40 variables, and not after a stop",
    );
  }
  return out;
}
