// Posterior probabilities of edges: averages over all DAGs that satisfy the knowledge, each weighted by its evidence.
//
//     P(G | data) ∝ prior(G) · Π_j q(parents of j) · exp(f · score(G)),   f: from score to log evidence (1 for bge and bdeu, ½ for bic)
//
// A score that is not a sum, but changes like one near a graph, is linearised near a good graph (`evidenceNear` of score.ts).
//
// q is the prior of a parent set by its size (parent-prior.ts). There are two priors for the rest: "orders", all orders of the
// variables are equally probable, and in each all parents that it allows, so that a DAG counts once for each of its orders
// (order-sums.ts); "dags", all DAGs are equally probable (layer-sums.ts). Probabilities of edges and of numbers of parents are exact
// sums; those of ancestors are shares among DAGs drawn independently from the posterior. If there are too many variables to sum
// over, Markov chains over orders, or over DAGs with an order each, give means instead (chains.ts), and report how far they agree.

import { check, setTo } from "../../check.ts";
import type { Graph } from "../../graph/graph.ts";
import { type Knowledge, noKnowledge } from "../../graph/knowledge.ts";
import type { Rng } from "../../math/rng.ts";
import { maxKernelBytes } from "../../math/wasm/wasm.ts";
import { type Local, type Score, scoreFromTerms } from "../../score/score.ts";
import { subsetProgramBytes, subsetTables } from "../exact/exact.ts";
import { orderSearch } from "../order/order.ts";
import { type ChainReport, chains } from "./chains.ts";
import { drawnGraphs } from "./drawn-graphs.ts";
import { layerSums, layerSumsBytes } from "./layer-sums.ts";
import { orderSums, orderSumsBytes } from "./order-sums.ts";
import { logParentPrior, type ParentPrior, withParentPrior } from "./parent-prior.ts";
import type { Progress, Sums } from "./sums.ts";

export type { ChainReport } from "./chains.ts";
export { type ClassWeightOptions, logClassPrior } from "./class-weight.ts";
export { logParentPrior, type ParentPrior, parentPriors } from "./parent-prior.ts";
export type { Progress } from "./sums.ts";

export type StructurePrior = "orders" | "dags";

/** Default priors of parents: with "dags" all DAGs are then equally probable. */
export const usualParents = { orders: "fair", dags: "uniform" } as const;

/** Exact sums, or means over Markov chains. */
export type PosteriorMethod = "sums" | "chains";

export interface Posterior {
  readonly prior: StructurePrior;
  readonly parentPrior: ParentPrior;
  /** The noise variance of all variables, if it was taken as known: that of a good graph. */
  readonly variance: number | null;
  readonly method: PosteriorMethod;
  /** P(i → j) at i * d + j. */
  readonly edges: Float64Array;
  /** P(i is an ancestor of j) at i * d + j: share of the drawn graphs. */
  readonly ancestors: Float64Array;
  /** If the score is equal for all members of a class: share of the drawn graphs whose class directs i → j; otherwise null. */
  readonly compelled: Float64Array | null;
  /** P(j has k parents) at j * d + k. */
  readonly parentCounts: Float64Array;
  /** Number of graphs drawn. */
  readonly samples: number;
  /** Log of the sum over all DAGs of exp(f · score), times their orders under the prior "orders"; null for chains. */
  readonly logEvidence: number | null;
  /** Bound on the rounding error of `edges` and `parentCounts`, given the terms of the score; null for chains. */
  readonly error: number | null;
  /** Length and agreement of the chains; null for sums. */
  readonly chains: ChainReport | null;
}

export interface PosteriorProblem {
  readonly score: Score;
  readonly knowledge?: Knowledge | undefined;
  readonly rng: Rng;
}

export interface PosteriorOptions {
  /** What is equally probable a priori: the orders of the variables, or the DAGs. */
  readonly prior?: StructurePrior;
  /** The same for the parents of a variable: all numbers of parents, or all sets. */
  readonly parentPrior?: ParentPrior;
  /** Number of graphs to draw. */
  readonly samples?: number;
  /** Default: sums up to 20 variables (over DAGs: 15) if memory allows, otherwise chains. */
  readonly method?: PosteriorMethod;
}

export interface PosteriorMachine {
  /** Bytes that may be allocated. */
  readonly memoryBytes?: number | undefined;
}

/** The sums of each prior, the bytes they need besides the terms, and the number of variables up to which they take minutes. */
const priors = {
  orders: { sums: orderSums, bytes: orderSumsBytes, variables: 20 },
  dags: { sums: layerSums, bytes: layerSumsBytes, variables: 15 },
} as const;

/** Bytes that the sums for d variables allocate. */
export function posteriorBytes(d: number, prior: StructurePrior, local: Local): number {
  return subsetProgramBytes(d, local) + priors[prior].bytes(d);
}

