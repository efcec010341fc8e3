// Causal discovery with reinforcement learning, the paper's search: a network proposes graphs, is rewarded for those that
// score well and have no cycles, and learns to propose better ones.
//
//     min   S(G)  subject to  G a DAG                                                  Eq. 1
//     max   J(ψ) = E [R(A)],  A ~ π_ψ(· | s)                                           Eq. 7
//           R(A) = −(S(A) + λ₁ [A is not a DAG] + λ₂ h(A)),   h(A) = tr e^A − d        Eqs. 5 and 4
//
// ψ are the parameters of the network, s rows of the data. S is BIC (Eq. 2, or 3 with equal variances) or any other score,
// lower is better. For large enough λ₁ and λ₂ both problems have the same solution (Proposition 1: proposition.ts).
//
// The ingredients and their sources:
//     each graph of a batch has its own sample of rows, with replacement        section 4
//     S is scaled to 0 … 5, from the complete graph to the empty one            Algorithm 1, line 2 (rewards.ts)
//     an indicator and a smooth term penalise cycles                            Eq. 5; appendix C explains why both
//     λ₁ and λ₂ start small and rise                                            Algorithm 1, line 7 (lambda.ts)
//     a critic V as baseline; it also trains the shared encoder                 section 5.2; Konda & Tsitsiklis, NIPS 1999
//     a moving average a of the rewards, subtracted before the critic           published code
//     an entropy bonus, with the learning rate as its weight                    section 5.2; Williams & Peng, Connection
//                                                                               Science 3, 1991; the weight: published code
//     likelihood and entropy are means over all d² cells of a graph             published code
//     the learning rate falls by 4 % in 5,000 iterations                        published code
//     gradients are clipped tensor by tensor; one Adam for both losses          published code (agent.ts, net/adam.ts)
//     score terms are computed once for each node and parent set                section 5.2 (term-cache.ts)
//     the result is the best graph ever proposed, not the last one              section 5.3 (record.ts)
//
// Zhu, Ng & Chen, "Causal discovery with reinforcement learning", ICLR 2020.
//
// Differs from the published code: the result is the best *acyclic* graph (there: the best by penalised score, cyclic or
// not); acyclicity is tested exactly (there a cycle of ten variables passes); the last iteration is included. In addition,
// the best graph is polished, and a run may end early (rl-run.ts).

import { check } from "../../../check.ts";
import { noKnowledge } from "../../../graph/knowledge.ts";
import { exponential, logarithm } from "../../../math/elementary.ts";
import { resumedState } from "../../resumed-state.ts";
import type { Search } from "../../search.ts";
import { type Agent, type AgentMachine, type AgentOptions, createAgent, type Proposed } from "../agent.ts";
import { bitsOfCells } from "../parent-bits.ts";
import { type AgentProblem, type AgentRunOptions, repeated } from "../restarts.ts";
import type { DistanceName } from "./distance.ts";
import { firstLambdas, type LambdaRule, type Lambdas, nextLambdas, penalised } from "./lambda.ts";
import { createRecord, type GraphRecord, recordBatch, type Seen } from "./record.ts";
import { createRewards, type GraphValues, type Rewards } from "./rewards.ts";
import { polishedRun, type RlStep, rlState } from "./rl-run.ts";

export { distanceNames } from "./distance.ts";
export { presets } from "./presets.ts";
export type { Proposition } from "./proposition.ts";
export type { RlStep } from "./rl-run.ts";

/** A position in Algorithm 1. */
export interface Position {
  /** Iterations so far. */
  readonly t: number;
  /** The moving average of the rewards. */
  readonly baseline: number;
  readonly lambdas: Lambdas;
}

/** The position after an iteration, with its batch and statistics. */
export interface Iteration extends Position {
  readonly graphs: Uint32Array;
  readonly values: GraphValues;
  /** Means over the batch. */
  readonly reward: number;
  readonly entropy: number;
  readonly actorLoss: number;
  readonly criticLoss: number;
  /** False once a loss or gradient is not finite; the parameters are then unusable. */
  readonly areFinite: boolean;
  /** The graph with the best reward so far, in iterations that update the penalty weights; otherwise null. */
  readonly leading: Seen | null;
}

interface Players {
  readonly agent: Agent;
  readonly worth: Rewards;
  readonly record: GraphRecord;
}

interface Schedule {
  readonly learningRate: number;
  readonly rule: LambdaRule;
  /** The paper's t₀. */
  readonly lambdaEvery: number;
  readonly maxParents: number;
}

// biome-ignore format: each line is annotated with its place in the paper
/** Algorithm 1, iteration by iteration. */
function* algorithmOne(
  { agent, worth, record }: Players,
  { learningRate, rule, lambdaEvery, maxParents }: Schedule,
  start: Position,
): Generator<Iteration, never, void> {
  let { baseline, lambdas } = start;
  for (let t = start.t + 1; ; t++) {                                            // line 1
    const eta = learningRate * decay(t - 1);                                    // published code
    const graphs = rollout(agent);                                              // A_b ~ π(· | s_b), b = 1 … B: section 4
    const values = worth.evaluate(graphs, agent.batch);                         // line 2: S of Eqs. 2 and 3, scaled; h of Eq. 4
    const R = rewards(values, lambdas);                                         // Eq. 5
    recordBatch(record, graphs, values, { words: worth.words, maxParents });    // section 5.3
    const reward = R.reduce((sum, r) => sum + r / R.length, 0);
    baseline = past * baseline + (1 - past) * reward;                           // a: published code
    const proposed = agent.proposed();
    const advantages = R.map((r, b) => r - baseline - proposed.value[b]);       // R_b − a − V_b
    const actor = actorLoss(advantages, proposed, eta);                         // its gradient: −∇J of Eq. 7, section 5.2
    const critic = criticLoss(advantages);                                      // section 5.2
    const areFinite = update(agent, [actor, critic], eta);                      // Adam: section 5.2
    let leading: Seen | null = null;
    if ((rule === "code" ? t + 1 : t) % lambdaEvery === 0) {                    // line 3; as published one iteration early
      leading = record.best(lambdas);                                           // line 4
      if (leading !== null) lambdas = nextLambdas(lambdas, rule, leading);      // lines 5 to 8
    }
    const entropy = proposed.entropy.reduce((sum, H) => sum + H, 0) / agent.batch;
    const losses = { actorLoss: actor.loss, criticLoss: critic.loss, areFinite };
    yield { t, baseline, lambdas, graphs, values, reward, entropy, ...losses, leading };
  }
}

