// Sums over groups of consecutive rows, the squared error of groups, and one number added to all.
//
// A group's numbers are contiguous, zero padding included; counts are multiples of eight. The sum of a group is written to the
// first column of its row.

import { sum4 } from "./sum4";

const $h = each([0, 1]);

/** Mask of those among the four columns from j on that are not padding. */
@inline
function before(columns: i32, j: i32): v128 {
  return i32x4.gt_s(i32x4.splat(columns - j), i32x4(0, 1, 2, 3));
}

/** y = factor · the sum of each group's `count` numbers. */
export function sumsInto(y: usize, x: usize, groups: i32, count: i32, stepOut: usize, factor: f32): void {
  for (let g = 0; g < groups; g++) {
    let sum$h = f32x4.splat(0);
    const end = x + (<usize>count << 2);
    for (; x < end; x += 32) {
      sum$h = f32x4.add(sum$h, v128.load(x, 16 * $h));
    }
    store<f32>(y, sum4(f32x4.add(sum0, sum1)) * factor);
    y += stepOut;
  }
}

/** dx = factor · dy of the group, in each of its `size` rows, zero in the padding; accumulated if adds. */
export function sumsGradientInto(
  dx: usize,
  dy: usize,
  groups: i32,
  size: i32,
  columns: i32,
  step: usize,
  stepOut: usize,
  factor: f32,
  adds: bool,
): void {
  for (let g = 0; g < groups; g++) {
    const by = f32x4.splat(load<f32>(dy) * factor);
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < <i32>(step >> 2); j += 4) {
        const to = dx + (<usize>j << 2);
        const part = v128.and(by, before(columns, j));
        v128.store(to, adds ? f32x4.add(v128.load(to), part) : part);
      }
      dx += step;
    }
    dy += stepOut;
  }
}

/** y = factor · Σ (x − target)² of each group. */
export function squaredErrorInto(
  y: usize,
  x: usize,
  target: usize,
  groups: i32,
  count: i32,
  stepOut: usize,
  factor: f32,
): void {
  for (let g = 0; g < groups; g++) {
    let sum$h = f32x4.splat(0);
    const end = x + (<usize>count << 2);
    for (; x < end; x += 32, target += 32) {
      const a$h = f32x4.sub(v128.load(x, 16 * $h), v128.load(target, 16 * $h));
      sum$h = f32x4.add(sum$h, f32x4.mul(a$h, a$h));
    }
    store<f32>(y, sum4(f32x4.add(sum0, sum1)) * factor);
    y += stepOut;
  }
}

/** dx = 2 factor dy (x − target); accumulated if adds. For the target's gradient, exchange the two. */
export function squaredErrorGradientInto(
  dx: usize,
  dy: usize,
  x: usize,
  target: usize,
  groups: i32,
  count: i32,
  stepOut: usize,
  factor: f32,
  adds: bool,
): void {
  for (let g = 0; g < groups; g++) {
    const by = f32x4.splat(2 * factor * load<f32>(dy));
    const end = x + (<usize>count << 2);
    for (; x < end; x += 16, target += 16, dx += 16) {
      const part = f32x4.mul(by, f32x4.sub(v128.load(x), v128.load(target)));
      v128.store(dx, adds ? f32x4.add(v128.load(dx), part) : part);
    }
    dy += stepOut;
  }
}

/** y = x + the number at `by`, zero in the padding. */
export function shiftInto(y: usize, x: usize, by: usize, rows: i32, columns: i32, step: usize): void {
  const shift = v128.load32_splat(by);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < <i32>(step >> 2); j += 4) {
      const at = <usize>j << 2;
      v128.store(y + at, f32x4.add(v128.load(x + at), v128.and(shift, before(columns, j))));
    }
    y += step;
    x += step;
  }
}

/** The sum of dy, as the packed gradient of one number, followed by seven zeros; accumulated if adds. */
export function shiftGradientInto(dBy: usize, dy: usize, count: i32, adds: bool): void {
  let sum$h = f32x4.splat(0);
  const end = dy + (<usize>count << 2);
  for (; dy < end; dy += 32) {
    sum$h = f32x4.add(sum$h, v128.load(dy, 16 * $h));
  }
  const sum = sum4(f32x4.add(sum0, sum1)) + (adds ? load<f32>(dBy) : 0);
  memory.fill(dBy, 0, 32);
  store<f32>(dBy, sum);
}
