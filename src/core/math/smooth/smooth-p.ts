// Approximate p-value of a smooth term, for the null hypothesis that the term is zero.
//
// The fitted term f̂ = X β̂ has Bayesian covariance V = X H⁻¹ Xᵀ σ². Its statistic is f̂ᵀ V⁻ f̂ with a pseudo-inverse V⁻ of fractional
// rank r = tr(2F − FF) over the term's columns: of the eigenvalues of V the first k − 1 (k = ⌊r⌋) are inverted, and the next two share
// the weight 1 + ν, ν = r − k, through a 2 × 2 matrix with two choices of sign: the p-value is the mean over both.
// Under the null the statistic is
//
//     T ~ χ²_{k−1} + a χ²_1 + b χ²_1,   a, b = ((1 + ν) ± √((1 + ν)(1 − ν))) / 2,   over χ²_m / m,  m = n − edf
//
// Wood, S. "On p-values for smooth components of an extended generalized additive model." Biometrika 100(1), 2013; mgcv 1.8-41, `testStat`.
//
// Differs from mgcv only in the accuracy of the distribution: mgcv inverts a characteristic function to an absolute accuracy of
// 2e-5, so that its p-values below that are noise; here the sum of χ² is a χ²_{k+1} times an independent factor (a direction on a
// sphere), and the mean of F tails over that factor keeps its relative accuracy: 1e-9 down to p = 1e-30, 1e-4 to 1e-100.

import { symmetricEigen } from "../dense/dense.ts";
import { cosine, exponential, incompleteBeta, logarithm } from "../elementary.ts";
import { type Matrix, matrix } from "../matrix.ts";
import type { AdditiveFit } from "./additive.ts";

/** One p-value for each term; 1 for a term without functions (a constant parent) and for a node without variance. */
export function smoothPValues(fit: AdditiveFit): Float64Array {
  const { n, rss, edf, terms } = fit;
  const freedom = n - edf;
  return Float64Array.from(terms, ({ from, to }) =>
    to > from ? termPValue(fit, from, to, rss / freedom, freedom) : 1,
  );
}

function termPValue(
  { A, G, F, beta }: AdditiveFit,
  from: number,
  to: number,
  variance: number,
  freedom: number,
): number {
  const m = to - from;
  let reference = 0;
  for (let c = from; c < to; c++) {
    reference += 2 * F.data[c * F.cols + c];
    for (let l = 0; l < F.cols; l++) reference -= F.data[c * F.cols + l] * F.data[l * F.cols + c];
  }
  // Any R with RᵀR = XᵀX for the term: f̂ and V in coordinates of the span of its columns.
  const R = rootOf(A, from, m);
  const V = matrix(m, m);
  const f = new Float64Array(m);
  for (let i = 0; i < m; i++) {
    for (let c = 0; c < m; c++) f[i] += R.data[i * m + c] * beta[from + c];
    const RG = new Float64Array(m);
    for (let c = 0; c < m; c++) {
      for (let l = 0; l < m; l++) RG[c] += R.data[i * m + l] * G.data[(from + l) * G.cols + from + c];
    }
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      for (let c = 0; c < m; c++) sum += RG[c] * R.data[j * m + c];
      V.data[i * m + j] = V.data[j * m + i] = sum * variance;
    }
  }
  return statisticPValue(f, V, Math.min(m, Math.max(0, reference)), freedom);
}

/** D^½ Qᵀ, with the eigenvalues D and eigenvectors Q of the block. */
function rootOf({ cols, data }: Matrix, from: number, m: number): Matrix {
  const block = matrix(m, m);
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < m; j++) block.data[i * m + j] = data[(from + i) * cols + from + j];
  }
  const { values, vectors } = symmetricEigen(block);
  const R = matrix(m, m);
  for (let i = 0; i < m; i++) {
    for (let c = 0; c < m; c++)
      R.data[i * m + c] = Math.sqrt(Math.max(0, values[i])) * vectors.data[c * m + i];
  }
  return R;
}

