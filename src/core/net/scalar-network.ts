// A network from one number to one number with a hidden layer of ReLUs, in float64:
//
//     f(x) = c + Σ_k v_k max(0, w_k x + b_k)
//
// It is piecewise linear with a knot at −b_k / w_k for every hidden unit. So no value needs a sum over units: the knots are
// sorted, running sums along them give the slope and intercept of every segment, and a value costs only the search for its
// segment. Gradients use the same segments: Σ g and Σ g x are accumulated per segment, and every unit takes the sums over
// the segments in which it is active. n values and H units cost n + H operations each way, instead of n·H.
//
// The search for a value's segment begins at the segment where it was last found, since parameters move little from step to
// step. This affects only speed: the segment is the same from any starting point.
//
// Differs from the networks of plan.ts, which are float32 and of any shape: this one is for losses whose last digits
// matter. A value exactly on a knot belongs to the segment where a unit with w_k ≤ 0 is active; f is the same either way.

export interface ScalarNetwork {
  /** Recomputes the segments; must be called after the parameters have changed. */
  readonly prepare: () => void;
  /** y[k] = f(x[k]); updates the segment of each x[k]. */
  readonly valuesInto: (y: Float64Array, x: Float64Array, segments: Uint16Array) => void;
  /** Accumulates g[k] = ∂L/∂f(x[k]) for the given segments; adds ∂L/∂x[k] to dx if given. */
  readonly take: (g: Float64Array, x: Float64Array, segments: Uint16Array, dx?: Float64Array) => void;
  /** ∂L/∂parameters of everything accumulated since the last call, which it then clears. */
  readonly gradientInto: (gradient: Float64Array) => void;
}

/** Number of parameters: w, b and v of every unit, then c. */
export function scalarNetworkSize(hidden: number): number {
  return 3 * hidden + 1;
}

/** The network with the given parameters, an array that the caller owns and updates. */
export function scalarNetwork(parameters: Float64Array): ScalarNetwork {
  const H = (parameters.length - 1) / 3;
  const [w, b, v] = [0, 1, 2].map((part) => parameters.subarray(part * H, (part + 1) * H));
  const units = Uint16Array.from({ length: H }, (_, k) => k); // sorted by their knots
  const knotOfUnit = new Float64Array(H);
  // Segment s is knots[s] < x ≤ knots[s + 1]; the NaN at either end makes every comparison false, so the search stops there.
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
        const size = w[k] > 0 ? v[k] : -v[k]; // right of its knot a unit becomes active, or inactive
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

/** Where the unit changes between 0 and its linear part; a unit with slope 0 is active everywhere or nowhere. */
function knotOf(w: number, b: number): number {
  if (w !== 0) return -b / w;
  return b > 0 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
}

/** Insertion sort, since the order hardly changes from one step to the next. Among equal knots the lower unit comes first. */
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
