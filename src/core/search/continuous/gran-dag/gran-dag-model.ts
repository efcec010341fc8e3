// The model of GraN-DAG: for every variable a small network of all the others, and the standard deviation of its residuals.
//
//     x_t = f_t(x without t) + σ_t ε,      f_t: d → hidden → … → 1 with leaky ReLUs; linear without hidden layers
//     loss = mean over rows and variables of −log N(x_t; f_t, σ_t²)
//
// The d networks stand side by side, each in a lane (core/net/lanes.ts), float32; log σ, sums over rows and the loss are float64.
// An edge k → t that is closed has zero weights in the first layer of f_t, which every update restores.
//
// A step costs 6 · batch · d · (d · hidden + (layers − 1) · hidden²) operations.

import { exponential } from "../../../math/elementary.ts";
import type { Rng } from "../../../math/rng.ts";
import type { NetworkBuild } from "../../../math/wasm/wasm.ts";
import { map } from "../../../net/elements.ts";
import { lanesProduct } from "../../../net/lanes.ts";
import { createNet } from "../../../net/net.ts";
import { product } from "../../../net/ops.ts";
import { createPlan, type Parameter, type Tensor } from "../../../net/plan.ts";
import { programWriter, sequence } from "../../../net/program.ts";
import { rmsProp } from "../../../net/rms-prop.ts";

export interface ModelSizes {
  readonly d: number;
  /** Hidden layers of a network, 0 or more, and units of each. */
  readonly layers: number;
  readonly hidden: number;
  /** Maximum number of rows at once. */
  readonly batch: number;
  /** Whether every variable's σ is learnt; otherwise all are 1, and the loss is least squares. */
  readonly learnsSpreads: boolean;
}

/**
 * Weights of one layer of all networks and their gradients, as stored: [outs][ins][lanes]; for the first layer, whose inputs
 * all networks share, in panels of eight of the columns u · lanes + t, [columns / 8][ins][8].
 */
export interface Layer {
  readonly ins: number;
  readonly outs: number;
  readonly weights: Float32Array;
  readonly gradient: Float32Array;
  /** Index of the weight from input k to unit u of network t. */
  readonly at: (k: number, u: number, t: number) => number;
}

export interface Model extends ModelSizes {
  readonly build: NetworkBuild;
  /** d rounded up to a multiple of 4: network t is lane t. */
  readonly lanes: number;
  readonly layerList: readonly Layer[];
  readonly biases: readonly Float32Array[];
  readonly logSigma: Float64Array;
  /** mask[k · d + t] = 1: k → t is open. Call `closeMasked` after changing it. */
  readonly mask: Uint8Array;
  readonly closeMasked: () => void;
  /** Initialises the weights as in Glorot & Bengio, for a leaky ReLU; biases 0, σ 1. */
  readonly start: (rng: Rng) => void;
  /** The loss on `count` rows of the data, given by number; the members below refer to these rows. */
  readonly loss: (data: Float32Array, rows: Int32Array, count: number) => number;
  /** Sums of the squared residuals over these rows, for each variable. */
  readonly squares: Float64Array;
  /** Computes the gradient of that loss, in the layers and in σ. */
  readonly differentiate: () => void;
  /** One RMSprop step along the gradients, to which others may have added. */
  readonly update: (learningRate: number) => void;
  /** Resets the mean squares of the gradients. */
  readonly restartOptimiser: () => void;
  /** Residual of variable t in row b of the last loss. */
  readonly residual: (b: number, t: number) => number;
  /** Output of hidden layer l for row b: unit u of network t. */
  readonly activation: (l: number, b: number, u: number, t: number) => number;
  /** All state that training changes: parameters, mean squares (float32), log σ with its mean squares (float64). */
  readonly numbers: readonly [Float32Array, Float32Array, Float64Array];
}

/** RMSprop with the defaults of PyTorch. */
const [decay, epsilon] = [0.99, 1e-8];
/** Lower bound of log σ: a column that is predicted exactly would drive it to −∞. */
export const leastLogSigma = -20;
const halfLogTwoPi = 0.9189385332046727;
/** Squared gain that preserves the variance of a signal through leaky ReLUs of slope 0.01. */
const squaredGain = 2 / (1 + 0.01 * 0.01);

