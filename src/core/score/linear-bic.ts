// The paper's two BIC scores of a linear model with intercept: one noise variance for each variable (RL-BIC), or one
// for all (RL-BIC2).
//
//     bic:                 −[ Σ_j n log(RSS_j / n) + E log n ]
//     bic-equal-variance:  −[ n d log(Σ_j RSS_j / (n d)) + w E log n ],  w = 1 ("equation") or d ("runs")
//
// E counts edges; constants that do not depend on the graph are omitted. The paper's S is lower-is-better and divided by n
// (or n d): S = −score / n, S = −score / (n d) + log d. Its bounds, S_L of the complete graph and S_U of the empty graph,
// both without penalty, scale S to [0, 5].
//
// The equal-variance score is not a sum, but near a graph with total residuals R it changes like one. With σ² = R / (n d), half
// of it, which is the log evidence for w = 1, is there up to a constant
//
//     −½ Σ_j [ RSS_j / σ² + |P_j| log n ]
//
// the log evidence for known σ². n d numbers determine σ²: for residuals R (1 + x) the error is n d x² / 4 to leading order.
//
// Zhu, Ng, Chen, "Causal Discovery with Reinforcement Learning", ICLR 2020, section 5.1.
//
// Differs from the published code: no 1e-8 is added to a variance (there it makes the score depend on units; `bounds`
// keeps it to reproduce published values), and the penalty of the equal-variance score follows the paper's equation
// unless "runs" selects the d times stronger one of the published 12-node, quadratic and Gaussian-process runs.

import * as z from "zod";
import { check } from "../check.ts";
import type { Table } from "../data/table.ts";
import { logarithm } from "../math/elementary.ts";
import type { Matrix } from "../math/matrix.ts";
import type { Scatter } from "../math/scatter.ts";
import { defineScore } from "./definition.ts";
import { paperBounds, type Residuals } from "./paper-bounds.ts";
import { checkedScatter, linearFits, regression, residualsGivenOthers } from "./regression.ts";
import { type Local, localScore, type Score } from "./score.ts";
import { penalty, penaltyWeight } from "./score-options.ts";

export interface LinearBicOptions {
  /** Strength of the equal-variance penalty: the paper's equation, or d times that as in its published runs. */
  readonly penalty?: "equation" | "runs";
  /** Multiplies the penalty; 1 is BIC, larger is sparser. */
  readonly penaltyWeight?: number;
}

/**
 * BIC with one noise variance for each variable. Every member of an equivalence class has the same score.
 *
 * @example
 * ```js
 * const { table } = simulate({ nodes: 3, samples: 60 });
 * Number.isFinite(linearBic(table).ofGraph(emptyGraph(3))); // true
 * ```
 */
export function linearBic(
  table: Table,
  { penaltyWeight = 1 }: Omit<LinearBicOptions, "penalty"> = {},
): Score {
  const { n, S } = weighed(table, penaltyWeight);
  const d = S.cols;
  const perEdge = penaltyWeight * logarithm(n);
  const term = (node: number, parents: readonly number[]) =>
    -n * logarithm(regression(S, node, parents).rss / n) - parents.length * perEdge;
  const a = new Float64Array(d).fill(-n);
  const c = Float64Array.from({ length: d }, (_, k) => n * logarithm(n) - k * perEdge);
  const local: Local = { term, gaussian: { M: S, n, kind: "log", a, b: new Float64Array(d), c } };
  const bounds = paperBounds(
    residualsIn(S),
    // The published bounds add the 1e-8 outside the logarithm for this score.
    (rss) => rss.reduce((sum, r) => sum + logarithm(r / n) + 1e-8, 0),
    (edges) => (penaltyWeight * edges * logarithm(n)) / n,
  );
  return localScore({
    name: "bic",
    d,
    local,
    isEquivalent: true,
    logEvidence: penaltyWeight === 1 ? 0.5 : undefined,
    isScaleFree: true,
    ...linearFits(S),
    bounds,
  });
}

