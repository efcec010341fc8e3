// The loss of NOTEARS with networks: a network for each variable, from all others, and how cyclic their first layers are.
//
//     x̂_j = c_j + Σ_u v_ju σ(b_ju + Σ_i W_iju x_i),   σ(t) = 1/(1 + e⁻ᵗ)
//     loss = ½/n ‖X − X̂‖² + λ₁ Σ |W| + ½ λ₂ (Σ W² + Σ v²)
//     h = tr e^B − d,   B_ij = Σ_u W_iju²: how much x_j depends on x_i at all
//
// W = W⁺ − W⁻ with both ≥ 0, so that the penalty is linear. Only weights that the knowledge leaves open are variables of the
// problem. Rows are processed in blocks that fit the cache: an evaluation takes 2 n d² m multiply-adds and n d m
// exponentials, with m hidden units.
//
// Zheng, Dan, Aragam, Ravikumar & Xing, "Learning sparse nonparametric DAGs", AISTATS 2020.

import { type Knowledge, noKnowledge } from "../../../graph/knowledge.ts";
import { type AcyclicityName, cycleMeasure } from "../../../math/dense/dense.ts";
import type { Matrix } from "../../../math/matrix.ts";
import type { Rng } from "../../../math/rng.ts";
import { createKernels } from "../../../math/wasm/wasm.ts";
import type { ConstrainedLoss, WeightedLoss } from "../notears/notears.ts";
import { openEdges } from "../weighted-dag.ts";

export interface MlpLossOptions {
  readonly lambda1: number;
  readonly lambda2: number;
  /** Hidden units of each network. */
  readonly hidden: number;
  readonly acyclicity: AcyclicityName;
  readonly knowledge?: Knowledge;
}

/**
 * Its variables: W⁺ of the open edges, in row order, with all hidden units of one edge together; W⁻; then b and v, variable by
 * variable, and c.
 */
export interface MlpLoss extends WeightedLoss {
  readonly low: Float64Array;
  /** Uniform within 1/√inputs, as in PyTorch; negative values of W⁺ and W⁻ become 0. */
  readonly start: (rng: Rng) => Float64Array;
}

export function mlpLoss(X: Matrix, options: MlpLossOptions): MlpLoss {
  const { rows: n, cols: d } = X;
  const { lambda1, lambda2, hidden: m, acyclicity, knowledge = noKnowledge(d) } = options;
  const open = openEdges(knowledge);
  const at = Int32Array.from(open.keys()).filter((k) => open[k] === 1);
  const penalty = Float64Array.from(at, (k) => (knowledge.required[k] === 1 ? 0 : lambda1));
  const [edges, units] = [at.length * m, d * m];
  const offsets = { b: 2 * edges, v: 2 * edges + units, c: 2 * edges + 2 * units };
  const size = offsets.c + d;
  const low = new Float64Array(size).fill(Number.NEGATIVE_INFINITY).fill(0, 0, 2 * edges);
  const room = blockRoom(n, d, m);
  const { W, dW } = room;
  const [B, slopes] = [new Float64Array(d * d), new Float64Array(d * d)];
  const trace = cycleMeasure(d, acyclicity);

  /** Sets W and B from x. */
  const place = (x: Float64Array): void => {
    for (let k = 0; k < at.length; k++) {
      const i = Math.floor(at[k] / d);
      const first = i * units + (at[k] - i * d) * m;
      let sum = 0;
      for (let u = 0; u < m; u++) {
        const weight = x[k * m + u] - x[edges + k * m + u];
        W[first + u] = weight;
        sum += weight * weight;
      }
      B[at[k]] = sum;
    }
  };
  /** λ₁ Σ |W| + ½ λ₂ (Σ W² + Σ v²). */
  const penalties = (x: Float64Array): number => {
    let squares = 0;
    let sizes = 0;
    for (let k = 0; k < at.length; k++) {
      squares += B[at[k]];
      let sum = 0;
      for (let u = 0; u < m; u++) sum += x[k * m + u] + x[edges + k * m + u];
      sizes += penalty[k] * sum;
    }
    for (let p = offsets.v; p < offsets.c; p++) squares += x[p] * x[p];
    return sizes + 0.5 * lambda2 * squares;
  };
  const parts = (x: Float64Array) => ({
    b: x.subarray(offsets.b, offsets.v),
    v: x.subarray(offsets.v, offsets.c),
    c: x.subarray(offsets.c),
  });

  const evaluate: ConstrainedLoss["evaluate"] = (x, gradient, rho, alpha) => {
    place(x);
    gradient.fill(0);
    const value = room.squares(X, parts(x), parts(gradient)) + penalties(x);
    const h = trace(slopes, B);
    for (let k = 0; k < at.length; k++) {
      const i = Math.floor(at[k] / d);
      const first = i * units + (at[k] - i * d) * m;
      const pull = lambda2 + 2 * (rho * h + alpha) * slopes[at[k]];
      for (let u = 0; u < m; u++) {
        const slope = dW[first + u] + pull * W[first + u];
        gradient[k * m + u] = penalty[k] + slope;
        gradient[edges + k * m + u] = penalty[k] - slope;
      }
    }
    for (let p = offsets.v; p < offsets.c; p++) gradient[p] += lambda2 * x[p];
    return value + alpha * h + 0.5 * rho * h * h;
  };

  const unused = new Float64Array(size);
  return {
    size,
    low,
    evaluate,
    constraint: (x) => {
      place(x);
      return trace(slopes, B);
    },
    cost: 2 * n * d * units + 20 * n * units + 10 * size,
    weights: (x) => {
      place(x);
      return B.map(Math.sqrt);
    },
    fit: (x) => {
      place(x);
      return room.squares(X, parts(x), parts(unused)) + penalties(x);
    },
    start: (rng) => {
      const within = (inputs: number) => (2 * rng.uniform() - 1) / Math.sqrt(inputs);
      return Float64Array.from({ length: size }, (_, p) => {
        if (p < offsets.b) return Math.max(0, within(d));
        return p < offsets.v ? within(d) - within(d) : within(m); // b is a difference of two as W is
      });
    },
  };
}

