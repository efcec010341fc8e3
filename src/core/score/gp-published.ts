// The Gaussian-process scores of the paper's experiments 3 and 4, exactly as published. Misspecified, and kept only for
// comparison: a process without noise interpolates, so that more parents fit almost any variable (use gp.ts).
//
//     RSS_j = ‖y_j − K (K + 10⁻¹⁰ I)⁻¹ y_j‖² + 1,   K = exp(−½ dist² / w²),  w the median distance between the parents' rows
//     without parents: RSS_j = ‖y_j‖² + 1;   columns standardised
//     gp-published:                 −[ Σ_j n log(RSS_j / n) + E log n ]
//     gp-published-equal-variance:  −[ n d log(Σ_j RSS_j / (n d)) + w E log n ],  w = 1 ("equation") or d ("runs")
//
// The paper's S is lower-is-better: S = −score / n, S = −score / (n d) + log d, with 1e-8 added inside the logarithms; its bounds
// are S_L of the complete graph and S_U of the empty one, both without penalty. The residuals are computed as
// 10⁻¹⁰ (K + 10⁻¹⁰ I)⁻¹ y, which is equal and avoids the difference. Residuals do not always decrease with more parents (w changes),
// so S_L is not a lower bound.
//
// K is numerically singular in float64 for few parents: RSS has about four correct digits, in any implementation.
//
// Zhu, Ng, Chen, "Causal Discovery with Reinforcement Learning", ICLR 2020, sections 5.2 and 5.3, and its published code.
//
// Differs from the published code: its bounds of the first score have the 1e-8 outside the logarithm (S_L differs by 1e-5 for each
// variable); data are always standardised (there by a flag); if half of the distances are 0, w is the median of the others (there
// a division by 0); if a factorisation fails, the jitter is raised tenfold until it succeeds (there an exception).

import * as z from "zod";
import { check } from "../check.ts";
import { standardised, type Table } from "../data/table.ts";
import { edgeCount, type Graph, parentsOf } from "../graph/graph.ts";
import { logarithm } from "../math/elementary.ts";
import { selectColumns } from "../math/matrix.ts";
import { medianDistance } from "../math/median-distance.ts";
import { defineScore } from "./definition.ts";
import {
  factorKernel,
  forwardSolve,
  type GpMachine,
  type KernelSpace,
  kernelSpace,
  squaredColumnsInto,
  writeKernel,
} from "./gp-statistics.ts";
import type { LinearBicOptions } from "./linear-bic.ts";
import { affordableVariables, type ParentSetValues, rememberedSets } from "./parent-sets.ts";
import { checkedRows } from "./regression.ts";
import { type Local, localScore, type PaperBounds, type Score } from "./score.ts";
import { penalty, penaltyWeight } from "./score-options.ts";

export interface GpPublishedOptions extends LinearBicOptions, Pick<GpMachine, "wide" | "beat"> {
  /** Precomputed residuals, as returned by `gpPublishedResiduals`. */
  readonly residuals?: ParentSetValues | undefined;
}

/** Maximum number of rows: three matrices of 8 · rows² bytes, and up to rows² / 2 distances. */
const mostRows = 5000;

/**
 * One variance for each variable (the paper's RL-BIC on Gaussian-process and Sachs data).
 *
 * @example
 * ```js
 * const { table } = simulate({ nodes: 3, samples: 60 });
 * Number.isFinite(gpPublished(table).ofGraph(emptyGraph(3))); // true
 * ```
 */
export function gpPublished(table: Table, options: Omit<GpPublishedOptions, "penalty"> = {}): Score {
  const { n, d, rss, penaltyWeight } = fitted(table, options);
  const perEdge = penaltyWeight * logarithm(n);
  const local: Local = {
    term: (node, parents) => -n * logarithm(rss(node, parents) / n) - parents.length * perEdge,
    hasInteractions: true,
  };
  const bounds = paperBounds(
    d,
    rss,
    (all) => all.reduce((sum, r) => sum + logarithm(r / n + 1e-8), 0),
    (edges) => (edges * perEdge) / n,
  );
  return { ...scoreOf("gp-published", [n, d], local), rss, bounds };
}

/**
 * One variance for all (the paper's RL-BIC2 on the same data).
 *
 * @example
 * ```js
 * const { table } = simulate({ nodes: 3, samples: 60 });
 * Number.isFinite(gpPublishedEqualVariance(table).ofGraph(emptyGraph(3))); // true
 * ```
 */
export function gpPublishedEqualVariance(table: Table, options: GpPublishedOptions = {}): Score {
  const { n, d, rss, penaltyWeight } = fitted(table, options);
  const perEdge = penaltyWeight * (options.penalty === "runs" ? d : 1) * logarithm(n);
  const local: Local = {
    term: (node, parents) => -rss(node, parents),
    hasInteractions: true,
    combine: (sum, edges) => -(n * d * logarithm(-sum / (n * d)) + edges * perEdge),
  };
  const bounds = paperBounds(
    d,
    rss,
    (all) => logarithm(all.reduce((sum, r) => sum + r, 0) / n + 1e-8),
    (edges) => (edges * perEdge) / (n * d),
  );
  return { ...scoreOf("gp-published-equal-variance", [n, d], local), rss, bounds };
}

