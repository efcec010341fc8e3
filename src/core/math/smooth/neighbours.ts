// Preliminary neighbourhood selection: for each variable the few others that predict it at all, by boosting.
//
//     residual = x_j;  100 times: fit the residual by a smooth function of each other variable with 4 degrees of freedom,
//     and subtract a tenth of the best fit
//     candidates of j: chosen in more than 2 of the 100 rounds; if more than ten, those chosen more often than the eleventh
//
// Everything is computed from the scatter matrix of the basis functions (additive.ts), never from the rows: a round costs
// 81 operations for each pair of variables, so 100 rounds for all d variables cost 8,100 d².
//
// Bühlmann, P., Peters, J., Ernest, J. "CAM", Annals of Statistics 42(6), 2014, section 3; Bühlmann & Hothorn, "Boosting
// algorithms: regularization, prediction and model fitting", Statistical Science 22(4), 2007.
//
// Differs from the R package CAM, which calls mboost: there the functions are cubic P-splines with 20 knots, here the basis
// functions of the additive score. Both have 4 degrees of freedom.

import { exponential } from "../elementary.ts";
import { matrix } from "../matrix.ts";
import { backwardSolveInto, choleskyOf, forwardSolveInto } from "../solve.ts";
import type { BasisScatter } from "./additive.ts";

export interface NeighbourOptions {
  /** Number of boosting rounds, and the share of each fit that is subtracted. */
  readonly rounds?: number;
  readonly share?: number;
  /** Degrees of freedom of a fit. */
  readonly degrees?: number;
  /** Candidates are chosen in more than this share of the rounds. */
  readonly frequency?: number;
  /** Maximum number of candidates. */
  readonly most?: number;
  /** Called before each variable; it may abort the work by throwing. */
  readonly beat?: (() => void) | undefined;
}

/** Candidates of each variable, ascending. */
export function neighbours(scatter: BasisScatter, options: NeighbourOptions = {}): number[][] {
  const { rounds = 100, share = 0.1, degrees = 4, frequency = 0.02, most = 10, beat } = options;
  const d = scatter.start.length - 1;
  const smoothers = Array.from({ length: d }, (_, j) => smootherOf(scatter, j, degrees));
  return Array.from({ length: d }, (_, node) => {
    beat?.();
    const chosen = boosted(scatter, node, smoothers, { rounds, share });
    const eleventh = [...chosen].sort((a, b) => b - a)[most] ?? 0;
    const least = Math.max(frequency * rounds, eleventh);
    return Array.from(chosen.keys()).filter((j) => chosen[j] > least);
  });
}

/** The number of rounds in which each variable was the best. */
function boosted(
  { start, A }: BasisScatter,
  node: number,
  smoothers: readonly Smoother[],
  { rounds, share }: { readonly rounds: number; readonly share: number },
): Int32Array {
  const q = A.cols;
  const chosen = new Int32Array(smoothers.length);
  if (start[node + 1] === start[node]) return chosen; // nothing predicts a constant
  // Inner products of all functions with the residual; a variable's first function is its own values.
  const b = A.data.slice(start[node] * q, (start[node] + 1) * q);
  for (let round = 0; round < rounds; round++) {
    let best: { readonly j: number; readonly gain: number; readonly beta: Float64Array } = {
      j: -1,
      gain: 0,
      beta: b,
    };
    for (let j = 0; j < smoothers.length; j++) {
      if (j === node || start[j + 1] === start[j]) continue;
      const { beta, gain } = smoothers[j](b.subarray(start[j], start[j + 1]));
      if (gain > best.gain) best = { j, gain, beta };
    }
    const { j, beta } = best;
    if (j < 0) return chosen; // nothing is left to explain
    chosen[j]++;
    for (let s = 0; s < beta.length; s++) {
      const step = share * beta[s];
      for (let k = 0; k < q; k++) b[k] -= step * A.data[(start[j] + s) * q + k];
    }
  }
  return chosen;
}

/** The fit of one variable to a residual, given the inner products of its functions with it, and the reduction in squares. */
type Smoother = (b: Float64Array) => { readonly beta: Float64Array; readonly gain: number };

function smootherOf({ start, A }: BasisScatter, j: number, degrees: number): Smoother {
  const size = start[j + 1] - start[j];
  const block = matrix(size, size);
  for (let r = 0; r < size; r++)
    for (let c = 0; c < size; c++) block.data[r * size + c] = A.data[(start[j] + r) * A.cols + start[j] + c];
  const all = Array.from({ length: size }, (_, k) => k);
  const factorAt = (lambda: number) => {
    const H = matrix(size, size, block.data.slice());
    for (let k = 1; k < size; k++) H.data[k * size + k] += lambda; // the first function is the linear one
    return choleskyOf(H, all).L;
  };
  const solved = (L: Float64Array, b: ArrayLike<number>): Float64Array => {
    const x = Float64Array.from(b);
    forwardSolveInto(x, L);
    backwardSolveInto(x, L);
    return x;
  };
  const degreesOf = (L: Float64Array) =>
    all.reduce((sum, k) => sum + solved(L, block.data.subarray(k * size, (k + 1) * size))[k], 0);
  const L = factorAt(smoothingFor((lambda) => degreesOf(factorAt(lambda)), Math.min(degrees, size)));
  return (b) => {
    const beta = solved(L, b);
    let gain = 0;
    for (let r = 0; r < size; r++) {
      let fitted = 0;
      for (let c = 0; c < size; c++) fitted += block.data[r * size + c] * beta[c];
      gain += beta[r] * (2 * b[r] - fitted);
    }
    return { beta, gain };
  };
}

/** The λ at which a fit has this many degrees of freedom, which decrease as λ increases. */
function smoothingFor(degreesAt: (lambda: number) => number, degrees: number): number {
  let [low, high] = [-30, 40]; // logarithms
  for (let k = 0; k < 60; k++) {
    const middle = (low + high) / 2;
    if (degreesAt(exponential(middle)) > degrees) low = middle;
    else high = middle;
  }
  return exponential(high);
}
