// Two searches that fail on different data, one after the other: order search, then the order-decoded agent with restarts.
// The better graph is the result; that both found the same is worth more than either finding it twice.
//
// What `discover` does where nothing is said and no proof is in reach. Hill climbing gets stuck at an order that no single
// move improves; the agent draws whole orders, and settles where its policy does.

import * as z from "zod";
import { type Knowledge, noKnowledge } from "../graph/knowledge.ts";
import type { Matrix } from "../math/matrix.ts";
import type { Rng } from "../math/rng.ts";
import { isBetter, type Score } from "../score/score.ts";
import { type AgentMachine, restarted, rlOrderRuns } from "./agents/agents.ts";
import { orderSearch } from "./order/order.ts";
import { restoredGraph, resumedState, scoredEdges, storedGraph } from "./resumed-state.ts";
import { defaultRestarts, type Search, type Step, stateOf } from "./search.ts";

export interface BothOptions {
  readonly knowledge?: Knowledge;
  /** Starts of the order search. */
  readonly restarts?: number;
  /** Runs of the agent, and their iterations (its own default unless said). */
  readonly agentRestarts?: number;
  readonly iterations?: number | undefined;
  /** State of an earlier step to go on from. */
  readonly from?: unknown;
}

export interface BothStep extends Step {
  /** What each of the two has found, −Infinity before it has found anything. */
  readonly scores: { readonly order: number; readonly agent: number };
}

const stateSchema = z.strictObject({
  /** The result of the order search, once it has ended. */
  order: scoredEdges.nullable(),
  inner: z.unknown(),
});

type State = Readonly<z.infer<typeof stateSchema>>;

/** Share of the progress that the order search has, which is the quicker of the two. */
const orderShare = 0.3;

export function* bothSearches(
  score: Score,
  X: Matrix,
  rng: Rng,
  options: BothOptions = {},
  machine: AgentMachine = {},
): Search<BothStep> {
  const { d } = score;
  const { knowledge = noKnowledge(d), restarts = defaultRestarts } = options;
  const { agentRestarts = 2 } = options;
  const from = resumedState(stateSchema, options.from);

  let order = restoredGraph(from?.order, d);
  if (order === null) {
    const search = orderSearch(score, rng.fork("order"), { knowledge, restarts, from: from?.inner });
    let { value, done } = search.next();
    while (!done) {
      yield told(value, `order search: ${value.doing}`, {
        progress: orderShare * value.progress,
        scores: { order: value.score, agent: Number.NEGATIVE_INFINITY },
        state: { order: null, inner: stateOf(value) },
      });
      ({ value, done } = search.next());
    }
    order = { graph: value.graph!, score: value.score };
  }

  const kept = storedGraph(order);
  const { iterations } = options;
  const runs = rlOrderRuns(score, X, rng.fork("rl-order"), { knowledge, iterations }, machine);
  const inner = from?.order ? from.inner : undefined;
  const agent = restarted(runs, d, { restarts: agentRestarts, from: inner }, machine.pool);
  for (;;) {
    const { value, done } = agent.next();
    const found = isBetter(value.score, order.score) ? value : { ...value, ...order };
    const step = told(found, done ? "done" : `agent: ${value.doing}`, {
      progress: done ? 1 : orderShare + (1 - orderShare) * value.progress,
      scores: { order: order.score, agent: value.score },
      state: () => ({ order: kept, inner: stateOf(value) }) satisfies State,
    });
    if (done) return step;
    yield step;
  }
}

function told(
  { graph, score, values }: Step,
  doing: string,
  rest: Pick<BothStep, "progress" | "scores" | "state">,
): BothStep {
  return { graph, score, values, doing, ...rest };
}
