// Four graphs that cost nothing: no edges at all, and regression along an order that no search has found (random; by
// variance; by R²). A search is worth its time only if it beats the best of these.
//
// Along the order every variable is regressed on all its predecessors at once (least squares, with an intercept) and
//
//     i → j   if |coefficient of i in the regression of j| > threshold
//
// Reisach, Seiler, Weichwald. "Beware of the simulated DAG!" NeurIPS 2021 (sortnregress, by variance).
// Reisach et al. "A scale-invariant sorting criterion to find a causal order in additive noise models." NeurIPS 2023
// (by R²). The threshold: Zhu, Ng, Chen. "Causal discovery with reinforcement learning." ICLR 2020, pruning at 0.3.
//
// Differs from CausalDisco (var_sort_regress, r2_sort_regress, random_sort_regress): there an adaptive lasso chosen by
// BIC selects the predecessors; here the threshold does, the rule that prunes the results of the searches, so that the two
// differ only in the order. The orders are the same. Equal values (to 1e-9) go by column number; callers number the
// columns by name. Predecessors that are linear combinations of earlier ones get no edge.
//
// Knowledge is ignored: the baselines show what the scales of the data reveal without any; they are not proposed as results.

import { check } from "../../check.ts";
import { factorAlong, isTied, r2FromScatter, scatter } from "../../data/sortability.ts";
import type { Table } from "../../data/table.ts";
import { emptyGraph, type Graph, graphFromEdges, type Order } from "../../graph/graph.ts";
import type { Matrix } from "../../math/matrix.ts";
import type { Rng } from "../../math/rng.ts";
import { defaultThreshold } from "../prune/prune.ts";

export { edgeSurvival, rescaledColumns } from "./rescaling.ts";

export interface SortRegressOptions {
  /** A predecessor is a cause if its coefficient exceeds this in absolute value. */
  readonly threshold?: number;
}

export interface Baseline {
  readonly name: string;
  readonly graph: Graph;
}

/**
 * All four baselines of a table.
 *
 * @example
 * ```js
 * const { table } = simulate({ nodes: 3, samples: 60 });
 * freeBaselines(table, createRng(1))[0].name; // "empty"
 * ```
 */
export function freeBaselines(table: Table, rng: Rng, options: SortRegressOptions = {}): Baseline[] {
  return [...eachBaseline(table, rng, options)];
}

/** The same, one at a time: each takes d³/3 multiplications. */
export function* eachBaseline(
  table: Table,
  rng: Rng,
  { threshold = defaultThreshold }: SortRegressOptions = {},
): Generator<Baseline, void, void> {
  const S = scatter(table);
  yield { name: "empty", graph: emptyBaseline(table) };
  yield { name: "random-order-regress", graph: regressAlong(S, randomOrder(table, rng), threshold) };
  yield { name: "var-sortnregress", graph: regressAlong(S, varianceOrder(S), threshold) };
  yield { name: "r2-sortnregress", graph: regressAlong(S, r2Order(S), threshold) };
}

/** Number of baselines. */
export const baselineCount = 4;

/** The graph without edges. */
export function emptyBaseline({ X }: Table): Graph {
  return emptyGraph(X.cols);
}

function randomOrder({ X }: Table, rng: Rng): Order {
  return rng.fork("random-order-regress").permutation(X.cols);
}

function varianceOrder(S: Matrix): Order {
  const variances = Float64Array.from({ length: S.cols }, (_, j) => S.data[j * S.cols + j]);
  return risingOrder(variances, 0);
}

function r2Order(S: Matrix): Order {
  return risingOrder(r2FromScatter(S), 1);
}

/** Positions from the lowest value to the highest; a run of values that rounding could swap is ordered by position. */
function risingOrder(values: Float64Array, unit: number): Order {
  const order = Array.from(values, (_, j) => j).sort((a, b) => values[a] - values[b] || a - b);
  const out: number[] = [];
  for (let start = 0, end = 0; start < order.length; start = end) {
    for (end = start + 1; end < order.length; end++) {
      if (!isTied(values[order[end - 1]], values[order[end]], unit)) break;
    }
    out.push(...order.slice(start, end).sort((a, b) => a - b));
  }
  return out;
}

/**
 * One Cholesky factor along the order holds every regression: with S[order, order] = L Lᵀ, the coefficients β of the
 * k-th variable on the k before it solve L₀ᵀ β = l, L₀ the factor's first k rows and l its row k.
 */
function regressAlong(S: Matrix, order: Order, threshold: number): Graph {
  check(threshold >= 0, `baselines: the threshold must be 0 or more, got ${threshold}`);
  const d = order.length;
  const { L } = factorAlong(S, order);
  const edges: [number, number][] = [];
  const beta = new Float64Array(d);
  for (let k = 1; k < d; k++) {
    beta.set(L.data.subarray(k * d, k * d + k));
    // Back substitution: each coefficient is subtracted from those before it, along a row of L, which is contiguous in memory.
    for (let i = k - 1; i >= 0; i--) {
      const pivot = L.data[i * d + i];
      const b = pivot > 0 ? beta[i] / pivot : 0;
      if (Math.abs(b) > threshold) edges.push([order[i], order[k]]);
      if (b !== 0) for (let m = 0; m < i; m++) beta[m] -= L.data[i * d + m] * b;
    }
  }
  return graphFromEdges(d, edges);
}
