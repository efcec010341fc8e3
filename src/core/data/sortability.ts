// How well the causal order of a known graph can be guessed from the columns' variances (var-sortability) or from how well each column
// is explained by all others (R²-sortability). Both measure how easy a benchmark is, not how good a result is: 1 means that sorting
// the columns gives the causal order, ½ that it is uninformative, 0 that it gives the reverse.
//
//     sortability = Σₖ Σ_{(s,t) ∈ Eᵏ} rises(s, t) / Σₖ |Eᵏ|,     rises = 1 if v(s) < v(t), ½ if equal, else 0
//
// Eᵏ are the pairs joined by at least one directed path of k edges, k = 1 … d − 1: a pair counts once for each length
// at which a path joins it, however many paths of that length there are. v is the variance, or
//
//     R²(j) = 1 − 1/(C⁻¹)ⱼⱼ,     C the correlation matrix
//
// Reisach, Seiler, Weichwald. "Beware of the simulated DAG!" NeurIPS 2021, section 3.1.
// Reisach, Tami, Seiler, Chambaz, Weichwald. "A scale-invariant sorting criterion to find a causal order in additive
// noise models." NeurIPS 2023, equation 3.
//
// Differs from CausalDisco (var_sortability, r2_sortability with measure="paths"), whose numbers it otherwise reproduces:
// values within 1e-9 are equal (there, only bit for bit, so that rounding decides on standardised data); a graph
// without edges gives null (there NaN); a constant column has R² 0 (there NaN); a cyclic truth is refused.

import { check } from "../check.ts";
import { childrenOf, type Graph, isAcyclic } from "../graph/graph.ts";
import { type Matrix, matrix } from "../math/matrix.ts";
import { unitDiagonal } from "../math/scatter.ts";
import { inverseDiagonal } from "../math/solve.ts";
import { type Table, tableScatter } from "./table.ts";

/**
 * Share of the truth's paths along which the variance rises; null for a graph without edges.
 *
 * @example
 * ```js
 * const { table, truth } = simulate({ nodes: 4, samples: 100 });
 * varSortability(table, truth) >= 0; // true
 * ```
 */
export function varSortability(table: Table, truth: Graph): number | null {
  const variances = diagonal(scatter(table)); // n times the variance: the same comparisons
  return pathAlignment(truth, variances, (a, b) => isTied(a, b));
}

/**
 * Share of the truth's paths along which R² rises; null for a graph without edges.
 *
 * @example
 * ```js
 * const { table, truth } = simulate({ nodes: 4, samples: 100 });
 * r2Sortability(table, truth) >= 0; // true
 * ```
 */
export function r2Sortability(table: Table, truth: Graph): number | null {
  return pathAlignment(truth, r2FromScatter(scatter(table)), (a, b) => isTied(a, b, 1));
}

/** Do two values differ by no more than rounding? Relative to the larger, or to `unit` where that is larger still. */
export function isTied(a: number, b: number, unit = 0): boolean {
  return Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b), unit);
}

/** Sums of products of the centred columns, [d, d]. */
export function scatter(table: Table): Matrix {
  const { names } = table;
  const { S, mean } = tableScatter(table);
  const bad = mean.findIndex((m) => !Number.isFinite(m));
  check(
    bad < 0,
    () => `table: column "${names[bad]}" must hold finite numbers only, got NaN or Infinity; drop those rows`,
  );
  return S;
}

/** R² of each column regressed on all others, intercept included; 0 for a constant column. */
export function r2FromScatter(S: Matrix): Float64Array {
  const d = S.cols;
  const { R: C } = unitDiagonal(S);
  const all = Array.from({ length: d }, (_, j) => j);
  const { L, isRegular } = factorAlong(C, all);
  if (isRegular) return inverseDiagonal(L.data, d).map((c) => 1 - 1 / c);
  // Collinear columns: C has no inverse, but each regression still has an R²: factor with column j last and read its row of L.
  return Float64Array.from(all, (j) => {
    const { L } = factorAlong(C, [...all.filter((k) => k !== j), j]);
    let explained = 0;
    for (let k = 0; k < d - 1; k++) explained += L.data[(d - 1) * d + k] * L.data[(d - 1) * d + k];
    return Math.min(1, explained);
  });
}

/**
 * Cholesky factor of S with its variables taken in `order`: S[order, order] = L Lᵀ. Row k of L is what its
 * predecessors explain of variable order[k], and the diagonal what they do not. A variable that is a linear
 * combination of its predecessors (to 1e-10 of its variance) gets a column of zeros, which drops it as a regressor.
 */
export function factorAlong(S: Matrix, order: readonly number[]): { L: Matrix; isRegular: boolean } {
  const d = order.length;
  const L = matrix(d, d);
  let isRegular = true;
  for (let k = 0; k < d; k++) {
    const variance = S.data[order[k] * S.cols + order[k]];
    const pivot = variance - dotRows(L, k, k, k);
    if (!(pivot > 1e-10 * variance)) {
      isRegular = false;
      continue;
    }
    const root = Math.sqrt(pivot);
    L.data[k * d + k] = root;
    for (let i = k + 1; i < d; i++) {
      L.data[i * d + k] = (S.data[order[i] * S.cols + order[k]] - dotRows(L, i, k, k)) / root;
    }
  }
  return { L, isRegular };
}

function pathAlignment(
  truth: Graph,
  values: Float64Array,
  tied: (a: number, b: number) => boolean,
): number | null {
  const { d } = truth;
  check(
    values.length === d,
    `sortability: the truth must have the table's ${values.length} variables, got ${d}`,
  );
  check(isAcyclic(truth), "sortability: the truth must have no cycle, got one; remove an edge of it");
  const children = Array.from({ length: d }, (_, i) => childrenOf(truth, i));
  let paths = 0;
  let rising = 0;
  let joined: Uint8Array = truth.edges; // the pairs of Eᵏ
  for (let k = 1; k < d && joined.includes(1); k++) {
    const next = new Uint8Array(d * d);
    for (let s = 0; s < d; s++) {
      for (let t = 0; t < d; t++) {
        if (joined[s * d + t] === 0) continue;
        paths++;
        rising += tied(values[s], values[t]) ? 0.5 : values[s] < values[t] ? 1 : 0;
        for (const u of children[t]) next[s * d + u] = 1;
      }
    }
    joined = next;
  }
  return paths === 0 ? null : rising / paths;
}

function diagonal({ cols, data }: Matrix): Float64Array {
  return Float64Array.from({ length: cols }, (_, j) => data[j * cols + j]);
}

/** Dot product of the first `length` entries of rows i and j. */
function dotRows({ cols, data }: Matrix, i: number, j: number, length: number): number {
  let sum = 0;
  for (let k = 0; k < length; k++) sum += data[i * cols + k] * data[j * cols + k];
  return sum;
}
