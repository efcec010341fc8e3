// The independence-based score: a graph scores high if the residuals of its regressions are independent of each other.
//
//     score = Σ_j log p_j − w · log n · E,   p_j: p-value of HSIC between residual j and the residuals of all other variables
//
// Residuals are those of additive spline regressions (math/smooth/additive.ts) of each variable on its parents, standardised; p by
// the gamma approximation (math/hsic.ts), in logarithms, so that strong dependence does not underflow. E counts the edges, w is the
// penalty weight. It assumes nothing about the distribution of the noise, which likelihoods assume to be Gaussian.
//
// Peters, Mooij, Janzing, Schölkopf, "Causal discovery with continuous additive noise models", JMLR 15, 2014: there
// Σ DM(residual j, other residuals) + λ · edges, lower is better, with DM = −log p. That is the paper's S here, and S_L = 0.
//
// No local terms: each p depends on all residuals. A graph costs d kernel matrices of d − 1 columns and d of one, n² d² / 2
// multiplications and n² d exponentials; residuals are cached by (node, parents), at most eight million numbers, and so are up to
// 65,000 graphs.
//
// Differs: λ is w · log n, where the publication has a parameter. Between two unrelated variables an edge is then accepted if by
// chance p is smaller than 1/√n (it counts from both sides) and the fit removes that dependence. Variables that their parents
// explain exactly have no residual and are independent of all. More than n − 2 parents: −Infinity.

import * as z from "zod";
import { check } from "../check.ts";
import type { Table } from "../data/table.ts";
import { edgeCount, emptyGraph, type Graph, parentsOf } from "../graph/graph.ts";
import { logarithm } from "../math/elementary.ts";
import { type HsicSpace, hsic, hsicSpace, hsicWidth } from "../math/hsic.ts";
import { column, matrix } from "../math/matrix.ts";
import {
  type AdditiveOptions,
  additiveFit,
  basisScatter,
  isSaturated,
  splineBasis,
} from "../math/smooth/smooth.ts";
import { pivotTolerance } from "../math/solve.ts";
import { maxAdditiveVariables } from "./additive.ts";
import { defineScore } from "./definition.ts";
import { type ParentSetValues, rememberedSets } from "./parent-sets.ts";
import { checkedRows } from "./regression.ts";
import type { PaperBounds, Score } from "./score.ts";
import { penaltyWeight } from "./score-options.ts";

export interface IndependenceOptions extends AdditiveOptions {
  /** Multiplies the penalty of log n for each edge. */
  readonly penaltyWeight?: number;
  /** The kernels compiled to 256-bit instructions, from `wideKernels`: the same bytes, faster. */
  readonly wide?: WebAssembly.Module | undefined;
}

/** Maximum number of rows: three matrices of 8 · rows² bytes, and rows² d² operations for a graph. */
const mostRows = 2000;

/**
 * How independent the residuals are of each other.
 *
 * @example
 * ```js
 * const { table } = simulate({ nodes: 3, samples: 60 });
 * Number.isFinite(independence(table).ofGraph(emptyGraph(3))); // true
 * ```
 */
export function independence(
  table: Table,
  { penaltyWeight = 1, smoothing = "gcv", wide, beat }: IndependenceOptions = {},
): Score {
  const { rows: n, cols: d } = table.X;
  checkedRows(table);
  check(penaltyWeight >= 0, `score: the penalty weight must be 0 or more, got ${penaltyWeight}`);
  check(
    n <= mostRows,
    `independence: at most ${mostRows} rows, got ${n}; use the score additive, whose cost does not grow with rows, or fewer rows`,
  );
  check(d <= maxAdditiveVariables, `independence: at most ${maxAdditiveVariables} variables, got ${d}`, {
    remedies: [{ act: "use fewer columns", option: "columns" }],
  });
  const residuals = rememberedSets(residualsOf(table, { smoothing, beat }));
  const perEdge = penaltyWeight * logarithm(n);
  let space: HsicSpace | undefined;
  const dependenceOf = (graph: Graph): number => {
    space ??= hsicSpace(n, d, { wide, beat });
    const parents = Array.from({ length: d }, (_, j) => parentsOf(graph, j));
    if (parents.some((P) => P.length > 0 && isSaturated(n, P.length))) return Number.POSITIVE_INFINITY;
    const columns = parents.map((P, j) => residuals([j, ...P]));
    return dependence(columns, n, space);
  };
  // Searches evaluate their current graph many times.
  const memo = rememberedSets((edges) => Float64Array.of(dependenceOf(graphAt(edges, d))), 2 ** 16);
  const S = (graph: Graph): number => memo(edgesOf(graph))[0] + perEdge * edgeCount(graph);
  return {
    name: "independence",
    d,
    ofGraph: (graph) => -S(graph),
    isEquivalent: false,
    isScaleFree: true,
    bounds: paperBounds(S, d),
  };
}

