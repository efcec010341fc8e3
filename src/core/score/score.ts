// What a score is. Higher is better, always.
//
// Every score has a value for a whole graph. Most also have local terms, one for each (node, parents), and a rule
// that makes the graph's score of the terms' sum and the number of edges. Exact search, order search and polish need
// the terms; a score that is only a function of the graph works in every search that needs no more.

import type { Graph } from "../graph/graph.ts";
import { parentsOf } from "../graph/graph.ts";
import type { Matrix } from "../math/matrix.ts";

export interface Score {
  readonly name: string;
  readonly d: number;
  /** Score of a graph; higher is better. */
  readonly ofGraph: (graph: Graph) => number;
  /** The terms, where the score has them. */
  readonly local?: Local;
  /** Most variables for which all terms are asked for unless told to, where a term takes long: a proof asks for 2^(d−1) of each. */
  readonly exactVariables?: number;
  /** For each variable those that a quick look at the data leaves as its causes (ascending), for searches that cannot try all. */
  readonly candidates?: () => readonly (readonly number[])[];
  /** Every member of a Markov-equivalence class has the same score. */
  readonly isEquivalent: boolean;
  /** What parts the members of a class is chance of the sample, or the exact shape of a distribution: too little to tell directions by. */
  readonly isEquivalentButForChance?: boolean;
  /** By this factor the score is the log of the evidence for a graph (exactly, or as BIC is), up to a constant; absent: it is none. */
  readonly logEvidence?: number | undefined;
  /**
   * Of a score that is no sum, because one noise variance is estimated for all variables: terms whose sum is log evidence, up to a
   * constant, near graphs whose own terms have this sum, and the noise variance there.
   */
  readonly evidenceNear?: ((sum: number) => { local: Local; variance: number }) | undefined;
  /** Multiplying a column by a constant changes no comparison between graphs. */
  readonly isScaleFree: boolean;
  /** Coefficients of the parents in the fitted model of `node`, where the model has them. */
  readonly coefficients?: (node: number, parents: readonly number[]) => number[];
  /** Sum of squared residuals of `node` fitted on `parents`, where the model has one. */
  readonly rss?: (node: number, parents: readonly number[]) => number;
  /** The paper's bounds, on the scale of the paper's S (lower is better), where defined. */
  readonly bounds?: PaperBounds;
}

export interface Local {
  /** Term of `node` with these parents (ascending); higher is better. */
  readonly term: (node: number, parents: readonly number[]) => number;
  /** What the term is never above, where that is quick to say and the term is not: what it rules out need not be asked for. */
  readonly atMost?: ((node: number, parents: readonly number[]) => number) | undefined;
  /** Terms with these parents (each ascending) will be asked for: of a slow score, to be computed at once by several threads. */
  readonly ahead?: (sets: readonly (readonly number[])[]) => void;
  /**
   * The graph's score from the sum of the terms and the number of edges, where it is not the sum itself. Must rise
   * with the sum, fall with the edges and be convex in both (so that the best graph is on the hull; exact.ts).
   */
  readonly combine?: (sum: number, edges: number) => number;
  /**
   * Are the best of many parents to be looked for by adding one after the other? For terms whose parameters multiply with
   * every parent, so that all candidates together say nothing; otherwise parents are dropped one after the other.
   */
  readonly isGrown?: boolean;
  /** How all terms follow from a number for each set of variables, where they do: computed together, they take less. */
  readonly ofSets?: SetValues | undefined;
  /** How all terms follow from one positive-definite matrix, where they do: the fast path of the kernels. */
  readonly gaussian?: GaussianTerms;
}

/** term(j, P) = values[P ∪ {j}] − values[P] + ofSize[|P|], sets by their bits; −Infinity where values[P ∪ {j}] is. */
export interface SetValues {
  /** Yields the share done. */
  readonly values: () => Generator<number, Float64Array, void>;
  /** Nothing, where absent. */
  readonly ofSize?: Float64Array;
  /** Bytes that this takes. */
  readonly bytes: number;
}

/**
 * Terms that are functions of a positive-definite matrix M. With v = M_jj − M_jP M_PP⁻¹ M_Pj (the residual variance
 * of j given P, on M's scale) and k = |P|:
 *
 *     kind "log":     term(j, P) = a[k] · log v + b[k] · log det M_PP + c[k]
 *     kind "linear":  term(j, P) = −v + c[k]
 */
export interface GaussianTerms {
  readonly M: Matrix;
  /** Samples behind M: what counts as evidence when candidates are screened. */
  readonly n: number;
  readonly kind: "log" | "linear";
  readonly a: Float64Array;
  readonly b: Float64Array;
  readonly c: Float64Array;
}

/** The paper's scaling of its score S to [0, 5]: 5 (S − S_L)/(S_U − S_L), lower is better. */
export interface PaperBounds {
  readonly lower: number;
  readonly upper: number;
  /** Is S_L below S of every directed graph? Yes, unless said. */
  readonly isLowerBound?: boolean;
  /** The paper's S of a graph, with the constants of the published code. */
  readonly ofGraph: (graph: Graph) => number;
  /** The same from `rss` of every node (where the terms are Gaussian, from their matrix) and the number of edges, where it follows. */
  readonly ofResiduals?: (rss: Float64Array, edges: number) => number;
}

/** The paper's scaled score of a graph; where the bounds coincide the upper one is raised by 1, as the paper says. */
export function paperScore(
  { lower, upper, ofGraph }: Omit<PaperBounds, "ofResiduals">,
  graph: Graph,
): number {
  const width = upper - lower;
  return (5 * (ofGraph(graph) - lower)) / (width > 0 ? width : 1);
}

/** A score whose value of a graph is that of its local terms. */
export function localScore(parts: Omit<Score, "ofGraph"> & { readonly local: Local }): Score {
  return { ...parts, ofGraph: (graph) => scoreFromTerms(parts.local, graph) };
}

/** Score of a graph from local terms. */
export function scoreFromTerms(local: Local, graph: Graph): number {
  let sum = 0;
  let edges = 0;
  for (let j = 0; j < graph.d; j++) {
    const parents = parentsOf(graph, j);
    sum += local.term(j, parents);
    edges += parents.length;
  }
  return local.combine ? local.combine(sum, edges) : sum;
}

/** Scores closer than this, relative to their size, are equal. */
export const scoreTolerance = 1e-9;

/**
 * Is score a better than b by more than rounding?
 *
 * @example
 * ```js
 * isBetter(2, 1); // true
 * isBetter(1 + 1e-13, 1); // false
 * ```
 */
export function isBetter(a: number, b: number): boolean {
  if (a === b) return false;
  if (!Number.isFinite(a) || !Number.isFinite(b)) return a > b;
  return a - b > scoreTolerance * Math.max(1, Math.abs(a), Math.abs(b));
}

/** By how much score a is better than b; 0 where it is not, or by rounding alone. */
export function lead(a: number, b: number): number {
  return isBetter(a, b) ? a - b : 0;
}
