// L-BFGS-B (lbfgs-b.ts) with an active set, for many variables most of which end at their lower bound: those that the gradient
// holds there are left out until it no longer does.
//
//     active: the variables off their bound, or that the gradient pulls off it or nearly so; minimise over them
//     if the gradient now pulls others off by more than the tolerance, activate them and continue; else this is the minimum
//
// The result satisfies the optimality conditions in all variables, so it is a minimum of the whole problem, reached by a different
// path. An iteration costs only the active variables. Without lower bounds it is L-BFGS-B itself.

import { type Evaluate, type LbfgsB, lbfgsB } from "./lbfgs-b.ts";

export interface Screened {
  /** The current point; changed by `iterate`. */
  readonly x: Float64Array;
  readonly iterations: () => number;
  readonly evaluations: () => number;
  /** Performs one iteration; returns false once it has ended. */
  readonly iterate: () => boolean;
  /** The complete state, to resume from. */
  readonly numbers: () => Float64Array;
}

/** SciPy's default, as in lbfgs-b.ts. */
const gradientTolerance = 1e-5;
/** Variables whose slope is below this share of the median positive slope are active too, so that few are added later. */
const margin = 0.5;
/** Maximum number of times the active set is chosen. */
const maxScreens = 100;

/** Begins at a start, or resumes from the `numbers` of an earlier run. */
export function screenedLbfgsB(
  evaluate: Evaluate,
  from: { readonly start: Float64Array } | { readonly numbers: Float64Array; readonly n: number },
  low?: Float64Array,
): Screened {
  const n = "start" in from ? from.start.length : from.n;
  const x =
    "start" in from
      ? from.start.map((v, i) => (low ? Math.max(v, low[i]) : v))
      : (low ?? new Float64Array(n)).slice();
  const gradient = new Float64Array(n);
  let [screens, iterations, evaluations] = [0, 0, 0];
  let at: Int32Array = new Int32Array(0);
  let inner: LbfgsB;
  if ("start" in from) {
    evaluate(x, gradient);
    evaluations = 1;
    screen();
  } else {
    let count: number;
    [screens, iterations, evaluations, count] = from.numbers;
    at = Int32Array.from(from.numbers.subarray(4, 4 + count));
    inner = lbfgsB(part, { numbers: from.numbers.subarray(4 + count), n: count }, options());
    scatter(inner.x);
  }

  /** The function of the active variables, with the others at their bounds. */
  function part(some: Float64Array, slopes: Float64Array): number {
    scatter(some);
    const value = evaluate(x, gradient);
    for (let q = 0; q < at.length; q++) slopes[q] = gradient[at[q]];
    return value;
  }

  function scatter(some: Float64Array): void {
    for (let q = 0; q < at.length; q++) x[at[q]] = some[q];
  }

  function options() {
    return low ? { low: Float64Array.from(at, (i) => low[i]) } : {};
  }

  /** Chooses the active variables by the gradient at x and starts minimising over them. */
  function screen(): void {
    const rising = gradient.filter((g) => g > 0).sort();
    const slack = margin * (rising[rising.length >> 1] ?? 0);
    const isAtWork = (i: number) => low === undefined || x[i] > low[i] || gradient[i] < slack;
    at = Int32Array.from({ length: n }, (_, i) => i).filter(isAtWork);
    screens++;
    inner = lbfgsB(part, { start: Float64Array.from(at, (i) => x[i]) }, options());
  }

  const iterate = (): boolean => {
    if (inner.iterate()) return true;
    if (low === undefined || screens >= maxScreens) return false;
    scatter(inner.x);
    evaluate(x, gradient);
    const isOut = new Uint8Array(n).fill(1);
    for (const i of at) isOut[i] = 0;
    if (!gradient.some((g, i) => isOut[i] === 1 && g < -gradientTolerance)) return false;
    iterations += inner.iterations();
    evaluations += inner.evaluations() + 1;
    screen();
    return true;
  };

  return {
    x,
    iterations: () => iterations + inner.iterations(),
    evaluations: () => evaluations + inner.evaluations(),
    iterate,
    numbers: () => {
      const out = new Float64Array(4 + at.length + inner.numbers.length);
      out.set([screens, iterations, evaluations, at.length]);
      out.set(at, 4);
      out.set(inner.numbers, 4 + at.length);
      return out;
    },
  };
}
