// BIC of conditional Gaussians: categories and numbers together.
//
// Within each combination of labels (a cell) the numbers are jointly Gaussian, with a mean and covariance of their own. With A the
// categories of a set S of variables and C its k numbers, N the rows of a cell, Σ̂ their covariance, f(A) the number of
// combinations that there could be:
//
//     g(S) = Σ over the cells of A that occur:  N log(N / n) − N/2 · (log det Σ̂_C + k log 2π + k)
//            − w · ½ log n · [ f(A) (k + k(k + 1)/2) + f(A) − 1 ]
//     score(j, P) = g(P ∪ {j}) − g(P)                                                      (set-terms.ts)
//
// For a number that is a regression on the numbers among its parents in each cell, with intercept, slopes and variance; for a
// category without numbers among its parents it is bic-discrete; for a category with them it is the ratio of two joint
// likelihoods, p(j, P) / p(P), each a conditional Gaussian: Andrews, B., Ramsey, J., Cooper, G. "Scoring Bayesian networks of
// mixed variables." International Journal of Data Science and Analytics 6, 2018 (the CG score). So numbers may cause categories,
// and all members of an equivalence class have the same score.
//
// A cell with fewer than k + 10 rows, or in which some number is constant or a combination of the others (to 1e-11 of its
// variance in the table), has no Gaussian of its own: its rows count under that of the whole table. Nothing is ever NaN.
//
// Differs from bnlearn's bic-cg, which equals it for numbers and for categories without numbers among their parents, and
// forbids the rest; and from Tetrad's CG score, which counts no parameters for the means and weighs a small cell by the
// table's average likelihood.
//
// Cost of g: a pass over n rows for k²/2 products each, k³/6 for each cell; n codes and k² numbers of memory.

import * as z from "zod";
import { check } from "../check.ts";
import { standardised, type Table, withColumns } from "../data/table.ts";
import { logarithm } from "../math/elementary.ts";
import { matrix } from "../math/matrix.ts";
import { scatterOf } from "../math/scatter.ts";
import { pivotTolerance } from "../math/solve.ts";
import { codedColumns, partitions } from "./cells.ts";
import { defineScore } from "./definition.ts";
import { checkedScatter } from "./regression.ts";
import { localScore, type Score } from "./score.ts";
import { categorical, penaltyWeight } from "./score-options.ts";
import { setTerms } from "./set-terms.ts";

export interface MixedBicOptions {
  /** Multiplies the penalty; 1 is BIC, larger is sparser. */
  readonly penaltyWeight?: number;
}

/** Rows that a cell needs beyond its numbers for a Gaussian of its own. */
const spareRows = 10;

export function mixedBic(table: Table, { penaltyWeight = 1 }: MixedBicOptions = {}): Score {
  check(penaltyWeight >= 0, `score: the penalty weight must be 0 or more, got ${penaltyWeight}`);
  const { rows: n, cols: d } = table.X;
  const { columns, sizes } = codedColumns(table);
  const partition = partitions(columns, sizes, n);
  const hasNumbers = columns.includes(null);
  const likelihoodOf = hasNumbers ? gaussianLikelihoods(table) : () => 0;
  const perParameter = (penaltyWeight * logarithm(n)) / 2;
  const order = new Int32Array(n);
  const ends = new Int32Array(n + 1);

  const local = setTerms(d, (set) => {
    const A = set.filter((j) => columns[j] !== null);
    const C = set.filter((j) => columns[j] === null);
    const { cell, count } = partition(A);
    rowsByCellInto(order, ends, cell, count);
    let fit = 0;
    for (let c = 0; c < count; c++) {
      const rows = order.subarray(ends[c], ends[c + 1]);
      fit += rows.length * logarithm(rows.length / n);
      if (C.length > 0) fit += likelihoodOf(C, rows);
    }
    const k = C.length;
    const cells = A.reduce((product, j) => product * sizes[j], 1);
    // A weight of 0 asks for no penalty, also where the parameters are too many to count.
    return perParameter === 0 ? fit : fit - perParameter * (cells * (1 + k + (k * (k + 1)) / 2) - 1);
  });
  return localScore({
    name: "bic-mixed",
    d,
    local,
    isEquivalent: true,
    logEvidence: penaltyWeight === 1 ? 1 : undefined,
    isScaleFree: true,
  });
}

/** Rows sorted by their cells: those of cell c stand from ends[c] to ends[c + 1]. */
function rowsByCellInto(order: Int32Array, ends: Int32Array, cell: Int32Array, count: number): void {
  ends.fill(0, 0, count + 1);
  for (const c of cell) ends[c + 1]++;
  for (let c = 0; c < count; c++) ends[c + 1] += ends[c];
  for (let i = cell.length - 1; i >= 0; i--) order[--ends[cell[i] + 1]] = i;
  // Each end has moved to the beginning of its cell.
  ends.copyWithin(0, 1, count + 1);
  ends[count] = cell.length;
}

