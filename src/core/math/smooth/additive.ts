// Additive regression by penalised splines: y = constant + Σ_j f_j(x_j) + noise, like mgcv's gam(y ~ s(x_1) + s(x_2) + …).
//
//     β = H⁻¹ Xᵀy,   H = XᵀX + Λ,   Λ diagonal: λ_j for the penalised columns of term j, 0 for its linear one
//     F = H⁻¹ XᵀX,   edf = 1 + tr F,   edf of a term: the part of the trace on its columns
//     gcv:   log RSS − 2 log(n − edf)                                          (n RSS / (n − edf)², the default)
//     reml:  (n − M) log(RSS + βᵀΛβ) + log det H − Σ_j m_j log λ_j             (M unpenalised columns, m_j penalised of term j)
//
// log λ is found by Newton's method with exact derivatives in a box (descent.ts), from two starts, keeping the lower minimum: each
// step decreases the criterion, and there are at most 100 steps (`converged: false`).
//
// Everything is computed from one scatter matrix of the basis functions of all variables, without reading the rows again:
// n (9 d)² / 2 operations for d variables once, then, with q = 9 p columns for p parents, about 3 q³ for each of about twenty steps.
//
// Wood, S. "Generalized Additive Models", 2nd edition, 2017, sections 6.1–6.5. Bühlmann, P., Peters, J., Ernest, J. "CAM: causal additive
// models", Annals of Statistics 42(6), 2014, for the rank if rows are few: ⌈n / 3p⌉ below 30 rows for each parent.
//
// Differs from mgcv: a λ large enough to make a term linear does not disturb the others (in mgcv it sometimes does, through its rank
// decision: the fit then deviates from that of its own λ by about 1e-3 of the residuals); collinear linear parts are dropped.

import { check } from "../../check.ts";
import { symmetricProduct } from "../dense/dense.ts";
import { exponential, logarithm } from "../elementary.ts";
import { column, type Matrix, matrix } from "../matrix.ts";
import { descend } from "../optimise/optimise.ts";
import { choleskyOf } from "../solve.ts";
import { type PenalisedProblem, penalised, smoothingCriteria } from "./smoothing.ts";
import { splineBasis, splineRank } from "./splines.ts";

/** Inner products of the centred basis functions of all variables. */
export interface BasisScatter {
  readonly n: number;
  /** Columns start[j] … start[j + 1] − 1 belong to variable j, its own (standardised) values first; a constant has none. */
  readonly start: Int32Array;
  readonly A: Matrix;
}

export function basisScatter(X: Matrix, rank = splineRank): BasisScatter {
  const { rows: n, cols: d } = X;
  const bases = Array.from({ length: d }, (_, j) => splineBasis(column(X, j), rank));
  const start = new Int32Array(d + 1);
  bases.forEach((basis, j) => {
    start[j + 1] = start[j] + basis.cols;
  });
  const q = start[d];
  const A = matrix(q, q);
  // In blocks of rows, so that the functions of all variables are joined for a few rows at a time.
  const block = Math.max(64, Math.floor(2 ** 20 / Math.max(1, q)));
  for (let from = 0; from < n && q > 0; from += block) {
    const rows = Math.min(block, n - from);
    const part = matrix(rows, q);
    bases.forEach(({ cols, data }, j) => {
      for (let i = 0; i < rows; i++) {
        part.data.set(data.subarray((from + i) * cols, (from + i + 1) * cols), i * q + start[j]);
      }
    });
    const { data } = symmetricProduct(part);
    for (let at = 0; at < data.length; at++) A.data[at] += data[at];
  }
  return { n, start, A };
}

export interface AdditiveOptions {
  /** How the smoothing parameters are chosen. */
  readonly smoothing?: "gcv" | "reml";
  /** Called before each step of a fit, which is slow with many parents; it may abort the fit by throwing. */
  readonly beat?: (() => void) | undefined;
}

export interface AdditiveTerm {
  /** Effective degrees of freedom; 1 for a linear term, 0 for a constant or repeated parent. */
  readonly edf: number;
  readonly lambda: number;
  /** Its columns in β, F and G. */
  readonly from: number;
  readonly to: number;
}

export interface AdditiveFit {
  readonly n: number;
  /** Sum of squared residuals of the standardised node (whose sum of squares is n). */
  readonly rss: number;
  /** Effective degrees of freedom, including the constant. */
  readonly edf: number;
  /** One for each parent. */
  readonly terms: readonly AdditiveTerm[];
  readonly beta: Float64Array;
  /** The columns of the scatter matrix that β belongs to. */
  readonly columns: readonly number[];
  /** Inner products of the columns, H⁻¹, and F. */
  readonly A: Matrix;
  readonly G: Matrix;
  readonly F: Matrix;
  readonly converged: boolean;
  readonly steps: number;
}

