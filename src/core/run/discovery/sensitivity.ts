// Stage 8, sensitivity: the answers with the penalty on edges from half to twice its value.
//
// The same search and pruning on the same rows, varying only the score's penalty weight, or its equivalent sample size. Means and
// covariances are computed once if no rows are needed. By default this runs only if it is fast: a linear score, and a search that is
// quick for the number of variables and edges.

import { check } from "../../check.ts";
import { tableScatter } from "../../data/table.ts";
import { scores } from "../../score/scores.ts";
import { watchedTerms } from "../../score/watched-terms.ts";
import { progressOf, type StopReason, scoreOf } from "../problem.ts";
import type { RunEvent, RunResult, SensitivityFacts } from "../result.ts";
import { weightOf } from "../skipped-sensitivity.ts";
import { needsRows } from "../spec-for.ts";
import { answerOf } from "./answer.ts";
import { withChosenSearch } from "./choose-search.ts";
import { finish } from "./finish.ts";
import { openBy } from "./judge.ts";
import type { Prepared } from "./prepare.ts";
import type { SearchOutcome } from "./search.ts";
import { watched } from "./watched.ts";

const factors = [0.5, 0.7, 1, 1.4, 2] as const;

/** Limits for a score evaluated term by term: variables, and total rows read by all its terms. */
const listedReach = { variables: 12, rows: 5e7 };

/** Refuses a request for sensitivity if the search or score has no penalty to vary. */
export function checkSensitivity({ spec, search }: Pick<Prepared, "spec" | "search">): void {
  if (spec.sensitivity !== "always") return;
  const refusal = { field: "sensitivity", remedies: [{ unset: ["sensitivity"] }] };
  check(
    search.uses === "score",
    `sensitivity: the search ${search.name} does not use a score, so no penalty changes it`,
    refusal,
  );
  check(weightOf(spec) !== undefined, `sensitivity: the score ${spec.score} has no weight to vary`, refusal);
}

function isMade({ spec, search, problem: { score, table } }: Prepared, edges: number): boolean {
  const { sensitivity = "auto" } = spec;
  if (sensitivity !== "auto") return sensitivity === "always";
  const { d } = score;
  const areTermsQuick =
    score.local?.gaussian !== undefined ||
    (d <= listedReach.variables && d * 2 ** (d - 1) * table.X.rows <= listedReach.rows);
  const { isQuickFor } = search;
  const isSearchQuick =
    isQuickFor !== undefined && d <= isQuickFor.variables && edges <= isQuickFor.edges * d;
  return scores[spec.score]?.isLinear === true && isSearchQuick && areTermsQuick;
}

/** `answer`: the answer of the run itself. */
export function* sensitivity(
  prepared: Prepared,
  outcome: SearchOutcome,
  answer: Pick<RunResult, "edges" | "undirected">,
): Generator<RunEvent, SensitivityFacts | null, StopReason | undefined> {
  const { input, spec, search, sorted, problem, machine, pulse, skips } = prepared;
  const option = weightOf(spec);
  const edges = answer.edges.length + answer.undirected.length;
  if (option === undefined || !isMade(prepared, edges) || outcome.stopped !== null) return null;
  if (pulse.wish() !== undefined) {
    skips.push("sensitivity");
    return null;
  }
  const isRead = needsRows(withChosenSearch(spec, search.name), input.userScore !== undefined);
  const table = isRead
    ? sorted.table
    : { ...sorted.table, scatter: { origin: "computed once", ...tableScatter(sorted.table) } };
  const graphs: SensitivityFacts["graphs"][number][] = [];
  for (const factor of factors) {
    const value = factor * spec[option];
    if (factor === 1) {
      graphs.push({ factor, value, edges: answer.edges, undirected: answer.undirected });
      continue;
    }
    const trial = { ...spec, [option]: value };
    const plainScore = scoreOf(table, trial, input.userScore, { ...input.scoring, beat: pulse.beat });
    const score = watchedTerms(plainScore, pulse.term);
    const again: Prepared = { ...prepared, spec: trial, problem: { ...problem, score }, computed: undefined };
    // No workers: they only have the penalty of the run itself.
    const start = () => search.run(again.problem, spec.options ?? {}, { ...machine, tasks: undefined });
    const { step, stopped, isCut } = yield* watched(start, `sensitivity, ${factor} times`, { pulse });
    if (stopped !== null || step.graph === null) {
      skips.push("sensitivity");
      return null;
    }
    const { final } = finish(again, { step, stopped, isCut, raw: step.graph, notes: [] });
    const { facts } = answerOf(final, sorted, { by: openBy(again), asksMember: spec.member === true });
    graphs.push({ factor, value, edges: facts.edges, undirected: facts.undirected });
  }
  yield progressOf("sensitivity", "the results with half to twice the penalty", 1);
  return { option, graphs };
}