/** mgcv's `testStat` for f with covariance V, rank r and residual degrees of freedom `freedom`. */
function statisticPValue(f: Float64Array, V: Matrix, rank: number, freedom: number): number {
  const { values, vectors } = symmetricEigen(V);
  const m = f.length;
  if (!(values[0] > 0)) return 1;
  const along = values.map((value, e) => {
    let sum = 0;
    for (let i = 0; i < m; i++) sum += vectors.data[i * m + e] * f[i];
    return value > 0 ? sum / Math.sqrt(value) : 0;
  });
  let k = Math.floor(rank);
  let nu = rank - k;
  const eigenRank = values.filter((value) => value > values[0] * rankTolerance).length;
  if (eigenRank < (nu > 0 ? k + 1 : k)) [k, nu] = [eigenRank, 0];

  const squares = (count: number) => along.subarray(0, count).reduce((sum, x) => sum + x * x, 0);
  if (k === 0) return fTail(squares(1), 1, freedom);
  if (nu === 0) return fTail(squares(k) / k, k, freedom);
  const [plus, minus] = sharedSquares(along[k - 1], along[k], nu);
  const inner = squares(k - 1);
  const residual = Math.max(1, Math.round(freedom));
  return (mixtureTail(inner + plus, k, nu, residual) + mixtureTail(inner + minus, k, nu, residual)) / 2;
}

/** Eigenvalues of V below this share of the largest are rounding: machine epsilon to the power 0.9, as in mgcv. */
const rankTolerance = exponential(0.9 * logarithm(Number.EPSILON));

/**
 * zᵀ B z for the last two coordinates, for z and with the sign of one flipped. B = D [1 s; s ν] D, s = √(ν (1 − ν) / 2), D the roots of
 * the inverse eigenvalues; z is already scaled by them, so the eigenvalues drop out.
 */
function sharedSquares(first: number, second: number, nu: number): [number, number] {
  const cross = 2 * Math.sqrt((nu * (1 - nu)) / 2) * first * second;
  const plain = first * first + nu * second * second;
  return [plain + cross, plain - cross];
}

/** P(F > x) for the F distribution. */
function fTail(x: number, numerator: number, denominator: number): number {
  if (!(x > 0)) return 1;
  return incompleteBeta(denominator / (denominator + numerator * x), denominator / 2, numerator / 2);
}

/**
 * P(χ²_{k−1} + a χ²_1 + b χ²_1 > statistic · χ²_m / m). The sum is T s with T ~ χ²_{k+1} and, independent of it, s = 1 − (1 − w)(1 − c):
 * w = t² the share of the first k − 1 directions, of density (k − 1) t^{k−2}, and c = (a + b)/2 + (a − b)/2 cos 2θ with θ uniform.
 */
function mixtureTail(statistic: number, k: number, nu: number, m: number): number {
  const spread = Math.sqrt((1 + nu) * (1 - nu)) / 2;
  const angles = 24;
  const legendre = legendreRule(24);
  let sum = 0;
  for (let a = 0; a < angles; a++) {
    const c = (1 + nu) / 2 + spread * cosine((Math.PI * (a + 0.5)) / angles);
    if (k === 1) {
      sum += fTail(statistic / (c * 2), 2, m);
      continue;
    }
    for (let node = 0; node < legendre.nodes.length; node++) {
      const t = (1 + legendre.nodes[node]) / 2;
      let density = (k - 1) / 2;
      for (let l = 0; l < k - 2; l++) density *= t;
      const s = 1 - (1 - t * t) * (1 - c);
      sum += legendre.weights[node] * density * fTail(statistic / (s * (k + 1)), k + 1, m);
    }
  }
  return Math.min(1, sum / angles);
}

/** Gauss–Legendre nodes and weights on [−1, 1], by Newton's method on the polynomial. */
function legendreRule(count: number): { nodes: Float64Array; weights: Float64Array } {
  const nodes = new Float64Array(count);
  const weights = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    let x = cosine((Math.PI * (i + 0.75)) / (count + 0.5));
    let slope = 1;
    for (let step = 0; step < 20; step++) {
      let [before, value] = [1, x];
      for (let j = 2; j <= count; j++)
        [before, value] = [value, ((2 * j - 1) * x * value - (j - 1) * before) / j];
      slope = (count * (x * value - before)) / (x * x - 1);
      x -= value / slope;
    }
    nodes[i] = x;
    weights[i] = 2 / ((1 - x * x) * slope * slope);
  }
  return { nodes, weights };
}
