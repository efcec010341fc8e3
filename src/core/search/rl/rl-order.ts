// The order-decoded agent: a policy proposes graphs, each is read as a causal order, and its reward is the score of the
// best graph under that order. No graph that it rewards has a cycle, so there is no acyclicity penalty and no λ.
//
//     every iteration:  rollout   the policy draws a batch of graphs (order-policy.ts)
//                       rewards   order by in-degree minus out-degree; the score of its best graph (order-rewards.ts)
//                       update    REINFORCE with the advantage (R − mean)/deviation of the batch
//     at a stall:                 order search from the best order found or, where that has found nothing, from a random one;
//                                 after two in a row that find nothing better, and after the last iteration, the run ends
//
// Ours. The parts: REINFORCE, Williams, Machine Learning 8, 1992; the policy over adjacency matrices, Zhu, Ng & Chen, ICLR
// 2020; scoring an order by its best graph, Teyssier & Koller, UAI 2005.
//
// Differs from the paper's agent (rl.ts): the score is not scaled, and there is neither critic nor moving average. The mean
// of the batch is the baseline and its deviation the unit, so that learning rate and entropy's weight mean the same under
// every score, and early, where orders differ by thousands, as late, where they differ by units. Differs from policies
// over orders such as CORL: this one knows nothing of orders; the log-probability is that of the graph.

import { check } from "../../check.ts";
import { cpdagOf, memberByOrder } from "../../graph/equivalence.ts";
import { edgeList, type Graph, graphFromEdges, type Order, topologicalOrder } from "../../graph/graph.ts";
import { type Knowledge, noKnowledge } from "../../graph/knowledge.ts";
import type { Matrix } from "../../math/matrix.ts";
import type { Rng } from "../../math/rng.ts";
import { isBetter, type Score } from "../../score/score.ts";
import { orderSearch } from "../order.ts";
import { type Polished, polish } from "../polish.ts";
import type { Search } from "../search.ts";
import type { AgentMachine } from "./agent.ts";
import { type PolicyName, type PolicyOptions, policies } from "./order-policy.ts";
import { createDecoder, createOrderRewards } from "./order-rewards.ts";
import {
  type AgentRuns,
  type AgentStep,
  type RestartedStep,
  type RestartOptions,
  restarted,
} from "./restarts.ts";

