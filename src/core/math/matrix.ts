// A dense matrix of float64 numbers, row-major.

import { check } from "../check.ts";

export interface Matrix {
  readonly rows: number;
  readonly cols: number;
  /** Entry (i, j) is data[i * cols + j]. */
  readonly data: Float64Array;
}

/**
 * A rows × cols matrix in row-major order; zeros by default.
 *
 * @example
 * ```js
 * matrix(2, 3).data.length; // 6
 * ```
 */
export function matrix(
  rows: number,
  cols: number,
  data: Float64Array = new Float64Array(rows * cols),
): Matrix {
  check(
    data.length === rows * cols,
    `matrix: ${rows} × ${cols} needs ${rows * cols} numbers, got ${data.length}`,
  );
  return { rows, cols, data };
}

/**
 * A matrix from its rows.
 *
 * @example
 * ```js
 * matrixFromRows([[1, 2], [3, 4]]).data[2]; // 3
 * ```
 */
export function matrixFromRows(rows: readonly (readonly number[])[]): Matrix {
  const cols = rows[0]?.length ?? 0;
  const data = new Float64Array(rows.length * cols);
  rows.forEach((row, i) => {
    check(
      row.length === cols,
      `matrix: row ${i + 1} must have ${cols} numbers like the first, got ${row.length}`,
    );
    data.set(row, i * cols);
  });
  return { rows: rows.length, cols, data };
}

/** A copy of column j. */
export function column({ rows, cols, data }: Matrix, j: number): Float64Array {
  const out = new Float64Array(rows);
  for (let i = 0; i < rows; i++) out[i] = data[i * cols + j]!;
  return out;
}

/** The rows at `indices`, in the given order. */
export function selectRows({ cols, data }: Matrix, indices: readonly number[]): Matrix {
  const out = matrix(indices.length, cols);
  for (const [k, i] of indices.entries()) out.data.set(data.subarray(i * cols, (i + 1) * cols), k * cols);
  return out;
}

/** The columns at `indices`, in the given order. */
export function selectColumns({ rows, cols, data }: Matrix, indices: readonly number[]): Matrix {
  const k = indices.length;
  const out = new Float64Array(rows * k);
  for (let i = 0; i < rows; i++) for (let j = 0; j < k; j++) out[i * k + j] = data[i * cols + indices[j]!]!;
  return { rows, cols: k, data: out };
}

/** The rows in lexicographic order, whatever their original order. */
export function sortedRows(X: Matrix): Matrix {
  const { rows, cols, data } = X;
  const difference = (a: number, b: number): number => {
    for (let j = 0; j < cols; j++) {
      const [x, y] = [data[a * cols + j], data[b * cols + j]];
      if (x !== y) return x - y;
    }
    return 0;
  };
  return selectRows(X, Array.from({ length: rows }, (_, i) => i).sort(difference));
}
