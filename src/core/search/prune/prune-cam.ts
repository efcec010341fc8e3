// CAM pruning: drop the parents whose smooth term could be zero.
//
// Each child is fitted once by an additive model of penalised splines on its parents; a parent stays if the approximate
// p-value of its term (Wood 2013; math/smooth/smooth-p.ts) is below alpha (0.001): strict, in one pass, no refit. It works on any
// graph, whatever score or search it comes from.
//
// Bühlmann, P., Peters, J., Ernest, J. "CAM", Annals of Statistics 42(6), 2014; Zhu, Ng, Chen, ICLR 2020, used it for the
// Gaussian-process data (as a variant) and for Sachs.
//
// Differs from the R package CAM: columns with fewer than ten distinct values, constant and repeated columns have defined terms
// (math/smooth/splines.ts, math/smooth/additive.ts) instead of an unpenalised fit after an error; a child with too many parents
// for its rows is refused. Edges that the knowledge requires are never dropped.

import * as z from "zod";
import { check } from "../../check.ts";
import { checkRows, type Table } from "../../data/table.ts";
import type { Graph } from "../../graph/graph.ts";
import { selectColumns } from "../../math/matrix.ts";
import {
  type AdditiveOptions,
  additiveFit,
  basisScatter,
  isSaturated,
  smoothPValues,
} from "../../math/smooth/smooth.ts";
import { filledOption, size } from "../../option.ts";
import { definePruning, otherPruning } from "./definition.ts";
import { type PruneOptions, prunedParents } from "./prune-edges.ts";

/** CAM's value: terms with this p-value or more are pruned. */
const defaultAlpha = 0.001;

export type PruneCamOptions = Pick<PruneOptions, "knowledge" | "alpha" | "smoothing" | "beat">;

/**
 * Drops parents whose smooth term could be zero.
 *
 * @example
 * ```js
 * const { table } = simulate({ nodes: 3, samples: 60 });
 * edgeCount(pruneByCam(completeGraph([0, 1, 2]), table)) <= 3; // true
 * ```
 */
export function pruneByCam(
  graph: Graph,
  table: Table,
  { knowledge, alpha = defaultAlpha, smoothing = "gcv", beat }: PruneCamOptions = {},
): Graph {
  check(
    table.levels === undefined,
    "prune: cam fits smooth functions of numbers, but the table has categories",
    otherPruning("greedy", "none"),
  );
  checkRows("prune: cam", table, otherPruning("threshold", "none"));
  check(alpha >= 0 && alpha <= 1, `prune: alpha must be from 0 to 1, got ${alpha}`);
  return prunedParents(graph, knowledge, (j, parents) => {
    beat?.();
    const p = additivePValues(table, j, parents, { smoothing, beat });
    return (k) => p[k] < alpha;
  });
}

/**
 * The p-value of each parent's smooth term in the additive model of `node`.
 *
 * @example
 * ```js
 * const { table } = simulate({ nodes: 2, samples: 60 });
 * additivePValues(table, 0, [1]).length; // 1
 * ```
 */
export function additivePValues(
  { names, X }: Table,
  node: number,
  parents: readonly number[],
  options: AdditiveOptions = {},
): Float64Array {
  const p = parents.length;
  if (p === 0) return new Float64Array(0);
  check(
    !isSaturated(X.rows, p),
    `prune: "${names[node]}" has ${p} parents, which needs at least ${p + 2} rows, got ${X.rows}`,
    {
      field: "prune",
      remedies: [{ set: { prune: "none" } }, { act: "limit the number of parents", option: "maxParents" }],
    },
  );
  for (const j of [...parents, node]) {
    let sum = 0;
    for (let i = 0; i < X.rows; i++) sum += X.data[i * X.cols + j] * 0;
    check(sum === 0, `prune: column "${names[j]}" must be finite`, {
      remedies: [{ act: "leave such rows out" }, { drop: [names[j]] }],
    });
  }
  // Only the columns of the parents and the child: few, however many the table has.
  const scatter = basisScatter(selectColumns(X, [...parents, node]));
  const fit = additiveFit(
    scatter,
    p,
    parents.map((_, k) => k),
    options,
  );
  return smoothPValues(fit);
}

export const cam = definePruning({
  name: "cam",
  needsRows: true,
  summary: "drop parents whose smooth term is not significant, all at once (CAM)",
  options: z.strictObject({
    alpha: filledOption(size.max(1), {
      title: "p-value of pruning",
      help: "edges with a p-value of at least this are dropped",
      default: defaultAlpha,
      flag: "--alpha <p>",
      group: "Pruning",
    }),
  }),
  prune: ({ graph, table, common: { knowledge, smoothing, beat } }, { alpha }) =>
    pruneByCam(graph, table, { knowledge, alpha, smoothing, beat }),
});
