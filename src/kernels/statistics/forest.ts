// Statistics of the rows at a node of a regression tree, for all columns at once: ranges, and sums of the target up to a threshold.
//
// X has rows of `stride` numbers, a multiple of four; `order` holds the indices of the node's `count` ≥ 1 rows. Four columns at
// a time stay in registers during the loop over the rows.

/** The minimum least[j] and the maximum most[j] of each column. */
export function columnRangesInto(least: usize, most: usize, X: usize, order: usize, count: i32, stride: i32): void {
  const step = <usize>stride << 3;
  const end = order + (<usize>count << 2);
  for (let j: usize = 0; j < step; j += 32) {
    let at = X + <usize>load<u32>(order) * step + j;
    let low0 = v128.load(at);
    let low1 = v128.load(at, 16);
    let high0 = low0;
    let high1 = low1;
    for (let row = order + 4; row < end; row += 4) {
      at = X + <usize>load<u32>(row) * step + j;
      const x0 = v128.load(at);
      const x1 = v128.load(at, 16);
      low0 = f64x2.pmin(low0, x0);
      low1 = f64x2.pmin(low1, x1);
      high0 = f64x2.pmax(high0, x0);
      high1 = f64x2.pmax(high1, x1);
    }
    v128.store(least + j, low0);
    v128.store(least + j, low1, 16);
    v128.store(most + j, high0);
    v128.store(most + j, high1, 16);
  }
}

/** sums[j] = Σ y and counts[j] = the number of rows over those whose x[j] ≤ thresholds[j]. */
export function sumsBelowInto(
  sums: usize,
  counts: usize,
  thresholds: usize,
  X: usize,
  y: usize,
  order: usize,
  count: i32,
  stride: i32,
): void {
  const step = <usize>stride << 3;
  const end = order + (<usize>count << 2);
  const one = f64x2.splat(1);
  for (let j: usize = 0; j < step; j += 32) {
    const t0 = v128.load(thresholds + j);
    const t1 = v128.load(thresholds + j, 16);
    let s0 = f64x2.splat(0);
    let s1 = s0;
    let c0 = s0;
    let c1 = s0;
    for (let row = order; row < end; row += 4) {
      const i = <usize>load<u32>(row);
      const value = v128.load64_splat(y + (i << 3));
      const at = X + i * step + j;
      const below0 = f64x2.le(v128.load(at), t0);
      const below1 = f64x2.le(v128.load(at, 16), t1);
      s0 = f64x2.add(s0, v128.and(below0, value));
      s1 = f64x2.add(s1, v128.and(below1, value));
      c0 = f64x2.add(c0, v128.and(below0, one));
      c1 = f64x2.add(c1, v128.and(below1, one));
    }
    v128.store(sums + j, s0);
    v128.store(sums + j, s1, 16);
    v128.store(counts + j, c0);
    v128.store(counts + j, c1, 16);
  }
}
