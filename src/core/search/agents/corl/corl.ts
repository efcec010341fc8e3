// CORL: an agent that draws causal orders variable by variable and learns from what they are worth.
//
//     every iteration:  rollout   a pointer network draws a batch of orders, causes first (corl-agent.ts)
//                       rewards   the score of each order's best graph, at its end or variable by variable (corl-rewards.ts)
//                       update    REINFORCE with a critic; episodic: with a moving average beside it
//     at a stall:                 order search from the best order found (order-run.ts)
//
// Wang, Du, Zhu, Ke, Chen, Hao & Wang, "Ordering-based causal discovery with reinforcement learning", IJCAI 2021: CORL-2 is
// `episodic` here and CORL-1 is `stepwise`. Their code calls the first "dense" and the second "episodic": the wrong way round.
//
// Differs from the paper and its code beyond what the two files above list: orders are drawn causes first, so that what a choice
// earns depends on the choices before it alone; an order is worth its best sparse graph up to 20 variables, where the paper
// takes the complete graph everywhere (which no order is better than another by under scores that are equal within a
// class); the result has the best parents under the best order instead of a complete graph whose small coefficients are
// cut; it stops where nothing more is to be had.

import * as z from "zod";
import { check } from "../../../check.ts";
import { type Knowledge, noKnowledge } from "../../../graph/knowledge.ts";
import type { Matrix } from "../../../math/matrix.ts";
import type { Rng } from "../../../math/rng.ts";
import type { Score } from "../../../score/score.ts";
import { resumedState } from "../../resumed-state.ts";
import type { Search } from "../../search.ts";
import type { AgentMachine } from "../agent.ts";
import { type AgentState, agentState } from "../network-state.ts";
import { createOrderRewards } from "../order-rewards.ts";
import { type OrderRunStep, orderRun } from "../order-run.ts";
import { type AgentRuns, type RestartedStep, type RestartOptions, restarted } from "../restarts.ts";
import { type CorlAgentOptions, createCorlAgent, type RewardMode } from "./corl-agent.ts";
import { credits, type RewardScale, worthOf } from "./corl-rewards.ts";

export interface CorlOptions extends Omit<CorlAgentOptions, "required"> {
  readonly knowledge?: Knowledge;
  /** Of the actor's Adam. */
  readonly learningRate?: number;
  /** Of the critic's Adam. */
  readonly criticLearningRate?: number;
  /** At most so many batches. */
  readonly iterations?: number;
  /** The proven best score, where it is known. */
  readonly optimum?: number;
  /** auto: end where the proven best score is reached, and look elsewhere at stalls; never: all iterations, nothing else. */
  readonly stop?: "auto" | "never";
  /** Iterations without a better graph that make a stall. */
  readonly patience?: number;
  /** State of an earlier step to go on from. */
  readonly from?: unknown;
}

export interface CorlSearchOptions extends CorlOptions, RestartOptions {}

/** A step of one run; the best graph has the best parents already. */
export type CorlStep = OrderRunStep;

export const rewardModes: readonly RewardMode[] = ["episodic", "stepwise"];

/** Plain JSON. */
interface State {
  readonly network: AgentState;
  readonly scale: RewardScale | null;
}

const stateSchema: z.ZodType<State> = z.strictObject({
  network: agentState,
  scale: z.strictObject({ means: z.array(z.number()), unit: z.number(), baseline: z.number() }).nullable(),
});

/** Independent runs of the agent. */
export function corlSearch(
  score: Score,
  X: Matrix,
  rng: Rng,
  options: CorlSearchOptions = {},
  machine: AgentMachine = {},
): Search<RestartedStep> {
  return restarted(corlRuns(score, X, rng, options, machine), score.d, options, machine.pool);
}

export function corlRuns(
  score: Score,
  X: Matrix,
  rng: Rng,
  options: CorlOptions,
  machine: AgentMachine,
): AgentRuns {
  return (k, from) => corlRun(score, X, rng.fork(`restart/${k}`), { ...options, from }, machine);
}

/** One run of the agent. */
export function* corlRun(
  score: Score,
  X: Matrix,
  rng: Rng,
  options: CorlOptions = {},
  machine: AgentMachine = {},
): Search<CorlStep> {
  const { knowledge = noKnowledge(score.d), reward = "episodic", from, optimum, stop = "auto" } = options;
  const { learningRate = 1e-4, criticLearningRate = 1e-3, iterations = 2000, patience = 200 } = options;
  const rewards = createOrderRewards(score, knowledge);
  const worth = worthOf(reward, score, knowledge, rewards);
  const settings = { ...options, reward, required: knowledge.required };
  const agent = createCorlAgent(X, rng.fork("policy"), settings, machine);
  let scale: RewardScale | null = null;
  // Megabytes, and the same for as long as an order search goes on.
  let told: State | undefined;
  const iterate = () => {
    told = undefined;
    agent.propose();
    machine.beat?.();
    const orders = agent.orders();
    const entropy = agent.entropy();
    const { returns, mean, leading, scale: next } = credits(worth.of(orders), agent, scale);
    machine.beat?.();
    const { criticLoss, hasNumbers } = agent.learn(returns, {
      actor: learningRate,
      critic: criticLearningRate,
    });
    check(
      hasNumbers,
      "corl: the network's losses are no longer finite; lower the learning rate, or standardise the columns",
    );
    scale = next;
    machine.beat?.();
    return { found: rewards.bestUnder(orders[leading]), values: { reward: mean, entropy, criticLoss } };
  };
  const trained = {
    iterate,
    weights: agent.weights,
    probabilities: agent.probabilities,
    state: (): State => (told ??= { network: agent.state(), scale }),
    restore: (from: unknown) => {
      const state = resumedState(stateSchema, from)!;
      agent.restore(state.network);
      scale = state.scale;
    },
    close: agent.net.close,
  };
  return yield* orderRun(score, rng, trained, { knowledge, iterations, optimum, stop, patience, from });
}
