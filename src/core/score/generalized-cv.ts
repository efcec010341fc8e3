// The generalized score by cross-validation: how well the parents predict the kernel features of a variable, not only its
// values, so that any dependence counts, whatever its shape and noise.
//
//     φ(x) = F(parents) + u,   F by kernel ridge regression in the training rows,  u Gaussian with the covariance estimated there
//     term = mean over the folds of  −½ [ n₀² log 2π + w n₀ log det(Σ/γ) + Σ over test rows of eᵀ Σ⁻¹ e ]
//     A = (K̃_P + n₁ λ I)⁻¹ G in the n₁ training rows,  Σ = γ I + n₁ λ² AᵀA,  e = g − Aᵀ k̃_P in the n₀ test rows
//
// G are the features of the variable (kernel-variables.ts), K̃_P the centred product of the parents' kernels; widths are √2
// times the median distance, λ = γ = 0.01. Without parents F = 0. Centring is over all rows.
//
// One factorisation for each fold serves all children: with ten folds 1.2 n³ multiplications for a parent set, and 8 n² for each
// feature (about 25) of each child.
//
// Huang, Zhang, Lin, Schölkopf, Glymour, "Generalized score functions for causal discovery", KDD 2018.
//
// w is ½, as in the authors' program and causal-learn, which use the sum of the logarithms of a factor's diagonal as the
// log-determinant. A Gaussian density has w = 1 (determinantWeight), with which an irrelevant parent wins in 12 to 23 % of tables
// of any size, against 2 % or less (bench/kernel-edges.js): so ½ is kept, as a penalty.
//
// Differs from both: folds do not depend on the order of the rows (there they are blocks of rows: foldOrder "rows"). And from
// causal-learn 0.1.4.8, in which centring has become an entrywise product and kernels are nearly diagonal.

import * as z from "zod";
import { check } from "../check.ts";
import type { Table } from "../data/table.ts";
import { type DenseWorkspace, denseWorkspace } from "../math/dense/dense.ts";
import { logarithm } from "../math/elementary.ts";
import { type Matrix, selectColumns } from "../math/matrix.ts";
import { defineScore } from "./definition.ts";
import { dealtRows, type Fold, type FoldOrder, foldsOf } from "./folds.ts";
import { kernelVariables } from "./kernel-variables.ts";
import { type ParentSetValues, parentSetScore } from "./parent-sets.ts";
import type { Score } from "./score.ts";

export interface GeneralizedCvOptions {
  /** Number of folds, each predicted from the others; at most the number of rows. */
  readonly folds?: number;
  /** "balanced": every k-th row by distance from the mean; "rows": blocks of consecutive rows. */
  readonly foldOrder?: FoldOrder;
  /** λ, the ridge of the regression. */
  readonly ridge?: number;
  /** γ, added to the covariance of the features' noise. */
  readonly covarianceRidge?: number;
  /** Weight of log det Σ: 0.5 in the authors' program, 1 in a Gaussian density. */
  readonly determinantWeight?: number;
  /** Precomputed terms, as returned by `generalizedCvTerms`. */
  readonly terms?: ParentSetValues | undefined;
  /** The kernels compiled to 256-bit instructions, from `wideKernels`: the same bytes, faster. */
  readonly wide?: WebAssembly.Module | undefined;
  /** Called during a term; it may abort the work by throwing. */
  readonly beat?: (() => void) | undefined;
}

/**
 * The cross-validated likelihood of kernel features.
 *
 * @example
 * ```js
 * const { table } = simulate({ nodes: 3, samples: 60 });
 * Number.isFinite(generalizedCv(table).ofGraph(emptyGraph(3))); // true
 * ```
 */
export function generalizedCv(table: Table, options: GeneralizedCvOptions = {}): Score {
  const { rows: n, cols: d } = table.X;
  const terms = options.terms ?? generalizedCvTerms(table, options);
  // Solves with few right-hand sides are slower than factorisations, the unit in which operations are counted.
  return parentSetScore("generalized-cv", {
    isEquivalentButForChance: true,
    d,
    terms,
    operations: 1.6 * (1.2 * n * n * n + 200 * d * n * n),
  });
}

/** Terms of all variables for a parent set, [d]; 0, a placeholder, for the parents themselves. */
export function generalizedCvTerms(table: Table, options: GeneralizedCvOptions = {}): ParentSetValues {
  const { folds = 10, foldOrder = "balanced", wide, beat } = options;
  const model = checkedModel(options);
  check(
    Number.isInteger(folds) && folds >= 2,
    `generalized-cv: folds must be a whole number from 2 on, got ${folds}`,
  );
  const count = Math.min(folds, table.X.rows);
  const { n, d, scaled, features } = kernelVariables(
    foldOrder === "balanced" ? dealtRows(table, count) : table,
    "generalized-cv",
    2,
  );
  let space: CvSpace | undefined; // allocated on first use
  return (parents) => {
    space ??= cvSpace(n, d, { wide, beat });
    const room = space;
    const hasParents = parents.length > 0;
    if (hasParents) writeCentredKernel(room, selectColumns(scaled, parents));
    const out = new Float64Array(d);
    for (const fold of foldsOf(n, count, foldOrder)) {
      if (hasParents) factorTraining(room, fold, model.ridge);
      for (let j = 0; j < d; j++) {
        if (parents.includes(j)) continue;
        out[j] += heldOut(room, features[j], fold, { ...model, hasParents }) / count;
      }
    }
    return out;
  };
}

interface Model {
  readonly ridge: number;
  readonly covarianceRidge: number;
  readonly determinantWeight: number;
}

