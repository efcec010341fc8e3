// The Hilbert–Schmidt independence criterion of two sets of columns, and its p-value by the gamma approximation.
//
//     T = n · HSIC = Σ_ab K̃[a, b] L̃[a, b] / n,     K̃ = H K H,  H = I − 1/n,  K and L Gaussian kernels of the rows
//     under independence about Gamma(mean² / variance, variance / mean) with
//     mean = tr K̃ · tr L̃ / n²,   variance = 2 Σ K̃² · Σ L̃² / n⁴
//
// The default kernel width is the median distance between rows divided by √2. Everything follows from sums over the
// entries of K and L and over their rows, in one pass: the centred matrices are never formed. n²/2 exponentials for
// each of the two kernels.
//
// Gretton, Fukumizu, Teo, Song, Schölkopf, Smola, "A kernel statistical test of independence", NIPS 2007; the moments as
// in Zhang, Peters, Janzing, Schölkopf, "Kernel-based conditional independence test", UAI 2011.
//
// Differs from Gretton's program (and causal-learn's hsic_test_gamma): there the variance is estimated from the products
// (K̃ L̃)², which dependence itself inflates, so its p-values for dependent columns are larger; under independence both
// agree to leading order in n. The statistic is the same.

import { type DenseWorkspace, type DenseWorkspaceOptions, denseWorkspace } from "./dense/dense.ts";
import { logGammaTail } from "./gamma-tail.ts";
import type { Matrix } from "./matrix.ts";
import { medianDistance } from "./median-distance.ts";

export interface HsicOptions {
  /** Widths of the Gaussian kernels; default: the median distance divided by √2. */
  readonly widthX?: number;
  readonly widthY?: number;
  /** Workspace from `hsicSpace`, to be reused for many tests of the same size. */
  readonly space?: HsicSpace;
}

export interface Hsic {
  /** n · HSIC, 0 or more. */
  readonly statistic: number;
  /** log of the p-value of independence: from 0 down to minus thousands, never −Infinity. */
  readonly logP: number;
}

/**
 * Tests whether X and Y, with the same rows, are independent. If all columns of one are constant, logP is 0.
 *
 * @example
 * ```js
 * const x = matrixFromRows(Array.from({ length: 30 }, (_, i) => [i]));
 * hsic(x, x).statistic > 0; // true
 * ```
 */
export function hsic(X: Matrix, Y: Matrix, options: HsicOptions = {}): Hsic {
  const n = X.rows;
  const { widthX = hsicWidth(X), widthY = hsicWidth(Y) } = options;
  if (!(widthX > 0 && widthY > 0)) return { statistic: 0, logP: 0 };
  const space = options.space ?? hsicSpace(n, Math.max(X.cols, Y.cols));
  const { K, L, features, step } = space;
  const kernels = [
    [K, X, widthX],
    [L, Y, widthY],
  ] as const;
  for (const [at, rows, width] of kernels) {
    space.writeFeatures(features, rows);
    space.rbfLower(at, features, n, rows.cols, width);
  }
  const sums = sumsOf(space.numbers(K, n * step), space.numbers(L, n * step), n, step);
  const statistic = Math.max(0, sums.across / n);
  const mean = (sums.x.trace * sums.y.trace) / (n * n);
  const variance = (2 * sums.x.squares * sums.y.squares) / (n * n * n * n);
  if (!(mean > 0 && variance > 0)) return { statistic, logP: 0 };
  const logP = logGammaTail((mean * mean) / variance, (statistic * mean) / variance);
  return { statistic, logP: Math.min(0, logP) };
}

/** The median distance divided by √2; 0 if all rows are equal. */
export function hsicWidth(X: Matrix): number {
  return medianDistance(X) * Math.SQRT1_2;
}

export interface HsicSpace extends DenseWorkspace {
  readonly K: number;
  readonly L: number;
  readonly features: number;
}

/** Workspace for tests of n rows and at most `columns` columns on either side. */
export function hsicSpace(
  n: number,
  columns: number,
  machine: Pick<DenseWorkspaceOptions, "wide" | "beat"> = {},
): HsicSpace {
  // Features are padded to multiples of eight rows.
  const space = denseWorkspace(Math.max(n, columns) + 8, { matrices: 3, ...machine });
  return { ...space, K: space.matrix(), L: space.matrix(), features: space.matrix() };
}

interface CentredSums {
  readonly trace: number;
  /** Sum of the squared entries. */
  readonly squares: number;
}

/** Sums over the centred matrices, from the lower triangles of K and L, whose diagonals are 1. */
function sumsOf(
  K: Float64Array,
  L: Float64Array,
  n: number,
  step: number,
): { x: CentredSums; y: CentredSums; across: number } {
  const rowsK = new Float64Array(n).fill(1);
  const rowsL = new Float64Array(n).fill(1);
  let [KK, LL, KL] = [0, 0, 0];
  for (let i = 1; i < n; i++) {
    let [sumK, sumL] = [0, 0];
    for (let j = 0, at = i * step; j < i; j++, at++) {
      const k = K[at];
      const l = L[at];
      sumK += k;
      sumL += l;
      rowsK[j] += k;
      rowsL[j] += l;
      KK += k * k;
      LL += l * l;
      KL += k * l;
    }
    rowsK[i] += sumK;
    rowsL[i] += sumL;
  }
  const total = (rows: Float64Array) => rows.reduce((sum, x) => sum + x, 0);
  const inner = (a: Float64Array, b: Float64Array) => a.reduce((sum, x, i) => sum + x * b[i], 0);
  // Σ K̃ L̃ = Σ K L − (2/n) Σ rows + (Σ K)(Σ L)/n²
  const centred = (entries: number, a: Float64Array, b: Float64Array) =>
    n + 2 * entries - (2 / n) * inner(a, b) + (total(a) / n) * (total(b) / n);
  return {
    x: { trace: n - total(rowsK) / n, squares: centred(KK, rowsK, rowsK) },
    y: { trace: n - total(rowsL) / n, squares: centred(LL, rowsL, rowsL) },
    across: centred(KL, rowsK, rowsL),
  };
}
