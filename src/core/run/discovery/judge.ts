// Stage 7, judge: compares the result with the proven optimum, the truth, graphs that need no search and the result in other units;
// and determines which directions are identified.

import { violations } from "../../graph/knowledge.ts";
import { paperScore } from "../../score/score.ts";
import { searches } from "../../search/searches.ts";
import { progressOf, type StopReason } from "../problem.ts";
import type { AnswerKind, Panel, RunEvent, RunResult } from "../result.ts";
import { answerOf } from "./answer.ts";
import { type BestGraphs, bestGraphs } from "./best-graphs.ts";
import { brokenAssumptions } from "./broken-assumptions.ts";
import type { Finished } from "./finish.ts";
import { panelOf } from "./gameability.ts";
import { assembled } from "./judged-graphs.ts";
import type { Prepared } from "./prepare.ts";
import type { Proven } from "./prove.ts";
import type { SearchOutcome } from "./search.ts";
import { strengthsOf } from "./strength.ts";

export interface StageResults {
  readonly outcome: SearchOutcome;
  readonly finished: Finished;
  readonly proven: Proven;
}

export interface Judged extends StageResults {
  readonly panel: Panel | null;
  readonly ranking: BestGraphs;
  readonly facts: ReturnType<typeof assembled>;
  readonly warnings: readonly string[];
  readonly strengths: RunResult["strengths"];
}

export function* judge(
  prepared: Prepared,
  results: StageResults,
): Generator<RunEvent, Judged, StopReason | undefined> {
  const { search, problem, sorted, pulse } = prepared;
  const { score } = problem;
  const {
    outcome: { raw },
    finished: { polished, final },
    proven: { optimum },
  } = results;
  // An agent's raw graph is nearly complete and takes minutes to find: the rescaling test uses its polished graph and
  // the order search, by name: the quick search over the same space.
  const isByOrder = search.runs !== undefined && polished !== null && score.local !== undefined;
  const panel = yield* panelOf(
    prepared,
    isByOrder ? { raw: polished.graph, search: searches.order } : { raw, search },
  );
  const ranking = yield* bestGraphs(prepared);
  const { bounds } = score;
  const scaled = bounds ? pulse.tried(() => paperScore(bounds, raw)) : null;
  // Each of these may take a second for a thousand variables.
  pulse.wish(yield progressOf("answer", "which directions are determined", 0.3));
  const answer = answerOf(final, sorted, { by: openBy(prepared), asksMember: prepared.spec.member === true });
  pulse.wish(yield progressOf("answer", "what the score assumes", 0.6));
  const warnings = [
    ...warningsOf(prepared, results),
    ...(pulse.tried(() => brokenAssumptions(prepared, answer.pdag))?.value ?? []),
  ];
  const facts = assembled(
    {
      raw,
      polished,
      final,
      optimum,
      answer,
      isTruthInReach: search.uses === "score" && isTruthInReach(prepared),
      paperScore: scaled?.value ?? null,
    },
    score,
    sorted,
  );
  const isShort = (facts.gap ?? 0) > 0;
  const strengths = yield* strengthsOf(prepared, { answer, isShort, ...results });
  return { ...results, panel, ranking, facts, warnings, strengths };
}

/** The search's own warnings; none if it was stopped before it had a graph. */
function warningsOf({ search, sorted }: Prepared, { outcome: { step } }: StageResults): readonly string[] {
  return step.graph === null ? [] : (search.warnings?.(step, sorted.table.names) ?? []);
}

/** Could the search have found the truth, given the knowledge and its options? False if no truth is known. */
function isTruthInReach({ sorted: { knowledge, table, truth }, search, spec }: Prepared): boolean {
  if (truth === undefined || violations(truth, knowledge, table.names).length > 0) return false;
  return search.reaches?.(truth, spec.options ?? {}) ?? true;
}

/**
 * What leaves directions open; null if all are determined.
 *
 * A search by tests leaves open what the members of its class disagree on; any other search that works on the rows without the
 * score determines all directions. A search over classes leaves open what a score that distinguishes members could decide, unless
 * the polish has decided it. For all other searches, the score decides.
 */
export function openBy({ search, spec: { polish }, problem: { score } }: Prepared): AnswerKind["by"] {
  const isByScore = score.isEquivalent || score.isEquivalentButForChance === true;
  if (search.uses === "rows") return search.finds === "class" ? "search" : null;
  if (isByScore) return "score";
  return search.finds === "class" && !polish ? "search" : null;
}
