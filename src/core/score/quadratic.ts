// The paper's two BIC scores with quadratic regression: each variable is a polynomial of degree two in its parents
// (x_a, x_a², x_a x_b, and a constant) plus noise, of one variance for each variable, or of one for all.
//
//     quadratic:                 −[ Σ_j n log(RSS_j / n) + w E log n ]
//     quadratic-equal-variance:  −[ n d log(Σ_j RSS_j / (n d)) + w E log n ],  d times the penalty for "runs"
//
// E counts edges, not coefficients, and w is the penalty weight. The paper's S and its bounds are those of linear-bic.ts.
//
// Zhu, Ng, Chen, "Causal Discovery with Reinforcement Learning", ICLR 2020, section 5.2.
//
// Everything follows from one scatter matrix of the features (quadratic-features.ts). p parents have k = p + p(p + 1)/2
// features, and a term costs k³/6; if that dominates, all children of a parent set are computed together.
//
// Differs from the published code: features are centred and scaled internally (same residuals, no overflow); collinear
// features are dropped instead of raising an exception; no 1e-8 in the score (`bounds` has it, as published). Parents whose
// features fit any column exactly (n − 1 or more independent ones) explain nothing: their term is −Infinity. If all other
// variables together are such parents, or more than 30 variables make S_L slow, there are no `bounds`.

import * as z from "zod";
import { check } from "../check.ts";
import type { Table } from "../data/table.ts";
import { logarithm } from "../math/elementary.ts";
import { featuresOf, type QuadraticFeatures, quadraticFeatures } from "../math/quadratic-features.ts";
import { choleskyOf, forwardSolveInto, pivotTolerance } from "../math/solve.ts";
import { defineScore } from "./definition.ts";
import { paperBounds, type Residuals } from "./paper-bounds.ts";
import { checkedRows } from "./regression.ts";
import { type Local, localScore, type PaperBounds, type Score } from "./score.ts";
import { penalty, penaltyWeight } from "./score-options.ts";

export interface QuadraticOptions {
  /** Strength of the equal-variance penalty: the paper's equation, or d times that as in its published runs. */
  readonly penalty?: "equation" | "runs";
  /** Multiplies the penalty; 1 is BIC, larger is sparser. */
  readonly penaltyWeight?: number;
}

/**
 * BIC of quadratic regressions with one noise variance for each variable; independent of the columns' units.
 *
 * @example
 * ```js
 * const { table } = simulate({ nodes: 3, samples: 60 });
 * Number.isFinite(quadratic(table).ofGraph(emptyGraph(3))); // true
 * ```
 */
export function quadratic(
  table: Table,
  { penaltyWeight = 1 }: Omit<QuadraticOptions, "penalty"> = {},
): Score {
  const fits = quadraticFits(table, penaltyWeight);
  const { n, rss } = fits;
  const perEdge = penaltyWeight * logarithm(n);
  const local: Local = {
    term: (node, parents) => {
      const { value, isSaturated } = rss(node, parents);
      return isSaturated ? Number.NEGATIVE_INFINITY : -n * logarithm(value / n) - parents.length * perEdge;
    },
  };
  const residuals = residualsOf(fits);
  const bounds =
    residuals &&
    paperBounds(
      residuals,
      // The published bounds add the 1e-8 outside the logarithm for this score.
      (rss) => rss.reduce((sum, r) => sum + logarithm(r / n) + 1e-8, 0),
      (edges) => (edges * perEdge) / n,
    );
  return quadraticScore("quadratic", fits, local, true, bounds);
}

/**
 * BIC of quadratic regressions with one noise variance for all variables: dependent on the columns' units.
 *
 * @example
 * ```js
 * const { table } = simulate({ nodes: 3, samples: 60 });
 * Number.isFinite(quadraticEqualVariance(table).ofGraph(emptyGraph(3))); // true
 * ```
 */
export function quadraticEqualVariance(
  table: Table,
  { penalty = "equation", penaltyWeight = 1 }: QuadraticOptions = {},
): Score {
  const fits = quadraticFits(table, penaltyWeight);
  const { n, d, rss } = fits;
  const perEdge = penaltyWeight * (penalty === "runs" ? d : 1) * logarithm(n);
  const local: Local = {
    term: (node, parents) => {
      const { value, isSaturated } = rss(node, parents);
      return isSaturated ? Number.NEGATIVE_INFINITY : -value;
    },
    combine: (sum, edges) => -(n * d * logarithm(-sum / (n * d)) + edges * perEdge),
  };
  const residuals = residualsOf(fits);
  const bounds =
    residuals &&
    paperBounds(
      residuals,
      (rss) => logarithm(rss.reduce((sum, r) => sum + r, 0) / n + 1e-8),
      (edges) => (edges * perEdge) / (n * d),
    );
  return quadraticScore("quadratic-equal-variance", fits, local, false, bounds);
}

function quadraticScore(
  name: string,
  { d, rss }: Fits,
  local: Local,
  isScaleFree: boolean,
  bounds: PaperBounds | null,
): Score {
  return localScore({
    name,
    d,
    local,
    isEquivalent: false,
    isScaleFree,
    rss: (node, parents) => rss(node, parents).value,
    ...(bounds && { bounds }),
  });
}

