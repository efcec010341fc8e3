// The lower triangle of a Gaussian (RBF) kernel matrix:
//
//     K[i, j] = exp(factor · ‖x_i − x_j‖²),  factor = −1 / (2 bandwidth²)
//
// Distances from differences, not from ‖x‖² + ‖y‖² − 2 xᵀy: near pairs keep their digits, the diagonal is exactly 1.
//
// features: feature after feature, each `stride` numbers, of which the first n are the samples; stride is a multiple of
// 8, and the padding after the samples is read but not used. K is not written above the diagonal. work: 8 numbers.

import { anyEightExpsInto, areNotTiny, eightExpsInto, expConstants } from "./exp";

export function rbfLowerInto(
  K: usize,
  step: i32,
  features: usize,
  stride: i32,
  n: i32,
  count: i32,
  factor: f64,
  work: usize,
): void {
  const bytes: usize = <usize>stride << 3;
  const rowBytes: usize = <usize>step << 3;
  for (let i = 0; i < n; i += 2) {
    const row = K + <usize>i * rowBytes;
    const sample: usize = <usize>i << 3;
    // Two rows together as far as both have whole groups of eight, the remainder one by one.
    const together = i + 1 < n ? (i + 1) & ~7 : 0;
    twoRowsInto(row, rowBytes, features, bytes, sample, together, count, factor);
    rowInto(row, features, bytes, sample, together, i + 1, count, factor, work);
    if (i + 1 < n) rowInto(row + rowBytes, features, bytes, sample + 8, together, i + 2, count, factor, work);
  }
}

/** The first `columns` entries of the rows of two consecutive samples; each group is loaded once for both. */
function twoRowsInto(
  row: usize,
  rowBytes: usize,
  features: usize,
  bytes: usize,
  sample: usize,
  columns: i32,
  count: i32,
  factor: f64,
): void {
  const constants = expConstants();
  for (let j = 0; j < columns; j += 8) {
    const $r = each([0, 1]);
    const $v = each([0, 1, 2, 3]);
    let s$r$v = f64x2.splat(0);
    let feature = features;
    for (let k = 0; k < count; k++) {
      const x$r = v128.load_splat<f64>(feature + sample, 8 * $r);
      const group = feature + (<usize>j << 3);
      unroll: for (const $v of [0, 1, 2, 3]) {
        const other$v = v128.load(group, 16 * $v);
        s$r$v = f64x2.add(s$r$v, square(f64x2.sub(other$v, x$r)));
      }
      feature += bytes;
    }
    const target = row + (<usize>j << 3);
    const both = f64x2.splat(factor);
    s$r$v = f64x2.mul(s$r$v, both);
    groupInto(target + $r * rowBytes, s$r0, s$r1, s$r2, s$r3, constants);
  }
}

/** The entries from … columns − 1 of the row of the sample at byte offset `sample`. */
function rowInto(
  row: usize,
  features: usize,
  bytes: usize,
  sample: usize,
  from: i32,
  columns: i32,
  count: i32,
  factor: f64,
  work: usize,
): void {
  const constants = expConstants();
  const both = f64x2.splat(factor);
  for (let j = from; j < columns; j += 8) {
    const $v = each([0, 1, 2, 3]);
    let s$v = f64x2.splat(0);
    let feature = features;
    for (let k = 0; k < count; k++) {
      const x = v128.load_splat<f64>(feature + sample);
      const group = feature + (<usize>j << 3);
      s$v = f64x2.add(s$v, square(f64x2.sub(v128.load(group, 16 * $v), x)));
      feature += bytes;
    }
    s$v = f64x2.mul(s$v, both);
    groupInto(work, s0, s1, s2, s3, constants);
    memory.copy(row + (<usize>j << 3), work, <usize>min(8, columns - j) << 3);
  }
}

@inline
function square(x: v128): v128 {
  return f64x2.mul(x, x);
}

/** The exponentials of eight numbers, none above 0. */
@inline
function groupInto(out: usize, a: v128, b: v128, c: v128, d: v128, constants: usize): void {
  if (areNotTiny(a, b, c, d, constants)) eightExpsInto(out, a, b, c, d, constants);
  else anyEightExpsInto(out, a, b, c, d, constants);
}
