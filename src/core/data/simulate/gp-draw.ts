// Draws one function from a Gaussian process, evaluated at given points.
//
//     f ~ N(0, K),   K(a, b) = exp(−‖x_a − x_b‖² / (2 · bandwidth²))
//
// K = L Lᵀ by Cholesky factorisation with diagonal pivoting, f = L z with z standard normal. It stops when no
// point has more than 1e-10 of variance unexplained, so that no jitter is needed (K is singular to machine
// precision when points are close) and the cost is n r² for numerical rank r: about 30 for one smooth input,
// at most n. Only the columns of K that are used are computed.
//
// Harbrecht, H., Peters, M., Schneider, R. "On the low-rank approximation by the pivoted Cholesky
// decomposition." Applied Numerical Mathematics 62, 2012.

import { check } from "../../check.ts";
import { exponential } from "../../math/elementary.ts";
import type { Matrix } from "../../math/matrix.ts";
import type { Rng } from "../../math/rng.ts";

/** Maximum number of entries in the factor: 200 MB, a full factor of 5,000 points. */
const MOST_NUMBERS = 25e6;

/** The values of one random function at the rows of `points` [n, p]. */
export function gpDraw(points: Matrix, bandwidth: number, rng: Rng): Float64Array {
  const n = points.rows;
  const rows = Int32Array.from({ length: n }, (_, i) => i); // position → row of points
  const variance = new Float64Array(n).fill(1); // variance still unexplained, by position
  const f = new Float64Array(n); // by position
  const L: Float64Array[] = [];

  for (let k = 0; k < n; k++) {
    const pivot = largestFrom(variance, k);
    if (variance[pivot]! < 1e-10) break;
    check((k + 1) * n <= MOST_NUMBERS, () => gpCost(n, "take fewer samples, or a larger bandwidth"));
    for (const array of [variance, f, ...L]) swap(array, k, pivot);
    swap(rows, k, pivot);

    const next = kernelColumn(points, bandwidth, rows, k);
    for (const column of L) subtractMultiple(next, column, column[k]!, k + 1);
    const root = Math.sqrt(variance[k]!);
    const z = rng.normal();
    next[k] = root;
    f[k]! += root * z;
    for (let a = k + 1; a < n; a++) {
      const value = next[a]! / root;
      next[a] = value;
      variance[a]! -= value * value;
      f[a]! += value * z;
    }
    L.push(next);
  }

  const out = new Float64Array(n);
  for (let a = 0; a < n; a++) out[rows[a]!] = f[a]!;
  return out;
}

/** Error message with the cost of a full factor, and a remedy. */
export function gpCost(n: number, wayOut: string): string {
  const gigabytes = ((n * n * 8) / 1e9).toFixed(1);
  const operations = Math.round((n * n * n) / 6e9);
  return (
    `simulate: a Gaussian process over ${n} samples may need ${gigabytes} GB and ${operations} billion ` +
    `operations for each node; ${wayOut}`
  );
}

/** K between the point at position k and those after it. */
function kernelColumn({ cols, data }: Matrix, bandwidth: number, rows: Int32Array, k: number): Float64Array {
  const out = new Float64Array(rows.length);
  const factor = -0.5 / (bandwidth * bandwidth);
  const from = rows[k]! * cols;
  for (let a = k + 1; a < out.length; a++) {
    const to = rows[a]! * cols;
    let distance = 0;
    for (let q = 0; q < cols; q++) {
      const difference = data[to + q]! - data[from + q]!;
      distance += difference * difference;
    }
    out[a] = exponential(factor * distance);
  }
  return out;
}

/** The hot loop: target −= factor · source, from position `start`. */
function subtractMultiple(target: Float64Array, source: Float64Array, factor: number, start: number): void {
  for (let a = start; a < target.length; a++) target[a]! -= factor * source[a]!;
}

function largestFrom(values: Float64Array, start: number): number {
  let best = start;
  for (let a = start + 1; a < values.length; a++) if (values[a]! > values[best]!) best = a;
  return best;
}

function swap(array: Float64Array | Int32Array, a: number, b: number): void {
  const first = array[a]!;
  array[a] = array[b]!;
  array[b] = first;
}
