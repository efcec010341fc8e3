// A step along a descent direction that is neither too short nor too long: Moré and Thuente's line search with safeguarded cubic
// and quadratic interpolation. With φ(t) the function along the direction, a step t is accepted when
//
//     φ(t) ≤ φ(0) + µ t φ′(0)   and   |φ′(t)| ≤ η |φ′(0)|,     µ = 1e-3, η = 0.9
//
// or when the interval that contains such a step has shrunk to a tenth of its upper end, or the maximum step is reached.
//
// Moré, J., Thuente, D. "Line search algorithms with guaranteed sufficient decrease." ACM Transactions on Mathematical
// Software 20(3), 1994. The constants are those of L-BFGS-B.
//
// Differs from MINPACK-2 if φ is not finite: it goes back nine tenths of the way to the best step, and never further out again.

const decrease = 1e-3;
const curvature = 0.9;
const narrowest = 0.1;

export interface LineSearch {
  /** The step to try next, or the accepted one. */
  readonly step: () => number;
  readonly begin: (value: number, slope: number, first: number, longest: number) => void;
  /** Receives φ and φ′ at the trial step; returns true if the search ends with it. */
  readonly tell: (value: number, slope: number) => boolean;
}

/** Keeps the endpoints of the interval, x the best step so far and y the other, and the trial step. Allocates nothing while it runs. */
export function lineSearch(): LineSearch {
  let [step, longest, value0, slope0] = [0, 0, 0, 0];
  let [x, fx, gx] = [0, 0, 0];
  let [y, fy, gy] = [0, 0, 0];
  let [least, most, width, widthBefore] = [0, 0, 0, 0];
  let [isBracketed, isFirstStage] = [false, true];

  const begin: LineSearch["begin"] = (value, slope, first, far) => {
    [step, longest, value0, slope0] = [first, far, value, slope];
    [x, fx, gx] = [0, value, slope];
    [y, fy, gy] = [0, value, slope];
    [least, most] = [0, 5 * first];
    [width, widthBefore] = [far, 2 * far];
    [isBracketed, isFirstStage] = [false, true];
  };

  const tell: LineSearch["tell"] = (value, slope) => {
    if (!Number.isFinite(value) || !Number.isFinite(slope)) {
      longest = Math.min(longest, step);
      step = x + 0.1 * (step - x);
      return false;
    }
    const test = decrease * slope0;
    const isLow = value <= value0 + step * test;
    if (isFirstStage && isLow && slope >= 0) isFirstStage = false;
    if (isLow && Math.abs(slope) <= -curvature * slope0) return true;
    if (step === longest && isLow && slope <= test) return true;
    if (step === 0) return true;
    if (isBracketed && (step <= least || step >= most || most - least <= narrowest * most)) return true;

    // First stage: until a step with sufficient decrease and slope ≥ 0, work with the function φ(t) − µ t φ′(0).
    const tilt = isFirstStage && value <= fx && !isLow ? test : 0;
    next(value - step * tilt, slope - tilt, tilt);

    if (isBracketed) {
      if (Math.abs(y - x) >= 0.66 * widthBefore) step = x + 0.5 * (y - x);
      widthBefore = width;
      width = Math.abs(y - x);
      least = Math.min(x, y);
      most = Math.max(x, y);
    } else {
      least = step + 1.1 * (step - x);
      most = step + 4 * (step - x);
    }
    step = Math.min(longest, Math.max(0, step));
    if (isBracketed && (step <= least || step >= most || most - least <= narrowest * most)) step = x;
    return false;
  };

  /** Updates the interval and chooses the next step, for the function less t · tilt. */
  function next(f: number, g: number, tilt: number): void {
    const [low, slopeLow] = [fx - x * tilt, gx - tilt];
    const [other, slopeOther] = [fy - y * tilt, gy - tilt];
    const isTurned = g * Math.sign(slopeLow) < 0;
    const secant = step + (g / (g - slopeLow)) * (x - step);
    let to: number;
    if (f > low) {
      // Higher: a minimum lies between.
      const cubic = x + cubicShare(step - x, low, slopeLow, f, g) * (step - x);
      const quadratic = x + (slopeLow / ((low - f) / (step - x) + slopeLow) / 2) * (step - x);
      to = Math.abs(cubic - x) < Math.abs(quadratic - x) ? cubic : cubic + (quadratic - cubic) / 2;
    } else if (isTurned) {
      const cubic = step + cubicShare(x - step, f, g, low, slopeLow) * (x - step);
      to = Math.abs(cubic - step) > Math.abs(secant - step) ? cubic : secant;
    } else if (Math.abs(g) < Math.abs(slopeLow)) {
      // Lower and flatter: the cubic may have its minimum beyond, or none.
      const share = cubicShare(x - step, f, g, low, slopeLow);
      const cubic = share < 0 ? step + share * (x - step) : step > x ? most : least;
      const isNearer = Math.abs(cubic - step) < Math.abs(secant - step);
      if (isBracketed) {
        to = isNearer ? cubic : secant;
        const bound = step + 0.66 * (y - step);
        to = step > x ? Math.min(bound, to) : Math.max(bound, to);
      } else {
        to = Math.max(least, Math.min(most, isNearer ? secant : cubic));
      }
    } else if (isBracketed) {
      to = step + cubicShare(y - step, f, g, other, slopeOther) * (y - step);
    } else to = step > x ? most : least;

    const [value, slope] = [f + step * tilt, g + tilt];
    if (f > low) [y, fy, gy] = [step, value, slope];
    else {
      if (isTurned) [y, fy, gy] = [x, fx, gx];
      [x, fx, gx] = [step, value, slope];
    }
    if (f > low || isTurned) isBracketed = true;
    step = to;
  }

  return { step: () => step, begin, tell };
}

/** The minimiser of the cubic with values f0, f1 and slopes g0, g1 at points `length` apart, as a share of the length. */
function cubicShare(length: number, f0: number, g0: number, f1: number, g1: number): number {
  const theta = (3 * (f0 - f1)) / length + g0 + g1;
  const scale = Math.max(Math.abs(theta), Math.abs(g0), Math.abs(g1));
  const under = (theta / scale) * (theta / scale) - (g0 / scale) * (g1 / scale);
  const gamma = Math.sign(length) * scale * Math.sqrt(Math.max(0, under));
  return (gamma - g0 + theta) / (gamma - g0 + gamma + g1);
}
