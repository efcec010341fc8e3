// Columns of n numbers, `step` numbers apart: a check that all are finite, and centring at the mean.
//
// The mean is computed relative to the column's first number, so that a constant column becomes exactly zero:
// x̄ = x₀ + Σ (x − x₀) / n, summed in order. Four columns at a time, to hide the latency of the additions.

/** Whether the first n numbers of each of `count` columns are finite: a finite number times 0 is 0, any other NaN. */
export function areFinite(columns: usize, step: i32, count: i32, n: i32): bool {
  const whole: usize = <usize>(n & ~3) << 3;
  const end: usize = <usize>n << 3;
  const zero = f64x2.splat(0);
  for (let j = 0; j < count; j++) {
    const column = columns + (<usize>(j * step) << 3);
    let low = zero;
    let high = zero;
    for (let at: usize = 0; at < whole; at += 32) {
      low = f64x2.add(low, f64x2.mul(v128.load(column + at), zero));
      high = f64x2.add(high, f64x2.mul(v128.load(column + at, 16), zero));
    }
    const both = f64x2.add(low, high);
    let sum = f64x2.extract_lane(both, 0) + f64x2.extract_lane(both, 1);
    for (let at = whole; at < end; at += 8) sum += load<f64>(column + at) * 0;
    if (sum != 0) return false;
  }
  return true;
}

/** Subtracts the mean of each column from its first n numbers, and writes the means to `means`. */
export function centreInto(columns: usize, step: i32, count: i32, n: i32, means: usize): void {
  const bytes: usize = <usize>step << 3;
  const end: usize = <usize>n << 3;
  let j = 0;
  for (; j + 4 <= count; j += 4) {
    const $k = each([0, 1, 2, 3]);
    const c$k = columns + <usize>(j + $k) * bytes;
    const x$k = load<f64>(c$k);
    let s$k: f64 = 0;
    for (let at: usize = 0; at < end; at += 8) {
      s$k += load<f64>(c$k + at) - x$k;
    }
    store<f64>(means + (<usize>(j + $k) << 3), x$k + s$k / <f64>n);
  }
  for (; j < count; j++) {
    const column = columns + <usize>j * bytes;
    const first = load<f64>(column);
    let sum: f64 = 0;
    for (let at: usize = 0; at < end; at += 8) sum += load<f64>(column + at) - first;
    store<f64>(means + (<usize>j << 3), first + sum / <f64>n);
  }
  for (j = 0; j < count; j++) shiftInto(columns + <usize>j * bytes, n, load<f64>(means + (<usize>j << 3)));
}

function shiftInto(column: usize, n: i32, mean: f64): void {
  const end = column + (<usize>n << 3);
  const both = f64x2.splat(mean);
  for (; column + 16 <= end; column += 16) v128.store(column, f64x2.sub(v128.load(column), both));
  if (column < end) store<f64>(column, load<f64>(column) - mean);
}
