// Gaussian-process regression with one noise variance for all variables: the equal-variance counterpart of gp.ts.
//
//     x_j = f_j(parents) + noise,  f_j ~ GP(0, ω² ρ_j K_ℓ),  noise ~ N(0, ω²) with one ω for all
//     score = max over ω² and all (ℓ, τ)_j of  −½ [ n d log(2π ω²) + Σ_j ( Q_j / ω² + D_j ) ]
//     Q_j = τ x_jᵀ (K_ℓ + τ I)⁻¹ x_j,   D_j = log det(K_ℓ + τ I) − n log τ,   τ = 1/ρ_j
//
// x_j is centred and in the units of the data (only the inputs of the kernel are standardised): which variable is noisier
// depends on units, as with every equal-variance score. Without parents Q_j = x_jᵀ x_j and D_j = 0.
//
// The maximum is exact: with u = 1/(2ω²) each variable contributes an upper envelope of lines in u, so between the points
// where some variable changes its cell all choices are fixed and ω̂² = Σ Q_j / (n d) in closed form; the best of the
// intervals is the maximum.
//
// No local terms: a graph's score depends on two sums, Σ Q_j and Σ D_j (and on cells that ω selects for all variables
// together), while `Local` supports one sum and the number of edges. So this score works in the searches that accept any
// function of a graph; for proofs use `gp`.

import * as z from "zod";
import { standardised, type Table } from "../data/table.ts";
import { type Graph, parentsOf } from "../graph/graph.ts";
import { logarithm } from "../math/elementary.ts";
import { defineScore } from "./definition.ts";
import { type GpGrid, type GpMachine, gpOperations, gpStatistics, gridOf } from "./gp-statistics.ts";
import { affordableVariables, type ParentSetValues, rememberedSets } from "./parent-sets.ts";
import { checkedRows } from "./regression.ts";
import type { Score } from "./score.ts";

export interface GpEqualVarianceOptions extends GpGrid, GpMachine {
  /** Precomputed statistics, as returned by `gpSetStatistics`. */
  readonly statistics?: ParentSetValues | undefined;
}

/**
 * The marginal likelihood of Gaussian-process regressions with one noise variance for all variables.
 *
 * @example
 * ```js
 * const { table } = simulate({ nodes: 3, samples: 60 });
 * Number.isFinite(gpEqualVariance(table).ofGraph(emptyGraph(3))); // true
 * ```
 */
export function gpEqualVariance(table: Table, options: GpEqualVarianceOptions = {}): Score {
  const { n, S } = checkedRows(table);
  const { bandwidths, noises } = gridOf(options);
  const d = table.X.cols;
  const statistics = rememberedSets(options.statistics ?? gpSetStatistics(table, options));
  const linesOf = (j: number, parents: readonly number[]): Line[] => {
    const squares = S.data[j * d + j];
    if (parents.length === 0) return [{ Q: squares, D: 0 }];
    const q = statistics(parents);
    return Array.from({ length: bandwidths.length * noises.length }, (_, cell) => {
      const tau = noises[cell % noises.length];
      const at = cell * (d + 1);
      return { Q: (squares / n) * tau * q[at + j], D: q[at + d] - n * logarithm(tau) };
    });
  };
  const ofGraph = (graph: Graph) =>
    bestSharedVariance(
      Array.from({ length: d }, (_, j) => linesOf(j, parentsOf(graph, j))),
      n,
    );
  return {
    name: "gp-equal-variance",
    d,
    ofGraph,
    isEquivalent: false,
    isScaleFree: false,
    exactVariables: affordableVariables(gpOperations(n, options)),
  };
}

/** Statistics of all cells and variables for a parent set; zeros for the empty set, which needs none. */
function gpSetStatistics(table: Table, options: GpGrid & GpMachine = {}): ParentSetValues {
  const statistics = gpStatistics(standardised(table).X, options, options);
  const { bandwidths, noises } = gridOf(options);
  const width = bandwidths.length * noises.length * (table.X.cols + 1);
  return (parents) => (parents.length === 0 ? new Float64Array(width) : statistics(parents));
}

/** The contribution of a variable in one cell of the grid: −Q u − D/2 at u = 1/(2ω²). */
export interface Line {
  readonly Q: number;
  readonly D: number;
}

/** The maximum over ω² and one line for each variable of −½ [ n d log(2π ω²) + Σ (Q / ω² + D) ]. */
export function bestSharedVariance(variables: readonly (readonly Line[])[], n: number): number {
  const count = n * variables.length;
  const changes = variables.flatMap(crossings).sort((a, b) => a - b);
  let best = Number.NEGATIVE_INFINITY;
  for (let k = 0; k <= changes.length; k++) {
    // A point inside the k-th interval between changes.
    const from = k === 0 ? 0 : changes[k - 1];
    const u = k === changes.length ? 2 * from + 1 : (from + changes[k]) / 2;
    let [Q, D] = [0, 0];
    for (const lines of variables) {
      const line = highest(lines, u);
      Q += line.Q;
      D += line.D;
    }
    best = Math.max(best, -0.5 * (count * logarithm((2 * Math.PI * Q) / count) + count + D));
  }
  return best;
}

/** The points u > 0 at which two lines of a variable cross. */
function crossings(lines: readonly Line[]): number[] {
  const at: number[] = [];
  lines.forEach((a, i) => {
    for (const b of lines.slice(0, i)) {
      const u = (b.D - a.D) / (2 * (a.Q - b.Q));
      if (u > 0 && u < Number.POSITIVE_INFINITY) at.push(u);
    }
  });
  return at;
}

function highest(lines: readonly Line[], u: number): Line {
  let best = lines[0];
  for (const line of lines) if (-line.Q * u - line.D / 2 > -best.Q * u - best.D / 2) best = line;
  return best;
}

export const gpEqualVarianceScore = defineScore({
  name: "gp-equal-variance",
  group: "curves",
  summary: "as gp, with one noise variance for all; depends on the units, not for exact search",
  method: {
    term: "the marginal likelihood of Gaussian-process regressions with one noise variance for all variables",
    assumes:
      "Each variable is a smooth function of its causes plus Gaussian noise, whose variance is the same for all variables in the units of the table.",
    sources: ["rasmussen"],
  },
  when: "As gp, for columns in one unit with equal noise variances.",
  needsRows: true,
  hasUnits: true,
  options: z.strictObject({}),
  prune: "greedy",
  make: (table, _, { sets, ...machine }) => gpEqualVariance(table, { statistics: sets, ...machine }),
  sets: (table, _, { wide, beat }) => gpSetStatistics(table, { wide, beat }),
});
