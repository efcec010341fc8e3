// Gaussian-process regression with noise: the log marginal likelihood of each variable given its parents, maximised over
// a small grid of bandwidths and noise variances.
//
//     score = Σ_j max over (ℓ, τ) of log N(y_j; 0, σ̂² (K_ℓ + τ I)),   σ̂² = q_j / n,  q_j = y_jᵀ (K_ℓ + τ I)⁻¹ y_j
//           = Σ_j max over (ℓ, τ) of −½ [ n log(2π q_j / n) + n + log det(K_ℓ + τ I) ]
//
// Columns are standardised first; K_ℓ is the Gaussian kernel of the parents' rows (gp-statistics.ts), ℓ a multiple of
// the median distance between them. Without parents: a Gaussian with its own variance. The signal's variance is
// profiled out in closed form.
//
// No penalty on edges: the determinant accounts for the flexibility of the functions. None on the three optimised
// hyperparameters either: the noise is bounded from above, so a process with parents cannot become the Gaussian without
// parents, and an irrelevant parent lowers the score in all but 2 of 100 tables of 60 rows (linear BIC: 4; gp.test.ts).
//
// Rasmussen & Williams, "Gaussian Processes for Machine Learning", 2006, section 5.4.1; Friedman & Nachman, "Gaussian
// Process Networks", UAI 2000.
//
// With `nearestRows`, the score gp-nearest: each row conditioned on the nearest of the earlier rows (gp-nearest.ts), the same likelihood
// to within a few per cent of the gain from parents, in a tenth of the time at 1,000 rows.
//
// Differs from scikit-learn: hyperparameters from a grid instead of a gradient search, so the score is a fixed function
// of the data; with the same kernel the likelihood is the same.

import * as z from "zod";
import { standardised, type Table } from "../data/table.ts";
import { logarithm } from "../math/elementary.ts";
import { likelyCauses } from "./additive.ts";
import { defineScore } from "./definition.ts";
import { type GpGrid, type GpMachine, gpOperations, gpStatistics, gridOf } from "./gp-statistics.ts";
import { type ParentSetValues, parentSetScore, type SetWorkers, type StoredSets } from "./parent-sets.ts";
import { checkedRows } from "./regression.ts";
import type { Score } from "./score.ts";

export interface GpOptions extends GpGrid, GpMachine {
  /** Precomputed terms, as returned by `gpTerms`: fromParentSetTable(table, gpTerms(…)). */
  readonly terms?: ParentSetValues | undefined;
  /** Threads for terms that can be computed in parallel. */
  readonly workers?: SetWorkers | undefined;
  /** Storage for terms between runs. */
  readonly kept?: StoredSets | undefined;
}

/**
 * The marginal likelihood of Gaussian-process regressions.
 *
 * @example
 * ```js
 * const { table } = simulate({ nodes: 3, samples: 60 });
 * Number.isFinite(gp(table).ofGraph(emptyGraph(3))); // true
 * ```
 */
export function gp(table: Table, options: GpOptions = {}): Score {
  const { rows: n, cols: d } = table.X;
  const { beat, workers, kept } = options;
  const terms = options.terms ?? gpTerms(table, options);
  return parentSetScore(options.nearestRows === undefined ? "gp" : "gp-nearest", {
    ...{ d, terms, operations: gpOperations(n, options), logEvidence: 1 },
    candidates: () => likelyCauses(table, options),
    ...(options.terms === undefined && { workers, kept, beat }),
  });
}

/** Terms of all variables for a parent set, [d]; 0, a placeholder, for the parents themselves. */
export function gpTerms(table: Table, options: GpOptions = {}): ParentSetValues {
  const { n } = checkedRows(table);
  const { bandwidths, noises } = gridOf(options);
  const d = table.X.cols;
  const cells = bandwidths.length * noises.length;
  const statistics = gpStatistics(standardised(table).X, options, options);
  const logLikelihood = (q: number, logdet: number) =>
    -0.5 * (n * logarithm((2 * Math.PI * q) / n) + n + logdet);
  return (parents) => {
    // Standardised columns have a sum of squares of n.
    if (parents.length === 0) return new Float64Array(d).fill(logLikelihood(n, 0));
    const out = new Float64Array(d).fill(Number.NEGATIVE_INFINITY);
    const q = statistics(parents);
    for (let at = 0; at < cells * (d + 1); at += d + 1) {
      for (let j = 0; j < d; j++) out[j] = Math.max(out[j], logLikelihood(q[at + j], q[at + d]));
    }
    for (const i of parents) out[i] = 0;
    return out;
  };
}

export const gpScore = defineScore({
  name: "gp",
  group: "curves",
  summary: "nonlinear: marginal likelihood of a Gaussian process with noise; slow beyond 12 variables",
  method: {
    term: "the marginal likelihood of Gaussian-process regressions with one noise variance for each variable",
    assumes:
      "Each variable is a smooth function of its causes plus Gaussian noise, with a separate variance for each variable.",
    sources: ["rasmussen"],
  },
  when: "Curves and interactions of any shape; few variables, few rows.",
  needsRows: true,
  confidence: "posterior",
  options: z.strictObject({}),
  prune: "greedy",
  make: (table, _, { sets, ...machine }) => gp(table, { terms: sets, ...machine }),
  sets: (table, _, { wide, beat }) => gpTerms(table, { wide, beat }),
});

/** Number of rows that each row is conditioned on: more rank parents no better (docs/scores/gp.md). */
const nearestRows = 20;

export const gpNearestScore = defineScore({
  name: "gp-nearest",
  group: "curves",
  summary: `nonlinear: as gp, each row given its ${nearestRows} nearest instead of all; up to 50 variables`,
  method: {
    term: `the marginal likelihood of Gaussian-process regressions with one noise variance for each variable, each row conditioned on the ${nearestRows} nearest of those before it`,
    assumes:
      "Each variable is a smooth function of its causes plus Gaussian noise, with a separate variance for each variable.",
    sources: ["rasmussen", "vecchia"],
  },
  when: "Curves and interactions of any shape; up to 50 variables.",
  needsRows: true,
  confidence: "posterior",
  options: z.strictObject({}),
  prune: "greedy",
  make: (table, _, { sets, ...machine }) => gp(table, { terms: sets, nearestRows, ...machine }),
  sets: (table, _, { wide, beat }) => gpTerms(table, { wide, beat, nearestRows }),
});
