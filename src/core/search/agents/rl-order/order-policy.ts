// Policies that propose graphs to be decoded as orders, and learn from the advantages of their proposals.
//
//     logits    one logit θ for every cell and no network: cell (i, j) is 1 with probability σ(θ_ij), independently
//     encoder   the paper's network with one block: logits that depend on the rows of its input
//
//     loss = mean_b [advantage_b · NLL_b] − η H     NLL and H: means over the cells, as in agent.ts; η the entropy weight
//
// Differs from the paper's agent: there is no critic and no moving average. Rewards are standardised within the batch
// (rl-order.ts), which makes both unnecessary.
//
// Cell (i, j) of a proposal is 1 where j → i, as in agent.ts.

import * as z from "zod";
import { check } from "../../../check.ts";
import type { Knowledge } from "../../../graph/knowledge.ts";
import { exponential, logarithm } from "../../../math/elementary.ts";
import type { Matrix } from "../../../math/matrix.ts";
import type { Rng } from "../../../math/rng.ts";
import { index, resumedState } from "../../resumed-state.ts";
import { type AgentMachine, createAgent } from "../agent.ts";
import { actorLoss, update } from "../rl/rl.ts";
import { agentState } from "../trained-network.ts";

export interface PolicyOptions {
  /** Graphs in a batch. */
  readonly batch?: number;
  /** Default: 0.1 for logits, 0.003 for the encoder. */
  readonly learningRate?: number;
  /** Encoder only: rows of the data that each graph of a batch sees. */
  readonly inputSamples?: number;
  /** Encoder only: its blocks, and their units. */
  readonly stacks?: number;
  readonly hidden?: number;
}

export interface Policy {
  readonly batch: number;
  /** Draws the graphs of iteration t: cell (i, j) of graph b is at (b · d + i) · rowStep + j. */
  readonly propose: (t: number) => { readonly cells: ArrayLike<number>; readonly rowStep: number };
  /** Mean entropy of a cell. */
  readonly entropy: () => number;
  /** Probability of each edge i → j at i·d + j, mean over the batch. */
  readonly probabilities: () => Float64Array;
  /** Learns from the advantages of the graphs proposed last. */
  readonly learn: (advantages: Float64Array) => void;
  /** The parameters as bytes, a copy. */
  readonly weights: () => Uint8Array;
  /** Plain JSON; `restore` resumes from it to the same bytes. */
  readonly state: () => unknown;
  readonly restore: (state: unknown) => void;
  readonly close: () => void;
}

export type PolicyName = keyof typeof policies;

export const policies = { logits: logitsPolicy, encoder: encoderPolicy } as const;

export const policyNames = Object.keys(policies) as PolicyName[];

/** The inputs of a policy. */
export interface PolicyInput {
  readonly X: Matrix;
  readonly rng: Rng;
  readonly knowledge: Knowledge;
  readonly options: PolicyOptions;
  readonly machine: AgentMachine;
}

/**
 * Adam's constants are those of the agent. The step is implemented here because these logits are float64 and need no network;
 * other float64 implementations (dag-gnn-model.ts, dagma.ts) correct the moments elsewhere, which changes the last bits.
 */
const adam = { beta1: 0.9, beta2: 0.99, epsilon: 1e-7 };
/** Entropy weight, as a share of the learning rate. */
const logitsEntropy = 0.03;

const numbers = z.array(z.number()).readonly();
const logitsState = z.strictObject({ theta: numbers, m: numbers, v: numbers, steps: index });

type LogitsState = Readonly<z.infer<typeof logitsState>>;

