// Pieces of a discovery for workers, set up as `discovery` does: a run of an agent, a start or a task of a search, a replicate.

import { check } from "../../check.ts";
import { createRng } from "../../math/rng.ts";
import type { AgentRuns } from "../../search/agents/agents.ts";
import { finish, stateOf } from "../../search/search.ts";
import { searches } from "../../search/searches.ts";
import { scoreOf, sortedProblem } from "../problem.ts";
import { specFor } from "../spec-for.ts";
import { tableFor } from "../table-for.ts";
import type { Numbered } from "./counted-marks.ts";
import type { Discovery } from "./discovery.ts";
import { lossTasks } from "./loss.ts";
import { replicates } from "./replicate.ts";

type Work = Pick<Discovery, "table" | "options" | "userScore" | "machine" | "memoryBytes">;

/** The runs of the agent that the options name; they know no proven optimum at which to stop. */
export function agentRunsOf(work: Work): AgentRuns {
  const { problem, spec } = problemOf(work);
  const { runs } = searches[spec.search] ?? {};
  check(runs !== undefined, `discover: ${spec.search} is not an agent, so it has no runs to distribute`);
  return runs(problem, spec.options ?? {}, work.machine ?? {});
}

/** Computes restart k alone, as JSON: the last state of an agent's run, or where a start of a search ended. */
export function restartsOf(work: Work): (k: number) => unknown {
  const { problem, spec } = problemOf(work);
  const { runs, starts } = searches[spec.search] ?? {};
  if (runs) return (k) => stateOf(finish(runs(problem, spec.options ?? {}, work.machine ?? {})(k)));
  check(starts !== undefined, `discover: ${spec.search} has no restarts to distribute`);
  return starts(problem, spec.options ?? {});
}

/** Computes a task of the search that the options name, or of the strengths of its edges. */
export function searchTasksOf(work: Work): (task: unknown) => unknown {
  const { problem, spec } = problemOf(work);
  const { tasks } = searches[spec.search] ?? {};
  check(tasks !== undefined, `discover: ${spec.search} has no tasks to distribute`);
  const answer = tasks(problem, spec.options ?? {});
  const losses = lossTasks(problem);
  return (task) => (losses.isOne(task) ? losses.answer(task) : answer(task));
}

/** Computes the marks of a replicate, given its number. */
export function replicatesOf(work: Work): (replicate: number) => Numbered {
  const steps = replicates({ ...work, now: () => 0 });
  return (replicate) => {
    const running = steps(replicate);
    for (;;) {
      const { value, done } = running.next();
      // Nothing stops it, so its value is not null.
      if (done) return { replicate, ...value! };
    }
  };
}

function problemOf({ table, options, userScore }: Work) {
  const { spec } = specFor(table, options, userScore !== undefined);
  const sorted = sortedProblem(tableFor(table, spec, userScore !== undefined), spec);
  const score = scoreOf(sorted.table, spec, userScore);
  const { knowledge } = sorted;
  return { problem: { table: sorted.table, score, knowledge, rng: createRng(spec.seed) }, spec };
}
