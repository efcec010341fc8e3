// The runs of an agent by themselves, as `discovery` makes them: for a worker that makes one of several.

import { check } from "../check.ts";
import { createRng } from "../math/rng.ts";
import type { AgentRuns } from "../search/agents/agents.ts";
import type { Discovery } from "./discover.ts";
import { scoreOf, sortedProblem } from "./problem.ts";
import { searches } from "./registry.ts";
import { runSpec } from "./spec.ts";
import { tableFor } from "./table-for.ts";

/** Of the search that the options name; no proven best score is known to them. */
export function agentRunsOf({
  table,
  options,
  userScore,
  machine,
}: Pick<Discovery, "table" | "options" | "userScore" | "machine">): AgentRuns {
  const spec = runSpec(options, userScore !== undefined);
  const { agent } = searches[spec.search] ?? {};
  check(agent !== undefined, `discover: ${spec.search} is no agent, so it has no runs to share out`);
  const sorted = sortedProblem(tableFor(table, spec, userScore !== undefined), undefined, spec);
  const score = scoreOf(sorted.table, spec, userScore);
  const { knowledge } = sorted;
  const rng = createRng(spec.seed);
  return agent({ table: sorted.table, score, knowledge, rng, spec, memoryBytes: 0, machine });
}
