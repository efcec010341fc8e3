// Stage 7, judge: what the result is worth: against the proven optimum, the truth, graphs that need no search, other units; and
// which directions are known.

import type { Graph } from "../../graph/graph.ts";
import { violations } from "../../graph/knowledge.ts";
import type { Pdag } from "../../graph/pdag.ts";
import { paperScore } from "../../score/score.ts";
import { searches } from "../../search/searches.ts";
import type { StopReason } from "../problem.ts";
import type { Panel, RunEvent, RunResult } from "../result.ts";
import { bestGraphs, type Finished } from "./finish.ts";
import { panelOf } from "./gameability.ts";
import { assembled, classOf } from "./judged-graphs.ts";
import type { Prepared } from "./prepare.ts";
import type { Proven } from "./prove.ts";
import type { Found } from "./search.ts";

export interface Made {
  readonly found: Found;
  readonly finished: Finished;
  readonly proven: Proven;
}

export interface Judged extends Made {
  readonly panel: Panel | null;
  readonly alternatives: RunResult["alternatives"];
  readonly facts: ReturnType<typeof assembled>;
}

export function* judge(known: Prepared, made: Made): Generator<RunEvent, Judged, StopReason | undefined> {
  const { search, problem, sorted, pulse } = known;
  const { score } = problem;
  const {
    found: { raw },
    finished: { polished, final },
    proven: { optimum },
  } = made;
  // An agent's own graph is nearly complete and costs minutes: the rescaling test looks at its polished one instead.
  const isByOrder = search.runs !== undefined && polished !== null && score.local !== undefined;
  const panel = yield* panelOf(
    known,
    isByOrder ? { raw: polished.graph, search: searches.order } : { raw, search },
  );
  const alternatives = yield* bestGraphs(known);
  const { bounds } = score;
  const scaled = bounds ? pulse.tried(() => paperScore(bounds, raw)) : null;
  const facts = assembled(
    {
      raw,
      polished,
      final,
      optimum,
      ownClass: ownClass(known, made),
      isTruthInReach: search.uses === "score" && isTruthInReach(known),
      paperScore: scaled?.value ?? null,
    },
    score,
    sorted,
  );
  return { ...made, panel, alternatives, facts };
}

/** Do knowledge and options leave room for the truth, where there is one? */
function isTruthInReach({ sorted: { knowledge, table, truth }, search, spec }: Prepared): boolean {
  if (truth === undefined || violations(truth, knowledge, table.names).length > 0) return false;
  return search.reaches?.(truth, spec.options ?? {}) ?? true;
}

/**
 * The class that a search tells of itself. One with a rule of its own has one, where nothing was pruned from it, or none
 * (null): it tells directions that the score cannot. One that chooses classes has left directions open that a score which
 * tells members apart could tell, unless the polish has chosen them. Any other tells nothing (undefined).
 */
function ownClass(
  { search, spec: { polish, prune }, problem: { score }, sorted }: Prepared,
  { found: { step }, finished: { final } }: Made,
): Pdag | null | undefined {
  const isOpen = (graph: Graph) => classOf(graph, sorted);
  if (search.uses === "rows")
    return step.kind === "tests" && step.graph !== null && prune === "none" ? step.pdag : null;
  return search.finds === "class" && !polish && !score.isEquivalent ? isOpen(final) : undefined;
}
