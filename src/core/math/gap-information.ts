// Observed Fisher information on the means μ and covariances Σ of a normal distribution from rows with gaps, at the EM estimate
// (em-scatter.ts): minus the second derivative of the log-likelihood, summed over the patterns of gaps. For a pattern with r rows, A the
// inverse of Σ restricted to its observed columns, residuals x − μ, and perturbations V and W of Σ, u and v of μ:
//
//     Σ with Σ    tr(V A W N),     N = Σ_rows A (x − μ)(x − μ)ᵀ A − r A / 2
//     μ with Σ    uᵀ A V t,        t = Σ_rows A (x − μ)
//     μ with μ    r uᵀ A v
//
// Its inverse is the asymptotic covariance matrix of the estimates, from which the delta method gives the variance of any function of Σ.
// Observed rather than expected information: only the former is valid for values missing at random but not completely at random.
//
// Parameters: p = d (d + 1) / 2 + d. Cost: patterns · p² / 2, then p³ / 6; p² numbers of memory.
//
// Little, Rubin. "Statistical analysis with missing data." Wiley, sections 9.1 and 11.2. Kenward, Molenberghs. "Likelihood based
// frequentist inference when data are missing at random." Statistical Science 13(3), 1998.

import { type GapPattern, gapPatterns } from "./em-scatter.ts";
import { type Matrix, matrix } from "./matrix.ts";
import type { Scatter } from "./scatter.ts";
import { backwardSolveInto, choleskyOf, forwardSolveInto } from "./solve.ts";

export interface GapInformation {
  /** Asymptotic variance of a function of the covariances with these slopes. */
  readonly variance: (slopes: readonly Slope[]) => number;
}

/** Derivative of a function with respect to the covariance of columns i and j. */
export interface Slope {
  readonly i: number;
  readonly j: number;
  readonly by: number;
}

/** NaN is a gap. Null if the rows do not identify all covariances: the information is not positive definite. */
export function gapInformation(
  X: Matrix,
  { n, mean, S }: Scatter,
  beat: () => void = () => {},
): GapInformation | null {
  const d = X.cols;
  const scales = Float64Array.from({ length: d }, (_, j) => Math.sqrt(S.data[j * d + j] / n));
  const unit = (i: number, j: number): number => scales[i] * scales[j];
  const C = matrix(
    d,
    d,
    S.data.map((s, k) => s / n / unit(Math.floor(k / d), k % d)),
  );
  const p = pairsOf(d) + d;
  const H = matrix(p, p);
  for (const pattern of gapPatterns(X)) {
    beat();
    const residuals = (i: number): Float64Array =>
      Float64Array.from(pattern.observed, (j) => (X.data[i * d + j] - mean[j]) / scales[j]);
    const sums = patternSums(C, pattern, residuals);
    if (sums === null) return null;
    addCovariancesInto(H, sums);
    addMeansInto(H, sums, pairsOf(d));
  }
  const { L, dropped } = choleskyOf(
    H,
    Array.from({ length: p }, (_, k) => k),
  );
  if (dropped.length > 0) return null;
  return {
    variance: (slopes) => {
      const g = new Float64Array(p);
      for (const { i, j, by } of slopes) g[pairAt(i, j)] += by * unit(i, j);
      forwardSolveInto(g, L);
      return g.reduce((sum, x) => sum + x * x, 0);
    },
  };
}

function pairsOf(d: number): number {
  return (d * (d + 1)) / 2;
}

/** Index of a pair in the order (0, 0), (1, 0), (1, 1), (2, 0) …; the means follow the pairs. */
function pairAt(i: number, j: number): number {
  return i >= j ? pairsOf(i) + j : pairsOf(j) + i;
}

/** The terms of one pattern, over its observed columns. */
interface PatternSums extends Pick<GapPattern, "observed"> {
  readonly count: number;
  readonly A: Float64Array;
  readonly N: Float64Array;
  readonly t: Float64Array;
}

/** Null if the observed columns are linearly dependent. */
function patternSums(
  C: Matrix,
  { observed, rows }: GapPattern,
  residuals: (row: number) => Float64Array,
): PatternSums | null {
  const k = observed.length;
  const { L, dropped } = choleskyOf(C, observed);
  if (dropped.length > 0) return null;
  const A = new Float64Array(k * k);
  for (let c = 0; c < k; c++) {
    const column = A.subarray(c * k, (c + 1) * k);
    column[c] = 1;
    forwardSolveInto(column, L);
    backwardSolveInto(column, L);
  }
  const N = A.map((a) => (-rows.length / 2) * a);
  const t = new Float64Array(k);
  for (const row of rows) {
    const s = residuals(row);
    forwardSolveInto(s, L);
    backwardSolveInto(s, L);
    for (let a = 0; a < k; a++) {
      t[a] += s[a];
      for (let b = 0; b < k; b++) N[a * k + b] += s[a] * s[b];
    }
  }
  return { observed, count: rows.length, A, N, t };
}

/** Adds to the lower triangle, the only one used here. A variance is one entry of Σ, a covariance two. */
function addCovariancesInto({ cols: p, data }: Matrix, { observed, A, N }: PatternSums): void {
  const k = observed.length;
  for (let a = 0; a < k; a++) {
    for (let b = 0; b <= a; b++) {
      const row = pairAt(observed[a], observed[b]) * p;
      const half = a === b ? 0.5 : 1;
      for (let e = 0; e <= a; e++) {
        const start = row + pairsOf(observed[e]);
        const Aae = half * A[a * k + e];
        const Abe = half * A[b * k + e];
        const Nae = half * N[a * k + e];
        const Nbe = half * N[b * k + e];
        const last = e === a ? b : e;
        for (let f = 0; f <= last; f++) {
          const sum = Abe * N[a * k + f] + Nae * A[b * k + f] + Aae * N[b * k + f] + Nbe * A[a * k + f];
          data[start + observed[f]] += e === f ? sum / 2 : sum;
        }
      }
    }
  }
}

function addMeansInto(
  { cols: p, data }: Matrix,
  { observed, count, A, t }: PatternSums,
  pairs: number,
): void {
  const k = observed.length;
  for (let m = 0; m < k; m++) {
    const row = (pairs + observed[m]) * p;
    for (let e = 0; e < k; e++)
      for (let f = 0; f <= e; f++)
        data[row + pairAt(observed[e], observed[f])] +=
          e === f ? A[m * k + e] * t[e] : A[m * k + e] * t[f] + A[m * k + f] * t[e];
    for (let q = 0; q <= m; q++) data[row + pairs + observed[q]] += count * A[m * k + q];
  }
}