function logitsPolicy({ X, rng, knowledge, options }: PolicyInput): Policy {
  const { batch = 64, learningRate = 0.1 } = options;
  const d = X.cols;
  const free = freeCells(knowledge);
  const [theta, m, v] = [0, 1, 2].map(() => new Float64Array(free.length));
  const drawn = new Uint8Array(batch * free.length); // [batch, free]
  const cells = new Uint8Array(batch * d * d);
  for (let b = 0; b < batch; b++) cells.set(requiredCells(knowledge), b * d * d);
  let steps = 0;

  return {
    batch,
    propose: (t) => {
      const { uniform } = rng.fork(`batch/${t}`);
      const probability = theta.map(sigmoid);
      for (let b = 0, at = 0; b < batch; b++)
        for (let k = 0; k < free.length; k++)
          cells[b * d * d + free[k]] = drawn[at++] = uniform() < probability[k] ? 1 : 0;
      return { cells, rowStep: d };
    },
    probabilities: () => {
      const edges = Float64Array.from(knowledge.required);
      free.forEach((k, at) => {
        edges[(k % d) * d + Math.floor(k / d)] = sigmoid(theta[at]);
      });
      return edges;
    },
    entropy: () => theta.reduce((sum, x) => sum + entropyOf(x), 0) / Math.max(1, free.length),
    learn: (advantages) => {
      steps++;
      const rate = learningRate / (1 - exponential(steps * logarithm(adam.beta1)));
      const correction = 1 - exponential(steps * logarithm(adam.beta2));
      const gradient = logitsGradient(theta, drawn, advantages, logitsEntropy * learningRate);
      for (const [k, g] of gradient.entries()) {
        m[k] = adam.beta1 * m[k] + (1 - adam.beta1) * g;
        v[k] = adam.beta2 * v[k] + (1 - adam.beta2) * g * g;
        theta[k] -= (rate * m[k]) / (Math.sqrt(v[k] / correction) + adam.epsilon);
      }
    },
    weights: () => new Uint8Array(theta.slice().buffer),
    state: (): LogitsState => ({ theta: [...theta], m: [...m], v: [...v], steps }),
    restore: (from) => {
      const state = resumedState(logitsState, from)!;
      check(state.theta.length === free.length, "rl-order: the state is that of another number of variables");
      theta.set(state.theta);
      m.set(state.m);
      v.set(state.v);
      steps = state.steps;
    },
    close: () => {},
  };
}

/** Gradient of the loss above at the drawn cells, [batch, cells]: ∂NLL/∂θ = σ(θ) − cell, ∂H/∂θ = −θ σ(θ) (1 − σ(θ)). */
export function logitsGradient(
  theta: Float64Array,
  drawn: Uint8Array,
  advantages: Float64Array,
  entropyWeight: number,
): Float64Array {
  const count = theta.length;
  const batch = advantages.length;
  const gradient = new Float64Array(count);
  for (let b = 0, at = 0; b < batch; b++)
    for (let k = 0; k < count; k++) gradient[k] -= advantages[b] * drawn[at++];
  const sum = advantages.reduce((total, x) => total + x, 0);
  return gradient.map((g, k) => {
    const p = sigmoid(theta[k]);
    return ((g + sum * p) / batch + entropyWeight * theta[k] * p * (1 - p)) / count;
  });
}

function encoderPolicy({ X, rng, knowledge, options, machine }: PolicyInput): Policy {
  const { batch, inputSamples, hidden, stacks = 1, learningRate = 3e-3 } = options;
  // Without a critic, the published step's second set of gradients would contribute only momentum.
  const network = { batch, inputSamples, hidden, stacks };
  const agent = createAgent(X, rng, { ...network, step: "merged", knowledge }, machine);
  return {
    batch: agent.batch,
    propose: () => {
      agent.propose();
      return { cells: agent.actions, rowStep: agent.rowStep };
    },
    entropy: () => agent.proposed().entropy.reduce((sum, H) => sum + H, 0) / agent.batch,
    probabilities: agent.probabilities,
    learn: (advantages) => {
      const actor = actorLoss(advantages, agent.proposed(), learningRate);
      check(
        update(agent, [actor], learningRate),
        "rl-order: the network's losses are no longer finite; lower the learning rate, or standardise the columns",
      );
    },
    weights: agent.weights,
    state: agent.state,
    restore: (state) => agent.restore(resumedState(agentState, state)!),
    close: agent.net.close,
  };
}

/** Positions i · d + j of the cells that are drawn: off the diagonal and not determined by the knowledge. */
function freeCells({ d, required, forbidden }: Knowledge): number[] {
  return Array.from({ length: d * d }, (_, k) => k).filter((k) => {
    const [i, j] = [Math.floor(k / d), k % d];
    return i !== j && required[j * d + i] === 0 && forbidden[j * d + i] === 0;
  });
}

function requiredCells({ d, required }: Knowledge): Uint8Array {
  return Uint8Array.from({ length: d * d }, (_, k) => required[(k % d) * d + Math.floor(k / d)]);
}

function sigmoid(x: number): number {
  return 1 / (1 + exponential(-x));
}

/** Entropy of a Bernoulli variable with logit x: log(1 + e^−|x|) + |x| · P(the rarer outcome). */
function entropyOf(x: number): number {
  const size = Math.abs(x);
  return logarithm(1 + exponential(-size)) + size * sigmoid(-size);
}
