// CORL: an agent that draws causal orders variable by variable and learns from their rewards.
//
//     max   J(ψ) = E [R(order)],  order ~ π_ψ(· | s)      s: rows of the data; R: the score of the best graph along the order
//
//     episodic   L₁ = mean_b [A_b Σ_t NLL_bt],   A_b  = R_b − a − V(mean of the embeddings),     L₂ = mean_b A_b²
//     stepwise   L₁ = mean_bt [A_bt NLL_bt],     A_bt = G_bt − V(embedding chosen before t),     L₂ = mean_bt A_bt²
//
// NLL_bt is −log of the probability of the t-th choice of order b, G_bt the return from that choice on; A is constant in L₁.
// No graph along an order has a cycle, so there is no acyclicity penalty and no λ.
//
// The ingredients and their sources:
//     a pointer network over the encoded variables                  Vinyals et al., NIPS 2015; Bello et al., 2016 (corl-agent.ts)
//     REINFORCE with a critic                                       Williams, Machine Learning 8, 1992; the paper
//     episodic: a moving average a in addition to the critic        the paper's CORL-2 (corl-rewards.ts)
//     stepwise: a gain for every choice                             the paper's CORL-1 (corl-rewards.ts)
//     rewards scaled by the first batch                             ours (corl-rewards.ts)
//     the reward of an order is that of its best sparse graph       ours (order-rewards.ts)
//     order search where the agent stalls                           ours (order-run.ts)
//
// Wang, Du, Zhu, Ke, Chen, Hao & Wang, "Ordering-based causal discovery with reinforcement learning", IJCAI 2021: CORL-2 is
// `episodic` here and CORL-1 is `stepwise`. Their code calls the first "dense" and the second "episodic": the wrong way round.
//
// Differs from the paper and its code beyond the differences listed in corl-agent.ts and corl-rewards.ts: orders are drawn
// causes first, so that the reward of a choice depends only on the choices before it; up to 20 variables the reward is that of
// the best sparse graph, while the paper uses the complete graph everywhere (which is equally good under every order for
// score-equivalent scores); the result has the best parents under the best order instead of a complete graph with small
// coefficients removed; a run stops when no further improvement is expected.

import * as z from "zod";
import { check } from "../../../check.ts";
import type { Order } from "../../../graph/graph.ts";
import { noKnowledge } from "../../../graph/knowledge.ts";
import { resumedState } from "../../resumed-state.ts";
import type { Search } from "../../search.ts";
import type { AgentMachine } from "../agent.ts";
import { createOrderRewards } from "../order-rewards.ts";
import { type OrderRunOptions, type OrderRunStep, orderRun } from "../order-run.ts";
import { type AgentProblem, repeated } from "../restarts.ts";
import { agentState } from "../trained-network.ts";
import {
  type CorlAgent,
  type CorlAgentOptions,
  type CorlRates,
  createCorlAgent,
  type RewardMode,
} from "./corl-agent.ts";
import { credits, type RewardScale, scaleSchema, worthOf } from "./corl-rewards.ts";

export interface CorlOptions extends Omit<CorlAgentOptions, "required">, OrderRunOptions {
  /** Learning rate of the actor's Adam. */
  readonly learningRate?: number;
  /** Learning rate of the critic's Adam. */
  readonly criticLearningRate?: number;
}

/** A step of one run; the best graph already has its best parents. */
export type CorlStep = OrderRunStep;

export const rewardModes: readonly RewardMode[] = ["episodic", "stepwise"];

const stateSchema = z.strictObject({ network: agentState, scale: scaleSchema.nullable() });

type State = Readonly<z.infer<typeof stateSchema>>;

/**
 * Independent runs of the agent.
 *
 * @example
 * ```js
 * const { table } = simulate({ nodes: 3, samples: 60 });
 * const problem = { table, score: linearBic(table), rng: createRng(1) };
 * finish(corlSearch(problem, { iterations: 5, batch: 4 })).graph.d; // 3
 * ```
 */
