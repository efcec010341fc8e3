// A network from one number to one number with a hidden layer of ReLUs, in float64:
//
//     f(x) = c + Σ_k v_k max(0, w_k x + b_k)
//
// It is a broken line with a knot at −b_k / w_k for every hidden unit. So nothing is summed over units for each value: the
// knots are sorted, slope and intercept of every segment come from running sums along them, and a value costs finding its
// segment. Gradients go the same way back: Σ g and Σ g x are kept for each segment, and every unit takes the sums of
// the segments in which it is active. n values and H units cost n + H operations each way, instead of n·H.
//
// The search for a value's segment begins where the value lay before, since parameters move little from step to step. That
// is a matter of time only: the segment is the same from any start.
//
// Differs from the networks of plan.ts, which are float32 and of any shape: this one is for losses whose last digits
// matter. A value exactly on a knot counts as where w_k ≤ 0 is active; f is the same either way.

export interface ScalarNetwork {
  /** To be called when the parameters have changed. */
  readonly prepare: () => void;
  /** y[k] = f(x[k]), and the segment of each x[k]. */
  readonly valuesInto: (y: Float64Array, x: Float64Array, segments: Uint16Array) => void;
  /** Notes g[k] = ∂L/∂f(x[k]) for the segments found last; adds ∂L/∂x[k] to dx where it is given. */
  readonly take: (g: Float64Array, x: Float64Array, segments: Uint16Array, dx?: Float64Array) => void;
  /** ∂L/∂parameters of all that was noted since the last time. */
  readonly gradientInto: (gradient: Float64Array) => void;
}

/** Numbers in the parameters: w, b and v of every unit, then c. */
export function scalarNetworkSize(hidden: number): number {
  return 3 * hidden + 1;
}

/** The network of parameters that the caller owns and changes. */
export function scalarNetwork(parameters: Float64Array): ScalarNetwork {
  const H = (parameters.length - 1) / 3;
  const [w, b, v] = [0, 1, 2].map((part) => parameters.subarray(part * H, (part + 1) * H));
  const units = Uint16Array.from({ length: H }, (_, k) => k); // sorted by their knots
  const knotOfUnit = new Float64Array(H);
  // Segment s lies above knots[s] and not above knots[s + 1]; no number is beyond the NaN at either end.
  const knots = new Float64Array(H + 2).fill(Number.NaN);
  const slopes = new Float64Array(H + 1);
  const intercepts = new Float64Array(H + 1);
  const sums = new Float64Array(H + 1); // Σ g
  const moments = new Float64Array(H + 1); // Σ g x

  return {
    prepare: () => {
      let slope = 0;
      let intercept = parameters[3 * H];
      for (let k = 0; k < H; k++) {
        knotOfUnit[k] = knotOf(w[k], b[k]);
        if (w[k] > 0) continue;
        slope += v[k] * w[k];
        intercept += v[k] * b[k];
      }
      sortInto(units, knotOfUnit);
      slopes[0] = slope;
      intercepts[0] = intercept;
      for (let s = 0; s < H; s++) {
        const k = units[s];
        const size = w[k] > 0 ? v[k] : -v[k]; // beyond its knot a unit begins, or ends
        knots[s + 1] = knotOfUnit[k];
        slopes[s + 1] = slope += size * w[k];
        intercepts[s + 1] = intercept += size * b[k];
      }
    },

    valuesInto: (y, x, segments) => {
      for (let k = 0; k < x.length; k++) {
        const at = x[k];
        let s = segments[k];
        while (at > knots[s + 1]) s++;
        while (at <= knots[s]) s--;
        segments[k] = s;
        y[k] = slopes[s] * at + intercepts[s];
      }
    },

    take: (g, x, segments, dx) => {
      for (let k = 0; k < x.length; k++) {
        const s = segments[k];
        sums[s] += g[k];
        moments[s] += g[k] * x[k];
        if (dx !== undefined) dx[k] += slopes[s] * g[k];
      }
    },

    gradientInto: (gradient) => {
      const unitInto = (k: number, sum: number, moment: number): void => {
        gradient[k] = v[k] * moment;
        gradient[H + k] = v[k] * sum;
        gradient[2 * H + k] = w[k] * moment + b[k] * sum;
      };
      let sum = 0;
      let moment = 0;
      for (let s = H; s > 0; s--) {
        sum += sums[s];
        moment += moments[s];
        if (w[units[s - 1]] > 0) unitInto(units[s - 1], sum, moment);
      }
      gradient[3 * H] = sum + sums[0];
      sum = 0;
      moment = 0;
      for (let s = 0; s < H; s++) {
        sum += sums[s];
        moment += moments[s];
        if (!(w[units[s]] > 0)) unitInto(units[s], sum, moment);
      }
      sums.fill(0);
      moments.fill(0);
    },
  };
}

/** Where the unit changes between 0 and its line; without a slope it is active everywhere, or nowhere. */
function knotOf(w: number, b: number): number {
  if (w !== 0) return -b / w;
  return b > 0 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
}

/** By insertion: from one step to the next the order hardly changes. Of equal knots the lower unit comes first. */
function sortInto(units: Uint16Array, knotOfUnit: Float64Array): void {
  for (let s = 1; s < units.length; s++) {
    const unit = units[s];
    const knot = knotOfUnit[unit];
    let at = s;
    for (; at > 0; at--) {
      const before = units[at - 1];
      if (!(knotOfUnit[before] > knot || (knotOfUnit[before] === knot && before > unit))) break;
      units[at] = before;
    }
    units[at] = unit;
  }
}
