// Variables in the generalized scores: each has a Gaussian kernel with its own width, and its centred kernel matrix is a product of
// features, K̃ = G Gᵀ. The kernel of one column is smooth, so a few dozen features represent it up to rounding, and these few columns
// are regressed on the parents instead of an n × n matrix.

import { check } from "../check.ts";
import type { Table } from "../data/table.ts";
import { column, type Matrix, matrix } from "../math/matrix.ts";
import { medianDistance } from "../math/median-distance.ts";
import { columnMeans } from "../math/scatter.ts";
import { incompleteCholesky } from "./gp-low-rank.ts";
import { checkedRows } from "./regression.ts";

export interface KernelVariables {
  readonly n: number;
  readonly d: number;
  /** Columns divided by the widths of their kernels: the product of the parents' kernels is the Gaussian kernel of width 1 of these. */
  readonly scaled: Matrix;
  /** G of each variable, [n, r], with columns that sum to 0. */
  readonly features: readonly Matrix[];
}

/** Maximum number of rows: several matrices of 8 · rows² bytes, and rows³ operations for a parent set. */
const mostRows = 2000;

/** The width of a kernel is `factor` times the median distance divided by √2; `score` is the name for error messages. */
export function kernelVariables(table: Table, score: string, factor: number): KernelVariables {
  const { n } = checkedRows(table);
  check(
    n <= mostRows,
    `${score}: at most ${mostRows} rows, got ${n}; use the score gp, which has a form for many rows, or fewer rows`,
  );
  const { X } = table;
  const d = X.cols;
  const scaled = matrix(n, d);
  const features = Array.from({ length: d }, (_, j) => {
    const values = matrix(n, 1, column(X, j));
    const width = factor * Math.SQRT1_2 * medianDistance(values);
    for (let i = 0; i < n; i++) scaled.data[i * d + j] = values.data[i] / width;
    // The omitted part of the kernel is below its rounding.
    return centredColumns(incompleteCholesky(values, width, { traceError: 1e-14, maxRank: n }).G);
  });
  return { n, d, scaled, features };
}

function centredColumns(G: Matrix): Matrix {
  const mean = columnMeans(G);
  return matrix(
    G.rows,
    G.cols,
    G.data.map((x, at) => x - mean[at % G.cols]),
  );
}
