// Two searches that fail on different data, in sequence: order search, then the order-decoded agent with restarts. The better
// graph is the result; agreement between the two is stronger evidence than either finding it twice.
//
// The default of `discover` if a proof is infeasible. Hill climbing gets stuck at an order that no single move improves; the
// agent draws whole orders, and converges where its policy does.

import * as z from "zod";
import { isBetter } from "../score/score.ts";
import { type AgentProblem, restarted, rlOrderRuns } from "./agents/agents.ts";
import { orderSearch } from "./order/order.ts";
import { restoredGraph, resumedState, scoredEdges, storedGraph } from "./resumed-state.ts";
import { type Search, type SearchMachine, type Step, stateOf } from "./search.ts";

export interface BothOptions {
  /** Number of runs of the agent, and their iterations (default: the agent's own). */
  readonly agentRestarts?: number;
  readonly iterations?: number | undefined;
}

export interface BothStep extends Step {
  /** The best score of each so far, −Infinity before it has found a graph. */
  readonly scores: { readonly order: number; readonly agent: number };
}

const stateSchema = z.strictObject({
  /** The result of the order search, once it has ended. */
  order: scoredEdges.nullable(),
  inner: z.unknown(),
});

type State = Readonly<z.infer<typeof stateSchema>>;

/** Assumed share of the work in the order search, which is the faster of the two. */
const orderShare = 0.3;

/**
 * Order search, then an agent; returns the better of their graphs.
 *
 * @example
 * ```js
 * const { table } = simulate({ nodes: 3, samples: 60 });
 * const problem = { table, score: linearBic(table), rng: createRng(1) };
 * finish(bothSearches(problem, { agentRestarts: 1, iterations: 5 })).graph.d; // 3
 * ```
 */
export function* bothSearches(
  problem: AgentProblem,
  { agentRestarts = 2, iterations }: BothOptions = {},
  machine: SearchMachine = {},
): Search<BothStep> {
  const { score, rng, knowledge, restarts } = problem;
  const { d } = score;
  const from = resumedState(stateSchema, problem.from);

  let order = restoredGraph(from?.order, d);
  if (order === null) {
    const search = orderSearch({ score, rng: rng.fork("order"), knowledge, restarts, from: from?.inner });
    let { value, done } = search.next();
    while (!done) {
      yield bothStep(value, `order search: ${value.doing}`, {
        progress: orderShare * value.progress,
        scores: { order: value.score, agent: Number.NEGATIVE_INFINITY },
        state: { order: null, inner: stateOf(value) },
      });
      ({ value, done } = search.next());
    }
    order = { graph: value.graph!, score: value.score };
  }

  const storedOrder = storedGraph(order);
  const { table } = problem;
  const runs = rlOrderRuns({ table, score, knowledge, rng: rng.fork("rl-order") }, { iterations }, machine);
  const inner = from?.order ? from.inner : undefined;
  const agent = restarted(runs, { score, restarts: agentRestarts, from: inner }, machine.pool);
  for (;;) {
    const { value, done } = agent.next();
    const best = isBetter(value.score, order.score) ? value : { ...value, ...order };
    const step = bothStep(best, done ? "done" : `agent: ${value.doing}`, {
      progress: done ? 1 : orderShare + (1 - orderShare) * value.progress,
      scores: { order: order.score, agent: value.score },
      state: () => ({ order: storedOrder, inner: stateOf(value) }) satisfies State,
    });
    if (done) return step;
    yield step;
  }
}

function bothStep(
  { graph, score, values }: Step,
  doing: string,
  rest: Pick<BothStep, "progress" | "scores" | "state">,
): BothStep {
  return { graph, score, values, doing, ...rest };
}
