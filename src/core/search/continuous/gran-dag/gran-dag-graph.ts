// From the networks of GraN-DAG to a graph: how much each variable affects the likelihood of each other, and which edges remain.
//
//     J[k, t] = mean over rows of |∂ log p(x_t | the others) / ∂x_k| = mean |r_t| / σ_t² · |∂f_t/∂x_k|
//     keep the open edges with J above the smallest threshold (a value of J) that leaves no cycle
//
// J costs n d (d · hidden + layers · hidden²) operations. Required edges are kept whatever their J; if a variable has more than
// maxParents, those with the largest J remain.

import type { Graph } from "../../../graph/graph.ts";
import type { Knowledge } from "../../../graph/knowledge.ts";
import { exponential } from "../../../math/elementary.ts";
import { firstAcyclic, withFewCauses } from "../weighted-dag.ts";
import type { Model } from "./gran-dag-model.ts";

/** Adds |∂ log p(x_t) / ∂x_k| of the rows of the model's last loss to sums[k · d + t]. */
export function addSensitivities(sums: Float64Array, model: Model, rows: number): void {
  const { d, layers, hidden, layerList, logSigma, residual, activation } = model;
  const width = layers === 0 ? 1 : hidden;
  let [slopes, next] = [new Float64Array(width), new Float64Array(width)];
  for (let b = 0; b < rows; b++) {
    for (let t = 0; t < d; t++) {
      // Derivatives of f_t in the units of the last hidden layer, then in those of the layers before it.
      slopes[0] = 1;
      for (let l = layers; l > 0; l--) {
        const { outs, ins, weights, at } = layerList[l];
        for (let k = 0; k < ins; k++) {
          let sum = 0;
          for (let u = 0; u < outs; u++) sum += weights[at(k, u, t)] * slopes[u];
          next[k] = activation(l - 1, b, k, t) > 0 ? sum : 0.01 * sum;
        }
        [slopes, next] = [next, slopes];
      }
      const { outs, weights, at } = layerList[0];
      const size = Math.abs(residual(b, t)) * exponential(-2 * logSigma[t]);
      for (let k = 0; k < d; k++) {
        let sum = 0;
        for (let u = 0; u < outs; u++) sum += weights[at(k, u, t)] * slopes[u];
        sums[k * d + t] += size * Math.abs(sum);
      }
    }
  }
}

/** An edge counts as above a threshold if it exceeds it by this much. */
const margin = 1e-8;

/** The open edges with a strength above the smallest threshold that leaves no cycle, subject to the knowledge. */
export function acyclicPart(strength: Float64Array, open: Uint8Array, knowledge: Knowledge): Graph {
  const { d, required } = knowledge;
  const above = (threshold: number): Graph => ({
    d,
    edges: open.map((isOpen, e) =>
      required[e] === 1 || (isOpen === 1 && strength[e] > threshold + margin) ? 1 : 0,
    ),
  });
  const thresholds = Array.from(new Set(strength)).sort((a, b) => a - b);
  return withFewCauses(above(thresholds[firstAcyclic(thresholds, above)]), strength, knowledge);
}
