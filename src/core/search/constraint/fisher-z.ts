// Fisher's z: the test of conditional independence for columns with linear effects and Gaussian noise.
//
//     r = partial correlation of i and j given S,    z = √(n − |S| − 3) · ½ log((1 + r)/(1 − r))
//     p = P(|N(0, 1)| > |z|)
//
// The correlation matrix R is computed once. A set S costs one Cholesky factor L of R[S, S], of which only the rows from the
// first changed member on are recomputed; then each variable v has w_v = L⁻¹ R[S, v], and
//
//     r = (R_ij − w_i · w_j) / √((1 − |w_i|²)(1 − |w_j|²))
//
// so a pair costs |S|²/2 operations for a variable that is new to the set and |S| otherwise; nothing is allocated. Whether p is
// above alpha is decided from r, without a logarithm.
//
// Fisher, R. A. "The distribution of the partial correlation coefficient." Metron 3, 1924.
//
// Differs from implementations that invert R[{i, j} ∪ S]: a column that is a combination of others in S is left out instead of
// making the matrix singular, and if S determines i or j the answer does not depend on rounding.

import { check } from "../../check.ts";
import { checkNumbers, type Table, tableScatter } from "../../data/table.ts";
import { hyperbolicTangent, inverseHyperbolicTangent, logarithm } from "../../math/elementary.ts";
import { logGammaTail } from "../../math/gamma-tail.ts";
import type { Matrix } from "../../math/matrix.ts";
import { unitDiagonal } from "../../math/scatter.ts";
import { pivotTolerance } from "../../math/solve.ts";
import {
  defaultIndependenceAlpha,
  type IndependenceOptions,
  type IndependenceTest,
} from "./independence-test.ts";

/**
 * A test of partial correlation.
 *
 * @example
 * ```js
 * const { table } = simulate({ nodes: 3, samples: 60 });
 * const test = fisherZ(table);
 * typeof test; // "object"
 * ```
 */
export function fisherZ(table: Table, options: IndependenceOptions = {}): IndependenceTest {
  checkNumbers("fisher-z", table, { field: "test", remedies: [{ set: { test: "g-square" } }] });
  const { S, n } = tableScatter(table);
  return fisherZOf(unitDiagonal(S).R, n, options);
}

/** The same, from a correlation matrix of n rows. */
export function fisherZOf(R: Matrix, n: number, options: IndependenceOptions = {}): IndependenceTest {
  const { alpha = defaultIndependenceAlpha } = options;
  check(alpha > 0 && alpha < 1, `fisher-z: alpha must be between 0 and 1, got ${alpha}`);
  check(n >= 5, `fisher-z: the table must have at least 5 rows, got ${n}`);
  const { rows: d, data } = R;
  const maxSize = Math.min(d, n - 4);
  const limit = normalQuantile(alpha);
  // The largest |r| that still counts as independent, by the size of the set.
  const most = Float64Array.from({ length: maxSize + 1 }, (_, k) =>
    hyperbolicTangent(limit / Math.sqrt(n - k - 3)),
  );

  const S: number[] = [];
  const L = new Float64Array(d * d);
  const W = new Float64Array(d * d); // row v: w_v of the set number solvedFor[v]
  const rest = new Float64Array(d); // 1 − |w_v|²
  const solvedFor = new Float64Array(d);
  let set = 0;

  const solve = (v: number): void => {
    if (solvedFor[v] === set) return;
    solvedFor[v] = set;
    let residual = 1;
    for (let a = 0; a < S.length; a++) {
      let x = data[v * d + S[a]];
      for (let b = 0; b < a; b++) x -= L[a * d + b] * W[v * d + b];
      x /= L[a * d + a];
      W[v * d + a] = x;
      residual -= x * x;
    }
    rest[v] = residual > pivotTolerance ? residual : 0;
  };
  /** Null if S determines i or j. */
  const partial = (i: number, j: number): number | null => {
    solve(i);
    solve(j);
    if (rest[i] === 0 || rest[j] === 0) return null;
    let across = data[i * d + j];
    for (let a = 0; a < S.length; a++) across -= W[i * d + a] * W[j * d + a];
    return across / Math.sqrt(rest[i] * rest[j]);
  };
  const answers = {
    isIndependent: (i: number, j: number) => {
      const r = partial(i, j);
      return r !== null && Math.abs(r) < most[S.length];
    },
    logP: (i: number, j: number) => {
      const r = Math.min(1 - Number.EPSILON, Math.abs(partial(i, j) ?? 0));
      const z = inverseHyperbolicTangent(r) * Math.sqrt(n - S.length - 3);
      return logGammaTail(0.5, (z * z) / 2);
    },
  };
  return {
    d,
    maxSize,
    perStep: 200_000,
    given: (next) => {
      let same = 0;
      while (same < S.length && S[same] === next[same]) same++;
      S.length = same;
      for (const v of next.slice(same)) {
        S.push(v);
        factorRow(L, R, S);
      }
      set++;
      return answers;
    },
  };
}

/** Row of the last member of S in L, L Lᵀ = R[S, S]; zeros and an infinite pivot if it is a combination of those before it. */
function factorRow(L: Float64Array, { cols: d, data }: Matrix, S: readonly number[]): void {
  const k = S.length - 1;
  let pivot = 1;
  for (let a = 0; a < k; a++) {
    let x = data[S[k] * d + S[a]];
    for (let b = 0; b < a; b++) x -= L[a * d + b] * L[k * d + b];
    x /= L[a * d + a];
    L[k * d + a] = x;
    pivot -= x * x;
  }
  if (pivot > pivotTolerance) L[k * d + k] = Math.sqrt(pivot);
  else {
    L.fill(0, k * d, k * d + k);
    L[k * d + k] = Number.POSITIVE_INFINITY;
  }
}

/** The z for which |N(0, 1)| exceeds z with probability alpha. */
function normalQuantile(alpha: number): number {
  let [low, high] = [0, 40];
  for (let k = 0; k < 60; k++) {
    const middle = (low + high) / 2;
    if (logGammaTail(0.5, (middle * middle) / 2) > logarithm(alpha)) low = middle;
    else high = middle;
  }
  return high;
}