/** Maximum number of basis functions, including the constant, of each of p parents: ten, or ⌈n / 3p⌉ below 30 p rows. */
export function rankFor(n: number, p: number): number {
  return n >= 30 * p ? splineRank : Math.min(splineRank, Math.max(2, Math.ceil(n / (3 * p))));
}

/** Whether there are too few rows even for a linear term of each parent and a residual. */
export function isSaturated(n: number, p: number): boolean {
  return p + 2 > n;
}

export function additiveFit(
  scatter: BasisScatter,
  node: number,
  parents: readonly number[],
  { smoothing = "gcv", beat }: AdditiveOptions = {},
): AdditiveFit {
  const { n } = scatter;
  check(
    !isSaturated(n, parents.length),
    `additive: ${parents.length} terms need at least ${parents.length + 2} rows, got ${n}; take fewer parents`,
  );
  const problem = problemOf(scatter, node, parents);
  const criterion = smoothingCriteria[smoothing];
  const { low, starts, high } = boxOf(problem);
  const valueAt = (rho: Float64Array) => {
    beat?.();
    return criterion(problem, rho);
  };
  const { at, converged, steps } = starts
    .map((start) => descend(valueAt, { low, start, high }))
    .reduce((best, other) => (other.value < best.value ? other : best));
  const { beta, G, F, rss, edf } = penalised(problem, at);
  const terms = problem.blocks.map(({ from, to }, j) => {
    let sum = 0;
    for (let c = from; c < to; c++) sum += F.data[c * F.cols + c];
    return { edf: sum, lambda: exponential(at[j]), from, to };
  });
  return { n, rss, edf, terms, beta, columns: problem.index, A: problem.A, G, F, converged, steps };
}

/** The normal equations of one node, columns in blocks by parent. */
function problemOf(
  { n, start, A }: BasisScatter,
  node: number,
  parents: readonly number[],
): PenalisedProblem & { readonly index: readonly number[] } {
  const rank = rankFor(n, parents.length);
  const varying = parents.filter((p) => start[p + 1] > start[p]);
  const { dropped } = choleskyOf(
    A,
    varying.map((p) => start[p]),
  );
  const repeated = new Set(dropped.map((at) => varying[at]));
  const index: number[] = [];
  const blocks: { from: number; bentFrom: number; to: number }[] = [];
  for (const p of parents) {
    const from = index.length;
    if (start[p + 1] > start[p] && !repeated.has(p)) index.push(start[p]);
    const bentFrom = index.length;
    for (let c = start[p] + 1; c < Math.min(start[p + 1], start[p] + rank - 1); c++) index.push(c);
    blocks.push({ from, bentFrom, to: index.length });
  }
  const q = index.length;
  const submatrix = matrix(q, q);
  for (let i = 0; i < q; i++) {
    for (let j = 0; j < q; j++) submatrix.data[i * q + j] = A.data[index[i] * A.cols + index[j]];
  }
  const hasNode = start[node + 1] > start[node];
  const b = Float64Array.from(index, (c) => (hasNode ? A.data[c * A.cols + start[node]] : 0));
  return { n, A: submatrix, b, yy: hasNode ? A.data[start[node] * (A.cols + 1)] : 0, blocks, index };
}

/**
 * The range of log λ, from almost unpenalised to almost linear. The criterion may have several minima, so there are two starts, at
 * which penalty and data balance: for the smooth functions (mean of the columns' squares) and for the rough ones (harmonic mean).
 */
function boxOf({ A, blocks }: PenalisedProblem): {
  low: Float64Array;
  starts: Float64Array[];
  high: Float64Array;
} {
  const sizes = blocks.map(({ bentFrom, to }) => {
    const count = to - bentFrom;
    const squares = Array.from({ length: count }, (_, i) => A.data[(bentFrom + i) * (A.cols + 1)]);
    const most = Math.max(0, ...squares);
    // The smoothing parameter of a term without penalised columns has no effect.
    if (!(most > 0)) return { least: 1, rough: 1, smooth: 1, most: 1 };
    const inverses = squares.map((x) => 1 / Math.max(x, 1e-10 * most));
    const rough = count / inverses.reduce((sum, x) => sum + x, 0);
    const smooth = squares.reduce((sum, x) => sum + x, 0) / count;
    return { least: 1 / Math.max(...inverses), rough, smooth, most };
  });
  return {
    low: Float64Array.from(sizes, ({ least }) => logarithm(least) - 12),
    starts: [
      Float64Array.from(sizes, ({ smooth }) => logarithm(smooth)),
      Float64Array.from(sizes, ({ rough }) => logarithm(rough)),
    ],
    high: Float64Array.from(sizes, ({ most }) => logarithm(most) + 18),
  };
}
