// The model of DAG-GNN: an autoencoder whose code is a linear structural model, with its loss, gradient and Adam step.
//
//     F = f(X) elementwise,      G = F + w,   Z = G (I − Ã) − w,   Ã = sinh(3A)
//     Y = (Z + w)(I − Ã)⁻¹ − w,  X̂ = g(Y) elementwise
//     KL = ½ ‖Z‖² / B,   NLL = ½ ‖X − X̂‖² / B
//     loss = KL + NLL + λ h + ½ c h² + 100 tr(Ã ∘ Ã),   h = tr[(I + Ã ∘ Ã / d)^d] − d
//
// f and g are networks 1 → 64 → 1 that all variables share (net/scalar-network.ts), w is one number, B the rows of the
// batch. There is no sampling between encoder and decoder, so Y = F: the decoder's inverse undoes the encoder. It is
// omitted here, which changes neither loss nor gradient (up to rounding), needs no matrix to be invertible, and shows what
// is learnt: Ã is fitted to f(X) by least squares, while NLL requires that f lose no information.
//
// Cost of a step: B d² multiply-adds three times, d³ log d for h, B d + H for the networks.
//
// Yu, Chen, Gao & Yu, "DAG-GNN: DAG structure learning with graph neural networks", ICML 2019, and its published code.

import { cycleMeasure } from "../../../math/dense/dense.ts";
import { exponential, hyperbolicSine, logarithm } from "../../../math/elementary.ts";
import type { Matrix } from "../../../math/matrix.ts";
import type { Rng } from "../../../math/rng.ts";
import { createKernels } from "../../../math/wasm/wasm.ts";
import { scalarNetwork, scalarNetworkSize } from "../../../net/scalar-network.ts";

export interface DagGnnModel {
  /** A [d, d], w, then the parameters of f and of g. */
  readonly parameters: Float64Array;
  /** Adam's moments. */
  readonly moments: readonly [Float64Array, Float64Array];
  /** Gradient of the loss measured last. */
  readonly gradient: Float64Array;
  /** Ã [d, d] of the loss measured last; entry (i, j) belongs to i → j. */
  readonly weights: Float64Array;
  /** Loss of rows from … to − 1; also computes its gradient. */
  readonly measure: (from: number, to: number, penalty: Penalty) => LossParts;
  /** Adam step number k (from 1) along the gradient. */
  readonly adam: (learningRate: number, k: number) => void;
}

export interface Penalty {
  readonly lambda: number;
  readonly c: number;
}

export interface LossParts {
  readonly kl: number;
  readonly nll: number;
  readonly h: number;
  readonly loss: number;
}

export interface DagGnnModelOptions {
  readonly hidden: number;
  /** Maximum number of rows measured at once. */
  readonly batch: number;
  /** mask[i * d + j] = 0: A_ij stays 0. */
  readonly mask: Uint8Array;
}

const diagonalWeight = 100;
/** PyTorch's Adam to the last digits, in float64: net/adam.ts is float32 and adds ε to an uncorrected √v. */
const adamOptions = { beta1: 0.9, beta2: 0.999, epsilon: 1e-8 };

