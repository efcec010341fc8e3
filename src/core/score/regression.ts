// Least squares of one variable on others, with intercept, from the scatter matrix, without reading the rows again.
//
// Cost: |P|³/3 for each (node, parents). Parents that are linear combinations of earlier ones (in ascending order) are
// dropped from the fit, with coefficient 0, and counted.

import { check, type Refusal, setTo } from "../check.ts";
import { checkNumbers, checkRows, sampleSize, type Table, tableScatter } from "../data/table.ts";
import { logarithm } from "../math/elementary.ts";
import type { Matrix } from "../math/matrix.ts";
import { type Scatter, unitDiagonal } from "../math/scatter.ts";
import {
  backwardSolveInto,
  choleskyOf,
  forwardSolveInto,
  inverseDiagonal,
  pivotTolerance,
} from "../math/solve.ts";
import type { Score } from "./score.ts";

/** Scatter matrix of a table; checks that every column is finite and, unless there is a prior, not constant. */
export function checkedScatter(table: Table, hasPrior = false): Scatter {
  checkNumbers("score", table, {
    field: "score",
    remedies: setTo("score", ["bic-mixed", "bdeu", "bic-discrete"]),
  });
  const { names } = table;
  const rows = sampleSize(table);
  check(rows >= (hasPrior ? 1 : 2), `score: at least two rows are needed, got ${rows}`);
  const scatter = tableScatter(table);
  names.forEach((name, j) => {
    const squares = scatter.S.data[j * names.length + j];
    check(
      (hasPrior ? squares >= 0 : squares > 0) && squares < Number.POSITIVE_INFINITY,
      `score: column "${name}" must be finite and vary, got a sum of squares of ${squares}`,
      { remedies: [{ drop: [name] }] },
    );
  });
  return scatter;
}

/** The same for a score that reads the rows. */
export function checkedRows(table: Table): Scatter {
  checkRows("score", table, linearScores);
  return checkedScatter(table);
}

/** A remedy: the scores that need no rows. */
export const linearScores: Refusal = { field: "score", remedies: setTo("score", ["bic", "bge"]) };

export interface Regression {
  /** Sum of squared residuals. */
  readonly rss: number;
  /** log det of the parents' block of the matrix, without the dropped parents. */
  readonly logdet: number;
  /** Number of parents dropped as linear combinations of others. */
  readonly dropped: number;
}

export function regression(S: Matrix, node: number, parents: readonly number[]): Regression {
  const { L, dropped } = choleskyOf(S, parents);
  const k = parents.length;
  const y = rightSide(S, node, parents);
  forwardSolveInto(y, L);
  const total = S.data[node * S.cols + node];
  let rss = total;
  let logdet = 0;
  for (let i = 0; i < k; i++) {
    rss -= y[i] * y[i];
    if (L[i * k + i] !== Number.POSITIVE_INFINITY) logdet += 2 * logarithm(L[i * k + i]);
  }
  return { rss: Math.max(rss, pivotTolerance * total), logdet, dropped: dropped.length };
}

/** Coefficients of the parents in the regression of `node` on them; 0 for a dropped parent. */
export function coefficientsOf(S: Matrix, node: number, parents: readonly number[]): number[] {
  const { L } = choleskyOf(S, parents);
  const y = rightSide(S, node, parents);
  forwardSolveInto(y, L);
  backwardSolveInto(y, L);
  return [...y];
}

/** Coefficients and residual sums of squares for a score of linear models. */
export function linearFits(S: Matrix): Required<Pick<Score, "coefficients" | "rss">> {
  return {
    coefficients: (node, parents) => coefficientsOf(S, node, parents),
    rss: (node, parents) => regression(S, node, parents).rss,
  };
}

/** Sum of squared residuals of every variable fitted on all others: from one inverse, unless some are collinear. */
export function residualsGivenOthers(S: Matrix): Float64Array {
  const d = S.cols;
  const all = Array.from({ length: d }, (_, j) => j);
  const { R, scale } = unitDiagonal(S);
  const { L, dropped } = choleskyOf(R, all);
  if (dropped.length === 0) return inverseDiagonal(L, d).map((x, j) => scale[j] / x);
  return Float64Array.from(
    all,
    (j) =>
      regression(
        S,
        j,
        all.filter((i) => i !== j),
      ).rss,
  );
}

function rightSide(S: Matrix, node: number, parents: readonly number[]): Float64Array {
  const y = new Float64Array(parents.length);
  parents.forEach((p, i) => {
    y[i] = S.data[p * S.cols + node];
  });
  return y;
}