interface NetworkParts {
  /** [d, m] each. */
  readonly b: Float64Array;
  readonly v: Float64Array;
  /** [d]. */
  readonly c: Float64Array;
}

/** Numbers in a block's hidden layer: 256 kB. */
const blockNumbers = 32768;

/** The networks on blocks of rows, in the kernels' memory. */
function blockRoom(n: number, d: number, m: number) {
  const units = d * m;
  const rows = Math.min(n, Math.max(8, Math.floor(blockNumbers / units)));
  const mostWork = 16 + 256 * (Math.max(rows, d) + units + 16); // at least productRoom
  const kernels = createKernels(8 * (rows * (d + units) + 2 * d * units + mostWork) + 128);
  const { productInto, productRoom, expInto } = kernels.call;
  const [atX, atS, atW, atD] = [rows * d, rows * units, d * units, d * units].map(kernels.allocateFloats);
  const work = kernels.allocateFloats(Math.max(productRoom(rows, units, d), productRoom(d, units, rows)));
  const x = kernels.floats(atX, rows * d);
  const s = kernels.floats(atS, rows * units); // the hidden layer, then its slopes
  const W = kernels.floats(atW, d * units); // row i, column (j, u)
  const dW = kernels.floats(atD, d * units);

  /** ½/n ‖X − X̂‖²; dW becomes its gradient in W, the other gradients are added to `slopes`. */
  const squares = (X: Matrix, { b, v, c }: NetworkParts, slopes: NetworkParts): number => {
    let sum = 0;
    dW.fill(0);
    for (let from = 0; from < n; from += rows) {
      const count = Math.min(rows, n - from);
      x.set(X.data.subarray(from * d, (from + count) * d));
      productInto(atS, units, atX, d, 1, atW, units, 1, count, units, d, 0, 0, work);
      for (let r = 0; r < count; r++)
        for (let k = 0; k < units; k++) s[r * units + k] = -s[r * units + k] - b[k];
      expInto(atS, atS, count * units);
      for (let r = 0; r < count; r++) sum += rowInto(r, v, c, slopes);
      productInto(atD, units, atX, 1, d, atS, units, 1, d, units, count, 1, 0, work);
    }
    return sum / (2 * n);
  };
  /** Squared error of row r, whose s is e⁻ᵗ; s becomes the derivatives in t. */
  const rowInto = (r: number, v: Float64Array, c: Float64Array, slopes: NetworkParts): number => {
    const { b: dB, v: dV, c: dC } = slopes;
    let sum = 0;
    for (let j = 0, at = r * units; j < d; j++, at += m) {
      const first = j * m;
      let error = c[j] - x[r * d + j];
      for (let u = 0; u < m; u++) {
        const active = 1 / (1 + s[at + u]);
        s[at + u] = active;
        error += v[first + u] * active;
      }
      sum += error * error;
      const slope = error / n;
      dC[j] += slope;
      for (let u = 0; u < m; u++) {
        const active = s[at + u];
        const inner = slope * v[first + u] * active * (1 - active);
        dV[first + u] += slope * active;
        dB[first + u] += inner;
        s[at + u] = inner;
      }
    }
    return sum;
  };
  return { W, dW, squares };
}
