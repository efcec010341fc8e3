// The penalised least-squares fit for given smoothing parameters, and the two criteria that choose them, with their first and second
// derivatives in ρ = log λ. The criteria are defined in additive.ts.
//
// With W = Λ^½ H⁻¹ Λ^½ on the penalised columns, γ = Λ^½ β, t = W γ, and indices denoting the blocks of terms:
//
//     RSS_j  = 2 t_j·γ_j          RSS_jk = 2 [δ_jk t_j·γ_j + γ_j W_jk γ_k − γ_j W_jk t_k − t_j W_jk γ_k − γ_j (W²)_jk γ_k]
//     τ_j    = tr (W² − W)_jj     τ_jk   = δ_jk τ_j + 2 |W_jk|² − 2 ⟨(W²)_jk, W_jk⟩                    τ = tr F
//     D_j    = γ_j·γ_j            D_jk   = δ_jk D_j − 2 γ_j W_jk γ_k                                 D = RSS + βᵀΛβ
//     log|H|_j = tr W_jj          log|H|_jk = δ_jk tr W_jj − |W_jk|²
//
// so a criterion with both derivatives costs one inverse and one product.
//
// Wood, S. "Fast stable restricted maximum likelihood and marginal likelihood estimation of semiparametric generalized linear
// models." JRSS B 73(1), 2011, for the general case, of which this is the simplest instance.

import { exponential, logarithm } from "../elementary.ts";
import { type Matrix, matrix } from "../matrix.ts";
import type { Evaluation } from "../optimise/optimise.ts";
import { choleskyOf, pivotTolerance } from "../solve.ts";

export interface PenalisedProblem {
  readonly n: number;
  /** Inner products of the centred columns, with each other, with y, and of y. */
  readonly A: Matrix;
  readonly b: Float64Array;
  readonly yy: number;
  /** Columns of each term; those from `bentFrom` are penalised. */
  readonly blocks: readonly { readonly from: number; readonly bentFrom: number; readonly to: number }[];
}

export interface Penalised {
  readonly beta: Float64Array;
  /** H⁻¹; 0 in the rows and columns of dropped columns, which are linear combinations of others up to rounding. */
  readonly G: Matrix;
  /** H⁻¹ XᵀX. */
  readonly F: Matrix;
  readonly rss: number;
  /** tr F + 1 for the constant. */
  readonly edf: number;
}

export function penalised(problem: PenalisedProblem, rho: Float64Array): Penalised {
  const { lambda, beta, G, isIn, rss, trace } = solved(problem, rho);
  const q = beta.length;
  const F = matrix(q, q);
  for (let i = 0; i < q; i++) {
    // A dropped column has a zero row in F.
    for (let j = 0; j < q && isIn[i] === 1; j++) {
      F.data[i * q + j] = (i === j ? 1 : 0) - G.data[i * q + j] * lambda[j];
    }
  }
  return { beta, G, F, rss, edf: 1 + trace };
}

/** The criteria that `descend` minimises, by name. */
export const smoothingCriteria = { gcv, reml };

function gcv(problem: PenalisedProblem, rho: Float64Array): Evaluation {
  const now = solved(problem, rho);
  const { rss } = now;
  const df = problem.n - 1 - now.trace;
  return {
    value: logarithm(rss) - 2 * logarithm(df),
    derivatives: () => {
      const { p, pairs, single } = blockSums(problem, now);
      const R = single((s) => 2 * s.tGamma);
      const T = single((s) => s.square - s.trace);
      const gradient = R.map((r, j) => r / rss + (2 * T[j]) / df);
      const hessian = pairs((s, j, k) => {
        const delta = j === k ? 1 : 0;
        const rssJk = delta * R[j] + 2 * (s.gammaGamma - s.gammaT - s.tGamma - s.gammaSquareGamma);
        const traceJk = delta * T[j] + 2 * s.norm - 2 * s.product;
        return rssJk / rss - (R[j] * R[k]) / (rss * rss) + (2 * traceJk) / df + (2 * T[j] * T[k]) / (df * df);
      });
      return { gradient, hessian: matrix(p, p, hessian) };
    },
  };
}

function reml(problem: PenalisedProblem, rho: Float64Array): Evaluation {
  const now = solved(problem, rho);
  const { n, blocks } = problem;
  const { deviance: D, logdet, isIn } = now;
  let unpenalised = 1;
  const bent = blocks.map(({ from, bentFrom, to }) => {
    for (let c = from; c < bentFrom; c++) unpenalised += isIn[c];
    let count = 0;
    for (let c = bentFrom; c < to; c++) count += isIn[c];
    return count;
  });
  const weight = n - unpenalised;
  const prior = bent.reduce((sum, count, j) => sum + count * rho[j], 0);
  return {
    value: (weight * logarithm(D) + logdet - prior) / n,
    derivatives: () => {
      const { p, pairs, single } = blockSums(problem, now);
      const Dj = single((s) => s.gamma);
      const trace = single((s) => s.trace);
      const gradient = Dj.map((x, j) => ((weight * x) / D + trace[j] - bent[j]) / n);
      const hessian = pairs((s, j, k) => {
        const delta = j === k ? 1 : 0;
        const devianceJk = delta * Dj[j] - 2 * s.gammaGamma;
        return (weight * (devianceJk / D - (Dj[j] * Dj[k]) / (D * D)) + delta * trace[j] - s.norm) / n;
      });
      return { gradient, hessian: matrix(p, p, hessian) };
    },
  };
}

interface Solved {
  readonly lambda: Float64Array;
  readonly beta: Float64Array;
  readonly G: Matrix;
  readonly isIn: Uint8Array;
  readonly rss: number;
  /** RSS + βᵀΛβ. */
  readonly deviance: number;
  readonly trace: number;
  readonly logdet: number;
}

