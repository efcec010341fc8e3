// The agent: a network that proposes graphs, and a critic that predicts their reward. The losses are in rl/rl.ts.
//
// Batches of rows of the data go through the encoder; the decoder gives a logit for every ordered pair, and a graph is drawn
// from these. NLL and H are the negative log-likelihood and the entropy of its cells, as means over all d². The critic's
// input is the mean of the encoder's outputs, and its gradient trains the encoder too.
// Zhu, Ng & Chen, "Causal discovery with reinforcement learning", ICLR 2020, section 4 and its published code.
//
// The training step of that code takes the gradients of both losses at the same parameters, clips each tensor of each set
// separately and applies the sets in turn with one Adam ("published"); "merged" takes the gradient of their sum and applies
// it once, with one backward pass through the encoder instead of two.
//
// Cell (i, j) of a proposal is 1 where j → i: a row holds the parents of its variable, as in the published code.

import type { Knowledge } from "../../graph/knowledge.ts";
import { exponential } from "../../math/elementary.ts";
import type { Matrix } from "../../math/matrix.ts";
import type { Rng } from "../../math/rng.ts";
import type { NetworkBuild } from "../../math/wasm/wasm.ts";
import type { Crew } from "../../net/crew.ts";
import { bernoulli } from "../../net/decoder.ts";
import { shift } from "../../net/elements.ts";
import { dense } from "../../net/layers.ts";
import { itemMean } from "../../net/ops.ts";
import type { Parameter, Plan, Tensor } from "../../net/plan.ts";
import { type ActivationName, type DecoderName, decoders } from "./decoders.ts";
import { type EncoderName, encoders } from "./encoders.ts";
import type { RunPool } from "./restarts.ts";
import { rowsNetwork, type TrainedNetwork } from "./trained-network.ts";

export interface AgentOptions {
  /** Graphs in a batch. */
  readonly batch?: number;
  /** Rows of the data that each of them sees. */
  readonly inputSamples?: number;
  readonly hidden?: number;
  readonly heads?: number;
  readonly stacks?: number;
  readonly inner?: number;
  readonly encoder?: EncoderName;
  readonly decoder?: DecoderName;
  readonly decoderHidden?: number;
  readonly decoderActivation?: ActivationName;
  /** Added to all logits: the initial value of a trainable bias, or a constant. */
  readonly logitBias?: number;
  readonly isLogitBiasConstant?: boolean;
  readonly step?: "published" | "merged";
  /** Number of shards into which the batch is split; results depend on it. */
  readonly shards?: number;
  readonly knowledge?: Knowledge;
}

/** How the network is computed: affects only the time, except that the two builds differ in their last bits. */
export interface AgentMachine {
  readonly build?: NetworkBuild;
  /** The kernels as 256-bit instructions, from `wideNetwork`. */
  readonly wide?: WebAssembly.Module | undefined;
  readonly crew?: Crew | undefined;
  /** Executes several runs in parallel. */
  readonly pool?: RunPool | undefined;
  /** Called between the parts of a long iteration; it may throw to abort the work. */
  readonly beat?: (() => void) | undefined;
}

/** A number for each graph of a batch. */
export interface Proposed {
  /** Negative log-likelihood and entropy, means over the cells. */
  readonly nll: Float64Array;
  readonly entropy: Float64Array;
  /** The reward that the critic expects. */
  readonly value: Float64Array;
}

export interface Agent
  extends Pick<TrainedNetwork, "net" | "propose" | "gradients" | "weights" | "state" | "restore"> {
  readonly d: number;
  readonly batch: number;
  /** The graphs proposed last: [batch, d, d], rows padded to `rowStep`. */
  readonly actions: Float32Array;
  /** Numbers from the start of one row of `actions` to the next. */
  readonly rowStep: number;
  /** The network's outputs for these graphs. */
  readonly proposed: () => Proposed;
  /** Probability of each edge i → j at i·d + j, averaged over the batch proposed last. */
  readonly probabilities: () => Float64Array;
  /** One training step, from the derivatives of the losses in `proposed` (0 where absent); returns the gradient norms. */
  readonly update: (slopes: Partial<Proposed>, learningRate: number) => number[];
  readonly tensors: Readonly<Record<"input" | "logits" | "actions" | "nll" | "entropy" | "value", Tensor>>;
}