/** Σ log p of some rows in the columns C, which hold numbers, in the units of the table. */
function gaussianLikelihoods(table: Table): (C: readonly number[], rows: Int32Array) => number {
  const { rows: n, cols: d } = table.X;
  const numbers = table.names.map((_, j) => j).filter((j) => !table.levels?.[j]);
  const own = withColumns(table, numbers);
  const { S } = checkedScatter(own);
  const { data } = standardised(own).X;
  const p = numbers.length;
  const place = new Int32Array(d);
  numbers.forEach((j, at) => {
    place[j] = at;
  });
  const logDeviation = numbers.map((_, at) => logarithm(S.data[at * p + at] / n) / 2);
  // Of the whole table: R = L Lᵀ, the correlations. Its mean is 0.
  const R = scatterOf(matrix(n, p, data)).S.data.map((x) => x / n);
  const M = new Float64Array(p * p);
  const L = new Float64Array(p * p);
  const mean = new Float64Array(p);

  return (C, rows) => {
    const at = C.map((j) => place[j]);
    const k = C.length;
    const N = rows.length;
    const units = at.reduce((sum, a) => sum + logDeviation[a], 0);
    const constant = -N * (units + (k / 2) * logarithm(2 * Math.PI));
    if (N >= k + spareRows) {
      meanInto(at, rows);
      scatterInto(at, rows);
      for (let e = 0; e < k * k; e++) M[e] /= N;
      if (choleskyInto(L, M, k)) return constant - (N / 2) * (logdet(k) + k);
    }
    mean.fill(0, 0, k);
    scatterInto(at, rows);
    for (let a = 0; a < k; a++) for (let b = 0; b < k; b++) L[a * k + b] = R[at[a] * p + at[b]];
    choleskyInto(L, L, k);
    return constant - (N / 2) * logdet(k) - traceOfRatio(k) / 2;
  };

  function meanInto(at: readonly number[], rows: Int32Array): void {
    at.forEach((column, a) => {
      let sum = 0;
      for (const i of rows) sum += data[i * p + column];
      mean[a] = sum / rows.length;
    });
  }

  /** M = Σ (x − mean)(x − mean)ᵀ over the rows, its lower triangle. */
  function scatterInto(at: readonly number[], rows: Int32Array): void {
    const k = at.length;
    M.fill(0, 0, k * k);
    for (const i of rows) {
      for (let a = 0; a < k; a++) {
        const x = data[i * p + at[a]] - mean[a];
        for (let b = 0; b <= a; b++) M[a * k + b] += x * (data[i * p + at[b]] - mean[b]);
      }
    }
  }

  function logdet(k: number): number {
    let sum = 0;
    for (let a = 0; a < k; a++) sum += 2 * logarithm(L[a * k + a]);
    return sum;
  }

  /** trace((L Lᵀ)⁻¹ M) = the squared lengths of L⁻¹ x, summed over the rows that M is made of: trace(L⁻¹ M L⁻ᵀ). */
  function traceOfRatio(k: number): number {
    // W = L⁻¹ M column by column, then the diagonal of W L⁻ᵀ row by row.
    for (let a = 0; a < k; a++) for (let b = a + 1; b < k; b++) M[a * k + b] = M[b * k + a];
    for (let c = 0; c < k; c++) forwardSolve(k, c, k);
    let trace = 0;
    for (let r = 0; r < k; r++) {
      forwardSolve(k, r * k, 1);
      trace += M[r * k + r];
    }
    return trace;
  }

  /** Solves L y = x in place for the x that stands in M from `start` on. */
  function forwardSolve(k: number, start: number, stride: number): void {
    for (let a = 0; a < k; a++) {
      let x = M[start + a * stride];
      for (let l = 0; l < a; l++) x -= L[a * k + l] * M[start + l * stride];
      M[start + a * stride] = x / L[a * k + a];
    }
  }
}

/** Cholesky factor of the lower triangle of A, [k, k]; pivots are kept above 1e-11. Were all of them above it by themselves? */
function choleskyInto(L: Float64Array, A: Float64Array, k: number): boolean {
  let isRegular = true;
  for (let a = 0; a < k; a++) {
    for (let b = 0; b <= a; b++) {
      let x = A[a * k + b];
      for (let l = 0; l < b; l++) x -= L[a * k + l] * L[b * k + l];
      if (b < a) L[a * k + b] = x / L[b * k + b];
      else {
        isRegular &&= x > pivotTolerance;
        L[a * k + a] = Math.sqrt(Math.max(x, pivotTolerance));
      }
    }
  }
  return isRegular;
}

export const bicMixed = defineScore({
  name: "bic-mixed",
  group: "mixed",
  summary: "categories and numbers together: BIC of a Gaussian for each combination of labels",
  when: "Tables with labels and numbers.",
  takes: "mixed",
  isLinear: true,
  options: z.strictObject({ penaltyWeight, categorical }),
  prune: "greedy",
  make: (table, { penaltyWeight }) => mixedBic(table, { penaltyWeight }),
});