export function dagGnnModel(X: Matrix, options: DagGnnModelOptions): DagGnnModel {
  const { hidden, batch, mask } = options;
  const d = X.cols;
  const networkSize = scalarNetworkSize(hidden);
  const size = d * d + 1 + 2 * networkSize;
  const [parameters, gradient, first, second] = Array.from({ length: 4 }, () => new Float64Array(size));
  const part = (numbers: Float64Array, network: 0 | 1) =>
    numbers.subarray(d * d + 1 + network * networkSize, d * d + 1 + (network + 1) * networkSize);
  const [f, g] = [scalarNetwork(part(parameters, 0)), scalarNetwork(part(parameters, 1))];
  const segments = [new Uint16Array(X.data.length), new Uint16Array(X.data.length)]; // of X in f, of F in g
  const room = batchRoom(Math.min(batch, X.rows), d);
  const { weights, G, Z, dG, minusDWeights } = room;
  const [F, Xhat, error] = Array.from({ length: 3 }, () => new Float64Array(G.length));
  const [squares, dSquares] = [new Float64Array(d * d), new Float64Array(d * d)];
  const acyclicity = cycleMeasure(d, "polynomial");

  /** KL and NLL of the rows; also computes their gradients in w, f and g, and −dÃ. */
  const autoencode = (from: number, to: number): Pick<LossParts, "kl" | "nll"> => {
    const rows = to - from;
    const count = rows * d;
    const x = X.data.subarray(from * d, to * d);
    const [inF, inG] = segments.map((all) => all.subarray(from * d, to * d));
    const y = F.subarray(0, count);
    const w = parameters[d * d];
    f.prepare();
    f.valuesInto(y, x, inF);
    g.prepare();
    g.valuesInto(Xhat, y, inG);
    for (let k = 0; k < count; k++) Z[k] = G[k] = y[k] + w;
    room.forward(rows); // Z −= G Ã
    let kl = 0;
    let nll = 0;
    let codes = 0;
    for (let k = 0; k < count; k++) {
      const z = Z[k] - w;
      const e = Xhat[k] - x[k];
      Z[k] = dG[k] = z;
      error[k] = e / rows;
      kl += z * z;
      nll += e * e;
      codes += z;
    }
    room.backward(rows); // dG −= Z Ãᵀ;  −dÃ = Gᵀ Z
    let dw = -codes;
    for (let k = 0; k < count; k++) {
      dw += dG[k];
      dG[k] /= rows;
    }
    gradient[d * d] = dw / rows;
    g.take(error, y, inG, dG);
    g.gradientInto(part(gradient, 1));
    f.take(dG, x, inF);
    f.gradientInto(part(gradient, 0));
    return { kl: kl / (2 * rows), nll: nll / (2 * rows) };
  };

  const measure: DagGnnModel["measure"] = (from, to, { lambda, c }) => {
    for (let k = 0; k < d * d; k++) {
      weights[k] = hyperbolicSine(3 * parameters[k]);
      squares[k] = weights[k] * weights[k];
    }
    const { kl, nll } = autoencode(from, to);
    const h = acyclicity(dSquares, squares);
    let loss = kl + nll + lambda * h + 0.5 * c * h * h;
    for (let k = 0; k < d * d; k++) {
      const onDiagonal = k % (d + 1) === 0 ? diagonalWeight : 0;
      loss += onDiagonal * squares[k];
      const slope =
        2 * weights[k] * ((lambda + c * h) * dSquares[k] + onDiagonal) - minusDWeights[k] / (to - from);
      gradient[k] = mask[k] === 0 ? 0 : 3 * Math.sqrt(1 + squares[k]) * slope; // 3 cosh(3A)
    }
    return { kl, nll, h, loss };
  };

  const adam: DagGnnModel["adam"] = (learningRate, k) => {
    const { beta1, beta2, epsilon } = adamOptions;
    const rate = learningRate / (1 - exponential(k * logarithm(beta1)));
    const correction = Math.sqrt(1 - exponential(k * logarithm(beta2)));
    for (let p = 0; p < size; p++) {
      const slope = gradient[p];
      first[p] = beta1 * first[p] + (1 - beta1) * slope;
      second[p] = beta2 * second[p] + (1 - beta2) * slope * slope;
      parameters[p] -= (rate * first[p]) / (Math.sqrt(second[p]) / correction + epsilon);
    }
  };
  return { parameters, moments: [first, second], gradient, weights, measure, adam };
}

/** A and w start at 0, weights Xavier normal; biases of f uniform within 1/√inputs, as in PyTorch, those of g at 0. */
export function startInto({ parameters }: DagGnnModel, d: number, hidden: number, rng: Rng): void {
  parameters.fill(0);
  const deviation = Math.sqrt(2 / (1 + hidden));
  const uniform = (most: number) => most * (2 * rng.uniform() - 1);
  [0, 1].forEach((network) => {
    const at = d * d + 1 + network * scalarNetworkSize(hidden);
    for (let k = 0; k < hidden; k++) {
      parameters[at + k] = deviation * rng.normal();
      parameters[at + 2 * hidden + k] = deviation * rng.normal();
      if (network === 0) parameters[at + hidden + k] = uniform(1);
    }
    if (network === 0) parameters[at + 3 * hidden] = uniform(1 / Math.sqrt(hidden));
  });
}

/** The products of a batch, in the kernels' memory. */
function batchRoom(batch: number, d: number) {
  const batchNumbers = batch * d;
  const roomNumbers = 16 + 256 * (Math.max(batch, d) + d + 8); // at least productRoom
  const kernels = createKernels(8 * (3 * batchNumbers + 2 * d * d + roomNumbers) + 128);
  const at = (count: number) => kernels.allocateFloats(count);
  const [weights, minusDWeights] = [at(d * d), at(d * d)];
  const [G, Z, dG] = [at(batchNumbers), at(batchNumbers), at(batchNumbers)];
  const { productInto, productRoom } = kernels.call;
  const work = at(Math.max(productRoom(batch, d, d), productRoom(d, d, batch)));
  const view = (address: number, count: number) => kernels.floats(address, count);
  return {
    weights: view(weights, d * d),
    minusDWeights: view(minusDWeights, d * d),
    G: view(G, batchNumbers),
    Z: view(Z, batchNumbers),
    dG: view(dG, batchNumbers),
    /** Z −= G Ã. */
    forward: (rows: number) => productInto(Z, d, G, d, 1, weights, d, 1, rows, d, d, 2, 0, work),
    /** dG −= Z Ãᵀ;  −dÃ = Gᵀ Z. */
    backward: (rows: number) => {
      productInto(dG, d, Z, d, 1, weights, 1, d, rows, d, d, 2, 0, work);
      productInto(minusDWeights, d, G, 1, d, Z, d, 1, d, d, rows, 0, 0, work);
    },
  };
}