export function createModel(sizes: ModelSizes, build?: NetworkBuild): Model {
  const { d, layers, hidden, batch, learnsSpreads } = sizes;
  const lanes = 4 * Math.ceil(d / 4);
  const plan = createPlan({ items: batch, shards: 1 });
  const row = (rows: number, columns: number): Parameter =>
    plan.parameter(rows, [{ name: `${plan.parameters.length}`, columns, start: { value: 0 } }]);
  const x = plan.input(1, d);
  const units = Array.from({ length: layers + 1 }, (_, l) => (l < layers ? hidden : 1));
  const parameters = units.map((outs, l) => {
    const W = l === 0 ? row(d, outs * lanes) : row(1, outs * units[l - 1] * lanes);
    return { W, bias: row(1, outs * lanes) };
  });
  const activations: Tensor[] = [];
  let out = product(plan, x, parameters[0].W, { bias: parameters[0].bias });
  for (let l = 1; l <= layers; l++) {
    activations.push(map(plan, out, "leakyRelu"));
    const widths = { lanes, ins: units[l - 1], outs: units[l] };
    out = lanesProduct(plan, activations[l - 1], { ...parameters[l], ...widths });
  }
  const backward = plan.backward([out]);
  const optimiser = rmsProp(plan, backward, { decay, epsilon });
  const { W: first } = parameters[0];
  const firstCount = 8 * Math.ceil(first.columns / 8) * d;
  const maskAt = plan.room(4 * firstCount);
  const { call, program } = programWriter();
  call("timesInto", 0, { y: plan.theta(first), a: plan.theta(first), b: maskAt, count: firstCount });
  const net = createNet(plan, {
    ...(build ? { build } : {}),
    programs: {
      forward: plan.forward(),
      backward: backward.program,
      update: sequence(optimiser.program, program()),
      close: program(),
    },
  });

  const numbersOf = (p: Parameter, base: number) =>
    net.singles(base + p.offset, 8 * Math.ceil(p.columns / 8) * p.rows);
  const layerList = parameters.map(({ W }, l): Layer => {
    const ins = l === 0 ? d : units[l - 1];
    return {
      ins,
      outs: units[l],
      weights: numbersOf(W, plan.theta()),
      gradient: numbersOf(W, backward.partial),
      at:
        l === 0
          ? (k, u, t) => (((u * lanes + t) >> 3) * d + k) * 8 + ((u * lanes + t) & 7)
          : (k, u, t) => (u * ins + k) * lanes + t,
    };
  });
  const biases = parameters.map(({ bias }) => numbersOf(bias, plan.theta()));
  const mask = new Uint8Array(d * d);
  const maskNumbers = net.singles(maskAt, firstCount);
  const [inputs, outputs, seeds] = [x, out, backward.seeds[0]].map((tensor) => net.numbers(tensor));
  const [stepX, stepY, stepSeeds] = [x, out, backward.seeds[0]].map(({ step }) => step / 4);
  const hiddenNumbers = activations.map((tensor) => net.numbers(tensor));
  const stepHidden = activations.map(({ step }) => step / 4);
  const parameterCount = plan.parameterBytes() / 4;
  const sigma = new Float64Array(2 * d); // log σ, then the mean squares of its gradient
  const logSigma = sigma.subarray(0, d);
  const squares = new Float64Array(d);
  const rate = net.singles(optimiser.settings, 1);
  const meanSquares = net.singles(optimiser.v, parameterCount);
  let count = 0;

  return {
    ...sizes,
    lanes,
    build: net.build,
    layerList,
    biases,
    logSigma,
    mask,
    squares,
    numbers: [net.singles(plan.theta(), parameterCount), meanSquares, sigma],
    closeMasked: () => {
      const { at, outs } = layerList[0];
      for (let k = 0; k < d; k++)
        for (let t = 0; t < d; t++) for (let u = 0; u < outs; u++) maskNumbers[at(k, u, t)] = mask[k * d + t];
      net.run("close");
    },
    start: (rng) => {
      for (const [l, { ins, outs, at, weights }] of layerList.entries()) {
        const { uniform } = rng.fork(`layer/${l}`);
        const limit = Math.sqrt((squaredGain * 6) / (ins + outs));
        weights.fill(0);
        for (let t = 0; t < d; t++)
          for (let u = 0; u < outs; u++)
            for (let k = 0; k < ins; k++) weights[at(k, u, t)] = limit * (2 * uniform() - 1);
      }
      for (const bias of biases) bias.fill(0);
      sigma.fill(0);
      meanSquares.fill(0);
    },
    loss: (data, rows, size) => {
      count = size;
      for (let b = 0; b < count; b++) {
        const from = rows[b] * d;
        for (let k = 0; k < d; k++) inputs[b * stepX + k] = data[from + k];
      }
      net.run("forward");
      squares.fill(0);
      for (let b = 0; b < count; b++) {
        for (let t = 0; t < d; t++) {
          const r = inputs[b * stepX + t] - outputs[b * stepY + t];
          squares[t] += r * r;
        }
      }
      let sum = 0;
      for (let t = 0; t < d; t++)
        sum += halfLogTwoPi + logSigma[t] + (0.5 * squares[t] * exponential(-2 * logSigma[t])) / count;
      return sum / d;
    },
    differentiate: () => {
      seeds.fill(0); // rows beyond the count have no gradient
      for (let t = 0; t < d; t++) {
        const factor = -exponential(-2 * logSigma[t]) / (count * d);
        for (let b = 0; b < count; b++)
          seeds[b * stepSeeds + t] = factor * (inputs[b * stepX + t] - outputs[b * stepY + t]);
      }
      net.run("backward");
    },
    update: (learningRate) => {
      rate[0] = learningRate;
      net.run("update");
      for (let t = 0; learnsSpreads && t < d; t++) {
        const g = (1 - (squares[t] * exponential(-2 * logSigma[t])) / count) / d;
        sigma[d + t] = decay * sigma[d + t] + (1 - decay) * g * g;
        const next = logSigma[t] - (learningRate * g) / (Math.sqrt(sigma[d + t]) + epsilon);
        logSigma[t] = next < leastLogSigma ? leastLogSigma : next;
      }
    },
    restartOptimiser: () => {
      meanSquares.fill(0);
      sigma.fill(0, d);
    },
    residual: (b, t) => inputs[b * stepX + t] - outputs[b * stepY + t],
    activation: (l, b, u, t) => hiddenNumbers[l][b * stepHidden[l] + u * lanes + t],
  };
}
