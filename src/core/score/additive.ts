// Score of additive models: each variable is a constant, plus a smooth function of each parent, plus Gaussian noise.
//
//     term(j, P) = −n/2 · log(RSS_j / n) − w · ½ log n · edf_j
//
// RSS_j is the sum of squared residuals of the penalised spline fit (math/smooth/additive.ts) of the standardised j on P, edf_j its
// effective degrees of freedom without the constant: a linear term counts 1, an unpenalised term of rank ten 9. w is the penalty
// weight: 1 is BIC with edf in place of parameters, 0 the score of CAM, designed for searches over orders followed by pruning.
//
// Bühlmann, P., Peters, J., Ernest, J. "CAM: causal additive models, high-dimensional order search and penalized
// regression." Annals of Statistics 42(6), 2014.
//
// The scatter of the basis functions of all variables is computed once, with n (9 d)² / 2 operations and (9 d)² numbers of memory; a
// term then costs about 60 (9 |P|)³ operations whatever n, and is cached.
//
// Differs from the R package CAM: the penalty; residual variances of standardised columns, which shifts all graphs alike;
// too many parents for the rows (|P| + 2 > n) score −Infinity. There is no `rss` for greedy-fit pruning: a penalised fit
// with more parents may have larger residuals, since the smoothing parameters are chosen again.

import * as z from "zod";
import { check } from "../check.ts";
import type { Table } from "../data/table.ts";
import { logarithm } from "../math/elementary.ts";
import {
  type AdditiveOptions,
  additiveFit,
  basisScatter,
  isSaturated,
  neighbours,
} from "../math/smooth/smooth.ts";
import { defineScore } from "./definition.ts";
import { affordableVariables, type ParentSetValues } from "./parent-sets.ts";
import { checkedRows } from "./regression.ts";
import { remembered } from "./remembered.ts";
import { type Local, localScore, type Score } from "./score.ts";
import { penaltyWeight } from "./score-options.ts";

export interface AdditiveScoreOptions extends AdditiveOptions {
  /** Multiplies the penalty; 1 is BIC with effective degrees of freedom, 0 is CAM's score. */
  readonly penaltyWeight?: number;
  /** Precomputed terms, as returned by `additiveTerms`. */
  readonly terms?: ParentSetValues | undefined;
}

/** (9 d)² numbers must fit in memory: 2,700 columns, 0.06 GB. */
export const maxAdditiveVariables = 300;

/**
 * BIC with a smooth function of each parent.
 *
 * @example
 * ```js
 * const { table } = simulate({ nodes: 3, samples: 60 });
 * Number.isFinite(additive(table).ofGraph(emptyGraph(3))); // true
 * ```
 */
export function additive(table: Table, options: AdditiveScoreOptions = {}): Score {
  const { terms, penaltyWeight = 1 } = options;
  const d = table.X.cols;
  const term = termsOf(table, options);
  const local = terms ? { term: (j: number, P: readonly number[]) => terms(P)[j] } : remembered({ term });
  return localScore({
    name: "additive",
    d,
    local,
    isEquivalent: false,
    logEvidence: penaltyWeight === 1 ? 1 : undefined,
    isScaleFree: true,
    exactVariables: affordableVariables(additiveOperations(d)),
    candidates: () => likelyCauses(table, options),
  });
}

/** Terms of all variables for a parent set, [d]; 0, a placeholder, for the parents themselves. */
function additiveTerms(table: Table, options: AdditiveScoreOptions = {}): ParentSetValues {
  const term = termsOf(table, options);
  return (parents) =>
    Float64Array.from({ length: table.X.cols }, (_, j) => (parents.includes(j) ? 0 : term(j, parents)));
}

function termsOf(
  table: Table,
  { penaltyWeight = 1, smoothing = "gcv", beat }: AdditiveScoreOptions,
): Local["term"] {
  const { rows: n, cols: d } = table.X;
  check(penaltyWeight >= 0, `score: the penalty weight must be 0 or more, got ${penaltyWeight}`);
  check(d <= maxAdditiveVariables, `additive: at most ${maxAdditiveVariables} variables, got ${d}`, {
    remedies: [{ act: "use fewer columns", option: "columns" }],
  });
  checkedRows(table);
  const scatter = basisScatter(table.X);
  const perDegree = (penaltyWeight * logarithm(n)) / 2;
  return (node, parents) => {
    if (parents.length > 0 && isSaturated(n, parents.length)) return Number.NEGATIVE_INFINITY;
    const { rss, edf } =
      parents.length > 0 ? additiveFit(scatter, node, parents, { smoothing, beat }) : { rss: n, edf: 1 };
    return (-n / 2) * logarithm(rss / n) - perDegree * (edf - 1);
  };
}

/** Up to fifteen variables selected by boosting with smooth functions: looser than CAM's own selection, since the score decides. */
export function likelyCauses({ X }: Table, { beat }: Pick<AdditiveOptions, "beat">): number[][] {
  return neighbours(basisScatter(X), { most: 15, frequency: 0.01, beat });
}

/** Operations for a parent set of average size and all its children, in units of kernel operations (13 times as fast). */
function additiveOperations(d: number): number {
  const columns = (9 * d) / 2;
  return 13 * (d / 2) * 60 * columns * columns * columns;
}

export const additiveScore = defineScore({
  name: "additive",
  group: "curves",
  summary: "nonlinear: a smooth function of each parent (CAM), BIC with effective degrees of freedom",
  method: {
    term: "the BIC of an additive model with a smooth function of each parent and effective degrees of freedom",
    assumes: "Each variable is a sum of smooth functions of its causes plus Gaussian noise.",
    sources: ["buhlmann"],
  },
  when: "Additive smooth effects of any shape. Start with this one.",
  needsRows: true,
  confidence: "posterior",
  options: z.strictObject({ penaltyWeight }),
  prune: "cam",
  make: (table, { penaltyWeight }, { sets, beat }) => additive(table, { penaltyWeight, terms: sets, beat }),
  sets: (table, { penaltyWeight }, { beat }) => additiveTerms(table, { penaltyWeight, beat }),
});