/**
 * BIC with one noise variance for all variables: the logarithm of a sum, and dependent on the columns' units.
 *
 * @example
 * ```js
 * const { table } = simulate({ nodes: 3, samples: 60 });
 * Number.isFinite(linearBicEqualVariance(table).ofGraph(emptyGraph(3))); // true
 * ```
 */
export function linearBicEqualVariance(
  table: Table,
  { penalty = "equation", penaltyWeight = 1 }: LinearBicOptions = {},
): Score {
  const { n, S } = weighed(table, penaltyWeight);
  const d = S.cols;
  const perEdge = penaltyWeight * (penalty === "runs" ? d : 1) * logarithm(n);
  const zeros = new Float64Array(d);
  const local: Local = {
    term: (node, parents) => -regression(S, node, parents).rss,
    combine: (sum, edges) => -(n * d * logarithm(-sum / (n * d)) + edges * perEdge),
    gaussian: { M: S, n, kind: "linear", a: zeros, b: zeros, c: zeros },
  };
  const bounds = paperBounds(
    residualsIn(S),
    (rss) => logarithm(rss.reduce((sum, r) => sum + r, 0) / n + 1e-8),
    (edges) => (edges * perEdge) / (n * d),
  );
  return localScore({
    name: "bic-equal-variance",
    d,
    local,
    isEquivalent: false,
    evidenceNear: perEdge === logarithm(n) ? (sum) => evidenceTerms({ n, S }, -sum / (n * d)) : undefined,
    isScaleFree: false,
    ...linearFits(S),
    bounds,
  });
}

/** Log evidence of each parent set for a known noise variance. */
function evidenceTerms({ n, S }: Pick<Scatter, "n" | "S">, variance: number) {
  const d = S.cols;
  const M = { ...S, data: S.data.map((x) => x / (2 * variance)) };
  const c = Float64Array.from({ length: d }, (_, k) => -0.5 * k * logarithm(n));
  const zeros = new Float64Array(d);
  const local: Local = {
    term: (node, parents) => c[parents.length] - regression(S, node, parents).rss / (2 * variance),
    gaussian: { M, n, kind: "linear", a: zeros, b: zeros, c },
  };
  return { local, variance };
}

function weighed(table: Table, penaltyWeight: number): Scatter {
  check(penaltyWeight >= 0, `score: the penalty weight must be 0 or more, got ${penaltyWeight}`);
  return checkedScatter(table);
}

function residualsIn(S: Matrix): Residuals {
  return { d: S.cols, rss: linearFits(S).rss, fullResiduals: () => residualsGivenOthers(S) };
}

export const bic = defineScore({
  name: "bic",
  group: "lines",
  summary: "linear, one noise variance for each variable (the paper's RL-BIC)",
  method: {
    term: "the Bayesian information criterion (BIC) of a linear Gaussian model with one noise variance for each variable",
    assumes:
      "Each variable is a linear function of its causes plus Gaussian noise, with a separate variance for each variable.",
    sources: ["schwarz"],
  },
  when: "The usual choice for numbers. Cannot identify all directions, and leaves the others undirected.",
  isLinear: true,
  confidence: "posterior",
  // Its published runs used the penalty of the equation: both values of `penalty` mean the same.
  options: z.strictObject({ penalty, penaltyWeight }),
  isWeighedBySize: true,
  make: (table, { penaltyWeight }) => linearBic(table, { penaltyWeight }),
});

export const bicEqualVariance = defineScore({
  name: "bic-equal-variance",
  group: "lines",
  summary: "linear, one noise variance for all (the paper's RL-BIC2); depends on the units of the columns",
  method: {
    term: "the Bayesian information criterion (BIC) of a linear Gaussian model with one noise variance for all variables",
    assumes:
      "Each variable is a linear function of its causes plus Gaussian noise, whose variance is the same for all variables in the units of the table.",
    sources: ["schwarz", "peters", "zhu"],
  },
  when: "For columns in one unit with equal noise variances: then it identifies directions, too. Otherwise it misleads.",
  isLinear: true,
  hasUnits: true,
  confidence: "posterior",
  options: z.strictObject({ penalty, penaltyWeight }),
  hasPenaltyForms: true,
  make: (table, options) => linearBicEqualVariance(table, options),
});
