// Sentences of a result on what a run did and did not show. A search's notes on how it ended are in its definition.

import type { DroppedOutliers } from "../../data/outliers.ts";
import { varSortability } from "../../data/sortability.ts";
import type { Table } from "../../data/table.ts";
import type { Graph } from "../../graph/graph.ts";
import { isBetter, type Score } from "../../score/score.ts";
import type { Panel, RunResult } from "../result.ts";
import { truthAhead } from "./judged-graphs.ts";

/** Where the graph comes from if the search returned none. */
export function noGraphNote(wasStopped: boolean, isAlongVariances: boolean): string {
  const why = wasStopped
    ? "stopped before the search had found a graph"
    : "the search ended without an acyclic graph";
  return isAlongVariances
    ? `${why}; this is the best one along the order of the variances, a quick fallback without other justification`
    : `${why}; this one has the required edges and no others`;
}

/** The rows that were dropped before the search. */
export function outliersNote({ rows, of, largestKept, largest }: DroppedOutliers): string {
  return `${rows} of ${of} rows were left out as outliers, those with the largest norm: the rest have norms up to ${largestKept.toPrecision(3)}, all up to ${largest.toPrecision(3)}`;
}

/** For searches whose loss adds squares in the columns' units: how far those units steered it. */
export function unitNotes(table: Table, graph: Graph): string[] {
  const share = varSortability(table, graph);
  if (share === null) return [];
  return [
    `this search depends on the units of the columns: along ${Math.round(100 * share)} % of the paths in its graph the variance increases, as if the variances decided (50 % is uninformative); compare with standardised columns`,
  ];
}

/** The sentence that lists what was skipped; empty if nothing was. */
export function skippedNotes(parts: readonly string[]): string[] {
  return parts.length === 0
    ? []
    : [`skipped, because the run was stopping and each of these would have taken long: ${parts.join(", ")}`];
}

/** What score, optimum, truth and panel say together, in sentences. */
export function verdictNotes(
  score: Score,
  facts: Pick<RunResult, "truth" | "optimum" | "claim" | "verdict" | "score" | "polished">,
  panel: Panel | null,
  /** Did the search follow a criterion of its own rather than the score? */
  isOwnRule: boolean,
): string[] {
  const { truth, optimum, claim, verdict } = facts;
  const survival = panel?.rescaling?.share;
  const out: string[] = [];
  if (truth && optimum !== null) {
    const value = truth.score;
    if (isBetter(optimum, value)) {
      const more = `${(optimum - value).toPrecision(4)}`;
      const isShort = !isOwnRule && truthAhead(facts) > 0;
      out.push(
        isShort
          ? `the search fell short: the truth scores ${truthAhead(facts).toPrecision(4)} higher than the best graph found, and the proven optimum ${more} higher than the truth`
          : `the score prefers another graph to the truth by ${more}${isOwnRule ? "" : ": where they differ, the score (or the sample) decides, not the search"}`,
      );
    } else if (!isBetter(value, optimum)) {
      out.push(`the truth has the proven best score: ${claim}`);
    }
  }
  if (optimum === null && verdict === "search-short") {
    out.push(
      `the search fell short: the truth scores ${truthAhead(facts).toPrecision(4)} higher than the best graph found; a longer search, or another one, may find a better one`,
    );
  }
  if (survival !== undefined && survival < 1) {
    out.push(
      `part of this graph depends on the units: ${Math.round(100 * survival)} % of its edges survive a random rescaling of the columns (the score "${score.name}" is not scale-invariant; compare with the score bic, or with standardised columns)`,
    );
  }
  if (panel !== null && survival === undefined && !score.isScaleFree && !isOwnRule) {
    out.push(
      "whether this graph depends on the units was not tested: the test is for up to 40 variables, and skipped after a stop",
    );
  }
  return out;
}