function checkedModel({
  ridge = 0.01,
  covarianceRidge = 0.01,
  determinantWeight = 0.5,
}: GeneralizedCvOptions): Model {
  for (const [name, value] of Object.entries({ ridge, covarianceRidge, determinantWeight })) {
    check(
      value > 0 && value < Number.POSITIVE_INFINITY,
      `generalized-cv: ${name} must be above 0, got ${value}`,
    );
  }
  return { ridge, covarianceRidge, determinantWeight };
}

interface CvSpace extends DenseWorkspace {
  /** The parents' centred kernel, over all rows. */
  readonly K: number;
  /** Factor of its training block plus the ridge. */
  readonly L: number;
  /** Features of a child in the training rows, then A. */
  readonly A: number;
  /** Σ/γ, then its factor. */
  readonly S: number;
  /** Errors of the test rows, one in each column. */
  readonly E: number;
}

function cvSpace(n: number, d: number, machine: Pick<GeneralizedCvOptions, "wide" | "beat">): CvSpace {
  // Features are padded to multiples of eight rows, with a column for each variable.
  const space = denseWorkspace(Math.max(n, d) + 8, { matrices: 5, ...machine });
  const [K, L, A, S, E] = Array.from({ length: 5 }, () => space.matrix());
  return { ...space, K, L, A, S, E };
}

function writeCentredKernel(space: CvSpace, inputs: Matrix): void {
  const n = inputs.rows;
  const { step } = space;
  space.writeFeatures(space.L, inputs);
  space.rbfLower(space.K, space.L, n, inputs.cols, 1);
  space.mirror(space.K, n);
  const K = space.numbers(space.K, n * step);
  const mean = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) mean[i] += K[i * step + j];
    mean[i] /= n;
  }
  const all = mean.reduce((sum, x) => sum + x, 0) / n;
  for (let i = 0; i < n; i++) {
    const shift = all - mean[i];
    for (let j = 0; j < n; j++) K[i * step + j] += shift - mean[j];
  }
}

/** Writes L, the factor of the kernel of the training rows plus the ridge. */
function factorTraining(space: CvSpace, { from, to, n }: Fold, ridge: number): void {
  const { step } = space;
  const n1 = n - (to - from);
  const K = space.numbers(space.K, n * step);
  const L = space.numbers(space.L, n * step);
  for (let i = 0; i < n1; i++) {
    const row = (i < from ? i : i + to - from) * step;
    L.set(K.subarray(row, row + Math.min(i + 1, from)), i * step);
    if (i >= from) L.set(K.subarray(row + to, row + to + i - from + 1), i * step + from);
    L[i * step + i] += n1 * ridge;
  }
  const pivot = space.cholesky(space.L, n1);
  check(pivot === 0, `generalized-cv: the ridge ${ridge} is too small for float64; raise it`);
}

/** Log density of the features in the test rows. */
function heldOut(
  space: CvSpace,
  G: Matrix,
  { from, to, n }: Fold,
  { ridge, covarianceRidge: gamma, determinantWeight, hasParents }: Model & { readonly hasParents: boolean },
): number {
  const { step, K, L, A, S, E } = space;
  const r = G.cols;
  const n0 = to - from;
  const n1 = n - n0;
  const a = space.numbers(A, n1 * step);
  for (let i = 0; i < n1; i++) {
    const row = (i < from ? i : i + n0) * r;
    a.set(G.data.subarray(row, row + r), i * step);
  }
  if (hasParents) {
    space.solveLower(A, L, n1, r);
    space.solveLowerTransposed(A, L, n1, r);
  }
  // Without parents A = G / (n₁ λ), the limit of a zero kernel.
  const weight = hasParents ? (n1 * ridge * ridge) / gamma : 1 / (n1 * gamma);
  space.product(S, A, A, [r, r, n1], { transposeA: true, lower: true });
  const s = space.numbers(S, r * step);
  for (let i = 0; i < r; i++) {
    for (let j = 0; j <= i; j++) s[i * step + j] *= weight;
    s[i * step + i] += 1;
  }
  space.cholesky(S, r); // cannot fail: eigenvalues are at least 1
  let half = 0;
  for (let i = 0; i < r; i++) half += logarithm(s[i * step + i]);

  const e = space.numbers(E, r * step);
  for (let i = 0; i < r; i++) for (let t = 0; t < n0; t++) e[i * step + t] = G.data[(from + t) * r + i];
  if (hasParents) {
    // Test rows of K against the training rows before and after the fold.
    const rows = K + 8 * from * step;
    const options = { transposeA: true, transposeB: true, mode: "subtract" } as const;
    if (from > 0) space.product(E, A, rows, [r, n0, from], options);
    if (to < n) space.product(E, A + 8 * from * step, rows + 8 * to, [r, n0, n - to], options);
  }
  space.solveLower(E, S, r, n0);
  let forms = 0;
  for (let i = 0; i < r; i++) for (let t = 0; t < n0; t++) forms += e[i * step + t] * e[i * step + t];
  return -0.5 * (n0 * n0 * logarithm(2 * Math.PI) + n0 * determinantWeight * 2 * half + forms / gamma);
}

export const generalizedCvScore = defineScore({
  name: "generalized-cv",
  group: "any",
  summary:
    "any dependence: cross-validated likelihood of a variable's kernel features; up to 2,000 rows, slow",
  method: {
    term: "the cross-validated likelihood of kernel features",
    assumes:
      "The dependence of each variable on its causes may have any shape; this alone identifies no direction.",
    sources: ["huang"],
  },
  when: "As generalized-marginal, evaluated on held-out rows; slower.",
  needsRows: true,
  options: z.strictObject({}),
  prune: "greedy",
  make: (table, _, { sets, ...machine }) => generalizedCv(table, { terms: sets, ...machine }),
  sets: (table, _, { wide, beat }) => generalizedCvTerms(table, { wide, beat }),
});
