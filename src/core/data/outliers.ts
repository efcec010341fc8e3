// The paper's outlier rule: of all rows, those of smallest Euclidean norm.
//
// Zhu, Ng, Chen, ICLR 2020: 3,000 of 5,000 quadratic samples are kept so.

import { type Matrix, matrix } from "../math/matrix.ts";

/** The `keep` rows of smallest norm, in the order they came. A row that overflowed is the largest of all. */
export function rowsOfSmallestNorm({ rows, cols, data }: Matrix, keep: number): Matrix {
  const norms = Array.from({ length: rows }, (_, i) => norm(data.subarray(i * cols, (i + 1) * cols)));
  const bySize = norms
    .map((_, i) => i)
    .sort((a, b) => (norms[a]! === norms[b]! ? a - b : norms[a]! < norms[b]! ? -1 : 1));
  const kept = bySize.slice(0, keep).sort((a, b) => a - b);
  const out = matrix(kept.length, cols);
  kept.forEach((from, to) => {
    out.data.set(data.subarray(from * cols, (from + 1) * cols), to * cols);
  });
  return out;
}

/** In units of the largest entry, so that no square overflows; infinite where an entry is not a finite number. */
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
