// Stage 7, judge: what the result is worth: against the proven optimum, the truth, graphs that need no search, other units; and
// which directions are known.

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
  // An agent's own graph is nearly complete and costs minutes: the rescaling test looks at its polished one instead.
  const isByOrder = search.runs !== undefined && polished !== null && score.local !== undefined;
  const panel = yield* panelOf(
    prepared,
    isByOrder ? { raw: polished.graph, search: searches.order } : { raw, search },
  );
  const ranking = yield* bestGraphs(prepared);
  const { bounds } = score;
  const scaled = bounds ? pulse.tried(() => paperScore(bounds, raw)) : null;
  // Each of these may take a second where there are a thousand variables.
  pulse.wish(yield progressOf("answer", "which directions are determined", 0.3));
  const answer = answerOf(final, sorted, { by: openBy(prepared), asksMember: prepared.spec.member === true });
  pulse.wish(yield progressOf("answer", "what the score assumes", 0.6));
  const warnings = pulse.tried(() => brokenAssumptions(prepared, answer.pdag))?.value ?? [];
  const strengths = yield* strengthsOf(prepared, { answer, ...results });
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
  return { ...results, panel, ranking, facts, warnings, strengths };
}

/** Do knowledge and options leave room for the truth, where there is one? */
function isTruthInReach({ sorted: { knowledge, table, truth }, search, spec }: Prepared): boolean {
  if (truth === undefined || violations(truth, knowledge, table.names).length > 0) return false;
  return search.reaches?.(truth, spec.options ?? {}) ?? true;
}

/**
 * What leaves directions open; null where all are told.
 *
 * A search by tests leaves open what the members of its class disagree on; another search by a rule of its own on the rows tells
 * all directions. A search that chooses classes leaves open what a score that tells members apart could tell, unless the polish
 * has. With any other, the score decides.
 */
export function openBy({ search, spec: { polish }, problem: { score } }: Prepared): AnswerKind["by"] {
  const isByScore = score.isEquivalent || score.isEquivalentButForChance === true;
  if (search.uses === "rows") return search.finds === "class" ? "search" : null;
  if (isByScore) return "score";
  return search.finds === "class" && !polish ? "search" : null;
}
