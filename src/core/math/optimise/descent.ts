// A local minimum of a smooth function in a box, by Newton's method.
//
// Negative curvature has its sign flipped, so that every step is a descent direction; a step is at most 5 long in each coordinate
// and halved until the function decreases. Coordinates that would leave the box stay at its boundary; one along which the function
// only levels off towards a boundary (slope and curvature both small, as for a smoothing parameter that tends to infinity) is moved
// there at once. It ends when the gradient vanishes, when no step decreases the function, or after `mostSteps`.

import { symmetricEigen } from "../dense/dense.ts";
import { type Matrix, matrix } from "../matrix.ts";

export interface Evaluation {
  readonly value: number;
  readonly derivatives: () => { readonly gradient: Float64Array; readonly hessian: Matrix };
}

export interface Box {
  readonly low: Float64Array;
  readonly start: Float64Array;
  readonly high: Float64Array;
}

export interface Descended {
  readonly at: Float64Array;
  readonly value: number;
  readonly converged: boolean;
  readonly steps: number;
}

const mostSteps = 100;
const longestStep = 5;
/** Slopes below this are rounding: the criteria are logarithms. */
const slopeTolerance = 1e-11;

export function descend(evaluate: (at: Float64Array) => Evaluation, { low, start, high }: Box): Descended {
  let at: Float64Array = start;
  let now = evaluate(at);
  for (let steps = 0; steps < mostSteps; steps++) {
    const { gradient, hessian } = now.derivatives();
    const isFree = (j: number) => (gradient[j] < 0 ? at[j] < high[j] : at[j] > low[j]);
    const free = Array.from(at, (_, j) => j).filter((j) => gradient[j] !== 0 && isFree(j));
    if (free.every((j) => Math.abs(gradient[j]) < slopeTolerance))
      return { at, value: now.value, converged: true, steps };

    const fading = free.filter((j) => isFading(gradient[j], hessian.data[j * at.length + j]));
    const ends = at.map((x, j) => (!fading.includes(j) ? x : gradient[j] < 0 ? high[j] : low[j]));
    const atEnds = fading.length > 0 ? evaluate(ends) : now;
    if (atEnds.value < now.value) {
      [at, now] = [ends, atEnds];
      continue;
    }
    const step = newtonStep(gradient, hessian, free);
    const next = shortened(evaluate, { low, start: at, high }, now.value, step);
    if (next === null) {
      // No step decreases the function: what remains of the slope is rounding, unless it is large.
      return { at, value: now.value, converged: free.every((j) => Math.abs(gradient[j]) < 1e-5), steps };
    }
    [at, now] = next;
  }
  return { at, value: now.value, converged: false, steps: mostSteps };
}

function isFading(slope: number, curvature: number): boolean {
  return Math.abs(slope) < 1e-5 && Math.abs(curvature) < 2 * Math.abs(slope);
}

/** −|H|⁻¹ g on the free coordinates. */
function newtonStep(gradient: Float64Array, hessian: Matrix, free: readonly number[]): Float64Array {
  const m = free.length;
  const H = matrix(m, m);
  free.forEach((j, a) => {
    free.forEach((k, b) => {
      H.data[a * m + b] = hessian.data[j * hessian.cols + k];
    });
  });
  const { values, vectors } = symmetricEigen(H);
  const largest = Math.max(...values.map(Math.abs), Number.MIN_VALUE);
  const step = new Float64Array(gradient.length);
  for (let e = 0; e < m; e++) {
    let along = 0;
    for (let a = 0; a < m; a++) along += vectors.data[a * m + e] * gradient[free[a]];
    const length = -along / Math.max(Math.abs(values[e]), 1e-9 * largest);
    for (let a = 0; a < m; a++) step[free[a]] += length * vectors.data[a * m + e];
  }
  const longest = Math.max(...step.map(Math.abs));
  return longest > longestStep ? step.map((x) => (x * longestStep) / longest) : step;
}

/** The point and value after the first of step, step / 2, step / 4, … (clipped to the box) that decreases the function. */
function shortened(
  evaluate: (at: Float64Array) => Evaluation,
  { low, start, high }: Box,
  value: number,
  step: Float64Array,
): [Float64Array, Evaluation] | null {
  for (let share = 1; share > 1e-7; share /= 2) {
    const at = start.map((x, j) => Math.min(high[j], Math.max(low[j], x + share * step[j])));
    const next = evaluate(at);
    if (next.value < value) return [at, next];
  }
  return null;
}
