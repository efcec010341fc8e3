// Search definition of order search followed by an agent.

import * as z from "zod";
import { isBetter } from "../score/score.ts";
import { iterations } from "./agents/agents.ts";
import { defineSearch } from "./definition.ts";
import { type BothStep, bothSearches } from "./order-then-agent.ts";
import { defaultRestarts } from "./search.ts";

export const both = defineSearch({
  name: "both",
  group: "steps",
  summary: "order search, then the order-decoded agent with restarts; the better graph, no proof",
  method: {
    term: "hill climbing over causal orders, followed by a reinforcement-learning agent over orders",
    sources: ["teyssier", "zhu"],
  },
  when: "Up to 50 variables, where a proof is infeasible: two methods with different local optima.",
  finds: "as the score",
  uses: "score",
  needs: () => ["rows", "terms"],
  endsWithAgent: "rl-order",
  mayEndEarly: true,
  restarts: defaultRestarts,
  options: z.strictObject({ iterations: iterations(400) }),
  run: bothSearches,
  notes: ({ scores }) => [agreement(scores)],
});

/** Reports whether the two searches agree. */
function agreement({ order, agent }: BothStep["scores"]): string {
  const ahead = isBetter(order, agent) ? "order search" : isBetter(agent, order) ? "the agent" : null;
  if (agent === Number.NEGATIVE_INFINITY) return "stopped before the agent began";
  return ahead === null
    ? "order search and the agent ended at the same score; neither found a better graph"
    : `${ahead} found the better graph (order search ${order.toFixed(3)}, the agent ${agent.toFixed(3)})`;
}
