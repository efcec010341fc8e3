// How strongly each variable enters each network of GraN-DAG, how cyclic that is, and the gradients of both.
//
//     A[k, t] = Σ over the paths from input k to the output of network t of the product of |weights|, / number of paths
//     h = tr e^A − d;   ∂h/∂A = (e^A)ᵀ
//
// A[k, t] = 0 exactly if f_t does not depend on x_k through any path. Computed in float64 from the float32 weights. The
// number of paths is hidden^layers for each pair. A and its gradient cost 3 d (d · hidden + (layers − 1) · hidden²)
// operations each, the exponential about 8 d³.

import { cycleMeasure } from "../../../math/dense/dense.ts";
import type { Layer, Model } from "./gran-dag-model.ts";

export interface Paths {
  /** A[k · d + t], as of the last `measure`. */
  readonly A: Float64Array;
  /** Computes A from the weights; returns h. */
  readonly measure: () => number;
  /** Adds factor · ∂h/∂weights at the last `measure` to the layers' gradients. */
  readonly addGradient: (factor: number) => void;
}

export function pathsOf({ d, lanes, layerList, hidden, layers }: Model): Paths {
  let paths = 1;
  for (let l = 0; l < layers; l++) paths *= hidden;
  const A = new Float64Array(d * d);
  const constraint = cycleMeasure(d, "exponential");
  const slopes = new Float64Array(d * d); // ∂h/∂A
  // after[l]: Σ over paths from unit u of layer l to the output, at u · lanes + t; before: Σ of ∂h/∂A over paths from the inputs.
  const after = layerList.map(({ outs }) => new Float64Array(8 * Math.ceil((outs * lanes) / 8)));
  const before = after.map(({ length }) => new Float64Array(length));
  after[layers].fill(1, 0, lanes);
  const wideA = new Float64Array(d * lanes);
  const dA = new Float64Array(d * lanes);
  const laneOf = Int32Array.from(after[0], (_, c) => c % lanes);

  return {
    A,
    measure: () => {
      for (let l = layers; l > 0; l--) sumBackInto(after[l - 1], layerList[l], after[l], lanes);
      sumPanelsBackInto(wideA, layerList[0], after[0], laneOf, lanes);
      for (let k = 0; k < d; k++) for (let t = 0; t < d; t++) A[k * d + t] = wideA[k * lanes + t] / paths;
      return constraint(slopes, A);
    },
    addGradient: (factor) => {
      const share = factor / paths;
      for (let k = 0; k < d; k++) for (let t = 0; t < d; t++) dA[k * lanes + t] = share * slopes[k * d + t];
      addThroughPanels(before[0], layerList[0], dA, after[0], laneOf, lanes);
      for (let l = 1; l <= layers; l++) addThrough(before[l], layerList[l], before[l - 1], after[l], lanes);
    },
  };
}

/** out[k, t] = Σ_u |W[u, k, t]| after[u, t]. */
function sumBackInto(out: Float64Array, { ins, outs, weights }: Layer, after: Float64Array, lanes: number) {
  out.fill(0);
  for (let u = 0; u < outs; u++) {
    for (let k = 0; k < ins; k++) {
      const row = (u * ins + k) * lanes;
      for (let t = 0; t < lanes; t++) out[k * lanes + t] += Math.abs(weights[row + t]) * after[u * lanes + t];
    }
  }
}

/** The same for the first layer, panel by panel. */
function sumPanelsBackInto(
  out: Float64Array,
  { ins, weights }: Layer,
  after: Float64Array,
  laneOf: Int32Array,
  lanes: number,
) {
  out.fill(0);
  let place = 0;
  for (let c = 0; c < after.length; c += 8) {
    for (let k = 0; k < ins; k++, place += 8) {
      for (let q = 0; q < 8; q++)
        out[k * lanes + laneOf[c + q]] += Math.abs(weights[place + q]) * after[c + q];
    }
  }
}

/** gradient[u, k, t] += sign W · source[k, t] · after[u, t], and before[u, t] = Σ_k |W[u, k, t]| source[k, t]. */
function addThrough(
  before: Float64Array,
  { ins, outs, weights, gradient }: Layer,
  source: Float64Array,
  after: Float64Array,
  lanes: number,
) {
  before.fill(0);
  for (let u = 0; u < outs; u++) {
    for (let k = 0; k < ins; k++) {
      const row = (u * ins + k) * lanes;
      for (let t = 0; t < lanes; t++) {
        const w = weights[row + t];
        const s = source[k * lanes + t];
        before[u * lanes + t] += Math.abs(w) * s;
        if (w !== 0) gradient[row + t] += w > 0 ? s * after[u * lanes + t] : -s * after[u * lanes + t];
      }
    }
  }
}

/** The same for the first layer, panel by panel. */
function addThroughPanels(
  before: Float64Array,
  { ins, weights, gradient }: Layer,
  source: Float64Array,
  after: Float64Array,
  laneOf: Int32Array,
  lanes: number,
) {
  before.fill(0);
  let place = 0;
  for (let c = 0; c < after.length; c += 8) {
    for (let k = 0; k < ins; k++, place += 8) {
      for (let q = 0; q < 8; q++) {
        const w = weights[place + q];
        const s = source[k * lanes + laneOf[c + q]];
        before[c + q] += Math.abs(w) * s;
        if (w !== 0) gradient[place + q] += w > 0 ? s * after[c + q] : -s * after[c + q];
      }
    }
  }
}
