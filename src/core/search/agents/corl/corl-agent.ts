// CORL's agent: a network that draws causal orders variable by variable, and a critic. The losses are in corl.ts.
//
// B batches of rows of the data go through the encoder of the paper's agent (agent.ts); a pointer network
// (net/pointer-network.ts) chooses one variable after another, causes first. The last variable involves no choice.
//
// Wang et al., "Ordering-based causal discovery with reinforcement learning", IJCAI 2021. The actor's gradient goes back
// through time, as in the authors' PyTorch code; their TensorFlow code feeds the states of the cell as constants. Adam has a
// learning rate for the actor and one for the critic; tensors are clipped to norm 1 one by one.
//
// Differs from both: the next input is the embedding of the variable just chosen (theirs is another row: of another batch
// element, or of element 0's choice); the critic's last layer is linear (theirs applies a ReLU before its bias, although all
// returns are negative); the critic reads the embeddings without training them.

import type { Order } from "../../../graph/graph.ts";
import type { Matrix } from "../../../math/matrix.ts";
import type { Rng } from "../../../math/rng.ts";
import { encoder, glorot } from "../../../net/layers.ts";
import { product } from "../../../net/ops.ts";
import type { Plan, Tensor } from "../../../net/plan.ts";
import { pointerNetwork } from "../../../net/pointer-network.ts";
import type { AgentMachine } from "../agent.ts";
import { rowsNetwork, type TrainedNetwork } from "../trained-network.ts";

export type RewardMode = "episodic" | "stepwise";

export interface CorlAgentOptions {
  /** Whether an order is rewarded at its end or variable by variable. */
  readonly reward?: RewardMode;
  /** Orders in a batch. */
  readonly batch?: number;
  /** Rows of the data that each of them sees. */
  readonly inputSamples?: number;
  readonly hidden?: number;
  readonly heads?: number;
  /** Blocks of the encoder. */
  readonly stacks?: number;
  readonly inner?: number;
  /** Number of shards into which the batch is split; results depend on it. */
  readonly shards?: number;
  /** required[i * d + j] = 1: i comes before j in every order. */
  readonly required?: Uint8Array;
}

/** A number for each choice of a batch of orders, [batch, d − 1]. */
export interface Choices {
  /** −log of its probability. */
  readonly nll: Float64Array;
  /** The critic's prediction before the choice; episodic: before the first. */
  readonly value: Float64Array;
}

export interface CorlAgent
  extends Pick<TrainedNetwork, "net" | "propose" | "gradients" | "weights" | "state" | "restore"> {
  readonly d: number;
  readonly batch: number;
  /** The orders proposed last, causes first. */
  readonly orders: () => Order[];
  /** The network's outputs for these orders. */
  readonly proposed: () => Choices;
  /** Mean entropy of a choice, over the batch. */
  readonly entropy: () => number;
  /** Share of these orders in which i precedes j, at i·d + j: an edge of the complete graph along the order. */
  readonly probabilities: () => Float64Array;
  /** One training step, from the derivatives of the losses in `proposed`; returns the gradient norms. */
  readonly update: (slopes: Choices, rates: CorlRates) => number[];
  readonly tensors: {
    readonly input: Tensor;
    readonly nll: readonly Tensor[];
    readonly values: readonly Tensor[];
  };
}

export interface CorlRates {
  readonly actor: number;
  readonly critic: number;
}

export function createCorlAgent(
  X: Matrix,
  rng: Rng,
  options: CorlAgentOptions = {},
  machine: AgentMachine = {},
): CorlAgent {
  const { reward = "episodic", batch = 64, inputSamples = 64, hidden = 64, heads = 16 } = options;
  const { stacks = 3, inner, shards, required } = options;
  const d = X.cols;
  const steps = d - 1;
  const { plan, input, stream, trained } = rowsNetwork(X, { batch, shards, samples: inputSamples });
  const rows = encoder(plan, input, { hidden, heads, stacks, inner });
  const { mean, choices, nll, entropy } = pointerNetwork(plan, rows, { stream, required });
  const isStepwise = reward === "stepwise";
  const expect = critic(plan, isStepwise ? [hidden, 2 * hidden, hidden, 1] : [hidden, hidden, 1]);
  const values = (isStepwise ? [mean, rows] : [mean]).map((x) => expect({ ...x, needsGradient: false }));
  const network = trained({ losses: [nll, values], rng, machine, steps: "each" });
  const { net, slopes } = network;
  const numbers = (list: readonly Tensor[]) => list.map((tensor) => net.numbers(tensor));
  const [chosen, likelihoods, entropies] = [choices, nll, entropy].map(numbers);
  const expected = numbers(values);
  const apart = values[0].step / 4;

  /** Index of the critic's prediction before choice t of item b. */
  const placeOf = (b: number, t: number): readonly [set: number, at: number] =>
    isStepwise && t > 0 ? [1, (b * d + chosen[t - 1][b * apart]) * apart] : [0, b * apart];
  /** Choice k of the batch: its item, and its position in the order. */
  const choiceAt = (k: number) => [Math.floor(k / steps), k % steps] as const;

  const orders = (): Order[] =>
    Array.from({ length: batch }, (_, b) => {
      const order = chosen.map((choice) => choice[b * apart]);
      for (let j = 0; j < d; j++) if (!order.includes(j)) order.push(j);
      return order;
    });

  return {
    ...network,
    d,
    batch,
    tensors: { input, nll, values },
    orders,
    proposed: () => {
      const all = { length: batch * steps };
      return {
        nll: Float64Array.from(all, (_, k) => {
          const [b, t] = choiceAt(k);
          return likelihoods[t][b * apart];
        }),
        value: Float64Array.from(all, (_, k) => {
          const [set, at] = placeOf(...choiceAt(k));
          return expected[set][at];
        }),
      };
    },
    probabilities: () => {
      const edges = new Float64Array(d * d);
      for (const order of orders())
        order.forEach((i, a) => {
          for (const j of order.slice(a + 1)) edges[i * d + j] += 1 / batch;
        });
      return edges;
    },
    entropy: () => {
      let sum = 0;
      for (const row of entropies) for (let b = 0; b < batch; b++) sum += row[b * apart];
      return steps === 0 ? 0 : sum / (batch * steps);
    },
    update: (gradients, rates) => {
      for (const slope of slopes.flat()) slope.fill(0);
      for (let k = 0; k < batch * steps; k++) {
        const [b, t] = choiceAt(k);
        slopes[0][t][b * apart] = gradients.nll[k];
        const [set, at] = placeOf(b, t);
        if (isStepwise || t === 0) slopes[1][set][at] = gradients.value[k];
      }
      return network.update([rates.actor, rates.critic]);
    },
  };
}

/** Dense layers with ReLUs between them; all applications share the weights. */
function critic(plan: Plan, widths: readonly number[]): (x: Tensor) => Tensor {
  const layers = widths.slice(1).map((columns, k) => {
    const name = `critic.layer${k}`;
    const limit = glorot(widths[k], columns);
    return {
      W: plan.parameter(widths[k], [{ name: `${name}.weight`, columns, start: { limit } }]),
      bias: plan.parameter(1, [{ name: `${name}.bias`, columns, start: { value: 0 } }]),
      relu: k < widths.length - 2,
    };
  });
  return (x) => layers.reduce((h, { W, ...options }) => product(plan, h, W, options), x);
}