export interface RlOrderOptions extends PolicyOptions {
  readonly knowledge?: Knowledge;
  readonly policy?: PolicyName;
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

export interface RlOrderSearchOptions extends RlOrderOptions, RestartOptions {}

/** A step of one run; the best graph has the best parents already. */
export type RlOrderStep = AgentStep & { readonly graph: Graph; readonly polished: Polished };

type Edges = readonly (readonly [number, number])[];

/** Plain JSON. */
interface State {
  readonly iteration: number;
  readonly best: Edges;
  readonly stalls: Stalls;
  readonly policy: unknown;
  readonly isDone: boolean;
}

interface Stalls {
  /** Iteration of the last better graph or stall. */
  readonly since: number;
  readonly fruitless: number;
  /** So many there were. */
  readonly looks: number;
  /** The order search that is on, as its last step left it. */
  readonly looking: { readonly state: unknown } | null;
}

const noStalls: Stalls = { since: 0, fruitless: 0, looks: 0, looking: null };
/** So many stalls in a row that bear no fruit end a run. */
const fruitlessStalls = 2;

/** Independent runs of the agent. */
export function rlOrderSearch(
  score: Score,
  X: Matrix,
  rng: Rng,
  options: RlOrderSearchOptions = {},
  machine: AgentMachine = {},
): Search<RestartedStep> {
  return restarted(rlOrderRuns(score, X, rng, options, machine), score.d, options, machine.pool);
}

export function rlOrderRuns(
  score: Score,
  X: Matrix,
  rng: Rng,
  options: RlOrderOptions,
  machine: AgentMachine,
): AgentRuns {
  return (k, from) => rlOrderRun(score, X, rng.fork(`restart/${k}`), { ...options, from }, machine);
}

/** One run of the agent. */
export function* rlOrderRun(
  score: Score,
  X: Matrix,
  rng: Rng,
  options: RlOrderOptions = {},
  machine: AgentMachine = {},
): Search<RlOrderStep> {
  const { d } = score;
  const { knowledge = noKnowledge(d), policy: name = "logits" } = options;
  const { iterations = 400, optimum, stop = "auto", patience = 100 } = options;
  for (const [what, count] of Object.entries({ iterations, patience }))
    check(
      count >= 1 && Number.isInteger(count),
      `rl-order: ${what} must be a whole number from 1 on, got ${count}`,
    );
  const from = options.from as State | undefined;
  const rewards = createOrderRewards(score, knowledge);
  const scored = (edges: Edges): Polished => {
    const graph = graphFromEdges(d, edges);
    return { graph, score: score.ofGraph(graph) };
  };
  let t = from?.iteration ?? 0;
  let best = scored(from?.best ?? edgeList({ d, edges: knowledge.required }));
  let stalls = from?.stalls ?? noStalls;
  let isDone = from?.isDone ?? false;
  const policy = policies[name]({ X, rng: rng.fork("policy"), knowledge, options, machine });
  if (from) policy.restore(from.policy);
  const decode = createDecoder(policy.batch, d, knowledge);

  const isReachedBy = ({ score: value }: Polished) =>
    stop === "auto" && optimum !== undefined && !isBetter(optimum, value);
  const take = (found: Polished): boolean => {
    const isFruit = isBetter(found.score, best.score);
    if (isFruit) best = found;
    return isFruit;
  };
  const stepNow = (doing: string, values: Record<string, number>): RlOrderStep => ({
    graph: best.graph,
    score: best.score,
    iteration: t,
    polished: best,
    isReached: isReachedBy(best),
    looks: stalls.looks,
    weights: policy.weights,
    probabilities: policy.probabilities,
    progress: isDone ? 1 : Math.min(0.999, t / iterations),
    doing: isDone ? "done" : `iteration ${t} of ${iterations}${doing}`,
    values: finite({ ...values, best: best.score, gap: gapOf(optimum, best) }),
    state: (): State => ({
      iteration: t,
      best: edgeList(best.graph),
      stalls,
      policy: policy.state(),
      isDone,
    }),
  });

  try {
    while (!isDone) {
      while (t < iterations && stalls.looking === null && !isReachedBy(best)) {
        const orders = decode(policy.propose(t), rng.fork(`ties/${t}`));
        const { gains, mean, leading } = compared(rewards.of(orders));
        const entropy = policy.entropy();
        policy.learn(gains);
        t++;
        if (take(rewards.bestUnder(orders[leading]))) stalls = { ...stalls, since: t };
        const isStalled = stop === "auto" && (t - stalls.since >= patience || t === iterations);
        if (isStalled && !isReachedBy(best)) stalls = { ...stalls, looking: { state: null } };
        yield stepNow("", { iteration: t, reward: mean, entropy });
      }
      if (stalls.looking !== null) {
        const stream = rng.fork(`stall/${t}`);
        // Where the best order has led nowhere at the last stall it would lead nowhere again.
        const start = stalls.fruitless === 0 ? topologicalOrder(best.graph)! : stream.permutation(d);
        const looking = lookingFrom({ start, best, from: stalls.looking.state }, score, knowledge, stream);
        let { value, done } = looking.next();
        while (!done && !isReachedBy(value.found)) {
          stalls = { ...stalls, looking: { state: value.state } };
          yield stepNow(`: order search from ${stalls.fruitless === 0 ? "the best" : "a random"} order`, {});
          ({ value, done } = looking.next());
        }
        const fruitless = take(value.found) ? 0 : stalls.fruitless + 1;
        stalls = { since: t, fruitless, looks: stalls.looks + 1, looking: null };
      }
      isDone = t >= iterations || stalls.fruitless >= fruitlessStalls || isReachedBy(best);
    }
    if (score.isEquivalent) best = byOrder(best, score, knowledge);
    return stepNow("", {});
  } finally {
    policy.close();
  }
}

/** The rewards of a batch in units of their spread, their mean, and whose is greatest. A forbidden graph counts as the worst. */
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
  // Rewards that differ by rounding alone say nothing.
  const isFlat = !isBetter(mean + deviation, mean);
  return { gains: values.map((r) => (isFlat ? 0 : (r - mean) / deviation)), mean, leading };
}

interface Look {
  readonly found: Polished;
  readonly state: unknown;
}

/** Order search from an order; for a score without terms the polish of the best graph. */
function* lookingFrom(
  { start, best, from }: { readonly start: Order; readonly best: Polished; readonly from: unknown },
  score: Score,
  knowledge: Knowledge,
  rng: Rng,
): Generator<Look, Look, void> {
  if (score.local === undefined) return { found: polish(best.graph, score, knowledge), state: null };
  const search = orderSearch(score, rng, { knowledge, restarts: 1, start, from });
  for (;;) {
    const { value, done } = search.next();
    const look = { found: { graph: value.graph!, score: value.score }, state: value.state };
    if (done) return look;
    yield look;
  }
}

/** The member of a graph's class whose order comes first: the one that other searches return. */
function byOrder({ graph, score: before }: Polished, score: Score, knowledge: Knowledge): Polished {
  const member = memberByOrder(cpdagOf(graph), knowledge) ?? graph;
  const value = score.ofGraph(member);
  return isBetter(before, value) ? { graph, score: before } : { graph: member, score: value };
}

function gapOf(optimum: number | undefined, { score }: Polished): number {
  return optimum === undefined ? Number.NaN : isBetter(optimum, score) ? optimum - score : 0;
}

/** Without what is not a number that JSON can say. */
function finite(values: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => Number.isFinite(value)));
}
