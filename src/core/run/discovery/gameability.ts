// The gameability panel: what can be had on this table without a search, and whether units decide the answer.
//
// If the truth is known, the sortabilities say how far sorting by variance (or by explained variance) reveals the causal order,
// and four baselines without any search show the result to beat. For scores that depend on units the search is
// run again on randomly rescaled columns; the share of edges that survive is a property of the answer, not of the data.
//
// Categories have no variance, no unit and no regression line: with any among the columns, the empty graph is the only
// baseline, and there are no sortabilities.

import { r2Sortability, varSortability } from "../../data/sortability.ts";
import { standardised, type Table } from "../../data/table.ts";
import type { Graph } from "../../graph/graph.ts";
import { graphMetrics } from "../../graph/metrics.ts";
import { watchedTerms } from "../../score/watched-terms.ts";
import {
  type Baseline,
  baselineCount,
  eachBaseline,
  edgeSurvival,
  emptyBaseline,
  rescaledColumns,
} from "../../search/baselines/baselines.ts";
import type { AnySearch } from "../../search/definition.ts";
import { namedEdges, placeAt, progressOf, type StopReason, scoreOf } from "../problem.ts";
import type { Panel, RunEvent } from "../result.ts";
import type { Prepared } from "./prepare.ts";
import { watched } from "./watched.ts";

/** Rescaled runs; each costs as much as the search itself (one start of the order search, with its perturbations). */
const rescaledRuns = 5;
/** Above this many variables the rescaling test is skipped. */
const rescaledVariables = 40;

export function* panelOf(
  { input, spec, sorted, search: chosen, problem, machine, pulse, skips }: Prepared,
  { raw, search }: { readonly raw: Graph; readonly search: AnySearch },
): Generator<RunEvent, Panel | null, StopReason | undefined> {
  const { rng, score } = problem;
  const { table, truth } = sorted;
  if (spec.panel === "never" || (spec.panel === "auto" && truth === undefined)) return null;
  const isNumeric = table.levels === undefined;
  const doing = "scoring graphs that need no search";
  const free = isNumeric ? eachBaseline(table, rng.fork("baselines")) : [emptyOf(table)].values();
  const baselines: Panel["baselines"][number][] = [];
  pulse.at(placeAt("baselines", doing));
  for (;;) {
    const attempt = pulse.tried(() => {
      const { value, done } = free.next();
      return done || value === undefined ? null : judged(value);
    });
    if (attempt === null) {
      skips.push("the graphs that need no search, to compare with");
      return null;
    }
    if (attempt.value === null) break;
    baselines.push(attempt.value);
    const share = baselines.length / (1 + (isNumeric ? baselineCount : 1));
    pulse.at(placeAt("baselines", doing, share));
    pulse.wish(yield progressOf("baselines", doing, share));
  }
  const sortability =
    truth && isNumeric ? { var: varSortability(table, truth), r2: r2Sortability(table, truth) } : null;
  pulse.wish(yield progressOf("baselines", doing, 1));
  return {
    baselines,
    varSortability: sortability?.var ?? null,
    r2Sortability: sortability?.r2 ?? null,
    rescaling: yield* rescalingTest(),
  };

  function judged({ name, graph }: Baseline): Panel["baselines"][number] {
    return {
      name,
      edges: namedEdges(graph, sorted),
      score: score.ofGraph(graph),
      metrics: truth ? graphMetrics(truth, graph) : null,
    };
  }

  function* rescalingTest(): Generator<RunEvent, Panel["rescaling"], StopReason | undefined> {
    // Searches that do not use the score have a note of their own about units (notes.ts).
    if (score.isScaleFree || search.uses === "rows") return null;
    if (raw.d > rescaledVariables) return null;
    if (pulse.wish() !== undefined) return null;
    // A search that stands in for the chosen one runs with its own defaults.
    const options = search === chosen ? (spec.options ?? {}) : {};
    const others: Graph[] = [];
    for (let run = 0; run < rescaledRuns; run++) {
      const rescaled = rescaledColumns(table, rng.fork(`rescaling/${run}`));
      const columns = spec.standardise ? standardised(rescaled) : rescaled;
      const start = () => {
        const again = scoreOf(columns, spec, input.userScore, { beat: pulse.beat });
        const score = watchedTerms(again, pulse.term);
        return search.run({ ...problem, score, restarts: 1 }, options, machine);
      };
      const stage = `rescaled columns, ${run + 1} of ${rescaledRuns}`;
      const { step, stopped } = yield* watched(start, stage, { pulse });
      // At the time limit the graph itself is complete, and the verdict notes say that units were not tested.
      if (stopped === "interrupted") skips.push("the search on rescaled columns");
      if (stopped !== null || step.graph === null) return null;
      others.push(step.graph);
    }
    return { runs: rescaledRuns, share: edgeSurvival(raw, others).share };
  }
}

function emptyOf(table: Table): Baseline {
  return { name: "empty", graph: emptyBaseline(table) };
}
