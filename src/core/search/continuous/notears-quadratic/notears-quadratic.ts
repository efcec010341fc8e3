// NOTEARS with quadratic features ("NOTEARS-3" of the paper): every variable is a polynomial of degree two in the others.
//
//     x_i = Σ_f c_fi φ_f(x) + e_i,      φ: x_a and x_a x_b for all a ≤ b that are not i
//     W_li = Σ |c_fi| over the features that contain x_l: 0 only if x_l is in none of them
//     min  ½/n ‖X − φ(X) C‖²_F + λ₁ ‖C‖₁   subject to   tr e^{W∘W} − d = 0,   by an augmented Lagrangian as in notears.ts
//
// and i → j is an edge if a feature that contains x_i has a coefficient of 0.3 or more in x_j. C = C⁺ − C⁻ with both ≥ 0 makes W
// linear, so that L-BFGS-B solves this too. Columns of φ are scaled to unit variance during the search, which affects only the
// path of the solver.
//
// Everything is computed from the scatter matrix of the F = d (d + 3)/2 features: F² d operations per evaluation, independent
// of n. Products are of the original columns, so their units and origins matter.
//
// Zhu, S., Ng, I., Chen, Z. "Causal discovery with reinforcement learning." ICLR 2020, appendix E.2.
//
// Differs from the appendix, whose code is not public: L-BFGS-B where it has Adam, ½/n of the sum of squares where it has the sum
// (as in NOTEARS itself), an intercept (the features are centred), and knowledge and threshold as in notears.ts.

import { check } from "../../../check.ts";
import { quadraticTerms } from "../../../data/simulate/simulate.ts";
import { checkNumbers, checkRows, type Table } from "../../../data/table.ts";
import { cycleTrace, denseWorkspace } from "../../../math/dense/dense.ts";
import { type Matrix, matrix, sortedRows } from "../../../math/matrix.ts";
import { type QuadraticFeatures, quadraticFeatures } from "../../../math/quadratic-features.ts";
import { unitDiagonal } from "../../../math/scatter.ts";
import type { ProblemWith, Search, SearchMachine } from "../../search.ts";
import {
  type NotearsOptions,
  type NotearsSettings,
  type NotearsStep,
  notearsOptions,
  type WeightedLoss,
  weightSearch,
} from "../notears/notears.ts";
import { openEdges } from "../weighted-dag.ts";

/**
 * NOTEARS with effects of first and second order.
 *
 * @example
 * ```js
 * const { table } = simulate({ nodes: 3, samples: 60 });
 * finish(notearsQuadratic({ table, score: linearBic(table) })).graph.d; // 3
 * ```
 */
export function* notearsQuadratic(
  problem: ProblemWith<"table" | "score">,
  options: NotearsOptions = {},
  { beat }: SearchMachine = {},
): Search<NotearsStep> {
  const settings = notearsOptions("notears-quadratic", problem, { lambda1: 0, ...options });
  return yield* weightSearch(quadraticLoss(problem.table, settings, beat), problem.score, settings);
}

/** The weight of an edge is the largest absolute coefficient among its effect's features that contain its cause. */
export interface QuadraticLoss extends WeightedLoss {
  /** C, feature by feature: c_fi in the columns' units, [F, d]. */
  readonly coefficients: (x: Float64Array) => Float64Array;
}