interface Fit {
  /** Sum of squared residuals. */
  readonly value: number;
  /** The features of the parents fit any column exactly. */
  readonly isSaturated: boolean;
}

interface Fits {
  readonly n: number;
  readonly d: number;
  readonly rss: (node: number, parents: readonly number[]) => Fit;
}

/** Maximum number of cached parent sets: all of them up to 18 variables. When the cache is full, it is cleared. */
const most = 2 ** 18;

function quadraticFits(table: Table, penaltyWeight: number): Fits {
  check(penaltyWeight >= 0, `score: the penalty weight must be 0 or more, got ${penaltyWeight}`);
  checkedRows(table);
  const features = quadraticFeatures(table.X);
  const { n, d } = features;
  const memo = new Map<number | string, Children>();
  return {
    n,
    d,
    rss: (node, parents) => {
      const key = keyOf(parents, d);
      let children = memo.get(key);
      if (children === undefined || Number.isNaN(children.rss[node])) {
        children = childrenOf(features, parents, node, children);
        if (memo.size >= most) memo.clear();
        memo.set(key, children);
      }
      return { value: children.rss[node], isSaturated: children.isSaturated };
    },
  };
}

/** A number if it has a bit for each variable: several times faster than a string. */
function keyOf(parents: readonly number[], d: number): number | string {
  if (d > 52) return parents.join();
  let bits = 0;
  for (const p of parents) bits += 2 ** p;
  return bits;
}

/** The fits of a parent set. */
interface Children {
  /** By child; NaN where not computed. */
  readonly rss: Float64Array;
  readonly isSaturated: boolean;
}

/** Fits `node`, and also every other child if together they cost less than the shared factorisation. */
function childrenOf(
  { n, d, scale, S }: QuadraticFeatures,
  parents: readonly number[],
  node: number,
  before: Children | undefined,
): Children {
  const index = featuresOf(d, parents);
  const k = index.length;
  const { L, dropped } = choleskyOf(S, index);
  const rss = before ? before.rss : new Float64Array(d).fill(Number.NaN);
  const isTogether = 3 * (d - parents.length) <= k;
  const y = new Float64Array(k);
  for (let j = isTogether ? 0 : node; j < (isTogether ? d : node + 1); j++) {
    for (let i = 0; i < k; i++) y[i] = S.data[index[i] * S.cols + j];
    forwardSolveInto(y, L);
    const total = S.data[j * S.cols + j];
    let rest = total;
    for (let i = 0; i < k; i++) rest -= y[i] * y[i];
    rss[j] = Math.max(rest, pivotTolerance * total) * scale[j] * scale[j];
  }
  return { rss, isSaturated: k - dropped.length >= n - 1 };
}

/** For more variables, S_L costs more than a search: d regressions on d²/2 features each, d⁷/48 operations in total. */
const boundedVariables = 30;

/** Null if there are too many variables, or too few rows: all other variables then fit anything. */
function residualsOf({ d, rss }: Fits): Residuals | null {
  if (d > boundedVariables) return null;
  const all = Array.from({ length: d }, (_, j) => j);
  const others = all.map((j) =>
    rss(
      j,
      all.filter((i) => i !== j),
    ),
  );
  if (others.some(({ isSaturated }) => isSaturated)) return null;
  return {
    d,
    rss: (node, parents) => rss(node, parents).value,
    fullResiduals: () => Float64Array.from(others, ({ value }) => value),
  };
}

export const quadraticBic = defineScore({
  name: "quadratic",
  group: "curves",
  summary: "quadratic, one noise variance for each variable",
  method: {
    term: "the BIC of quadratic regressions with one noise variance for each variable",
    assumes:
      "Each variable is a quadratic function of its causes plus Gaussian noise, with a separate variance for each variable.",
    sources: ["schwarz", "zhu"],
  },
  when: "Quadratic effects, and products of two causes.",
  needsRows: true,
  options: z.strictObject({ penalty, penaltyWeight }),
  prune: "quadratic",
  make: (table, { penaltyWeight }) => quadratic(table, { penaltyWeight }),
});

export const quadraticBicEqualVariance = defineScore({
  name: "quadratic-equal-variance",
  group: "curves",
  summary:
    "quadratic, one noise variance for all (the paper's RL-BIC2 on quadratic data); depends on the units of the columns",
  method: {
    term: "the BIC of quadratic regressions with one noise variance for all variables",
    assumes:
      "Each variable is a quadratic function of its causes plus Gaussian noise, whose variance is the same for all variables in the units of the table.",
    sources: ["schwarz", "zhu"],
  },
  when: "As quadratic, for columns in one unit with equal noise variances.",
  needsRows: true,
  hasUnits: true,
  options: z.strictObject({ penalty, penaltyWeight }),
  hasPenaltyForms: true,
  prune: "quadratic",
  make: (table, options) => quadraticEqualVariance(table, options),
});