function solved({ A, b, yy, blocks }: PenalisedProblem, rho: Float64Array): Solved {
  const q = b.length;
  const lambda = new Float64Array(q);
  blocks.forEach(({ bentFrom, to }, j) => {
    lambda.fill(exponential(rho[j]), bentFrom, to);
  });
  const H = matrix(q, q, new Float64Array(A.data));
  for (let c = 0; c < q; c++) H.data[c * q + c] += lambda[c];
  const all = Array.from(lambda, (_, c) => c);
  const { L } = choleskyOf(H, all);
  const G = inverse(L, q);
  const isIn = new Uint8Array(q);
  const beta = new Float64Array(q);
  let [logdet, trace, roughness, fitted] = [0, 0, 0, 0];
  for (let i = 0; i < q; i++) {
    if (L[i * q + i] === Number.POSITIVE_INFINITY) continue;
    isIn[i] = 1;
    for (let j = 0; j < q; j++) beta[i] += G.data[i * q + j] * b[j];
    logdet += 2 * logarithm(L[i * q + i]);
    trace += 1 - lambda[i] * G.data[i * q + i];
    roughness += lambda[i] * beta[i] * beta[i];
    fitted += beta[i] * b[i];
  }
  // βᵀb = βᵀHβ, so RSS + βᵀΛβ = yᵀy − βᵀb.
  const least = pivotTolerance * Math.max(yy, Number.MIN_VALUE / pivotTolerance);
  const deviance = Math.max(yy - fitted, least);
  return { lambda, beta, G, isIn, rss: Math.max(yy - fitted - roughness, least), deviance, trace, logdet };
}

/** (L Lᵀ)⁻¹, zero in the rows and columns that were dropped (where the diagonal of L is infinite). */
function inverse(L: Float64Array, q: number): Matrix {
  // Row c of T is column c of L⁻¹, which begins at c.
  const T = new Float64Array(q * q);
  for (let c = 0; c < q; c++) {
    const at = c * q;
    T[at + c] = 1 / L[at + c];
    if (T[at + c] === 0) continue;
    for (let i = c + 1; i < q; i++) {
      let sum = 0;
      for (let l = c; l < i; l++) sum -= L[i * q + l] * T[at + l];
      T[at + i] = sum / L[i * q + i];
    }
  }
  const G = matrix(q, q);
  for (let i = 0; i < q; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      for (let l = i; l < q; l++) sum += T[i * q + l] * T[j * q + l];
      G.data[i * q + j] = G.data[j * q + i] = sum;
    }
  }
  return G;
}

/** Sums over the entries of a pair of blocks, from which the derivatives are computed; names follow the header. */
interface PairSums {
  readonly gammaGamma: number;
  readonly gammaT: number;
  readonly tGamma: number;
  readonly gammaSquareGamma: number;
  readonly norm: number;
  readonly product: number;
}

interface SingleSums {
  readonly gamma: number;
  readonly tGamma: number;
  readonly trace: number;
  readonly square: number;
}

function blockSums({ blocks }: PenalisedProblem, { lambda, beta, G }: Solved) {
  const p = blocks.length;
  const q = beta.length;
  const columns: number[] = [];
  const owner: number[] = [];
  blocks.forEach(({ bentFrom, to }, j) => {
    for (let c = bentFrom; c < to; c++) {
      columns.push(c);
      owner.push(j);
    }
  });
  const m = columns.length;
  const root = columns.map((c) => Math.sqrt(lambda[c]));
  const gamma = Float64Array.from(columns, (c, i) => root[i] * beta[c]);
  const W = new Float64Array(m * m);
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < m; j++) W[i * m + j] = root[i] * G.data[columns[i] * q + columns[j]] * root[j];
  }
  const t = new Float64Array(m);
  for (let i = 0; i < m; i++) for (let j = 0; j < m; j++) t[i] += W[i * m + j] * gamma[j];

  const W2 = new Float64Array(m * m);
  for (let i = 0; i < m; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      for (let l = 0; l < m; l++) sum += W[i * m + l] * W[j * m + l];
      W2[i * m + j] = W2[j * m + i] = sum;
    }
  }

  const pairSums = Array.from({ length: p * p }, () => ({
    gammaGamma: 0,
    gammaT: 0,
    tGamma: 0,
    gammaSquareGamma: 0,
    norm: 0,
    product: 0,
  }));
  const singles = blocks.map(() => ({ gamma: 0, tGamma: 0, trace: 0, square: 0 }));
  for (let i = 0; i < m; i++) {
    const totals = singles[owner[i]];
    totals.gamma += gamma[i] * gamma[i];
    totals.tGamma += t[i] * gamma[i];
    totals.trace += W[i * m + i];
    for (let j = 0; j < m; j++) {
      const square = W2[i * m + j];
      if (i === j) totals.square += square;
      const w = W[i * m + j];
      const sums = pairSums[owner[i] * p + owner[j]];
      sums.gammaGamma += gamma[i] * w * gamma[j];
      sums.gammaT += gamma[i] * w * t[j];
      sums.tGamma += t[i] * w * gamma[j];
      sums.gammaSquareGamma += gamma[i] * square * gamma[j];
      sums.norm += w * w;
      sums.product += square * w;
    }
  }
  return {
    p,
    single: (of: (sums: SingleSums) => number) => Float64Array.from(singles, of),
    pairs: (of: (sums: PairSums, j: number, k: number) => number) =>
      Float64Array.from(pairSums, (sums, at) => of(sums, Math.floor(at / p), at % p)),
  };
}
