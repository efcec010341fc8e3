// Preliminary neighbourhood selection: for each variable the few others that say anything of it at all, by boosting.
//
//     residual = x_j;  100 times: fit each other variable alone to the residual by a smooth function of 4 degrees of freedom,
//     take a tenth of the one that helps most
//     candidates of j: chosen in more than 2 of the 100 rounds; of more than ten, those chosen more often than the eleventh
//
// Everything is computed from the scatter matrix of the basis functions (additive.ts), never from the rows: a round costs
// 81 operations for each pair of variables, so 100 rounds for all d variables cost 8,100 d².
//
// Bühlmann, P., Peters, J., Ernest, J. "CAM", Annals of Statistics 42(6), 2014, section 3; Bühlmann & Hothorn, "Boosting
// algorithms: regularization, prediction and model fitting", Statistical Science 22(4), 2007.
//
// Differs from the R package CAM, which calls mboost: there the functions are cubic P-splines with 20 knots, here the ten of
// the additive score. Both have 4 degrees of freedom.

import { exponential } from "../elementary.ts";
import { matrix } from "../matrix.ts";
import { backwardSolveInto, choleskyOf, forwardSolveInto } from "../solve.ts";
import type { BasisScatter } from "./additive.ts";

export interface NeighbourOptions {
  /** Rounds of boosting, and the share of each fit that is taken. */
  readonly rounds?: number;
  readonly share?: number;
  /** Degrees of freedom of a fit. */
  readonly degrees?: number;
  /** Chosen in more than this share of the rounds. */
  readonly frequency?: number;
  readonly most?: number;
  /** Called before each variable; by throwing it leaves the work. */
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

/** How often each variable was the best one. */
function boosted(
  { start, A }: BasisScatter,
  node: number,
  smoothers: readonly Smoother[],
  { rounds, share }: { readonly rounds: number; readonly share: number },
): Int32Array {
  const q = A.cols;
  const chosen = new Int32Array(smoothers.length);
  if (start[node + 1] === start[node]) return chosen; // nothing says anything of a constant
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

/** The fit of one variable to a residual, given its functions' inner products with it, and by how much its squares fall. */
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

/** λ at which a fit has so many degrees of freedom: they fall as λ rises. */
function smoothingFor(degreesAt: (lambda: number) => number, degrees: number): number {
  let [low, high] = [-30, 40]; // logarithms
  for (let k = 0; k < 60; k++) {
    const middle = (low + high) / 2;
    if (degreesAt(exponential(middle)) > degrees) low = middle;
    else high = middle;
  }
  return exponential(high);
}
