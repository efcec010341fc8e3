// Columns from which causes are regressed out one after the other, and a measure of which of two comes first.
//
// For standardised columns x_i, x_j with correlation ρ the residuals are r_i = x_i − ρ x_j and r_j = x_j − ρ x_i. If x_i
// causes x_j linearly, with non-Gaussian noise, then x_i and r_j are independent while x_j and r_i are not, and the entropies of
// the standardised columns have a smaller sum in the true direction:
//
//     D_ij = H(x_j) + H(r_i) − H(x_i) − H(r_j),     positive: x_i first;     D_ji = −D_ij
//
// n D_ij is the log-likelihood ratio of the two directions.
//
// Hyvärinen, A. and Smith, S. "Pairwise likelihood ratios for estimation of non-Gaussian structural equation models."
// JMLR 14, 2013; H as in negentropy.ts, whose constant cancels.
//
// Columns are contiguous and standardised again whenever a cause is regressed out. A column of which only rounding is left
// (a linear combination of the causes regressed out) becomes 0 and comes neither before nor after any other.

import type { Matrix } from "./matrix.ts";
import { createNegentropy } from "./negentropy.ts";
import { pivotTolerance } from "./solve.ts";

export interface ResidualColumns {
  /** J of the current column j. */
  readonly negentropy: (j: number) => number;
  /** D_ij of the current columns. */
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
  /** Remaining share of each column's variance. */
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
      // If the two are copies, or nothing is left of one, there is no direction.
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

/** Centres x; returns its variance. */
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

/** Writes both residuals; returns their variances. */
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
