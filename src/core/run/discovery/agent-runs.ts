// The runs of an agent by themselves, as `discovery` makes them: for a worker that makes one of several.

import { check } from "../../check.ts";
import { createRng } from "../../math/rng.ts";
import type { AgentRuns } from "../../search/agents/agents.ts";
import { searches } from "../../search/searches.ts";
import { scoreOf, sortedProblem } from "../problem.ts";
import { specFor } from "../spec-for.ts";
import { tableFor } from "../table-for.ts";
import type { Discovery } from "./discovery.ts";

/** Of the search that the options name; no proven best score is known to them. */
export function agentRunsOf({
  table,
  options,
  userScore,
  machine,
}: Pick<Discovery, "table" | "options" | "userScore" | "machine">): AgentRuns {
  const { spec } = specFor(table, options, userScore !== undefined);
  const { runs } = searches[spec.search] ?? {};
  check(runs !== undefined, `discover: ${spec.search} is no agent, so it has no runs to share out`);
  const sorted = sortedProblem(tableFor(table, spec, userScore !== undefined), spec);
  const score = scoreOf(sorted.table, spec, userScore);
  const { knowledge } = sorted;
  const rng = createRng(spec.seed);
  return runs({ table: sorted.table, score, knowledge, rng }, spec.options ?? {}, machine ?? {});
}
