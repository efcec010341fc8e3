// Columns out of which causes are taken one after the other, and which of two of them comes first.
//
// Of standardised columns x_i, x_j with correlation ρ the residuals are r_i = x_i − ρ x_j and r_j = x_j − ρ x_i. If x_i
// causes x_j linearly, with noise of any but a Gaussian distribution, then x_i and r_j are independent while x_j and r_i are not,
// and the entropies of standardised columns add up to less on the right side:
//
//     D_ij = H(x_j) + H(r_i) − H(x_i) − H(r_j),     positive: x_i first;     D_ji = −D_ij
//
// n D_ij is the logarithm of the ratio of the likelihoods of the two directions.
//
// Hyvärinen, A. and Smith, S. "Pairwise likelihood ratios for estimation of non-Gaussian structural equation models."
// JMLR 14, 2013; H as in negentropy.ts, whose constant falls out.
//
// Columns are contiguous and standardised anew whenever a cause is taken out. A column of which nothing but rounding is left
// (a combination of those taken out) becomes 0 and is neither before nor after anything.

import type { Matrix } from "./matrix.ts";
import { createNegentropy } from "./negentropy.ts";
import { pivotTolerance } from "./solve.ts";

export interface ResidualColumns {
  /** J of column j as it is now. */
  readonly negentropy: (j: number) => number;
  /** D_ij of the columns as they are now. */
  readonly difference: (i: number, j: number) => number;
  /** Replaces every column of `rest` by its residual on column m. */
  readonly takeOut: (m: number, rest: readonly number[]) => void;
}

export function residualColumns({ rows: n, cols: d, data }: Matrix): ResidualColumns {
  const columns = Array.from({ length: d }, (_, j) => {
    const x = new Float64Array(n);
    for (let i = 0; i < n; i++) x[i] = data[i * d + j];
    return x;
  });
  const negentropyOf = createNegentropy();
  const J = new Float64Array(d);
  /** Share of each column's variance that is left. */
  const shares = new Float64Array(d).fill(1);
  const standardise = (j: number, isFirst: boolean) => {
    const variance = centreInto(columns[j]);
    if (!isFirst) shares[j] *= variance;
    if (shares[j] > pivotTolerance && variance > 0) {
      scaleInto(columns[j], 1 / Math.sqrt(variance));
      J[j] = negentropyOf(columns[j]);
    } else {
      columns[j].fill(0);
      J[j] = shares[j] = 0;
    }
  };
  for (let j = 0; j < d; j++) standardise(j, true);

  const [ri, rj] = [new Float64Array(n), new Float64Array(n)];
  return {
    negentropy: (j) => J[j],
    difference: (i, j) => {
      const rho = dot(columns[i], columns[j]) / n;
      const [vi, vj] = residualsInto(ri, rj, columns[i], columns[j], rho);
      // Copies of each other, or nothing left of one: no direction.
      if (!(Math.min(vi, vj) > pivotTolerance && shares[i] > 0 && shares[j] > 0)) return 0;
      const [Ji, Jj] = [negentropyOf(ri, 1 / Math.sqrt(vi)), negentropyOf(rj, 1 / Math.sqrt(vj))];
      return J[i] - J[j] + Jj - Ji;
    },
    takeOut: (m, rest) => {
      const x = columns[m];
      for (const j of rest) {
        const y = columns[j];
        const rho = dot(x, y) / n;
        for (let i = 0; i < n; i++) y[i] -= rho * x[i];
        standardise(j, false);
      }
    },
  };
}

/** Makes the mean 0; the variance. */
function centreInto(x: Float64Array): number {
  const n = x.length;
  let mean = 0;
  for (let i = 0; i < n; i++) mean += x[i] - x[0];
  mean = x[0] + mean / n;
  let squares = 0;
  for (let i = 0; i < n; i++) {
    x[i] -= mean;
    squares += x[i] * x[i];
  }
  return squares / n;
}

function scaleInto(x: Float64Array, factor: number): void {
  for (let i = 0; i < x.length; i++) x[i] *= factor;
}

function dot(x: Float64Array, y: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < x.length; i++) sum += x[i] * y[i];
  return sum;
}

/** Both residuals, and their variances. */
function residualsInto(
  ri: Float64Array,
  rj: Float64Array,
  xi: Float64Array,
  xj: Float64Array,
  rho: number,
): [number, number] {
  const n = xi.length;
  let [vi, vj] = [0, 0];
  for (let i = 0; i < n; i++) {
    const [a, b] = [xi[i], xj[i]];
    const [u, v] = [a - rho * b, b - rho * a];
    ri[i] = u;
    rj[i] = v;
    vi += u * u;
    vj += v * v;
  }
  return [vi / n, vj / n];
}
