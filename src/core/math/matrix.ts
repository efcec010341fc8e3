// A dense matrix of float64 numbers, row-major.

import { check } from "../check.ts";

export interface Matrix {
  readonly rows: number;
  readonly cols: number;
  /** Entry (i, j) is data[i * cols + j]. */
  readonly data: Float64Array;
}

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

export function identity(size: number): Matrix {
  const out = matrix(size, size);
  for (let i = 0; i < size; i++) out.data[i * size + i] = 1;
  return out;
}

export function transpose({ rows, cols, data }: Matrix): Matrix {
  const out = new Float64Array(rows * cols);
  for (let i = 0; i < rows; i++) for (let j = 0; j < cols; j++) out[j * rows + i] = data[i * cols + j]!;
  return { rows: cols, cols: rows, data: out };
}

export function multiply(a: Matrix, b: Matrix): Matrix {
  check(
    a.cols === b.rows,
    `multiply: inner sizes must agree, got ${a.rows} × ${a.cols} and ${b.rows} × ${b.cols}`,
  );
  const out = new Float64Array(a.rows * b.cols);
  for (let i = 0; i < a.rows; i++) {
    for (let k = 0; k < a.cols; k++) {
      const x = a.data[i * a.cols + k]!;
      if (x === 0) continue;
      for (let j = 0; j < b.cols; j++) out[i * b.cols + j]! += x * b.data[k * b.cols + j]!;
    }
  }
  return { rows: a.rows, cols: b.cols, data: out };
}

/** Column j as a fresh array. */
export function column({ rows, cols, data }: Matrix, j: number): Float64Array {
  const out = new Float64Array(rows);
  for (let i = 0; i < rows; i++) out[i] = data[i * cols + j]!;
  return out;
}

/** The columns named by `indices`, in that order. */
export function selectColumns({ rows, cols, data }: Matrix, indices: readonly number[]): Matrix {
  const k = indices.length;
  const out = new Float64Array(rows * k);
  for (let i = 0; i < rows; i++) for (let j = 0; j < k; j++) out[i * k + j] = data[i * cols + indices[j]!]!;
  return { rows, cols: k, data: out };
}
