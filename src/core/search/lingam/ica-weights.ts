// The weights that an unmixing matrix implies: which source is whose noise, and in which unit.
//
// x = Bᵀ x + e gives e = (I − Bᵀ) x, but the rows of an estimated W come in any order, sign and scale. Each row belongs to
// the variable whose noise it is, and (I − Bᵀ) has no small entries on its diagonal:
//
//     residuals  w_ki divided by √(Σ_k w_ki²), that is x_i in units of its residual given all other columns: t_ki;
//                rows are assigned to minimise Σ 1/t_jj²;       the weight of i → j is t_ji
//     noise      rows are assigned to minimise Σ 1/|w_jj|;      weights in units of the noises, b_ij σ_i/σ_j, σ_j = 1/|w_jj|
//     columns    rows are assigned to minimise Σ 1/|w_jj|;      weights in the columns' units, b_ij
//
// Under the first two a second assignment is returned if it differs: the one with the largest product of the diagonal, which
// tolerates one small entry among large ones. The wrong assignment leaves weights that fit no order.
//
// "columns" is the published rule (Shimizu et al., JMLR 7, 2006; the package lingam). It depends on units: metres or
// kilometres decide which weights are small, and so the order. With standardised columns the other two do not.
//
// "residuals" compares each weight with its error. FastICA of sources with variance 1 finds (I + E) W, where the entries of E
// are all of similar size; so the error of w_ki, Σ_l E_kl w_li, grows with the norm of column i, and the t that could be 0
// are the small ones. (Wᵀ W is the inverse of the covariance, whose diagonal holds the inverse residual variances.) "noise"
// divides column i by |w_ii| instead: if x_i is a strong cause, the other entries of its column, and so the error, are many
// times that, and an edge that does not exist can look like one that does. experiments/lingam-units shows the difference.

import { assignment } from "../../math/assignment.ts";
import { logarithm } from "../../math/elementary.ts";
import { type Matrix, matrix } from "../../math/matrix.ts";

export const unitNames = ["residuals", "noise", "columns"] as const;
export type UnitName = (typeof unitNames)[number];

/** Entry (i, j) of each is the weight of i → j, from the unmixing matrix [sources, columns] of sources with variance 1. */
export function unmixedWeights(W: Matrix, units: UnitName): Matrix[] {
  const V = units === "residuals" ? inResiduals(W) : W;
  const bySum = assigned(V, (size) => (units === "residuals" ? 1 / (size * size) : 1 / size));
  if (units === "columns") return [weightsOf(V, bySum, units)];
  const byProduct = assigned(V, (size) => -logarithm(size));
  const isSame = byProduct.every((j, source) => j === bySum[source]);
  return (isSame ? [byProduct] : [byProduct, bySum]).map((variables) => weightsOf(V, variables, units));
}

/** Columns of norm 1. */
function inResiduals({ rows: d, data }: Matrix): Matrix {
  const squares = new Float64Array(d);
  data.forEach((w, k) => {
    squares[k % d] += w * w;
  });
  const scaled = data.map((w, k) => w / Math.sqrt(squares[k % d]));
  return matrix(d, d, scaled);
}

/** For each source the variable whose noise it is: minimises the sum of costs on the diagonal. */
function assigned({ rows: d, data }: Matrix, cost: (size: number) => number): number[] {
  // A cost must be finite; entries this small count as 0.
  const least = 1e-12 * data.reduce((most, w) => Math.max(most, Math.abs(w)), 0);
  return assignment(
    matrix(
      d,
      d,
      data.map((w) => cost(Math.max(Math.abs(w), least))),
    ),
  );
}

/** The weights if source k is the noise of variables[k]; for residuals up to their signs. */
function weightsOf({ rows: d, data }: Matrix, variables: readonly number[], units: UnitName): Matrix {
  const sourceOf = variables.map((_, j) => variables.indexOf(j));
  const scales = sourceOf.map((source, j) => data[source * d + j]);
  const B = matrix(d, d);
  for (let i = 0; i < d; i++) {
    for (let j = 0; j < d; j++) {
      const unit = { residuals: 1, noise: scales[i], columns: scales[j] }[units];
      if (i !== j) B.data[i * d + j] = -data[sourceOf[j] * d + i] / unit;
    }
  }
  return B;
}
