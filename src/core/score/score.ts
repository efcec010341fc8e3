// The interface of scores. Higher is always better.
//
// Every score has a value for a whole graph. Most also have local terms, one for each (node, parents), and a rule that
// combines the sum of the terms and the number of edges into the graph's score. Exact search, order search and polish
// need the terms; a score that is only a function of the graph works in every search that needs no terms.

import type { Graph } from "../graph/graph.ts";
import { parentsOf } from "../graph/graph.ts";
import type { Matrix } from "../math/matrix.ts";

export interface Score {
  readonly name: string;
  readonly d: number;
  /** Score of a graph; higher is better. */
  readonly ofGraph: (graph: Graph) => number;
  /** The local terms, if the score has them. */
  readonly local?: Local;
  /** For slow terms: the most variables for which all terms are computed by default; a proof needs 2^(d−1) for each variable. */
  readonly exactVariables?: number;
  /** Candidate parents of each variable (ascending) from a quick screening of the data, for searches that cannot try all. */
  readonly candidates?: () => readonly (readonly number[])[];
  /** Every member of a Markov-equivalence class has the same score. */
  readonly isEquivalent: boolean;
  /** Members of a class differ only by sampling noise or by the exact shape of a distribution: too little to identify directions. */
  readonly isEquivalentButForChance?: boolean;
  /** The score times this factor is the log evidence of a graph up to a constant, exactly or as in BIC; absent if it is not. */
  readonly logEvidence?: number | undefined;
  /**
   * For a score that is not a sum, because one noise variance is estimated for all variables: terms whose sum is the log evidence, up
   * to a constant, near graphs whose own terms have this sum, and the noise variance there.
   */
  readonly evidenceNear?: ((sum: number) => { local: Local; variance: number }) | undefined;
  /** Rescaling a column changes no comparison between graphs. */
  readonly isScaleFree: boolean;
  /** Coefficients of the parents in the fitted model of `node`, if the model has them. */
  readonly coefficients?: (node: number, parents: readonly number[]) => number[];
  /** Sum of squared residuals of `node` fitted on `parents`, if the model has one. */
  readonly rss?: (node: number, parents: readonly number[]) => number;
  /** The paper's bounds, on the scale of the paper's S (lower is better), if defined. */
  readonly bounds?: PaperBounds;
}

export interface Local {
  /** Term of `node` with these parents (ascending); higher is better. */
  readonly term: (node: number, parents: readonly number[]) => number;
  /** A cheap upper bound on a slow term: parent sets that it rules out need not be evaluated. */
  readonly atMost?: ((node: number, parents: readonly number[]) => number) | undefined;
  /** Announces that terms with these parents (each ascending) will be needed, so that a slow score can compute them in parallel. */
  readonly ahead?: (sets: readonly (readonly number[])[]) => void;
  /**
   * The graph's score from the sum of the terms and the number of edges, if it is not the sum itself. Must increase
   * with the sum, decrease with the edges and be convex in both (so that the best graph is on the hull; exact.ts).
   */
  readonly combine?: (sum: number, edges: number) => number;
  /**
   * Whether to select parents among many candidates by forward selection, for terms whose number of parameters multiplies with
   * every parent, so that a fit on all candidates is uninformative. Otherwise parents are selected by backward elimination.
   */
  readonly isGrown?: boolean;
  /** Parents may matter only together, as causes of a function of several variables, so that adding one at a time misses them. */
  readonly hasInteractions?: boolean;
  /** How all terms follow from one number for each set of variables, if they do: computing them together is cheaper. */
  readonly ofSets?: SetValues | undefined;
  /** How all terms follow from one positive-definite matrix, if they do: the fast path of the kernels. */
  readonly gaussian?: GaussianTerms;
}

/** term(j, P) = values[P ∪ {j}] − values[P] + ofSize[|P|], with sets as bit masks; −Infinity if values[P ∪ {j}] is. */
export interface SetValues {
  /** Yields the share of the work done. */
  readonly values: () => Generator<number, Float64Array, void>;
  /** Default: zeros. */
  readonly ofSize?: Float64Array;
  /** Memory needed, in bytes. */
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
  /** Number of samples behind M, for the significance of candidates in screening. */
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
  /** Whether S_L is below S of every directed graph; default: yes. */
  readonly isLowerBound?: boolean;
  /** The paper's S for a graph, with the constants of the published code. */
  readonly ofGraph: (graph: Graph) => number;
  /** The same from `rss` of every node (for Gaussian terms, from their matrix) and the number of edges, if these determine it. */
  readonly ofResiduals?: (rss: Float64Array, edges: number) => number;
}

/** The paper's scaled score of a graph; if the bounds coincide, the upper one is raised by 1, as in the paper. */
export function paperScore(
  { lower, upper, ofGraph }: Omit<PaperBounds, "ofResiduals">,
  graph: Graph,
): number {
  const width = upper - lower;
  return (5 * (ofGraph(graph) - lower)) / (width > 0 ? width : 1);
}

/** A score whose value for a graph follows from its local terms. */
export function localScore(parts: Omit<Score, "ofGraph"> & { readonly local: Local }): Score {
  return { ...parts, ofGraph: (graph) => scoreFromTerms(parts.local, graph) };
}

/** The score of a graph from local terms. */
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

/** Scores that differ by less than this, relative to their magnitude (or to 1), count as equal. */
export const scoreTolerance = 1e-9;

/**
 * Whether score a is better than b by more than rounding.
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

/** By how much score a is better than b; 0 if it is not, or only by rounding. */
export function lead(a: number, b: number): number {
  return isBetter(a, b) ? a - b : 0;
}
