// The paper's outlier rule: of all rows, those of smallest Euclidean norm.
//
// Zhu, Ng, Chen, ICLR 2020: 3,000 of 5,000 quadratic samples are kept so.

import { type Matrix, matrix } from "../math/matrix.ts";

/** The `keep` rows of smallest norm, in the order they came. A row that overflowed is the largest of all. */
export function rowsOfSmallestNorm({ rows, cols, data }: Matrix, keep: number): Matrix {
  const squares = new Float64Array(rows);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < cols; j++) squares[i]! += data[i * cols + j]! * data[i * cols + j]!;
    if (Number.isNaN(squares[i])) squares[i] = Infinity;
  }
  const bySize = Array.from({ length: rows }, (_, i) => i);
  bySize.sort((a, b) => (squares[a]! < squares[b]! ? -1 : squares[a]! > squares[b]! ? 1 : a - b));
  const kept = bySize.slice(0, keep).sort((a, b) => a - b);
  const out = matrix(kept.length, cols);
  kept.forEach((from, to) => {
    out.data.set(data.subarray(from * cols, (from + 1) * cols), to * cols);
  });
  return out;
}
