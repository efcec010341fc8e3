// BDeu: the marginal likelihood of categories under a Dirichlet prior worth α rows, spread evenly over all combinations.
//
//     score(j, P) = Σ_p [ log Γ(α_p) − log Γ(N_p + α_p) + Σ_x ( log Γ(N_px + α_px) − log Γ(α_px) ) ]
//     α_p = α / q,   α_px = α / (q r),   q combinations of the parents' labels, r labels of j
//
// N_p counts the rows with combination p of the parents, N_px those that also have label x. Higher is better; natural logarithms.
// As a difference of sets (set-terms.ts), with f(S) the number of combinations of S:
//
//     g(S) = Σ over the cells of S that occur:  log Γ(N + a) − log Γ(a),   a = α / f(S)
//
// where log Γ(N + a) − log Γ(a) = log a + log Γ(N + a) − log Γ(1 + a), which keeps its precision however small a is.
//
// Buntine, W. "Theory refinement on Bayesian networks." UAI 1991. Heckerman, D., Geiger, D., Chickering, D. "Learning
// Bayesian networks: the combination of knowledge and statistical data." Machine Learning 20(3), 1995.
//
// Default α = 1: the larger it is, the more edges the best graph has (Silander, Kontkanen, Myllymäki, UAI 2007), so the
// smallest of the usual values demands the most evidence. As in bnlearn; pgmpy uses 10.

import * as z from "zod";
import { check } from "../check.ts";
import { asCategories } from "../data/categories.ts";
import type { Table } from "../data/table.ts";
import { logarithm, logGamma } from "../math/elementary.ts";
import { type Counts, contingency, sumOverCounts, type Tally } from "./contingency.ts";
import { defineScore } from "./definition.ts";
import { localScore, type Score } from "./score.ts";
import { categorical, equivalentSampleSize } from "./score-options.ts";
import { setTerms } from "./set-terms.ts";

export interface BdeuOptions {
  /** α: the weight of the prior, in rows. */
  readonly equivalentSampleSize?: number;
}

/**
 * The BDeu score. Columns of numbers are treated as categories too: a label for each distinct value.
 *
 * @example
 * ```js
 * const table = createTable(["x", "y"], matrixFromRows([[0, 0], [1, 1], [0, 0], [1, 1]]), [["a", "b"], ["a", "b"]]);
 * bdeu(table).ofGraph(graphFromEdges(2, [[0, 1]])) > bdeu(table).ofGraph(emptyGraph(2)); // true
 * ```
 */
export function bdeu(table: Table, { equivalentSampleSize: alpha = 1 }: BdeuOptions = {}): Score {
  check(
    alpha > 0 && alpha < Number.POSITIVE_INFINITY,
    `bdeu: the equivalent sample size must be positive, got ${alpha}; 1 is usual`,
  );
  const { d, countsOf, lattice, cellsOf, logCellsOf } = contingency(asCategories(table));
  const value = (set: readonly number[], counts: Counts | Tally = countsOf(set)): number => {
    const a = alpha / cellsOf(set);
    const logA = logarithm(alpha) - logCellsOf(set);
    return counts.length * (logA - logGamma(1 + a)) + sumOverCounts(counts, (N) => logGamma(N + a));
  };
  const all = lattice && { bytes: lattice.bytes, values: () => lattice.values(value) };
  const local = setTerms(d, value, all);
  return localScore({ name: "bdeu", d, local, isEquivalent: true, logEvidence: 1, isScaleFree: true });
}

export const bdeuScore = defineScore({
  name: "bdeu",
  group: "categories",
  summary: "categories, Bayesian: marginal likelihood of the counts under a Dirichlet prior",
  method: {
    term: "the marginal likelihood of the counts under a uniform Dirichlet prior (BDeu)",
    assumes: "Each combination of the causes' labels may have its own distribution.",
    sources: ["heckerman"],
  },
  when: "The usual choice for labels.",
  takes: "categories",
  confidence: "bootstrap",
  options: z.strictObject({ equivalentSampleSize, categorical }),
  prune: "greedy",
  make: (table, { equivalentSampleSize }) => bdeu(table, { equivalentSampleSize }),
});
