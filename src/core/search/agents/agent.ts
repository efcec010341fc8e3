// The agent: a network that proposes graphs, a critic that expects their reward, and one training step of both.
//
//     L₁ = mean_b [(R_b − a − V_b) · NLL_b] − η mean_b H_b     the factor is held constant
//     L₂ = mean_b (R_b − a − V_b)²
//
// B batches of rows of the data go through the encoder; the decoder gives a logit for every ordered pair, a graph is drawn
// from them, and NLL and H are the mean negative log-likelihood and entropy of its cells. `a` follows the mean reward, the
// critic V the rest. Zhu, Ng & Chen, "Causal discovery with reinforcement learning", ICLR 2020, and its published code.
//
// The step of that code takes the gradients of L₁ and L₂ at the same parameters, clips each tensor of each set by itself and
// applies the sets in turn with one Adam ("published"); "merged" takes the gradient of L₁ + L₂ and applies it once, with one
// backward pass through the encoder instead of two.
//
// Cell (i, j) of a proposal is 1 where j → i: a row holds the parents of its variable, as in the published code.

import type { Knowledge } from "../../graph/knowledge.ts";
import { exponential } from "../../math/elementary.ts";
import type { Matrix } from "../../math/matrix.ts";
import type { Rng } from "../../math/rng.ts";
import type { NetworkBuild } from "../../math/wasm/wasm.ts";
import { adam, adamRate } from "../../net/adam.ts";
import type { Crew } from "../../net/crew.ts";
import { bernoulli, drawnRows } from "../../net/decoder.ts";
import { shift } from "../../net/elements.ts";
import { dense } from "../../net/layers.ts";
import { createNet, type Net } from "../../net/net.ts";
import { itemMean } from "../../net/ops.ts";
import { createPlan, type Parameter, type Plan, type Tensor } from "../../net/plan.ts";
import { sequence } from "../../net/program.ts";
import { type ActivationName, type DecoderName, decoders } from "./decoders.ts";
import { type EncoderName, encoders } from "./encoders.ts";
import { type AgentState, bytesOf, networkState, restoredNetwork } from "./network-state.ts";
import type { RunPool } from "./restarts.ts";

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
  /** Added to all logits: where a trainable number starts, or one that stays. */
  readonly logitBias?: number;
  readonly isLogitBiasConstant?: boolean;
  readonly step?: "published" | "merged";
  /** Parts that the batch is cut into; part of what defines the result. */
  readonly shards?: number;
  readonly knowledge?: Knowledge;
}

/** How the network is computed: changes nothing but the time, except that the two builds differ in their last bits. */
export interface AgentMachine {
  readonly build?: NetworkBuild;
  /** The kernels as 256-bit instructions, from `wideNetwork`. */
  readonly wide?: WebAssembly.Module | undefined;
  readonly crew?: Crew | undefined;
  /** Makes whole runs side by side, where several are asked for. */
  readonly pool?: RunPool | undefined;
  /** Called between the parts of an iteration that takes long; by throwing it leaves the work. */
  readonly beat?: (() => void) | undefined;
}

export interface Agent {
  readonly d: number;
  readonly batch: number;
  /** Draws rows and graphs for them: actions [batch, d, d], rows as wide as the tensor says. */
  readonly propose: () => void;
  readonly actions: Float32Array;
  /** Numbers from one row of the actions to the next. */
  readonly rowStep: number;
  /** Mean entropy of a cell, over the batch. */
  readonly entropy: () => number;
  /** Probability of each edge i → j at i·d + j, mean over the batch that was proposed last. */
  readonly probabilities: () => Float64Array;
  /** Learns from the rewards of the graphs that were proposed last. */
  readonly learn: (rewards: ArrayLike<number>, options: LearnOptions) => LearnReport;
  /** The parameters as bytes, a copy. */
  readonly weights: () => Uint8Array;
  /** Everything that training changes, as plain JSON; `restore` goes on from it to the same bytes. */
  readonly state: () => AgentState;
  readonly restore: (state: AgentState) => void;
  readonly tensors: Readonly<Record<"input" | "logits" | "actions" | "nll" | "entropy" | "value", Tensor>>;
  /** Addresses of the gradients of the last step, summed over the batch and not yet clipped: one set or two. */
  readonly gradients: readonly number[];
  readonly net: Net<"draw" | "propose" | "learn">;
}

export interface LearnOptions {
  readonly learningRate: number;
  /** The moving average of rewards. */
  readonly baseline?: number;
  readonly entropyWeight?: number;
  /** Does the critic expect part of the rewards? False: they are advantages already, and it learns nothing. */
  readonly hasCritic?: boolean;
}

export interface LearnReport {
  readonly actorLoss: number;
  readonly criticLoss: number;
  /** Norm of all gradients of each set, before clipping. */
  readonly norms: readonly number[];
  /** False when a NaN or an infinity has come into losses or gradients: the parameters are then worth nothing. */
  readonly hasNumbers: boolean;
}