export function quadraticLoss(
  table: Table,
  { lambda1, acyclicity, knowledge }: Pick<NotearsSettings, "lambda1" | "acyclicity" | "knowledge">,
  beat?: () => void,
): QuadraticLoss {
  const d = table.X.cols;
  const { R, scale } = productCorrelations(table, beat);
  const F = R.cols;
  const terms = quadraticTerms(d).map((term) => [...new Set(term)]);
  const open = openEdges(knowledge);
  const space = denseWorkspace(F, { matrices: 3, beat });
  const { step } = space;
  // One variable for each feature that may be in a child's polynomial, and its position in D, [F, d].
  const [feature, child]: [number[], number[]] = [[], []];
  terms.forEach((term, f) => {
    for (let i = 0; i < d; i++) {
      if (!(scale[f] > 0) || term.some((l) => open[l * d + i] === 0)) continue;
      feature.push(f);
      child.push(i);
    }
  });
  const count = feature.length;
  const entry = Int32Array.from(feature, (f, k) => f * step + child[k]);
  const unit = Float64Array.from(feature, (f) => 1 / scale[f]);
  const isRequired = (k: number) =>
    terms[feature[k]].every((l) => knowledge.required[l * d + child[k]] === 1);
  const penalty = Float64Array.from(unit, (u, k) => (isRequired(k) ? 0 : lambda1 * u));
  // Positions in W that the variable adds to; for a feature of one variable the same one twice, with a second share of 0.
  const first = Int32Array.from(feature, (f, k) => terms[f][0] * d + child[k]);
  const second = Int32Array.from(feature, (f, k) => (terms[f][1] ?? terms[f][0]) * d + child[k]);
  const share = Float64Array.from(feature, (f, k) => (terms[f].length === 2 ? unit[k] : 0));

  const [r, dAt, g] = [space.matrix(), space.matrix(), space.matrix()];
  space.write(r, R);
  const [D, G] = [space.numbers(dAt, F * step), space.numbers(g, F * step)];
  for (let i = 0; i < d; i++) D[i * step + i] = scale[i];
  const [W, pulls] = [new Float64Array(d * d), new Float64Array(d * d)];
  const { step: row, B, measure, slopes } = cycleTrace(d, acyclicity);

  /** Sets D = the children minus their polynomials, W and (W ∘ W)ᵀ. */
  const place = (x: Float64Array): void => {
    W.fill(0);
    for (let k = 0; k < count; k++) {
      D[entry[k]] = x[count + k] - x[k];
      const size = x[k] + x[count + k];
      W[first[k]] += size * unit[k];
      W[second[k]] += size * share[k];
    }
    for (let l = 0; l < d; l++) for (let i = 0; i < d; i++) B[i * row + l] = W[l * d + i] * W[l * d + i];
  };
  /** ½ tr(Dᵀ R D); G becomes R D. */
  const squares = (): number => {
    space.product(g, r, dAt, [F, d, F]);
    let sum = 0;
    for (let f = 0; f < F; f++) for (let i = 0; i < d; i++) sum += D[f * step + i] * G[f * step + i];
    return 0.5 * sum;
  };
  const evaluate: WeightedLoss["evaluate"] = (x, gradient, rho, alpha) => {
    place(x);
    const h = measure();
    const steep = slopes();
    const pull = 2 * (rho * h + alpha);
    for (let l = 0; l < d; l++) {
      for (let i = 0; i < d; i++) pulls[l * d + i] = pull * steep[l * row + i] * W[l * d + i];
    }
    let value = squares() + 0.5 * rho * h * h + alpha * h;
    for (let k = 0; k < count; k++) {
      const slope = unit[k] * pulls[first[k]] + share[k] * pulls[second[k]] + penalty[k];
      value += penalty[k] * (x[k] + x[count + k]);
      gradient[k] = slope - G[entry[k]];
      gradient[count + k] = slope + G[entry[k]];
    }
    return value;
  };
  return {
    size: 2 * count,
    low: new Float64Array(2 * count),
    evaluate,
    constraint: (x) => {
      place(x);
      return measure();
    },
    cost: (F * F * d) / 4 + 2 * d * d * d + 5000,
    coefficients: (x) => {
      const C = new Float64Array(F * d);
      for (let k = 0; k < count; k++) C[feature[k] * d + child[k]] = (x[k] - x[count + k]) * unit[k];
      return C;
    },
    weights: (x) => {
      const out = new Float64Array(d * d);
      for (let k = 0; k < count; k++) {
        const size = Math.abs(x[k] - x[count + k]) * unit[k];
        out[first[k]] = Math.max(out[first[k]], size);
        out[second[k]] = Math.max(out[second[k]], size);
      }
      return out;
    },
    fit: (x) => {
      place(x);
      return penalty.reduce((sum, p, k) => sum + p * Math.abs(x[k] - x[count + k]), squares());
    },
  };
}

/** Correlations of the features of the unscaled columns, and their standard deviations. */
function productCorrelations(table: Table, beat?: () => void): { R: Matrix; scale: Float64Array } {
  checkNumbers("notears-quadratic", table);
  checkRows("notears-quadratic", table);
  const { names, X } = table;
  const features = quadraticFeatures(sortedRows(X), beat);
  const { n, d, mean, scale } = features;
  for (let j = 0; j < d; j++)
    check(
      Number.isFinite(scale[j] * scale[j] * (scale[j] * scale[j] + mean[j] * mean[j])),
      `notears-quadratic: column "${names[j]}" must be finite and so must the variance of its square; scale it, or drop its rows`,
    );
  const { R, scale: variances } = unitDiagonal(inColumnUnits(features, beat));
  for (let f = 0; f < variances.length; f++) if (variances[f] === 0) R.data[f * R.cols + f] = 0;
  return { R, scale: variances.map((v) => Math.sqrt(v / Math.max(1, n))) };
}

/**
 * The scatter of x_a and x_a x_b from that of the standardised z_a and z_a z_b:
 * x_a x_b = scale_a scale_b z_a z_b + mean_a scale_b z_b + mean_b scale_a z_a + constant.
 */
function inColumnUnits({ d, mean, scale, S }: QuadraticFeatures, beat?: () => void): Matrix {
  const F = S.cols;
  const terms = quadraticTerms(d);
  const change = (A: Float64Array, at: (f: number, g: number) => number): Float64Array => {
    const out = new Float64Array(F * F);
    terms.forEach(([a, b], f) => {
      beat?.();
      for (let g = 0; g < F; g++) {
        out[at(f, g)] =
          b === undefined
            ? scale[a] * A[at(a, g)]
            : scale[a] * scale[b] * A[at(f, g)] +
              mean[a] * scale[b] * A[at(b, g)] +
              mean[b] * scale[a] * A[at(a, g)];
      }
    });
    return out;
  };
  const rows = change(S.data, (f, g) => f * F + g);
  return matrix(
    F,
    F,
    change(rows, (f, g) => g * F + f),
  );
}
