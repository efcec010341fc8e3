// A local minimum of a smooth function of many variables, each of which may have bounds: L-BFGS-B.
//
//     find the Cauchy point z of the quadratic model (cauchy-point.ts); variables not at a bound there are free
//     minimise the model over the free variables, from z; project the result into the box
//     search along the line from x to that point (line-search.ts); store the changes in x and gradient (secant-pairs.ts)
//
// It ends when the projected gradient is at most 1e-5 in every variable, when the function decreases by less than 2.2e-9 of its
// magnitude (or of 1), after 15,000 iterations or evaluations, or when no step decreases it: SciPy's rules and constants.
// The state between two iterations is one array, so that a run can be stopped, stored and resumed to the same bytes.
// Nothing is allocated while it runs. An iteration takes about 12 k + 30 operations for each variable that moves and 10 for
// each at a bound, with k ≤ 10 pairs.
//
// Byrd, Lu, Nocedal, Zhu, SIAM J. Sci. Comput. 16(5), 1995; the projection of the subspace step: Morales, Nocedal, ACM Transactions on
// Mathematical Software 38(1), 2011.

import { type Bounds, cauchyPoint } from "./cauchy-point.ts";
import { lineSearch } from "./line-search.ts";
import { secantPairs, type Variables } from "./secant-pairs.ts";

export interface LbfgsBOptions {
  /** Bounds of each variable; absent or infinite: none. */
  readonly low?: Float64Array;
  readonly high?: Float64Array;
  /** Maximum number of pairs stored. */
  readonly memory?: number;
  /** Ends when the function decreases by less than this share of its magnitude, or of 1 if that is larger. */
  readonly valueTolerance?: number;
  /** Ends when no entry of the projected gradient is larger in magnitude. */
  readonly gradientTolerance?: number;
  readonly maxIterations?: number;
  readonly maxEvaluations?: number;
}

/** Writes the gradient at x and returns the value. */
export type Evaluate = (x: Float64Array, gradient: Float64Array) => number;

export type LbfgsBEnding = "gradient" | "value" | "limit" | "no step";

export interface LbfgsB {
  /** The current point; changed by `iterate`. */
  readonly x: Float64Array;
  readonly value: () => number;
  readonly iterations: () => number;
  readonly evaluations: () => number;
  /** Why it ended; null while it is running. */
  readonly ending: () => LbfgsBEnding | null;
  /** Performs one iteration; returns false once it has ended. */
  readonly iterate: () => boolean;
  /** The complete state, to resume from. */
  readonly numbers: Float64Array;
}

const endings: readonly (LbfgsBEnding | null)[] = [null, "gradient", "value", "limit", "no step"];
const scalars = 8;
const mostTries = 20;

/** Length of the state for n variables. */
function lbfgsBNumbers(n: number, memory = 10): number {
  return scalars + 4 + 3 * n + 2 * memory * n + 5 * memory * memory;
}

