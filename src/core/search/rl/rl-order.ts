// The order-decoded agent: a policy proposes graphs, each is read as a causal order, and its reward is the score of the
// best graph under that order. No graph that it rewards has a cycle, so there is no acyclicity penalty and no λ.
//
//     every iteration:  rollout   the policy draws a batch of graphs (order-policy.ts)
//                       rewards   order by in-degree minus out-degree; the score of its best graph (order-rewards.ts)
//                       update    REINFORCE with the advantage (R − mean)/deviation of the batch
//     at a stall:                 order search from the best order found; after two in a row that find nothing better, and
//                                 after the last iteration, the next restart
//
// Ours. The parts: REINFORCE, Williams, Machine Learning 8, 1992; the policy over adjacency matrices, Zhu, Ng & Chen, ICLR
// 2020; scoring an order by its best graph, Teyssier & Koller, UAI 2005.
//
// Differs from the paper's agent (rl.ts): the score is not scaled and nothing but its rank within a batch is used, in
// units of the batch's deviation. Scores of orders differ in the third digit where variances are unequal; dividing by
// their spread is what makes that a signal. Differs from CORL and other policies over orders: the policy does not know
// of orders; the log-probability is that of the graph.

import { check } from "../../check.ts";
import { cpdagOf, memberByOrder } from "../../graph/equivalence.ts";
import { edgeList, graphFromEdges, topologicalOrder } from "../../graph/graph.ts";
import { type Knowledge, noKnowledge } from "../../graph/knowledge.ts";
import type { Matrix } from "../../math/matrix.ts";
import type { Rng } from "../../math/rng.ts";
import { isBetter, type Score } from "../../score/score.ts";
import { orderSearch } from "../order.ts";
import { type Polished, polish } from "../polish.ts";
import type { Search, Step } from "../search.ts";
import type { AgentMachine } from "./agent.ts";
import { type PolicyName, type PolicyOptions, policies } from "./order-policy.ts";
import { createDecoder, createOrderRewards, sparseVariables } from "./order-rewards.ts";

export interface RlOrderOptions extends PolicyOptions {
  readonly knowledge?: Knowledge;
  /** Unless said: logits up to 20 variables, the encoder above. */
  readonly policy?: PolicyName;
  /** At most so many batches in each restart. */
  readonly iterations?: number;
  /** Independent agents, one after the other. */
  readonly restarts?: number;
  /** The proven best score, where it is known. */
  readonly optimum?: number;
  /** auto: end where the proven best score is reached, and look elsewhere at stalls; never: all iterations, nothing else. */
  readonly stop?: "auto" | "never";
  /** Iterations without a better graph that make a stall. */
  readonly patience?: number;
  /** State of an earlier step to go on from. */
  readonly from?: unknown;
}

export interface RlOrderStep extends Step {
  /** Batches of all restarts together. */
  readonly iteration: number;
  /** The best graph: it has the best parents already. */
  readonly polished: Polished;
  /** The parameters of the policy as bytes. */
  readonly weights: () => Uint8Array;
  /** One row for each restart that is finished. */
  readonly restarts: readonly RestartRow[];
}

export interface RestartRow {
  /** Of its best graph; null: −Infinity, which JSON cannot say. */
  readonly score: number | null;
  readonly iterations: number;
}

type Edges = readonly (readonly [number, number])[];

/** Plain JSON. */
interface State {
  readonly restart: number;
  readonly iteration: number;
  /** Best graphs of all restarts, and of this one. */
  readonly best: Edges;
  readonly own: Edges;
  readonly stalls: Stalls;
  readonly finished: readonly RestartRow[];
  readonly policy: unknown;
}

interface Stalls {
  /** Iteration of the last better graph or stall. */
  readonly since: number;
  readonly fruitless: number;
  /** Is the order search on, and where is it? */
  readonly isLooking: boolean;
  readonly looking: unknown;
}