/** RSS of all variables for a parent set, [d]; 1, a placeholder, for the parents themselves. */
export function gpPublishedResiduals(table: Table, { wide, beat }: GpPublishedOptions = {}): ParentSetValues {
  const { n } = checkedRows(table);
  check(
    n <= mostRows,
    `gp-published: at most ${mostRows} rows, got ${n}; use the score gp, which has a form for many rows`,
  );
  const { X } = standardised(table);
  const d = X.cols;
  let space: KernelSpace | undefined;
  return (parents) => {
    const out = new Float64Array(d).fill(n);
    if (parents.length > 0) {
      space ??= kernelSpace(n, d, { wide, beat });
      const inputs = selectColumns(X, parents);
      writeKernel(space, inputs, medianDistance(inputs));
      let jitter = 1e-10;
      while (!factorKernel(space, n, jitter)) jitter *= 10;
      const alpha = forwardSolve(space, X);
      space.solveLowerTransposed(space.Y, space.L, n, d);
      squaredColumnsInto(out, alpha, [n, d, space.step]);
      for (let j = 0; j < d; j++) out[j] *= jitter * jitter;
      for (const i of parents) out[i] = 0;
    }
    for (let j = 0; j < d; j++) out[j] += 1;
    return out;
  };
}

function fitted(table: Table, options: GpPublishedOptions) {
  const { penaltyWeight = 1 } = options;
  check(penaltyWeight >= 0, `score: the penalty weight must be 0 or more, got ${penaltyWeight}`);
  const residuals = rememberedSets(options.residuals ?? gpPublishedResiduals(table, options));
  const rss = (node: number, parents: readonly number[]) => residuals(parents)[node];
  return { n: table.X.rows, d: table.X.cols, rss, penaltyWeight };
}

function scoreOf(name: string, [n, d]: readonly [number, number], local: Local): Score {
  return localScore({
    name,
    d,
    local,
    isEquivalent: false,
    isScaleFree: true,
    exactVariables: affordableVariables((n * n * n) / 3),
  });
}

/** S_L and S_U from the fit without penalty; S_L is computed on demand, since it takes d factorisations. */
function paperBounds(
  d: number,
  rss: NonNullable<Score["rss"]>,
  fit: (rss: Float64Array) => number,
  penalty: (edges: number) => number,
): PaperBounds {
  const all = Array.from({ length: d }, (_, j) => j);
  const others = (j: number) => all.filter((i) => i !== j);
  const fitOf = (parents: (j: number) => readonly number[]) =>
    fit(Float64Array.from(all, (j) => rss(j, parents(j))));
  const ofResiduals = (values: Float64Array, edges: number) => fit(values) + penalty(edges);
  let lower: number | undefined;
  return {
    get lower() {
      lower ??= fitOf(others);
      return lower;
    },
    upper: fitOf(() => []),
    isLowerBound: false,
    ofGraph: (graph: Graph) => fitOf((j) => parentsOf(graph, j)) + penalty(edgeCount(graph)),
    ofResiduals,
  };
}

export const gpPublishedScore = defineScore({
  name: "gp-published",
  group: "published",
  summary: "the paper's Gaussian-process RL-BIC: misspecified, for comparison only",
  method: {
    term: "the Gaussian-process RL-BIC as published, which is misspecified",
    assumes:
      "Each variable is a smooth function of its causes plus Gaussian noise, with a separate variance for each variable.",
    sources: ["zhu"],
  },
  when: "To reproduce published numbers.",
  needsRows: true,
  options: z.strictObject({ penalty, penaltyWeight }),
  prune: "greedy",
  make: (table, { penaltyWeight }, { sets, ...machine }) =>
    gpPublished(table, { penaltyWeight, residuals: sets, ...machine }),
  sets: (table, _, { wide, beat }) => gpPublishedResiduals(table, { wide, beat }),
});

export const gpPublishedEqualVarianceScore = defineScore({
  name: "gp-published-equal-variance",
  group: "published",
  summary: "the paper's Gaussian-process RL-BIC2: misspecified, for comparison only",
  method: {
    term: "the Gaussian-process RL-BIC2 as published, which is misspecified",
    assumes:
      "Each variable is a smooth function of its causes plus Gaussian noise, whose variance is the same for all variables once every column is standardised.",
    sources: ["zhu"],
  },
  when: "To reproduce published numbers.",
  needsRows: true,
  options: z.strictObject({ penalty, penaltyWeight }),
  hasPenaltyForms: true,
  prune: "greedy",
  make: (table, options, { sets, ...machine }) =>
    gpPublishedEqualVariance(table, { ...options, residuals: sets, ...machine }),
  sets: (table, _, { wide, beat }) => gpPublishedResiduals(table, { wide, beat }),
});
