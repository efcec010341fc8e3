// Sentences of a result about what a run did and did not show. What a search has to say of its own end stands in its definition.

import type { DroppedOutliers } from "../../data/outliers.ts";
import { varSortability } from "../../data/sortability.ts";
import type { Table } from "../../data/table.ts";
import type { Graph } from "../../graph/graph.ts";
import { isBetter, type Score } from "../../score/score.ts";
import type { Panel, RunResult } from "../result.ts";
import { truthAhead } from "./judged-graphs.ts";

/** Where the graph comes from when the search has none. */
export function noGraphNote(wasStopped: boolean, isAlongVariances: boolean): string {
  const why = wasStopped
    ? "stopped before the search had found a graph"
    : "the search ended without having seen an acyclic graph";
  return isAlongVariances
    ? `${why}; this is the best one along the order of the variances, which nothing speaks for but that it is quickly had`
    : `${why}; this one has the required edges and no others`;
}

/** What was left out before the search. */
export function outliersNote({ rows, of, largestKept, largest }: DroppedOutliers): string {
  return `${rows} of ${of} rows were left out as outliers, those of largest norm: the rest have norms up to ${largestKept.toPrecision(3)}, all up to ${largest.toPrecision(3)}`;
}

/** Of a search whose loss adds squares in the columns' units: how far those steered it. */
export function unitNotes(table: Table, graph: Graph): string[] {
  const share = varSortability(table, graph);
  if (share === null) return [];
  return [
    `this search depends on the columns' units: along ${Math.round(100 * share)} % of the paths in its graph the variance rises, as if the variances decided (50 %: they do not); compare with standardised columns`,
  ];
}

/** The sentence about what was left out; none where nothing was. */
export function leftOutNotes(left: readonly string[]): string[] {
  return left.length === 0
    ? []
    : [`left out, because the run was to stop and each of these would have taken long: ${left.join(", ")}`];
}

/** What the numbers say together, in sentences. */
export function verdictNotes(
  score: Score,
  facts: Pick<RunResult, "truth" | "optimum" | "claim" | "verdict" | "score" | "polished">,
  panel: Panel | null,
  /** Did the search go by a rule of its own, not by the score? */
  isOwnRule: boolean,
): string[] {
  const { truth, optimum, claim, verdict } = facts;
  const survival = panel?.rescaling?.share;
  const out: string[] = [];
  if (truth && optimum !== null) {
    const value = truth.score;
    if (isBetter(optimum, value)) {
      out.push(
        `the score prefers another graph to the truth by ${(optimum - value).toPrecision(4)}: where they differ, the score (or the sample) decides, not the search`,
      );
    } else if (!isBetter(value, optimum)) {
      out.push(`the truth has the proven best score: ${claim}`);
    }
  }
  if (optimum === null && verdict === "search-short") {
    out.push(
      `the search stopped short: the truth scores ${truthAhead(facts).toPrecision(4)} higher than the best graph found; a longer search, or another one, may find one like it`,
    );
  }
  if (survival !== undefined && survival < 1) {
    out.push(
      `units decide part of this graph: ${Math.round(100 * survival)} % of its edges survive a random rescaling of the columns (the score "${score.name}" is not scale-invariant; compare the score bic, or standardised columns)`,
    );
  }
  if (panel !== null && survival === undefined && !score.isScaleFree && !isOwnRule) {
    out.push(
      "whether units decide this graph was not tested: that is done for up to 40 variables, and not after a stop",
    );
  }
  return out;
}