export function createAgent(
  X: Matrix,
  rng: Rng,
  options: AgentOptions = {},
  machine: AgentMachine = {},
): Agent {
  const { batch = 64, inputSamples = 64, hidden = 64, heads = 16, stacks, inner, knowledge } = options;
  const {
    encoder = "transformer",
    decoder = "single-layer",
    decoderHidden = 16,
    step = "published",
    shards,
  } = options;
  const { logitBias, isLogitBiasConstant = false } = options;
  const d = X.cols;
  const plan = createPlan({ items: batch, shards });
  const data = plan.room(4 * X.rows * d);
  const stream = plan.room(16);
  const input = drawnRows(plan, { data, n: X.rows, d, samples: inputSamples, stream });
  const draw = plan.forward();
  const drawing = plan.recorded();
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

  const propose = plan.forward(drawing);
  const sets =
    step === "published"
      ? [plan.backward([nll, entropy]), plan.backward([value])]
      : [plan.backward([nll, entropy, value])];
  const optimiser = adam(plan, sets);
  const learn = sequence(...sets.map((set) => set.program), optimiser.program);
  const net = createNet(plan, { ...machine, programs: { draw, propose, learn } });
  net.singles(data, X.rows * d).set(X.data);
  net.start(rng.fork("parameters"));
  const { integer } = rng.fork("batches");
  net.words(stream, 2).set([integer(2 ** 32), integer(2 ** 32)]);
  const seeds = sets.flatMap((set) => set.seeds).map((seed) => net.numbers(seed));
  const values = { nll: net.numbers(nll), entropy: net.numbers(entropy), value: net.numbers(value) };
  const apart = nll.step / 4;
  const arenas = [plan.theta(), optimiser.m, optimiser.v].map((at) =>
    net.singles(at, plan.parameterBytes() / 4),
  );
  let applications = 0;

  return {
    d,
    batch,
    net,
    tensors: { input, logits, actions, nll, entropy, value },
    gradients: sets.map((set) => set.total),
    actions: net.numbers(actions),
    rowStep: actions.step / 4,
    propose: () => {
      net.words(stream + 8, 1)[0]++;
      net.run("draw");
      net.run("propose");
    },
    entropy: () => {
      let sum = 0;
      for (let b = 0; b < batch; b++) sum += values.entropy[b * apart];
      return sum / batch;
    },
    probabilities: () =>
      edgeProbabilities(net.numbers(logits), net.singles(offset, (d * logits.step) / 4), { batch, d }),
    learn: (rewards, { learningRate, baseline = 0, entropyWeight = learningRate, hasCritic = true }) => {
      let actorLoss = 0;
      let criticLoss = 0;
      for (let b = 0; b < batch; b++) {
        const at = b * apart;
        const advantage = rewards[b] - baseline - (hasCritic ? values.value[at] : 0);
        seeds[0][at] = advantage / batch;
        seeds[1][at] = -entropyWeight / batch;
        seeds[2][at] = hasCritic ? (-2 * advantage) / batch : 0;
        actorLoss += (advantage * values.nll[at] - entropyWeight * values.entropy[at]) / batch;
        if (hasCritic) criticLoss += (advantage * advantage) / batch;
      }
      for (const settings of optimiser.settings)
        net.singles(settings, 1)[0] = adamRate(learningRate, ++applications, optimiser);
      net.run("learn");
      const norms = optimiser.squares.map(({ address, count }) =>
        Math.sqrt(net.singles(address, count).reduce((sum, x) => sum + x, 0)),
      );
      const hasNumbers = [actorLoss, criticLoss, ...norms].every((x) => Number.isFinite(x));
      return { actorLoss, criticLoss, norms, hasNumbers };
    },
    weights: () => bytesOf(arenas[0]).slice(),
    state: () => networkState(net, { arenas, stream }, applications),
    restore: (state) => {
      applications = restoredNetwork(net, { arenas, stream }, state);
    },
  };
}

function trainable(plan: Plan, value: number): Parameter {
  return plan.parameter(1, [{ name: "decoder.bias", columns: 1, start: { value } }]);
}

/** What is added to the logits: ±1e8 makes a cell certain or impossible, as the diagonal and what stands beyond it are. */
function cellOffsets(d: number, knowledge: Knowledge | undefined): number[] {
  const wide = 8 * Math.ceil(d / 8);
  return Array.from({ length: d * wide }, (_, k) => {
    const [i, j] = [Math.floor(k / wide), k % wide];
    if (j >= d || i === j || knowledge?.forbidden[j * d + i] === 1) return -1e8;
    return knowledge?.required[j * d + i] === 1 ? 1e8 : 0;
  });
}

/** Means over the batch, with the parents of a row turned into edges and the filling columns left out. */
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
