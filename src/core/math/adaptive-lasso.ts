// Selection of the predictors of a variable by the adaptive lasso with BIC.
//
//     minimise  ½ ‖y − Σ b_k x_k‖²/n + λ Σ |b_k| / w_k,     w_k = |b_k| by least squares,     all columns standardised
//     keep the b_k ≠ 0 at the λ that minimises  RSS/σ² + log n · |{k: b_k ≠ 0}|,     σ² = RSS of least squares / (n − p − 1)
//
// The solution path over λ is piecewise linear: at λ_max no predictor is active, then predictors enter (or leave) one at a
// time, and only these λ are compared. Everything follows from the correlation matrix, in about p⁴/12 multiplications.
//
// Zou, H. "The adaptive lasso and its oracle properties." JASA 101, 2006. Path: Efron, Hastie, Johnstone & Tibshirani,
// "Least angle regression", Annals of Statistics 32, 2004. Criterion: scikit-learn's LassoLarsIC, as the package lingam uses it.
//
// Differs from LassoLarsIC in predictors that leave the path: they are exactly 0 from there on (there, a rounding residue
// counts as selected); and in the scale: the path is that of b_k, not b_k/w_k, so small weights are as exact as large ones.

import { logarithm } from "./elementary.ts";
import { type Matrix, matrix } from "./matrix.ts";
import { backwardSolveInto, choleskyOf, forwardSolveInto, pivotTolerance } from "./solve.ts";

/** The selected `predictors` (in their order), from the correlation matrix R of n rows. */
export function adaptiveLasso(
  R: Matrix,
  { target, predictors }: { readonly target: number; readonly predictors: readonly number[] },
  n: number,
): number[] {
  const p = predictors.length;
  const G = matrix(p, p); // correlations of the predictors
  predictors.forEach((i, k) => {
    predictors.forEach((j, l) => {
      G.data[k * p + l] = R.data[i * R.cols + j];
    });
  });
  const c = Float64Array.from(predictors, (i) => R.data[i * R.cols + target]); // with the target
  const fit = solution(G, every(p), c);
  const noise = residualShare(G, c, fit) / (n - p - 1);
  let best: Float64Array = new Float64Array(p);
  let least = Number.POSITIVE_INFINITY;
  for (const b of lassoPath(G, c, fit.map(Math.abs))) {
    const count = b.reduce((sum, x) => sum + (x === 0 ? 0 : 1), 0);
    const criterion = residualShare(G, c, b) / noise + logarithm(n) * count;
    if (criterion < least) [best, least] = [b, criterion];
  }
  return predictors.filter((_, k) => best[k] !== 0);
}

/** The solutions b at the λ where a predictor enters or leaves, from λ_max down to 0. */
export function* lassoPath(
  G: Matrix,
  c: Float64Array,
  weights: Float64Array,
): Generator<Float64Array, void, void> {
  const p = c.length;
  const b = new Float64Array(p);
  yield b.slice();
  const rest = c.slice(); // correlations with the residual
  const sign = new Float64Array(p); // 0: inactive
  let [entering, lambda] = [-1, 0];
  for (let k = 0; k < p; k++) {
    if (weights[k] * Math.abs(c[k]) > lambda) [entering, lambda] = [k, weights[k] * Math.abs(c[k])];
  }
  const end = pivotTolerance * lambda;
  let inside: number[] = [];
  // Every predictor enters once, and few leave and return; the limit guards against cycling due to rounding.
  for (let turn = 0; lambda > end && turn < 8 * p + 8; turn++) {
    if (entering >= 0) {
      inside.push(entering);
      sign[entering] = Math.sign(rest[entering]);
    }
    // As λ falls by γ, b rises by γ · rise and the correlations with the residual fall by γ · fall.
    const signs = Float64Array.from(inside, (k) => sign[k] / weights[k]);
    const rise = solution(G, inside, signs);
    const fall = Float64Array.from(c, (_, k) =>
      inside.reduce((sum, l, a) => sum + G.data[k * p + l] * rise[a], 0),
    );
    let [gamma, leaving] = [lambda, -1];
    entering = -1;
    inside.forEach((k, a) => {
      const zero = -b[k] / rise[a];
      if (zero > 0 && zero < gamma) [gamma, leaving] = [zero, k];
    });
    for (let k = 0; k < p; k++) {
      if (sign[k] !== 0) continue;
      for (const s of [1, -1]) {
        const closing = 1 - s * weights[k] * fall[k];
        const reach = Math.max(0, lambda - s * weights[k] * rest[k]) / closing;
        if (closing > 0 && reach < gamma) [gamma, entering, leaving] = [reach, k, -1];
      }
    }
    inside.forEach((k, a) => {
      b[k] += gamma * rise[a];
    });
    for (let k = 0; k < p; k++) rest[k] -= gamma * fall[k];
    lambda -= gamma;
    if (leaving >= 0) {
      b[leaving] = sign[leaving] = 0;
      inside = inside.filter((k) => k !== leaving);
    }
    yield b.slice();
  }
}

/** x with G_AA x = right; 0 for a predictor that is a linear combination of earlier ones. */
function solution(G: Matrix, A: readonly number[], right: Float64Array): Float64Array {
  const { L } = choleskyOf(G, A);
  const x = right.slice();
  forwardSolveInto(x, L);
  backwardSolveInto(x, L);
  return x;
}

/** Share of the target's variance that the coefficients leave unexplained, bounded below by rounding. */
function residualShare(G: Matrix, c: Float64Array, b: Float64Array): number {
  const p = c.length;
  let share = 1;
  for (let k = 0; k < p; k++) {
    if (b[k] === 0) continue;
    let inner = -2 * c[k];
    for (let l = 0; l < p; l++) inner += b[l] * G.data[k * p + l];
    share += b[k] * inner;
  }
  return Math.max(share, pivotTolerance);
}

function every(p: number): number[] {
  return Array.from({ length: p }, (_, k) => k);
}