export const { runs: corlRuns, search: corlSearch } = repeated<CorlOptions>(corlRun, (rng, k) =>
  rng.fork(`restart/${k}`),
);

/** One run of the agent. */
export function* corlRun(
  problem: AgentProblem,
  options: CorlOptions = {},
  machine: AgentMachine = {},
): Search<CorlStep> {
  const { score, rng, knowledge = noKnowledge(score.d) } = problem;
  const { reward = "episodic", stop = "auto", shakes = 0 } = options;
  const { learningRate = 1e-4, criticLearningRate = 1e-3, iterations = 2000, patience = 200 } = options;
  const rewards = createOrderRewards(score, knowledge);
  const worth = worthOf(reward, score, knowledge, rewards);
  const settings = { ...options, reward, required: knowledge.required };
  const agent = createCorlAgent(problem.table.X, rng.fork("policy"), settings, machine);
  let scale: RewardScale | null = null;
  const iterate = () => {
    const orders = rollout(agent); // order_b ~ π(· | s_b), b = 1 … B
    machine.beat?.();
    const { returns, mean, leading, scale: next } = credits(worth.of(orders), agent, scale); // R_b − a, or G_bt
    machine.beat?.();
    const entropy = agent.entropy();
    const proposed = agent.proposed();
    const advantages = returns.map((G, k) => G - proposed.value[k]);
    const isStepwise = reward === "stepwise";
    const weight = 1 / (isStepwise ? returns.length : agent.batch);
    const actor = actorLoss(advantages, proposed.nll, weight);
    const critic = criticLoss(advantages, weight, isStepwise ? 1 : agent.d - 1);
    const areFinite = update(agent, actor, critic, { actor: learningRate, critic: criticLearningRate });
    check(
      areFinite,
      "corl: the network's losses are no longer finite; lower the learning rate, or standardise the columns",
    );
    scale = next;
    machine.beat?.();
    const values = { reward: mean, entropy, criticLoss: critic.loss };
    return { candidate: rewards.bestUnder(orders[leading]), values };
  };

  // Several megabytes, and unchanged during an order search.
  let stored: State | undefined;
  const trained = {
    iterate: () => {
      stored = undefined;
      return iterate();
    },
    weights: agent.weights,
    probabilities: agent.probabilities,
    state: (): State => (stored ??= { network: agent.state(), scale }),
    restore: (from: unknown) => {
      const state = resumedState(stateSchema, from)!;
      agent.restore(state.network);
      scale = state.scale;
    },
    close: agent.net.close,
  };
  return yield* orderRun(problem, trained, { iterations, stop, patience, shakes });
}

/** A batch of orders from the policy, each from its own sample of rows. */
function rollout(agent: CorlAgent): Order[] {
  agent.propose();
  return agent.orders();
}

/** A loss, and its derivative in one number per choice. */
interface Loss {
  readonly loss: number;
  readonly slopes: Float64Array;
}

/** L₁ and its derivatives in NLL_bt; `weight` makes the sum a mean over the orders, or over all choices. */
export function actorLoss(advantages: Float64Array, nll: Float64Array, weight: number): Loss {
  return {
    loss: advantages.reduce((sum, A, k) => sum + weight * A * nll[k], 0),
    slopes: advantages.map((A) => weight * A),
  };
}

/** L₂ and its derivatives in the critic's predictions: for every choice, or only for the first of each order. */
export function criticLoss(advantages: Float64Array, weight: number, every: number): Loss {
  const counted = (k: number) => k % every === 0;
  return {
    loss: advantages.reduce((sum, A, k) => (counted(k) ? sum + weight * A * A : sum), 0),
    slopes: advantages.map((A, k) => (counted(k) ? -2 * weight * A : 0)),
  };
}

/** One Adam step along both gradients (corl-agent.ts); returns false if a loss or a gradient norm is not finite. */
function update(agent: CorlAgent, actor: Loss, critic: Loss, rates: CorlRates): boolean {
  const norms = agent.update({ nll: actor.slopes, value: critic.slopes }, rates);
  return [actor.loss, critic.loss, ...norms].every((x) => Number.isFinite(x));
}
