// A training step of an agent from rewards, as in the searches, with its losses and gradient norms.

import type { Agent } from "../src/core/search/agents/agent.ts";
import * as corl from "../src/core/search/agents/corl/corl.ts";
import type { CorlAgent, CorlRates, RewardMode } from "../src/core/search/agents/corl/corl-agent.ts";
import * as rl from "../src/core/search/agents/rl/rl.ts";

interface LearnOptions {
  readonly learningRate: number;
  readonly baseline?: number;
  readonly entropyWeight?: number;
  /** False: the rewards are advantages already. */
  readonly hasCritic?: boolean;
}

interface LearnReport {
  readonly actorLoss: number;
  readonly criticLoss: number;
  /** Of each set of gradients. */
  readonly norms: readonly number[];
  readonly areFinite: boolean;
}

/** The paper's agent learns from the rewards of the graphs that it proposed last. */
export function learn(
  agent: Agent,
  rewards: ArrayLike<number>,
  { learningRate, baseline = 0, entropyWeight = learningRate, hasCritic = true }: LearnOptions,
): LearnReport {
  const proposed = agent.proposed();
  const advantages = proposed.value.map((V, b) => rewards[b] - baseline - (hasCritic ? V : 0));
  const actor = rl.actorLoss(advantages, proposed, entropyWeight);
  const critic = hasCritic ? rl.criticLoss(advantages) : { loss: 0, slopes: {} };
  const norms = agent.update({ ...actor.slopes, ...critic.slopes }, learningRate);
  return reported(actor.loss, critic.loss, norms);
}

/** CORL's agent learns from what each choice of the orders that it proposed last is credited with, [batch, d − 1]. */
export function learnOrders(
  agent: CorlAgent,
  returns: Float64Array,
  { reward = "episodic", ...rates }: CorlRates & { readonly reward?: RewardMode },
): LearnReport {
  const proposed = agent.proposed();
  const advantages = returns.map((G, k) => G - proposed.value[k]);
  const isStepwise = reward === "stepwise";
  const weight = 1 / (isStepwise ? returns.length : agent.batch);
  const actor = corl.actorLoss(advantages, proposed.nll, weight);
  const critic = corl.criticLoss(advantages, weight, isStepwise ? 1 : agent.d - 1);
  const norms = agent.update({ nll: actor.slopes, value: critic.slopes }, rates);
  return reported(actor.loss, critic.loss, norms);
}

function reported(actorLoss: number, criticLoss: number, norms: readonly number[]): LearnReport {
  const areFinite = [actorLoss, criticLoss, ...norms].every((x) => Number.isFinite(x));
  return { actorLoss, criticLoss, norms, areFinite };
}
