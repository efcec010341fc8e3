// The paper's outlier rule: keep the rows of smallest Euclidean norm.
//
// Zhu, Ng, Chen, ICLR 2020: 3,000 of 5,000 quadratic samples are kept in this way. The norm depends on the units of the columns: the
// columns with the largest values dominate. Categories have no size and are ignored.

import { check } from "../check.ts";
import { type Matrix, matrix, selectColumns } from "../math/matrix.ts";
import { remainingRows } from "./remaining-rows.ts";
import { checkRows, levelsOf, type Table } from "./table.ts";

/** What was dropped, for the report. */
export interface DroppedOutliers {
  /** Number of rows dropped, and of all rows. */
  readonly rows: number;
  readonly of: number;
  /** The largest norm among the rows kept, and among all. */
  readonly largestKept: number;
  readonly largest: number;
}

/** Drops the given share of rows, those of largest norm (the paper's share is 0.4); returns the table and what was dropped. */
export function withoutOutliers(
  table: Table,
  share: number,
): { readonly table: Table; readonly outliers: DroppedOutliers } {
  const { names, X, levels } = table;
  const unset = { field: "dropOutliers", remedies: [{ unset: ["dropOutliers"] }] };
  checkRows("outliers", table, unset);
  check(
    share >= 0 && share < 1,
    `outliers: the share of rows to drop must be from 0 to below 1, got ${share}; the paper's is 0.4`,
  );
  const { rows: of } = X;
  const keep = remainingRows(of, share);
  check(
    keep >= Math.min(2, of),
    `outliers: at least 2 rows must be kept, got ${keep} of ${of}; drop a smaller share than ${share}`,
  );
  const numbers = names.map((_, j) => j).filter((j) => !levels?.[j]);
  check(numbers.length > 0, "outliers: rows of categories have no norm by which to drop them", unset);
  const sizes = levels ? selectColumns(X, numbers) : X;
  const inliers = placesOfSmallestNorm(sizes, keep);
  const largestKept = largestNorm(selectRows(sizes, inliers));
  const outliers = { rows: of - keep, of, largestKept, largest: largestNorm(sizes) };
  return { table: { names, X: selectRows(X, inliers), ...levelsOf(levels) }, outliers };
}

/** The `keep` rows of smallest norm, in their original order. A row that overflowed counts as the largest. */
export function rowsOfSmallestNorm(X: Matrix, keep: number): Matrix {
  return selectRows(X, placesOfSmallestNorm(X, keep));
}

function placesOfSmallestNorm(X: Matrix, keep: number): number[] {
  const norms = rowNorms(X);
  const bySize = norms
    .map((_, i) => i)
    .sort((a, b) => (norms[a]! === norms[b]! ? a - b : norms[a]! < norms[b]! ? -1 : 1));
  return bySize.slice(0, keep).sort((a, b) => a - b);
}

function selectRows({ cols, data }: Matrix, rows: readonly number[]): Matrix {
  const out = matrix(rows.length, cols);
  rows.forEach((from, to) => {
    out.data.set(data.subarray(from * cols, (from + 1) * cols), to * cols);
  });
  return out;
}

function largestNorm(X: Matrix): number {
  return rowNorms(X).reduce((most, x) => Math.max(most, x), 0);
}

function rowNorms({ rows, cols, data }: Matrix): number[] {
  return Array.from({ length: rows }, (_, i) => norm(data.subarray(i * cols, (i + 1) * cols)));
}

/** Euclidean norm, scaled by the largest entry so that no square overflows; infinite if an entry is not finite. */
function norm(row: Float64Array): number {
  let largest = 0;
  for (const x of row) {
    if (!Number.isFinite(x)) return Infinity;
    largest = Math.max(largest, Math.abs(x));
  }
  if (largest === 0) return 0;
  let sum = 0;
  for (const x of row) sum += (x / largest) * (x / largest);
  return largest * Math.sqrt(sum);
}