/** The indices of the edges in the matrix of a graph, and back. */
function edgesOf({ edges }: Graph): number[] {
  return Array.from(edges.keys()).filter((at) => edges[at] === 1);
}

function graphAt(places: readonly number[], d: number): Graph {
  const graph = emptyGraph(d);
  for (const at of places) graph.edges[at] = 1;
  return graph;
}

/** Σ_j −log p of residual j against all others; the residuals as returned by `residualsOf`. */
function dependence(residuals: readonly Float64Array[], n: number, space: HsicSpace): number {
  const d = residuals.length;
  let sum = 0;
  for (let j = 0; j < d && d > 1; j++) {
    const others = matrix(n, d - 1);
    residuals
      .filter((_, k) => k !== j)
      .forEach((residual, c) => {
        for (let i = 0; i < n; i++) others.data[i * (d - 1) + c] = residual[i];
      });
    const values = matrix(n, 1, residuals[j].subarray(0, n));
    sum -= hsic(values, others, { widthX: residuals[j][n], space }).logP;
  }
  return sum;
}

/** Standardised residuals of a variable on its parents and the width of their kernel, by [node, ...parents]; 0 if nothing is left. */
function residualsOf({ X }: Table, options: AdditiveOptions): ParentSetValues {
  const { rows: n, cols: d } = X;
  const scatter = basisScatter(X);
  const bases = Array.from({ length: d }, (_, j) => splineBasis(column(X, j)));
  const owner = bases.flatMap(({ cols }, j) => Array.from({ length: cols }, (_, c) => [j, c] as const));
  return ([node, ...parents]) => {
    const out = column(bases[node], 0);
    if (parents.length > 0) {
      const { columns, beta } = additiveFit(scatter, node, parents, options);
      columns.forEach((at, k) => {
        const [j, c] = owner[at];
        const { cols, data } = bases[j];
        for (let i = 0; i < n; i++) out[i] -= beta[k] * data[i * cols + c];
      });
    }
    const squares = out.reduce((sum, x) => sum + x * x, 0);
    // Below this share of a standardised variable the residual is rounding.
    const scale = squares > pivotTolerance * n ? Math.sqrt(n / squares) : 0;
    const standardised = out.map((x) => scale * x);
    return Float64Array.of(...standardised, hsicWidth(matrix(n, 1, standardised)));
  };
}

/** S is a sum of −log p and a penalty: 0 bounds it from below, for any graph. */
function paperBounds(S: (graph: Graph) => number, d: number): PaperBounds {
  let upper: number | undefined;
  return {
    lower: 0,
    get upper() {
      upper ??= S(emptyGraph(d));
      return upper;
    },
    ofGraph: S,
  };
}

export const independenceScore = defineScore({
  name: "independence",
  group: "any",
  summary:
    "nonlinear, any noise: are the residuals independent (HSIC)? up to 2,000 rows, not for exact search",
  method: {
    term: "the independence of residuals, measured by HSIC",
    assumes:
      "Each variable is a function of its causes plus noise that is independent of them; the noise may have any distribution.",
    sources: ["petersNoise"],
  },
  when: "Tests whether the residuals are independent of the causes; noise of any kind.",
  needsRows: true,
  options: z.strictObject({ penaltyWeight }),
  prune: "greedy",
  make: (table, { penaltyWeight }, { wide, beat }) => independence(table, { penaltyWeight, wide, beat }),
});
