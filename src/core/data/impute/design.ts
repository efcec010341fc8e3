// The design matrix of a table with gaps: a numeric variable is one standardised column; a category with r labels is r − 1 dummy
// columns. Gaps are filled in place, one column of the table at a time.

import { type Matrix, matrix } from "../../math/matrix.ts";
import { scatterOf, unitDiagonal } from "../../math/scatter.ts";
import type { Table } from "../table.ts";

/** Maximum number of design columns in a regression. */
const mostPredictors = 50;

export interface Design {
  /** Number of labels of the table's column j; 0 for numbers. */
  readonly labels: (j: number) => number;
  /** Rows with an observed value in the table's column j. */
  readonly rowsWith: (j: number) => readonly number[];
  /** The observed or filled value of the table's column j in a row. */
  readonly value: (row: number, j: number) => number;
  /** Columns of the design that predict the table's column j. */
  readonly predictors: (j: number) => readonly number[];
  /** The given rows and columns of the design. */
  readonly rows: (rows: readonly number[], columns: readonly number[]) => Matrix;
  /** Fills the given rows of the table's column j. */
  readonly fill: (j: number, rows: readonly number[], values: Float64Array) => void;
  /** A copy of the table's values, with the gaps filled. */
  readonly filled: () => Matrix;
}

export function createDesign({ names, X, levels = [] }: Table): Design {
  const { rows: n, cols: d } = X;
  const values = matrix(n, d, Float64Array.from(X.data));
  const labels = (j: number): number => levels[j]?.length ?? 0;
  const widths = names.map((_, j) => Math.max(1, labels(j) - 1));
  const firsts = widths.map((_, j) => widths.slice(0, j).reduce((sum, width) => sum + width, 0));
  const p = widths.reduce((sum, width) => sum + width, 0);
  const D = matrix(n, p);
  const rowsWith = names.map((_, j) =>
    Array.from({ length: n }, (_, i) => i).filter((i) => !Number.isNaN(X.data[i * d + j])),
  );
  const units = names.map((_, j) =>
    unitsOf(
      rowsWith[j].map((i) => X.data[i * d + j]),
      labels(j) > 0,
    ),
  );
  const write = (i: number, j: number): void => {
    const value = values.data[i * d + j];
    const at = i * p + firsts[j];
    if (labels(j) === 0) D.data[at] = Number.isNaN(value) ? 0 : (value - units[j].mean) / units[j].deviation;
    else for (let l = 1; l < labels(j); l++) D.data[at + l - 1] = value === l ? 1 : 0;
  };
  for (let i = 0; i < n; i++) for (let j = 0; j < d; j++) write(i, j);
  const columnsOf = (j: number) => Array.from({ length: widths[j] }, (_, k) => firsts[j] + k);
  const predictors = chosenPredictors(
    D,
    names.map((_, j) => columnsOf(j)),
  );

  return {
    labels,
    rowsWith: (j) => rowsWith[j],
    value: (row, j) => values.data[row * d + j],
    predictors: (j) => predictors[j],
    rows: (rows, columns) => {
      const out = matrix(rows.length, columns.length);
      rows.forEach((i, r) => {
        columns.forEach((c, k) => {
          out.data[r * columns.length + k] = D.data[i * p + c];
        });
      });
      return out;
    },
    fill: (j, rows, filled) => {
      rows.forEach((i, r) => {
        values.data[i * d + j] = filled[r];
        write(i, j);
      });
    },
    filled: () => matrix(n, d, Float64Array.from(values.data)),
  };
}

/** Mean and standard deviation of a numeric column; 0 and 1 for a category. */
function unitsOf(values: readonly number[], isCategory: boolean): { mean: number; deviation: number } {
  if (isCategory) return { mean: 0, deviation: 1 };
  const mean = values.reduce((sum, x) => sum + (x - values[0]), 0) / values.length + values[0];
  const squares = values.reduce((sum, x) => sum + (x - mean) * (x - mean), 0);
  return { mean, deviation: squares > 0 ? Math.sqrt(squares / values.length) : 1 };
}

/** Design columns of the variables most strongly correlated with each, by the largest correlation between their columns. */
function chosenPredictors(D: Matrix, groups: readonly (readonly number[])[]): number[][] {
  const { R } = unitDiagonal(scatterOf(D).S);
  return groups.map((group, j) => {
    const others = groups.map((_, k) => k).filter((k) => k !== j);
    const tie = others.map((k) =>
      Math.max(...group.flatMap((a) => groups[k].map((b) => Math.abs(R.data[a * R.cols + b])))),
    );
    const byTie = others.map((_, at) => at).sort((a, b) => tie[b] - tie[a] || a - b);
    const chosen: number[] = [];
    for (const at of byTie) {
      const columns = groups[others[at]];
      if (chosen.length + columns.length <= mostPredictors) chosen.push(...columns);
    }
    return chosen.sort((a, b) => a - b);
  });
}
