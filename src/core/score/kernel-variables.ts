// Variables as the generalized scores see them: each has a Gaussian kernel of its own width, and its centred kernel matrix is
// that of features, K̃ = G Gᵀ. The kernel of one column is smooth, so a few dozen features hold it to rounding, and what is
// regressed on the parents are those few columns instead of a matrix of n × n.

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
  /** Columns over the widths of their kernels: the product of parents' kernels is the Gaussian kernel of width 1 of these. */
  readonly scaled: Matrix;
  /** Of each variable G, [n, r], its columns of sum 0. */
  readonly features: readonly Matrix[];
}

/** The most rows: some matrices of 8 · rows² bytes, and rows³ operations for a parent set. */
const mostRows = 2000;

/** Width of a kernel: `factor` times the median distance over √2. `score` is who asks. */
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
    // What is left out of the kernel is less than its rounding.
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
