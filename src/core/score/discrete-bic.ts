// BIC of categories: one probability for each label of a node and each combination of its parents' labels.
//
//     score(j, P) = Σ_p Σ_x N_px log(N_px / N_p) − w · ½ log n · q (r − 1)
//
// N_p counts the rows with combination p of the parents, N_px those that also have label x of j; q is the number of
// combinations, r the number of labels, whether or not they occur; w is the penalty weight. As a difference of sets (set-terms.ts),
// with f(S) the number of combinations of S:
//
//     g(S) = Σ over the cells of S that occur:  N log(N / n)  − w · ½ log n · (f(S) − 1)
//
// Schwarz, G. "Estimating the dimension of a model." Annals of Statistics 6(2), 1978. Equal to the description length of Lam, W.,
// Bacchus, F. "Learning Bayesian belief networks." Computational Intelligence 10(3), 1994, without the encoding of the edges.

import * as z from "zod";
import { check } from "../check.ts";
import { asCategories } from "../data/categories.ts";
import type { Table } from "../data/table.ts";
import { logarithm } from "../math/elementary.ts";
import { type Counts, contingency, sumOverCounts, type Tally } from "./contingency.ts";
import { defineScore } from "./definition.ts";
import { localScore, type Score } from "./score.ts";
import { categorical, penaltyWeight } from "./score-options.ts";
import { setTerms } from "./set-terms.ts";

export interface DiscreteBicOptions {
  /** Multiplies the penalty; 1 is BIC, larger is sparser. */
  readonly penaltyWeight?: number;
}

/**
 * BIC of categories. Columns of numbers are treated as categories too: a label for each distinct value.
 *
 * @example
 * ```js
 * const table = createTable(["x", "y"], matrixFromRows([[0, 0], [1, 1], [0, 0], [1, 1]]), [["a", "b"], ["a", "b"]]);
 * discreteBic(table).ofGraph(graphFromEdges(2, [[0, 1]])) > discreteBic(table).ofGraph(emptyGraph(2)); // true
 * ```
 */
export function discreteBic(table: Table, { penaltyWeight = 1 }: DiscreteBicOptions = {}): Score {
  check(penaltyWeight >= 0, `score: the penalty weight must be 0 or more, got ${penaltyWeight}`);
  const { n, d, countsOf, lattice, cellsOf } = contingency(asCategories(table));
  const perParameter = (penaltyWeight * logarithm(n)) / 2;
  const value = (set: readonly number[], counts: Counts | Tally = countsOf(set)): number => {
    const fit = sumOverCounts(counts, (N) => N * logarithm(N / n));
    // A weight of 0 means no penalty, even if the number of parameters overflows.
    return perParameter === 0 ? fit : fit - perParameter * (cellsOf(set) - 1);
  };
  const all = lattice && { bytes: lattice.bytes, values: () => lattice.values(value) };
  const local = setTerms(d, value, all);
  return localScore({
    name: "bic-discrete",
    d,
    local,
    isEquivalent: true,
    logEvidence: penaltyWeight === 1 ? 1 : undefined,
    isScaleFree: true,
  });
}

// A definition is complete even where it repeats others of its family, so that it can be read on its own.
export const bicDiscrete = defineScore({
  name: "bic-discrete",
  group: "categories",
  summary: "categories: BIC of the counts",
  method: {
    term: "the BIC of the counts",
    assumes: "Each combination of the causes' labels may have its own distribution.",
    sources: ["schwarz"],
  },
  when: "As bdeu, with a penalty for each parameter instead of a prior.",
  takes: "categories",
  confidence: "bootstrap",
  options: z.strictObject({ penaltyWeight, categorical }),
  prune: "greedy",
  make: (table, { penaltyWeight }) => discreteBic(table, { penaltyWeight }),
});
