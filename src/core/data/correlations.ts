// Pearson correlations between the columns of numbers, for the eye: of up to so many columns, rounded to three digits.
// Costs n · d² / 2 multiplications.

import type { Matrix } from "../math/matrix.ts";
import { type Scatter, scatterOf, selectScatter } from "../math/scatter.ts";
import type { ProfiledCells } from "./table-profile.ts";

export interface Correlations {
  readonly columns: readonly string[];
  /** Row by column; 0 where a column does not vary. */
  readonly values: readonly (readonly number[])[];
}

const shownColumns = 60;

export interface CorrelatedCells extends ProfiledCells {
  /** Of all rows, where X does not hold them all. */
  readonly scatter?: Scatter | undefined;
}

/** The first columns of finite numbers; null where there are fewer than two of them, or of rows. */
export function correlations({ names, X, levels, scatter }: CorrelatedCells): Correlations | null {
  const isNumeric = (j: number): boolean => {
    if (levels[j] !== null) return false;
    for (let i = 0; i < X.rows; i++) if (!Number.isFinite(X.data[i * X.cols + j])) return false;
    return true;
  };
  const columns = names
    .map((_, j) => j)
    .filter(isNumeric)
    .slice(0, shownColumns);
  if (columns.length < 2 || (scatter?.n ?? X.rows) < 2) return null;
  const d = columns.length;
  const { S } = scatter ? selectScatter(scatter, columns) : scatterOf(inUnits(X, columns));
  const at = (i: number, j: number): number => {
    const scale = Math.sqrt(S.data[i * d + i] * S.data[j * d + j]);
    return scale > 0 ? Math.round((1000 * S.data[i * d + j]) / scale) / 1000 : 0;
  };
  return {
    columns: columns.map((j) => names[j]),
    values: columns.map((_, i) => columns.map((__, j) => at(i, j))),
  };
}

/** Divided by the largest of each column: squares of cells near the largest number would overflow. */
function inUnits(X: Matrix, columns: readonly number[]): Matrix {
  const d = columns.length;
  const data = new Float64Array(X.rows * d);
  columns.forEach((j, k) => {
    let most = 0;
    for (let i = 0; i < X.rows; i++) most = Math.max(most, Math.abs(X.data[i * X.cols + j]));
    for (let i = 0; i < X.rows; i++) data[i * d + k] = most > 0 ? X.data[i * X.cols + j] / most : 0;
  });
  return { rows: X.rows, cols: d, data };
}