/** Begins at a start, or resumes from a copy of the `numbers` of an earlier run. */
export function lbfgsB(
  evaluate: Evaluate,
  from: { readonly start: Float64Array } | { readonly numbers: Float64Array; readonly n: number },
  options: LbfgsBOptions = {},
): LbfgsB {
  const n = "start" in from ? from.start.length : from.n;
  const { memory = 10, valueTolerance = 2.220446049250313e-9, gradientTolerance = 1e-5 } = options;
  const { maxIterations = 15000, maxEvaluations = 15000 } = options;
  const low = options.low ?? new Float64Array(n).fill(Number.NEGATIVE_INFINITY);
  const high = options.high ?? new Float64Array(n).fill(Number.POSITIVE_INFINITY);
  const hasBounds = low.some(Number.isFinite) || high.some(Number.isFinite);

  const isBoxed = low.every(Number.isFinite) && high.every(Number.isFinite);

  const numbers = new Float64Array(lbfgsBNumbers(n, memory));
  if ("numbers" in from) numbers.set(from.numbers);
  let next = 0;
  const view = (length: number) => numbers.subarray(next, (next += length));
  const now = view(scalars); // value, iterations, evaluations, ending
  const head = view(4);
  const [x, g, free] = [view(n), view(n), view(n)];
  const P = view(2 * memory * n);
  const [SS, SY, freeYY, restSS, mixed] = [0, 1, 2, 3, 4].map(() => view(memory * memory));
  const pairs = secantPairs(n, memory, { P, SS, SY, freeYY, restSS, mixed, free, head });
  const cauchy = cauchyPoint(n, pairs, memory, { low, high });
  const search = lineSearch();

  const { z, c, isFree, loose } = cauchy;
  const [before, gradientBefore, direction, reduced] = [0, 1, 2, 3].map(() => new Float64Array(n));
  const some: Variables = { list: new Int32Array(n), count: 0 };
  const { list } = some;
  if (!hasBounds) {
    for (let i = 0; i < n; i++) loose.list[loose.count++] = i;
    isFree.fill(1);
  }
  const small = new Float64Array(2 * memory);

  if ("start" in from) {
    for (let i = 0; i < n; i++) x[i] = Math.min(high[i], Math.max(low[i], from.start[i]));
    pairs.clear();
    now[0] = evaluate(x, g);
    now[2] = 1;
    if (!Number.isFinite(now[0])) now[3] = endings.indexOf("no step");
    else if (n === 0 || projectedGradient(x, g, { low, high }) <= gradientTolerance)
      now[3] = endings.indexOf("gradient");
  }

  const iterate = (): boolean => {
    if (now[3] !== 0) return false;
    // If rounding has corrupted the pairs, try again without them.
    while (!(aim() && stepAlong())) {
      if (pairs.count() === 0) {
        now[3] = endings.indexOf("no step");
        return false;
      }
      pairs.clear();
    }
    return now[3] === 0;
  };

  /** Sets z to the minimum of the model from x; returns false if it cannot be computed. */
  function aim(): boolean {
    const k = pairs.count();
    if (k > 0 && !pairs.factor()) return false;
    if (hasBounds || k === 0) cauchy.find(x, g);
    else {
      z.set(x);
      c.fill(0);
    }
    if (k === 0) return true;
    some.count = 0;
    for (let q = 0; q < loose.count; q++) {
      if (isFree[loose.list[q]] === 1) list[some.count++] = loose.list[q];
    }
    if (!pairs.setFree(some, isFree)) return false;
    if (some.count > 0) subspaceInto(some);
    return true;
  }

  /** Moves the free variables of z to the minimum of the model over them, or as far towards it as the box allows. */
  function subspaceInto(open: Variables): void {
    const { count } = open;
    const theta = pairs.theta();
    small.set(c);
    if (hasBounds) pairs.middle(small);
    for (let q = 0; q < count; q++) {
      const i = list[q];
      reduced[i] = -g[i] - theta * (z[i] - x[i]);
    }
    if (hasBounds) pairs.addProductInto(reduced, small, 1, open);
    pairs.transposedInto(small, reduced, open);
    pairs.solveFree(small);
    for (let q = 0; q < count; q++) reduced[list[q]] /= theta;
    pairs.addProductInto(reduced, small, 1 / (theta * theta), open);

    let isCut = false;
    let downhill = 0;
    for (let q = 0; q < count; q++) {
      const i = list[q];
      const to = z[i] + reduced[i];
      direction[i] = to < low[i] ? low[i] : to > high[i] ? high[i] : to;
      if (direction[i] !== to) isCut = true;
    }
    for (let q = 0; isCut && q < loose.count; q++) {
      const i = loose.list[q];
      downhill += ((isFree[i] === 1 ? direction[i] : z[i]) - x[i]) * g[i];
    }
    if (downhill > 0) shortenInto(count);
    else for (let q = 0; q < count; q++) z[list[q]] = direction[list[q]];
  }

  /** If the projected step is not a descent direction: takes the unprojected one up to the first bound. */
  function shortenInto(count: number): void {
    let share = 1;
    let stop = -1;
    for (let q = 0; q < count; q++) {
      const i = list[q];
      const room = reduced[i] < 0 ? low[i] - z[i] : high[i] - z[i];
      if (reduced[i] !== 0 && share * Math.abs(reduced[i]) > Math.abs(room)) {
        share = room / reduced[i];
        stop = i;
      }
    }
    for (let q = 0; q < count; q++) z[list[q]] += share * reduced[list[q]];
    if (stop >= 0) z[stop] = reduced[stop] < 0 ? low[stop] : high[stop];
  }

  /** Moves from x towards z; returns false and leaves x unchanged if no step decreases the function. */
  function stepAlong(): boolean {
    let slope = 0;
    let square = 0;
    let longest = hasBounds && now[1] === 0 ? 1 : 1e10;
    some.count = 0;
    for (let q = 0; q < loose.count; q++) {
      const i = loose.list[q];
      const d = z[i] - x[i];
      if (d === 0) continue;
      direction[i] = d;
      list[some.count++] = i;
      slope += d * g[i];
      square += d * d;
      if (!hasBounds || now[1] === 0) continue;
      const room = d < 0 ? low[i] - x[i] : high[i] - x[i];
      if (Math.abs(d) * longest > Math.abs(room)) longest = room / d;
    }
    if (!(slope < 0)) return false;
    before.set(x);
    gradientBefore.set(g);
    const valueBefore = now[0];
    const first = now[1] === 0 && !isBoxed ? 1 / Math.sqrt(square) : 1;
    search.begin(valueBefore, slope, Math.min(first, longest), longest);
    for (let tries = 1; ; tries++) {
      const step = search.step();
      for (let q = 0; q < some.count; q++) {
        const i = list[q];
        const to = before[i] + step * direction[i];
        x[i] = step === 1 ? z[i] : to < low[i] ? low[i] : to > high[i] ? high[i] : to;
      }
      now[0] = evaluate(x, g);
      now[2]++;
      let slopeHere = 0;
      for (let q = 0; q < some.count; q++) slopeHere += g[list[q]] * direction[list[q]];
      if (search.tell(now[0], slopeHere)) {
        finishIteration(valueBefore, step, slope, slopeHere);
        return true;
      }
      if (tries === mostTries) {
        x.set(before);
        g.set(gradientBefore);
        now[0] = valueBefore;
        return false;
      }
    }
  }

  /** Ends the run or stores the pair; the list holds the variables that moved. */
  function finishIteration(valueBefore: number, step: number, slope: number, slopeHere: number): void {
    now[1]++;
    const size = Math.max(Math.abs(valueBefore), Math.abs(now[0]), 1);
    if (projectedGradient(x, g, { low, high }) <= gradientTolerance) now[3] = endings.indexOf("gradient");
    else if (valueBefore - now[0] <= valueTolerance * size) now[3] = endings.indexOf("value");
    else if (now[1] >= maxIterations || now[2] >= maxEvaluations) now[3] = endings.indexOf("limit");
    const sy = (slopeHere - slope) * step;
    if (now[3] !== 0 || !(sy > -Number.EPSILON * slope * step)) return;
    for (let q = 0; q < some.count; q++) direction[list[q]] *= step;
    for (let i = 0; i < n; i++) gradientBefore[i] = g[i] - gradientBefore[i];
    pairs.push(direction, gradientBefore, sy, some);
  }

  return {
    x,
    value: () => now[0],
    iterations: () => now[1],
    evaluations: () => now[2],
    ending: () => endings[now[3]],
    iterate,
    numbers,
  };
}

/** The largest magnitude of the gradient's entries, each truncated so that the variable stays within its bounds. */
export function projectedGradient(x: Float64Array, g: Float64Array, { low, high }: Bounds): number {
  let largest = 0;
  for (let i = 0; i < x.length; i++) {
    const along = g[i] < 0 ? Math.max(x[i] - high[i], g[i]) : Math.min(x[i] - low[i], g[i]);
    largest = Math.max(largest, Math.abs(along));
  }
  return largest;
}