/** A batch of graphs from the policy, each from its own sample of rows, as parent bits of every variable. */
function rollout(agent: Agent): Uint32Array {
  agent.propose();
  return bitsOfCells(agent.actions, agent);
}

/** R = −(S + λ₁ [not acyclic] + λ₂ h) of every graph of a batch. */
function rewards({ score, distance, acyclic }: GraphValues, lambdas: Lambdas): Float64Array {
  return score.map((S, b) => -penalised(S, distance[b], acyclic[b] === 1, lambdas));
}

/** A loss and its derivatives with respect to the network's outputs for each graph. */
export interface Loss {
  readonly loss: number;
  readonly slopes: Partial<Proposed>;
}

/**
 * L₁ = mean_b [(R_b − a − V_b) NLL_b] − η mean_b H_b, the advantages held constant. The gradient of the first part is
 * REINFORCE's estimate of −∇J / d² (Williams, Machine Learning 8, 1992), d² because NLL is a mean over the cells.
 */
export function actorLoss(advantages: Float64Array, { nll, entropy }: Proposed, eta: number): Loss {
  const B = advantages.length;
  return {
    loss: advantages.reduce((sum, A, b) => sum + (A * nll[b] - eta * entropy[b]) / B, 0),
    slopes: { nll: advantages.map((A) => A / B), entropy: new Float64Array(B).fill(-eta / B) },
  };
}

/** L₂ = mean_b (R_b − a − V_b)². */
export function criticLoss(advantages: Float64Array): Loss {
  const B = advantages.length;
  return {
    loss: advantages.reduce((sum, A) => sum + (A * A) / B, 0),
    slopes: { value: advantages.map((A) => (-2 * A) / B) },
  };
}

/** One Adam step along the gradients of the losses (agent.ts); returns false if a loss or a gradient norm is not finite. */
export function update(agent: Agent, losses: readonly Loss[], eta: number): boolean {
  const slopes: Partial<Proposed> = Object.assign({}, ...losses.map((of) => of.slopes));
  const norms = agent.update(slopes, eta);
  return [...losses.map(({ loss }) => loss), ...norms].every((x) => Number.isFinite(x));
}

/** Weight of the past in the moving average of the rewards, and its initial value. */
const past = 0.99;
const firstBaseline = -1;

/** The learning rate decays exponentially, by 4 % per 5,000 iterations. */
function decay(t: number): number {
  return exponential((logarithm(0.96) * t) / 5000);
}

export interface RlOptions extends AgentOptions, AgentRunOptions {
  readonly learningRate?: number;
  readonly lambda?: LambdaRule;
  /** Iterations between updates of the penalty weights. */
  readonly lambdaEvery?: number;
  /** Measure of the distance from acyclicity, weighted by λ₂; default: the paper's trace of the matrix exponential. */
  readonly distance?: DistanceName;
  /** Iterations between polishes. */
  readonly polishEvery?: number;
}

/**
 * Independent runs of the agent.
 *
 * @example
 * ```js
 * const { table } = simulate({ nodes: 3, samples: 60 });
 * const problem = { table, score: linearBic(table), rng: createRng(1) };
 * finish(rlSearch(problem, { ...presets.fast.options(3), iterations: 5, batch: 4 })).graph.d; // 3
 * ```
 */
export const { runs: rlRuns, search: rlSearch } = repeated<RlOptions>(rlRun, (rng, k) =>
  k === 0 ? rng : rng.fork(`restart/${k}`),
);

/** One run of the agent. */
export function* rlRun(
  { table, score, rng, knowledge = noKnowledge(score.d), optimum, from: state }: AgentProblem,
  options: RlOptions = {},
  machine: AgentMachine = {},
): Search<RlStep> {
  const { iterations = 20_000, learningRate = 1e-3, lambda: rule = "code", lambdaEvery = 1000 } = options;
  const { polishEvery = 25, stop = "auto", patience = 2000, distance } = options;
  const from = resumedState(rlState, state);
  check(iterations >= 1, `rl: at least one iteration is needed, got ${iterations}`);
  const worth = createRewards(score, { distance });
  const record = createRecord(from?.record);
  const agent = createAgent(table.X, rng, { ...options, knowledge }, machine);
  try {
    if (from) agent.restore(from.agent);
    const start: Position = from
      ? { t: from.iteration, baseline: from.baseline, lambdas: from.lambdas }
      : { t: 0, baseline: firstBaseline, lambdas: firstLambdas(score.d, rule) };
    const schedule = { learningRate, rule, lambdaEvery, maxParents: knowledge.maxParents };
    const algorithm = algorithmOne({ agent, worth, record }, schedule, start);
    const { isLowerBound } = worth;
    return yield* polishedRun(
      { score, rng, agent, record, isLowerBound, start, algorithm },
      { iterations, polishEvery, stop, patience, knowledge, optimum, distance },
      from,
    );
  } finally {
    agent.net.close();
  }
}
