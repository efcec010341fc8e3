// The order-decoded agent: a policy proposes graphs, each is decoded as a causal order, and its reward is the score of the
// best graph under that order. No graph that it rewards has a cycle, so there is no acyclicity penalty and no λ.
//
//     every iteration:  rollout   the policy draws a batch of graphs (order-policy.ts)
//                       rewards   order by in-degree minus out-degree; the score of its best graph (order-rewards.ts)
//                       update    REINFORCE with the advantage (R − mean)/deviation of the batch
//     at a stall:                 order search from the best order found (order-run.ts)
//
// Ours. The parts: REINFORCE, Williams, Machine Learning 8, 1992; the policy over adjacency matrices, Zhu, Ng & Chen, ICLR
// 2020; scoring an order by its best graph, Teyssier & Koller, UAI 2005.
//
// Differs from the paper's agent (rl.ts): the score is not scaled, and there is neither critic nor moving average. The mean
// of the batch is the baseline and its standard deviation the unit, so that learning rate and entropy weight have the same
// meaning under every score, both early, when orders differ by thousands, and late, when they differ by units. Differs from
// policies over orders such as CORL: this policy is not aware of orders; the log-probability is that of the graph.

import { noKnowledge } from "../../../graph/knowledge.ts";
import { isBetter } from "../../../score/score.ts";
import type { Search } from "../../search.ts";
import type { AgentMachine } from "../agent.ts";
import { createDecoder, createOrderRewards } from "../order-rewards.ts";
import { type OrderRunOptions, type OrderRunStep, orderRun } from "../order-run.ts";
import { type AgentProblem, repeated } from "../restarts.ts";
import { type PolicyName, type PolicyOptions, policies } from "./order-policy.ts";

export { type PolicyName, policyNames } from "./order-policy.ts";

export interface RlOrderOptions extends PolicyOptions, OrderRunOptions {
  readonly policy?: PolicyName;
}

/** A step of one run; the best graph already has its best parents. */
export type RlOrderStep = OrderRunStep;

/**
 * Independent runs of the agent.
 *
 * @example
 * ```js
 * const { table } = simulate({ nodes: 3, samples: 60 });
 * const problem = { table, score: linearBic(table), rng: createRng(1) };
 * finish(rlOrderSearch(problem, { iterations: 5, batch: 4 })).graph.d; // 3
 * ```
 */
export const { runs: rlOrderRuns, search: rlOrderSearch } = repeated<RlOrderOptions>(rlOrderRun, (rng, k) =>
  rng.fork(`restart/${k}`),
);

/** One run of the agent. */
export function* rlOrderRun(
  problem: AgentProblem,
  options: RlOrderOptions = {},
  machine: AgentMachine = {},
): Search<RlOrderStep> {
  const { score, rng, knowledge = noKnowledge(score.d) } = problem;
  const { X } = problem.table;
  const { d } = score;
  const { policy: name = "logits", iterations = 400, stop = "auto" } = options;
  const { patience = 100, shakes = 0 } = options;
  const rewards = createOrderRewards(score, knowledge);
  const policy = policies[name]({ X, rng: rng.fork("policy"), knowledge, options, machine });
  const decode = createDecoder(policy.batch, d, knowledge);
  const iterate = (t: number) => {
    const orders = decode(policy.propose(t), rng.fork(`ties/${t}`));
    const { gains, mean, leading } = compared(rewards.of(orders));
    const entropy = policy.entropy();
    policy.learn(gains);
    return { candidate: rewards.bestUnder(orders[leading]), values: { reward: mean, entropy } };
  };
  return yield* orderRun(problem, { ...policy, iterate }, { iterations, stop, patience, shakes });
}

/** Standardised rewards of a batch, their mean, and the index of the best. A forbidden graph counts as the worst allowed one. */
function compared(rewards: Float64Array): { gains: Float64Array; mean: number; leading: number } {
  let leading = 0;
  let least = Number.POSITIVE_INFINITY;
  rewards.forEach((r, b) => {
    if (r > rewards[leading]) leading = b;
    if (r > Number.NEGATIVE_INFINITY && r < least) least = r;
  });
  const values = rewards.map((r) => Math.max(r, least === Number.POSITIVE_INFINITY ? 0 : least));
  const mean = values.reduce((sum, r) => sum + r, 0) / values.length;
  const variance = values.reduce((sum, r) => sum + (r - mean) * (r - mean), 0) / values.length;
  const deviation = Math.sqrt(variance);
  // Differences at the level of rounding carry no information.
  const isFlat = !isBetter(mean + deviation, mean);
  return { gains: values.map((r) => (isFlat ? 0 : (r - mean) / deviation)), mean, leading };
}
