// The weights that an unmixing matrix stands for: which source is whose noise, and in which unit.
//
// x = Bᵀ x + e gives e = (I − Bᵀ) x, but the rows of an estimated W come in any order, sign and scale. Each row belongs to
// the variable whose noise it is, and (I − Bᵀ) has nothing small on its diagonal:
//
//     noise     rows go where Π |w_jj| is largest, or where Σ 1/|w_jj| is least: both are given where they differ;
//               weights in units of the noises, b_ij σ_i/σ_j, σ_j = 1/|w_jj|
//     columns   rows go where Σ 1/|w_jj| is least;    weights in the columns' units, b_ij
//
// "columns" is the published rule (Shimizu et al., JMLR 7, 2006; the package lingam). It depends on units: metres or
// kilometres decide which weights are small, and so the order. Under "noise", of standardised columns, nothing does, and since
// W estimates all its entries about equally well when the sources have variance 1, small weights are those that could be 0.
// Of the two assignments the product forgives one small entry among large ones, the sum forgives large ones that are missed;
// the wrong one leaves weights that no order takes up.

import { assignment } from "../math/assignment.ts";
import { logarithm } from "../math/elementary.ts";
import { type Matrix, matrix } from "../math/matrix.ts";

export const unitNames = ["noise", "columns"] as const;
export type UnitName = (typeof unitNames)[number];

/** Entry (i, j) of each is the weight of i → j, from the unmixing matrix [sources, columns] of sources with variance 1. */
export function unmixedWeights(W: Matrix, units: UnitName): Matrix[] {
  const { rows: d, data } = W;
  // A cost must be finite; entries this small are 0.
  const least = 1e-12 * data.reduce((most, w) => Math.max(most, Math.abs(w)), 0);
  const sizes = data.map((w) => Math.max(Math.abs(w), least));
  const assigned = (cost: (size: number) => number) => assignment(matrix(d, d, sizes.map(cost)));
  const bySum = assigned((size) => 1 / size);
  if (units === "columns") return [weightsOf(W, bySum, units)];
  const byProduct = assigned((size) => -logarithm(size));
  const isSame = byProduct.every((j, source) => j === bySum[source]);
  return (isSame ? [byProduct] : [byProduct, bySum]).map((variables) => weightsOf(W, variables, units));
}

/** The weights where source k is the noise of variables[k]. */
function weightsOf({ rows: d, data }: Matrix, variables: readonly number[], units: UnitName): Matrix {
  const sourceOf = variables.map((_, j) => variables.indexOf(j));
  const own = sourceOf.map((source, j) => data[source * d + j]);
  const B = matrix(d, d);
  for (let i = 0; i < d; i++) {
    for (let j = 0; j < d; j++) {
      if (i !== j) B.data[i * d + j] = -data[sourceOf[j] * d + i] / (units === "noise" ? own[i] : own[j]);
    }
  }
  return B;
}
