// The weights that an unmixing matrix stands for: which source is whose noise, and in which unit.
//
// x = Bᵀ x + e gives e = (I − Bᵀ) x, but the rows of an estimated W come in any order, sign and scale. Each row belongs to
// the variable whose noise it is, and (I − Bᵀ) has nothing small on its diagonal:
//
//     residuals  w_ki divided by √(Σ_k w_ki²), that is x_i in units of what all other columns leave of it: t_ki;
//                rows go where Σ 1/t_jj² is least;       the weight of i → j is t_ji
//     noise      rows go where Σ 1/|w_jj| is least;      weights in units of the noises, b_ij σ_i/σ_j, σ_j = 1/|w_jj|
//     columns    rows go where Σ 1/|w_jj| is least;      weights in the columns' units, b_ij
//
// Under the first two a second answer is given where it differs: rows go where the product of the diagonal is largest, which
// forgives one small entry among large ones. The wrong assignment leaves weights that no order takes up.
//
// "columns" is the published rule (Shimizu et al., JMLR 7, 2006; the package lingam). It depends on units: metres or
// kilometres decide which weights are small, and so the order. Under the others nothing does, of standardised columns.
//
// "residuals" compares each weight with its error. FastICA of sources with variance 1 finds (I + E) W, where the entries of E
// are all of about one size; so the error of w_ki, Σ_l E_kl w_li, grows with the norm of column i, and the t that could be 0
// are those that are small. (Wᵀ W is the inverse of the covariance, whose diagonal has the inverse residual variances.) "noise"
// divides column i by |w_ii| instead: where x_i is a strong cause the other entries of its column, and so the error, are many
// times that, and an edge that does not exist can look like one that does. experiments/lingam-units has the difference.

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

/** Of each source the variable whose noise it is: the least sum of costs on the diagonal. */
function assigned({ rows: d, data }: Matrix, cost: (size: number) => number): number[] {
  // A cost must be finite; entries this small are 0.
  const least = 1e-12 * data.reduce((most, w) => Math.max(most, Math.abs(w)), 0);
  return assignment(
    matrix(
      d,
      d,
      data.map((w) => cost(Math.max(Math.abs(w), least))),
    ),
  );
}

/** The weights where source k is the noise of variables[k]; of residuals, but for their signs. */
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