export function* posterior(
  { score, knowledge = noKnowledge(score.d), rng }: PosteriorProblem,
  { prior = "orders", parentPrior = usualParents[prior], samples = 10_000, method }: PosteriorOptions = {},
  { memoryBytes = Number.POSITIVE_INFINITY }: PosteriorMachine = {},
): Generator<Progress, Posterior, void> {
  const { d } = score;
  checkEvidence(score);
  check(
    Number.isInteger(samples) && samples >= 1,
    `posterior: the number of graphs to draw must be a whole number of at least 1, got ${samples}`,
    { field: "samples" },
  );
  const most = Math.min(memoryBytes, maxKernelBytes);
  const isChained = (method ?? (areSummed(score, prior, most) ? "sums" : "chains")) === "chains";
  const graph = isChained || score.evidenceNear ? yield* goodGraph({ score, knowledge, rng }) : null;
  const { local: terms, factor, variance } = evidenceTerms(score, graph);
  const local = withParentPrior(terms, factor, logParentPrior(d, parentPrior));
  const bytes = posteriorBytes(d, prior, local);
  const common = { local, factor, samples, rng };
  if (isChained && graph) {
    const isOverDags = prior === "dags";
    const { report, ...estimates } = yield* chains({ ...common, score, knowledge, graph, isOverDags });
    const named = { prior, parentPrior, variance, method: "chains", samples } as const;
    return { ...named, ...estimates, logEvidence: null, error: null, chains: report };
  }
  check(
    bytes <= most,
    `posterior: sums over all ${prior} of ${d} variables need ${gigabytes(bytes)} of memory and ${gigabytes(most)} are available`,
    { field: "method", remedies: setTo("method", ["chains"]) },
  );
  const tables = subsetTables(local, knowledge, priors[prior].bytes(d));
  const summing = priors[prior].sums({ ...common, d, tables });
  const sums = yield* graph ? afterGraph(summing) : summing;
  check(sums !== null, "posterior: no graph satisfies the prior knowledge", { field: "knowledge" });
  const drawn = drawnGraphs(d, score.isEquivalent ? knowledge : null);
  for (let k = 0; k < samples; k++) {
    drawn.add(sums.orders.subarray(k * d, k * d + d), (j) => sums.parentsOf(k, j));
    if (k % 200 === 199) yield { progress: 1, doing: "counts ancestors" };
  }
  const { logSum } = sums;
  // Rounding may leave a certain edge above 1.
  const [edges, parentCounts] = [sums.edges, sums.parentCounts].map((all) => all.map((p) => Math.min(1, p)));
  return {
    ...{ prior, parentPrior, variance, method: "sums", samples },
    ...{ edges, parentCounts, ancestors: drawn.ancestors() },
    compelled: drawn.compelled(),
    ...{ logEvidence: logSum, error: roundingOf(d, sums), chains: null },
  };
}

function* goodGraph({ score, knowledge, rng }: PosteriorProblem): Generator<Progress, Graph, void> {
  const search = orderSearch({ score, knowledge, rng: rng.fork("order") }, { effort: "low" });
  // A climb that continues longer than expected sets the progress of a search back.
  for (let progress = 0; ; ) {
    const { value, done } = search.next();
    if (done) return value.graph!;
    progress = Math.max(progress, graphShare * value.progress);
    yield { progress, doing: "looking for a good graph" };
  }
}

/** Assumed share of the work in the search for a good graph. */
const graphShare = 0.2;

function* afterGraph<T>(work: Generator<Progress, T, void>): Generator<Progress, T, void> {
  for (;;) {
    const { value, done } = work.next();
    if (done) return value;
    yield { ...value, progress: graphShare + (1 - graphShare) * value.progress };
  }
}

/** Whether all graphs can be summed over, in minutes and in this much memory. */
function areSummed(score: Score, prior: StructurePrior, memoryBytes: number): boolean {
  const { d, exactVariables = d } = score;
  const isWithin = d <= Math.min(priors[prior].variables, exactVariables);
  return isWithin && posteriorBytes(d, prior, score.local!) <= memoryBytes;
}

/** Log of the sum over all graphs of evidence times prior, times their orders under the prior "orders"; null if there are too many. */
export function* logTotalEvidence(
  problem: PosteriorProblem,
  {
    prior = "orders",
    parentPrior = usualParents[prior],
  }: Pick<PosteriorOptions, "prior" | "parentPrior"> = {},
  { memoryBytes = Number.POSITIVE_INFINITY }: PosteriorMachine = {},
): Generator<Progress, number | null, void> {
  checkEvidence(problem.score);
  if (!areSummed(problem.score, prior, Math.min(memoryBytes, maxKernelBytes))) return null;
  const chosen = { prior, parentPrior, samples: 1, method: "sums" } as const;
  return (yield* posterior(problem, chosen, { memoryBytes })).logEvidence;
}

/** Whether the score's terms define a posterior. */
export function hasEvidence({ local, logEvidence }: Score): boolean {
  return local !== undefined && local.combine === undefined && logEvidence !== undefined;
}

/** Throws if the score defines no posterior. */
export function checkEvidence({ name, local, logEvidence, evidenceNear }: Score): void {
  const about = { field: "score", remedies: setTo("score", ["bge", "bic", "bdeu"]) };
  check(
    local !== undefined,
    `posterior: a posterior is a sum over the terms of a score, and "${name}" has none`,
    about,
  );
  if (evidenceNear) return;
  check(
    local.combine === undefined,
    `posterior: only a score that is the sum of its terms has a posterior that can be summed, and "${name}" is not`,
    about,
  );
  check(
    logEvidence !== undefined,
    `posterior: probabilities need a score on the scale of log evidence, and "${name}" with these settings is not`,
    about,
  );
}

/** The terms that give log evidence, and their factor; near a graph if the score is not a sum. */
function evidenceTerms(
  { local, logEvidence, evidenceNear }: Score,
  graph: Graph | null,
): { local: Local; factor: number; variance: number | null } {
  if (evidenceNear && graph)
    return { ...evidenceNear(scoreFromTerms({ term: local!.term }, graph)), factor: 1 };
  return { local: local!, factor: logEvidence!, variance: null };
}

/**
 * Each logarithm is rounded to 2⁻⁵² of its size, which is at most that of the total plus the log number of graphs (below 2^(d²)).
 * A weight goes through d − 1 sums over subsets, at most d sums of d steps each way and d − 1 sums over supersets; then 2^(d−1)
 * numbers are added.
 */
function roundingOf(d: number, { size }: Sums): number {
  const depth = 2 * d * (d + 2);
  return 2 ** -52 * (depth * (size + d * d + 64) + 2 ** (d - 1));
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`;
}
