// An agent in a space where every point is a directed acyclic graph: a vector of normal draws (gaussian-policy.ts) is decoded
// as a graph (vectors.ts) and rewarded with its score (vector-rewards.ts). There are no cycles to unlearn, and no network.
//
//     every iteration:  rollout   a batch of vectors
//                       rewards   the scores of their graphs, as advantages
//                       update    proximal policy optimisation of the means and deviations
//                       polish    the best graph under the order of the best draw's heights, and of the mean heights
//     at a stall:                 order search from the best order found (order-run.ts)
//
// Duong, Le, Huang & Nguyen, "Reinforcement learning for causal discovery without acyclicity constraints", TMLR 2025 (ALIAS),
// and its published code. docs/algorithms/vec2dag.md says where this differs.

import { type Knowledge, noKnowledge } from "../../../graph/knowledge.ts";
import { exponential } from "../../../math/elementary.ts";
import { logGammaTail } from "../../../math/gamma-tail.ts";
import { isBetter } from "../../../score/score.ts";
import type { Polished } from "../../order/order.ts";
import type { Search } from "../../search.ts";
import { createOrderRewards } from "../order-rewards.ts";
import { type OrderRunOptions, type OrderRunStep, orderRun } from "../order-run.ts";
import { type AgentProblem, repeated } from "../restarts.ts";
import { type GaussianOptions, gaussianPolicy } from "./gaussian-policy.ts";
import { type Credit, createVectorRewards } from "./vector-rewards.ts";
import { orderOf, pairAt, vectorLength } from "./vectors.ts";

export { type Credit, credits } from "./vector-rewards.ts";

export interface Vec2DagOptions extends GaussianOptions, OrderRunOptions {
  /** What a number of a vector is credited with: the terms of the score that it changes, or the score of the graph. */
  readonly credit?: Credit;
}

/**
 * Independent runs of the agent.
 *
 * @example
 * ```js
 * const { table } = simulate({ nodes: 3, samples: 60 });
 * const problem = { table, score: linearBic(table), rng: createRng(1) };
 * finish(vec2dagSearch(problem, { iterations: 5, batch: 4 })).graph.d; // 3
 * ```
 */
export const { runs: vec2dagRuns, search: vec2dagSearch } = repeated<Vec2DagOptions>(vec2dagRun, (rng, k) =>
  rng.fork(`restart/${k}`),
);

/** One run of the agent. */
function* vec2dagRun(problem: AgentProblem, options: Vec2DagOptions = {}): Search<OrderRunStep> {
  const { score, rng, knowledge = noKnowledge(score.d) } = problem;
  const { iterations = 400, stop = "auto", patience = 100, shakes = 0, credit = "terms" } = options;
  const { d } = score;
  const size = vectorLength(d);
  const policy = gaussianPolicy(size, rng.fork("policy"), options);
  const rewards = createVectorRewards(score, knowledge, credit);
  const { bestUnder } = createOrderRewards(score, knowledge);
  const polished = (vector: Float64Array): Polished => bestUnder(orderOf(vector, knowledge));

  const iterate = (t: number) => {
    const drawn = policy.propose(t);
    const { scores, advantages } = rewards(drawn);
    policy.learn(advantages);
    const leading = scores.indexOf(Math.max(...scores));
    const ofDraw = polished(drawn.subarray(leading * size, (leading + 1) * size));
    const ofMean = polished(policy.parameters);
    return {
      candidate: isBetter(ofMean.score, ofDraw.score) ? ofMean : ofDraw,
      values: { reward: meanOf(scores), entropy: policy.entropy() },
    };
  };
  const agent = {
    iterate,
    weights: () => new Uint8Array(policy.parameters.slice().buffer),
    probabilities: () => edgeProbabilities(policy.parameters, knowledge),
    state: policy.state,
    restore: policy.restore,
    close: () => {},
  };
  return yield* orderRun(problem, agent, { iterations, stop, patience, shakes });
}

/** P(e_ij > 0) · P(p_i < p_j) at i·d + j, for edges that the knowledge leaves open. */
function edgeProbabilities(parameters: Float64Array, { d, required, forbidden }: Knowledge): Float64Array {
  const size = vectorLength(d);
  const deviation = (k: number) => exponential(parameters[size + k]);
  return Float64Array.from({ length: d * d }, (_, at) => {
    const [i, j] = [Math.floor(at / d), at % d];
    if (i === j || forbidden[at] === 1) return 0;
    if (required[at] === 1) return 1;
    const pair = pairAt(i, j, d);
    const spread = Math.sqrt(deviation(i) * deviation(i) + deviation(j) * deviation(j));
    return (
      normalShare(parameters[pair] / deviation(pair)) * normalShare((parameters[j] - parameters[i]) / spread)
    );
  });
}

/** The standard normal distribution function. */
function normalShare(x: number): number {
  const beyond = exponential(logGammaTail(0.5, (x * x) / 2)) / 2;
  return x > 0 ? 1 - beyond : beyond;
}

/** Mean over the graphs that the score allows. */
function meanOf(scores: Float64Array): number {
  const finite = scores.filter(Number.isFinite);
  return finite.reduce((sum, x) => sum + x, 0) / finite.length;
}
