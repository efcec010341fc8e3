// Elementwise sums and products of arrays, zero padding, and means of groups of rows.
//
// Counts are multiples of four.

/** y = a + b. */
export function sumInto(y: usize, a: usize, b: usize, count: i32): void {
  for (let j: usize = 0; j < <usize>count << 2; j += 16) v128.store(y + j, f32x4.add(v128.load(a + j), v128.load(b + j)));
}

/** y = a · b. */
export function timesInto(y: usize, a: usize, b: usize, count: i32): void {
  for (let j: usize = 0; j < <usize>count << 2; j += 16) v128.store(y + j, f32x4.mul(v128.load(a + j), v128.load(b + j)));
}

/** dx = dy · b; accumulated if adds. */
export function timesGradientInto(dx: usize, dy: usize, b: usize, count: i32, adds: bool): void {
  for (let j: usize = 0; j < <usize>count << 2; j += 16) {
    const part = f32x4.mul(v128.load(dy + j), v128.load(b + j));
    v128.store(dx + j, adds ? f32x4.add(v128.load(dx + j), part) : part);
  }
}

/** y = a · factor. */
export function scaledInto(y: usize, a: usize, factor: f32, count: i32): void {
  const by = f32x4.splat(factor);
  for (let j: usize = 0; j < <usize>count << 2; j += 16) v128.store(y + j, f32x4.mul(v128.load(a + j), by));
}

/** y = a. */
export function copyInto(y: usize, a: usize, count: i32): void {
  memory.copy(y, a, <usize>count << 2);
}

/** Zeroes each row from `columns` to its end. */
export function clearBeyondInto(y: usize, rows: i32, columns: i32, step: usize): void {
  const from = <usize>columns << 2;
  for (let i = 0; i < rows; i++) {
    memory.fill(y + from, 0, step - from);
    y += step;
  }
}

/** y[groups] = the mean of the `size` rows of each group, x[groups · size]; columns a multiple of four. */
export function groupMeanInto(
  y: usize,
  x: usize,
  groups: i32,
  size: i32,
  columns: i32,
  step: usize,
): void {
  const share = f32x4.splat(<f32>1 / <f32>size);
  for (let g = 0; g < groups; g++) {
    for (let j: usize = 0; j < <usize>columns << 2; j += 16) {
      let sum = f32x4.splat(0);
      let at = x + j;
      for (let i = 0; i < size; i++) {
        sum = f32x4.add(sum, v128.load(at));
        at += step;
      }
      v128.store(y + j, f32x4.mul(sum, share));
    }
    x += <usize>size * step;
    y += step;
  }
}

/** dx = dy / size in every row of the group; accumulated if adds. */
export function groupMeanGradientInto(
  dx: usize,
  dy: usize,
  groups: i32,
  size: i32,
  columns: i32,
  step: usize,
  adds: bool,
): void {
  const share = f32x4.splat(<f32>1 / <f32>size);
  for (let g = 0; g < groups; g++) {
    for (let i = 0; i < size; i++) {
      for (let j: usize = 0; j < <usize>columns << 2; j += 16) {
        const part = f32x4.mul(v128.load(dy + j), share);
        v128.store(dx + j, adds ? f32x4.add(v128.load(dx + j), part) : part);
      }
      dx += step;
    }
    dy += step;
  }
}
