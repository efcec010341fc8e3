// CORL's agent: a network that draws causal orders variable by variable, a critic, and one training step of both.
//
//     episodic   L₁ = mean_b [A_b Σ_t NLL_bt],    A_b  = R_b − V(mean of the embeddings),        L₂ = mean_b A_b²
//     stepwise   L₁ = mean_bt [A_bt NLL_bt],      A_bt = G_bt − V(embedding chosen before t),    L₂ = mean_bt A_bt²
//
// A is held constant in L₁. B batches of rows of the data go through the encoder of the paper's agent (agent.ts); a pointer
// network (net/pointer-network.ts) chooses one variable after the other, causes first. NLL_bt is −log of the probability of the
// t-th choice; the last variable is no choice. R and G are what whoever calls says the orders were worth (corl-rewards.ts).
//
// Wang et al., "Ordering-based causal discovery with reinforcement learning", IJCAI 2021. The actor's gradient goes back
// through time, as in the authors' PyTorch code; their TensorFlow code feeds the states of the cell as constants. Adam has a
// learning rate for the actor and one for the critic; tensors are clipped to norm 1 one by one.
//
// Differs from both: the next input is the embedding of the variable that was chosen (theirs is another row: of another batch
// element, or of element 0's choice); the critic's last layer is linear (theirs passes a ReLU before its bias, under returns
// that are all negative); the critic looks at embeddings and does not train them.

import { check } from "../../../check.ts";
import type { Order } from "../../../graph/graph.ts";
import type { Matrix } from "../../../math/matrix.ts";
import type { Rng } from "../../../math/rng.ts";
import { adam, adamRate } from "../../../net/adam.ts";
import { drawnRows } from "../../../net/decoder.ts";
import { encoder, glorot } from "../../../net/layers.ts";
import { createNet, type Net } from "../../../net/net.ts";
import { product } from "../../../net/ops.ts";
import { createPlan, type Plan, type Tensor } from "../../../net/plan.ts";
import { pointerNetwork } from "../../../net/pointer-network.ts";
import { sequence } from "../../../net/program.ts";
import type { AgentMachine, LearnReport } from "../agent.ts";
import { type AgentState, bytesOf, networkState, restoredNetwork } from "../network-state.ts";

export type RewardMode = "episodic" | "stepwise";

export interface CorlAgentOptions {
  /** Is an order's reward told at its end, or variable by variable? */
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
  /** Parts that the batch is cut into; part of what defines the result. */
  readonly shards?: number;
  /** required[i * d + j] = 1: i comes before j in every order. */
  readonly required?: Uint8Array;
}

export interface CorlAgent {
  readonly d: number;
  readonly batch: number;
  /** Draws rows and orders for them. */
  readonly propose: () => void;
  /** The orders that were proposed last, causes first. */
  readonly orders: () => Order[];
  /** Mean entropy of a choice, over the batch. */
  readonly entropy: () => number;
  /** Share of those orders in which i comes before j, at i·d + j: an edge of the complete graph along the order. */
  readonly probabilities: () => Float64Array;
  /** Learns from what each choice of the orders proposed last is to be credited with, [batch, d − 1]; episodic: one number a row. */
  readonly learn: (returns: Float64Array, rates: CorlRates) => LearnReport;
  readonly weights: () => Uint8Array;
  /** Everything that training changes, as plain JSON; `restore` goes on from it to the same bytes. */
  readonly state: () => AgentState;
  readonly restore: (state: AgentState) => void;
  readonly tensors: {
    readonly input: Tensor;
    readonly nll: readonly Tensor[];
    readonly values: readonly Tensor[];
  };
  /** Addresses of the gradients of the last step, summed over the batch and not yet clipped: the actor's, the critic's. */
  readonly gradients: readonly number[];
  readonly net: Net<"draw" | "propose" | "learn">;
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
  const plan = createPlan({ items: batch, shards });
  const data = plan.room(4 * X.rows * d);
  const stream = plan.room(16);
  const input = drawnRows(plan, { data, n: X.rows, d, samples: inputSamples, stream });
  const draw = plan.forward();
  const drawing = plan.recorded();
  const rows = encoder(plan, input, { hidden, heads, stacks, inner });
  const { mean, choices, nll, entropy } = pointerNetwork(plan, rows, { stream, required });
  const isStepwise = reward === "stepwise";
  const expect = critic(plan, isStepwise ? [hidden, 2 * hidden, hidden, 1] : [hidden, hidden, 1]);
  const values = (isStepwise ? [mean, rows] : [mean]).map((x) => expect({ ...x, needsGradient: false }));

  const propose = plan.forward(drawing);
  const sets = [plan.backward(nll), plan.backward(values)];
  const optimiser = adam(plan, sets);
  const learn = sequence(...sets.map((set) => set.program), optimiser.program);
  const net = createNet(plan, { ...machine, programs: { draw, propose, learn } });
  net.singles(data, X.rows * d).set(X.data);
  net.start(rng.fork("parameters"));
  const { integer } = rng.fork("batches");
  net.words(stream, 2).set([integer(2 ** 32), integer(2 ** 32)]);
  const numbers = (list: readonly Tensor[]) => list.map((tensor) => net.numbers(tensor));
  const [chosen, likelihoods, entropies] = [choices, nll, entropy].map(numbers);
  const expected = numbers(values);
  const seeds = sets.map((set) => numbers(set.seeds));
  const apart = values[0].step / 4;
  const arenas = [plan.theta(), optimiser.m, optimiser.v].map((at) =>
    net.singles(at, plan.parameterBytes() / 4),
  );
  let applications = 0;

  /** Which of the critic's numbers is what it expected before choice t of item b. */
  const placeOf = (b: number, t: number): readonly [set: number, at: number] =>
    isStepwise && t > 0 ? [1, (b * d + chosen[t - 1][b * apart]) * apart] : [0, b * apart];

  const orders = (): Order[] =>
    Array.from({ length: batch }, (_, b) => {
      const order = chosen.map((choice) => choice[b * apart]);
      for (let j = 0; j < d; j++) if (!order.includes(j)) order.push(j);
      return order;
    });

  return {
    d,
    batch,
    net,
    tensors: { input, nll, values },
    gradients: sets.map((set) => set.total),
    propose: () => {
      net.words(stream + 8, 1)[0]++;
      net.run("draw");
      net.run("propose");
    },
    orders,
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
    learn: (returns, { actor, critic }) => {
      check(returns.length === batch * steps, "corl: each choice of the batch is credited with something");
      for (const seed of seeds.flat()) seed.fill(0);
      const weight = 1 / (isStepwise ? batch * steps : batch);
      let [actorLoss, criticLoss] = [0, 0];
      for (let b = 0; b < batch; b++) {
        for (let t = 0; t < steps; t++) {
          const [set, at] = placeOf(b, t);
          const advantage = returns[b * steps + t] - expected[set][at];
          seeds[0][t][b * apart] = weight * advantage;
          actorLoss += weight * advantage * likelihoods[t][b * apart];
          if (!isStepwise && t > 0) continue;
          seeds[1][set][at] = -2 * weight * advantage;
          criticLoss += weight * advantage * advantage;
        }
      }
      applications++;
      for (const [k, rate] of [actor, critic].entries())
        net.singles(optimiser.settings[k], 1)[0] = adamRate(rate, applications, optimiser);
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

/** Dense layers with a ReLU between them; the same weights wherever it is applied. */
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
