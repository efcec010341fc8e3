// Posterior probabilities of edges: averages over all DAGs that obey the knowledge, each with the weight of its evidence.
//
//     P(G | data) ∝ prior(G) · Π_j q(parents of j) · exp(f · score(G)),   f: what makes log evidence of the score (1 for bge and bdeu, ½ for bic)
//
// A score that is no sum, but near one graph changes as one does, is taken as it is near a good graph (`evidenceNear` of score.ts).
//
// q is the prior of a set of parents by its size (parent-prior.ts). Two priors of the rest: "orders", every order of the variables is as probable as any other, and in it all parents that it allows, so that a
// DAG counts as often as it has orders (order-sums.ts); "dags", every DAG is as probable as any other (layer-sums.ts).
// Probabilities of edges and of numbers of parents are exact sums; those of ancestors are shares among DAGs drawn from
// the posterior, each independent of the others. Of more variables than can be summed over, Markov chains over orders, or
// over DAGs with an order each, give means instead (chains.ts), and tell how far they agree.

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

/** Of parents, where nothing is said: with "dags" every DAG is then as probable as any other. */
export const usualParents = { orders: "fair", dags: "uniform" } as const;

/** Exact sums, or means over Markov chains. */
export type PosteriorMethod = "sums" | "chains";

export interface Posterior {
  readonly prior: StructurePrior;
  readonly parentPrior: ParentPrior;
  /** The noise variance of all variables, where it was taken as known: that of a good graph. */
  readonly variance: number | null;
  readonly method: PosteriorMethod;
  /** P(i → j) at i * d + j. */
  readonly edges: Float64Array;
  /** P(i is an ancestor of j) at i * d + j: share of the drawn graphs. */
  readonly ancestors: Float64Array;
  /** Of a score that is the same for all members of a class: share of the drawn graphs whose class directs i → j; otherwise null. */
  readonly compelled: Float64Array | null;
  /** P(j has k parents) at j * d + k. */
  readonly parentCounts: Float64Array;
  /** How many graphs were drawn. */
  readonly samples: number;
  /** Log of the sum over all DAGs of exp(f · score), times their orders where those are what counts; null of chains. */
  readonly logEvidence: number | null;
  /** Bound on what rounding has done to `edges` and `parentCounts`, the terms of the score being taken as they are; null of chains. */
  readonly error: number | null;
  /** How long the chains were and how far they agree; null of sums. */
  readonly chains: ChainReport | null;
}

export interface PosteriorProblem {
  readonly score: Score;
  readonly knowledge?: Knowledge | undefined;
  readonly rng: Rng;
}

export interface PosteriorOptions {
  /** What is equally probable before the data: the orders of the variables, or the DAGs. */
  readonly prior?: StructurePrior;
  /** And of a variable: every number of parents, or every set of them. */
  readonly parentPrior?: ParentPrior;
  /** Graphs to draw. */
  readonly samples?: number;
  /** Sums up to 20 variables (over DAGs: 15) where memory allows, unless said. */
  readonly method?: PosteriorMethod;
}

export interface PosteriorMachine {
  /** Bytes that may be allocated. */
  readonly memoryBytes?: number | undefined;
}

/** How sums are made, the bytes they need beside the terms, and up to how many variables they take minutes. */
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
  // A climb that goes further than was expected sets the progress of a search back.
  for (let progress = 0; ; ) {
    const { value, done } = search.next();
    if (done) return value.graph!;
    progress = Math.max(progress, graphShare * value.progress);
    yield { progress, doing: "looking for a good graph" };
  }
}

/** How much of all work the look for a good graph is taken for. */
const graphShare = 0.2;

function* afterGraph<T>(work: Generator<Progress, T, void>): Generator<Progress, T, void> {
  for (;;) {
    const { value, done } = work.next();
    if (done) return value;
    yield { ...value, progress: graphShare + (1 - graphShare) * value.progress };
  }
}

/** Can all graphs be summed over, in minutes and with that much memory? */
function areSummed(score: Score, prior: StructurePrior, memoryBytes: number): boolean {
  const { d, exactVariables = d } = score;
  const isWithin = d <= Math.min(priors[prior].variables, exactVariables);
  return isWithin && posteriorBytes(d, prior, score.local!) <= memoryBytes;
}

/** Log of the sum over all graphs of evidence times prior, orders counted where those are what is equally probable; null where there are too many. */
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

/** Can a posterior be made of the score's terms? */
export function hasEvidence({ local, logEvidence }: Score): boolean {
  return local !== undefined && local.combine === undefined && logEvidence !== undefined;
}

/** Refuses a score of which no posterior can be made. */
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

/** The terms of which log evidence is made, and by what factor; of a score that is no sum, near a graph. */
function evidenceTerms(
  { local, logEvidence, evidenceNear }: Score,
  graph: Graph | null,
): { local: Local; factor: number; variance: number | null } {
  if (evidenceNear && graph)
    return { ...evidenceNear(scoreFromTerms({ term: local!.term }, graph)), factor: 1 };
  return { local: local!, factor: logEvidence!, variance: null };
}

/**
 * Each logarithm is rounded to 2⁻⁵² of its size, which is at most that of the whole and of the number of graphs (below 2^(d²)).
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