export function createAgent(
  X: Matrix,
  rng: Rng,
  options: AgentOptions = {},
  machine: AgentMachine = {},
): Agent {
  const { batch = 64, inputSamples = 64, hidden = 64, heads = 16, stacks, inner, knowledge } = options;
  const { encoder = "transformer", decoder = "single-layer", decoderHidden = 16, shards } = options;
  const { logitBias, isLogitBiasConstant = false, step = "published" } = options;
  const d = X.cols;
  const { plan, input, stream, trained } = rowsNetwork(X, { batch, shards, samples: inputSamples });
  const encoded = encoders[encoder](plan, input, { hidden, heads, stacks, inner });
  const decoded = decoders[decoder](plan, encoded, {
    decoderHidden,
    decoderActivation: options.decoderActivation,
    heads,
  });
  const logits =
    logitBias === undefined
      ? decoded
      : shift(plan, decoded, isLogitBiasConstant ? logitBias : trainable(plan, logitBias));
  const offset = plan.constants(cellOffsets(d, knowledge));
  const { actions, nll, entropy } = bernoulli(plan, logits, { offset, stream });
  const first = dense(plan, itemMean(plan, encoded), hidden, { name: "critic.first", relu: true });
  const value = dense(plan, first, 1, { name: "critic.second" });
  const losses = step === "published" ? [[nll, entropy], [value]] : [[nll, entropy, value]];
  const network = trained({ losses, rng, machine, steps: "shared" });
  const { net } = network;
  const slopes = network.slopes.flat();
  const apart = nll.step / 4;
  const column = (tensor: Tensor): Float64Array => {
    const numbers = net.numbers(tensor);
    return Float64Array.from({ length: batch }, (_, b) => numbers[b * apart]);
  };

  return {
    ...network,
    d,
    batch,
    tensors: { input, logits, actions, nll, entropy, value },
    actions: net.numbers(actions),
    rowStep: actions.step / 4,
    proposed: () => ({ nll: column(nll), entropy: column(entropy), value: column(value) }),
    probabilities: () =>
      edgeProbabilities(net.numbers(logits), net.singles(offset, (d * logits.step) / 4), { batch, d }),
    update: (gradients, learningRate) => {
      for (const [k, slope] of [gradients.nll, gradients.entropy, gradients.value].entries())
        for (let b = 0; b < batch; b++) slopes[k][b * apart] = slope?.[b] ?? 0;
      return network.update(losses.map(() => learningRate));
    },
  };
}

function trainable(plan: Plan, value: number): Parameter {
  return plan.parameter(1, [{ name: "decoder.bias", columns: 1, start: { value } }]);
}

/** Added to the logits: ±1e8 makes a cell certain or impossible. The diagonal and the padding columns are impossible. */
function cellOffsets(d: number, knowledge: Knowledge | undefined): number[] {
  const wide = 8 * Math.ceil(d / 8);
  return Array.from({ length: d * wide }, (_, k) => {
    const [i, j] = [Math.floor(k / wide), k % wide];
    if (j >= d || i === j || knowledge?.forbidden[j * d + i] === 1) return -1e8;
    return knowledge?.required[j * d + i] === 1 ? 1e8 : 0;
  });
}

/** Mean over the batch, transposed from rows of parents to edges, without the padding columns. */
function edgeProbabilities(
  logits: Float32Array,
  offsets: Float32Array,
  { batch, d }: { readonly batch: number; readonly d: number },
): Float64Array {
  const edges = new Float64Array(d * d);
  const wide = offsets.length / d;
  for (let b = 0; b < batch; b++)
    for (let i = 0; i < d; i++)
      for (let j = 0; j < d; j++) {
        const k = i * wide + j;
        edges[j * d + i] += 1 / (1 + exponential(-logits[b * offsets.length + k] - offsets[k])) / batch;
      }
  return edges;
}