const noStalls: Stalls = { since: 0, fruitless: 0, isLooking: false, looking: null };
/** So many stalls in a row that bear no fruit end a restart. */
const fruitlessStalls = 2;

export function* rlOrderSearch(
  score: Score,
  X: Matrix,
  rng: Rng,
  options: RlOrderOptions = {},
  machine: AgentMachine = {},
): Search<RlOrderStep> {
  const { d } = score;
  const { knowledge = noKnowledge(d), policy: name = d <= sparseVariables ? "logits" : "encoder" } = options;
  const { iterations = 400, restarts = 1, optimum, stop = "auto", patience = 100 } = options;
  for (const [what, count] of Object.entries({ iterations, restarts, patience }))
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
  const first = scored(edgeList({ d, edges: knowledge.required }));
  const streamOf = (restart: number) => rng.fork(`restart/${restart}`);
  const policyOf = (restart: number) =>
    policies[name]({ X, rng: streamOf(restart).fork("policy"), knowledge, options, machine });

  let restart = from?.restart ?? 0;
  let t = from?.iteration ?? 0;
  let best = from ? scored(from.best) : first;
  let own = from ? scored(from.own) : first;
  let stalls = from?.stalls ?? noStalls;
  let finished = from?.finished ?? [];
  let policy = policyOf(restart);
  if (from) policy.restore(from.policy);
  const decode = createDecoder(policy.batch, d, knowledge);

  const isReached = () => stop === "auto" && optimum !== undefined && !isBetter(optimum, best.score);
  const take = (found: Polished): boolean => {
    const isFruit = isBetter(found.score, own.score);
    if (isFruit) own = found;
    if (isBetter(own.score, best.score)) best = own;
    return isFruit;
  };
  const stepNow = (doing: string, values: Record<string, number>, progress: number): RlOrderStep => ({
    graph: best.graph,
    score: best.score,
    iteration: finished.reduce((sum, row) => sum + row.iterations, t),
    polished: best,
    weights: policy.weights,
    restarts: finished,
    progress,
    doing,
    values: { ...values, ...(optimum === undefined ? {} : { gap: gapOf(optimum, best) }) },
    state: (): State => ({
      restart,
      iteration: t,
      best: edgeList(best.graph),
      own: edgeList(own.graph),
      stalls,
      finished,
      policy: policy.state(),
    }),
  });
  const share = () => Math.min(0.999, (restart + t / iterations) / restarts);

  try {
    while (restart < restarts && !isReached()) {
      const where = `restart ${restart + 1} of ${restarts}, iteration`;
      while (t < iterations && !stalls.isLooking && !isReached()) {
        const orders = decode(policy.propose(t), streamOf(restart).fork(`ties/${t}`));
        const { gains, mean, leading } = compared(rewards.of(orders));
        const entropy = policy.entropy();
        policy.learn(gains);
        t++;
        if (take(rewards.bestUnder(orders[leading]))) stalls = { ...stalls, since: t };
        const isStalled = t - stalls.since >= patience || t === iterations;
        stalls = { ...stalls, isLooking: stop === "auto" && isStalled && !isReached() };
        const values = { iteration: t, restart, reward: mean, best: own.score, entropy };
        yield stepNow(`${where} ${t} of ${iterations}`, finite(values), share());
      }
      if (stalls.isLooking) {
        const before = own.score;
        const stream = streamOf(restart).fork(`stall/${t}`);
        for (const { found, state } of lookFrom(own, score, knowledge, stream, stalls.looking)) {
          take(found);
          stalls = { ...stalls, looking: state };
          if (isReached()) break;
          yield stepNow(`${where} ${t}: order search from the best order`, { restart }, share());
        }
        // TODO
        const isFruitless = !isBetter(own.score, before);
        stalls = { ...noStalls, since: t, fruitless: isFruitless ? stalls.fruitless + 1 : 0 };
      }
    }
  } finally {
    policy.close();
  }
}
