// KCI: the kernel test of conditional independence, for numbers with any smooth effects and any noise.
//
//     K_x, K_y, K_z: Gaussian kernels of (x, z/2), y and z, centred;    R = ε (K_z + ε I)⁻¹,  ε = 0.001
//     A = R K_x R,  B = R K_y R: the residuals of kernel ridge regression on z;    T = Σ A_ab B_ab
//     under independence about Gamma with mean Σ_a A_aa B_aa and variance 2 Σ_ab (A_ab B_ab)²
//
// With an empty set it is the HSIC test (hsic.ts). Columns are standardised; the kernel widths depend only on n and on the size
// of the set, as in the authors' program. x is the lower-numbered of the two.
//
// Cost: one Cholesky factor per set, four triangular solves of n right-hand sides per variable, some 4 n³ operations; seconds at
// n = 1,000. Four matrices of n² numbers. Intended for a few hundred rows.
//
// Zhang, Peters, Janzing & Schölkopf. "Kernel-based conditional independence test and application in causal discovery." UAI 2011.
//
// Differs from causal-learn: mean and variance come from the entries of A and B instead of products of their eigenvectors, which
// are the same sums except that eigenvalues below 1e-5 of the largest are left out there; the factor is a Cholesky factor.

import { check } from "../../check.ts";
import { checkNumbers, checkRows, type Table } from "../../data/table.ts";
import { denseWorkspace } from "../../math/dense/dense.ts";
import { logarithm } from "../../math/elementary.ts";
import { logGammaTail } from "../../math/gamma-tail.ts";
import { hsic, hsicSpace } from "../../math/hsic.ts";
import { type Matrix, matrix, selectColumns } from "../../math/matrix.ts";
import { columnMeans } from "../../math/scatter.ts";
import {
  defaultIndependenceAlpha,
  type IndependenceOptions,
  type IndependenceTest,
} from "./independence-test.ts";

const epsilon = 1e-3;

/**
 * A kernel test of conditional independence.
 *
 * @example
 * ```js
 * const { table } = simulate({ nodes: 3, samples: 60 });
 * const test = kci(table);
 * typeof test; // "object"
 * ```
 */
export function kci(table: Table, options: IndependenceOptions = {}): IndependenceTest {
  checkNumbers("kci", table, { field: "test", remedies: [{ set: { test: "g-square" } }] });
  checkRows("kci", table, { field: "test", remedies: [{ set: { test: "fisher-z" } }] });
  const { alpha = defaultIndependenceAlpha } = options;
  const { X } = table;
  const { rows: n, cols: d } = X;
  check(alpha > 0 && alpha < 1, `kci: alpha must be between 0 and 1, got ${alpha}`);
  check(n >= 5, `kci: the table must have at least 5 rows, got ${n}`);
  const Z = scaled(X);
  const space = denseWorkspace(Math.max(n, d) + 8, { matrices: 4, beat: options.beat });
  const pairSpace = hsicSpace(n, 1, { beat: options.beat });
  const [L, A, B, features] = [space.matrix(), space.matrix(), space.matrix(), space.matrix()];
  const { step } = space;
  const width = n < 200 ? 1.2 : n < 1200 ? 0.7 : 0.4;
  const pairWidth = n < 200 ? 0.8 : n < 1200 ? 0.5 : 0.3;

  const kernelInto = (at: number, rows: Matrix, bandwidth: number): Float64Array => {
    space.writeFeatures(features, rows);
    space.rbfLower(at, features, n, rows.cols, bandwidth);
    space.mirror(at, n);
    const K = space.numbers(at, n * step);
    centreInto(K, n, step);
    return K;
  };
  /** R K R, K centred. */
  const residualInto = (at: number, rows: Matrix, bandwidth: number): Float64Array => {
    const K = kernelInto(at, rows, bandwidth);
    for (let side = 0; side < 2; side++) {
      space.solveLower(at, L, n, n);
      space.solveLowerTransposed(at, L, n, n);
      transposeInto(K, n, step);
    }
    for (let k = 0; k < K.length; k++) K[k] *= epsilon * epsilon;
    return K;
  };
  const given = (S: readonly number[]) => {
    const bandwidth = width * Math.sqrt(S.length);
    let factored = false;
    const logP = (i: number, j: number): number => {
      const [x, y] = i < j ? [i, j] : [j, i];
      if (S.length === 0) {
        const widths = { widthX: pairWidth, widthY: pairWidth, space: pairSpace };
        return hsic(selectColumns(Z, [x]), selectColumns(Z, [y]), widths).logP;
      }
      if (!factored) {
        const K = kernelInto(L, selectColumns(Z, S), bandwidth);
        for (let a = 0; a < n; a++) K[a * step + a] += epsilon;
        const bad = space.cholesky(L, n);
        check(
          bad === 0,
          `kci: the kernel matrix of the set must be positive definite, got a bad pivot in row ${bad}`,
        );
        factored = true;
      }
      const withSet = selectColumns(Z, [x, ...S]);
      for (let k = 0; k < withSet.data.length; k++) if (k % (S.length + 1) > 0) withSet.data[k] *= 0.5;
      const KX = residualInto(A, withSet, bandwidth);
      const KY = residualInto(B, selectColumns(Z, [y]), bandwidth);
      return gammaLogP(KX, KY, n, step);
    };
    return { logP, isIndependent: (i: number, j: number) => logP(i, j) > logarithm(alpha) };
  };
  return { d, maxSize: d, perStep: 1, given };
}

/** Log of the probability that the gamma distribution exceeds T = Σ A B. */
function gammaLogP(A: Float64Array, B: Float64Array, n: number, step: number): number {
  let [statistic, mean, squares] = [0, 0, 0];
  for (let a = 0; a < n; a++) {
    mean += A[a * step + a] * B[a * step + a];
    for (let k = a * step; k < a * step + n; k++) {
      const product = A[k] * B[k];
      statistic += product;
      squares += product * product;
    }
  }
  const variance = 2 * squares;
  // A constant column leaves nothing to test: there is no evidence against independence.
  if (!(mean > 0 && variance > 0)) return 0;
  return Math.min(0, logGammaTail((mean * mean) / variance, (Math.max(0, statistic) * mean) / variance));
}

/** Columns with mean 0 and sample variance 1; a constant one becomes 0. */
function scaled(X: Matrix): Matrix {
  const { rows: n, cols: d } = X;
  const out = matrix(n, d);
  const mean = columnMeans(X);
  for (let j = 0; j < d; j++) {
    let squares = 0;
    for (let a = 0; a < n; a++) squares += (X.data[a * d + j] - mean[j]) * (X.data[a * d + j] - mean[j]);
    const scale = squares > 0 ? Math.sqrt((n - 1) / squares) : 0;
    for (let a = 0; a < n; a++) out.data[a * d + j] = scale * (X.data[a * d + j] - mean[j]);
  }
  return out;
}

/** H K H with H = I − 1/n. */
function centreInto(K: Float64Array, n: number, step: number): void {
  const means = new Float64Array(n);
  for (let a = 0; a < n; a++) for (let b = 0; b < n; b++) means[a] += K[a * step + b] / n;
  const all = means.reduce((sum, x) => sum + x, 0) / n;
  for (let a = 0; a < n; a++) for (let b = 0; b < n; b++) K[a * step + b] += all - means[a] - means[b];
}

function transposeInto(K: Float64Array, n: number, step: number): void {
  for (let a = 0; a < n; a++) {
    for (let b = 0; b < a; b++) {
      const x = K[a * step + b];
      K[a * step + b] = K[b * step + a];
      K[b * step + a] = x;
    }
  }
}
