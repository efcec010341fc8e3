// Removes a parent from a fit (order-fit.ts): the rows after its own are rotated, one pass over d numbers.

import {
  backward,
  beginLook,
  blockBytes,
  endLook,
  explained,
  factors,
  Fit,
  freeRow,
  gainAt,
  hasLogdet,
  isOwn,
  logScale,
  noteBlock,
  parentAt,
  passes,
  place,
  rowAt,
  rowBytes,
  solution,
  square,
  takeRow,
  weigh,
} from "./order-fit";

/** Updates β and the inverse's diagonal for removing slot l, from its column of the inverse: Uᵀ t = e_l, then U x = t. */
function dropCoefficients(f: Fit, l: i32): void {
  const k = f.k;
  for (let j = l; j < k; j++) {
    const at = <usize>parentAt(f, j) << 3;
    let t: f64 = j == l ? 1 : 0;
    for (let m = l; m < j; m++) t -= load<f64>(rowAt(f, m) + at) * load<f64>(factors + (<usize>m << 3));
    const diagonal = load<f64>(rowAt(f, j) + at);
    store<f64>(factors + (<usize>j << 3), diagonal > 0 ? t / diagonal : 0);
  }
  for (let j = k - 1; j >= 0; j--) backward(f, j, j < l ? 0 : load<f64>(factors + (<usize>j << 3)));
  const own = load<f64>(solution + (<usize>l << 3));
  const ratio = own > 0 ? 1 / own : 0;
  const beta = load<f64>(f.beta + (<usize>l << 3)) * ratio;
  for (let j = 0; j < k; j++) {
    const x = load<f64>(solution + (<usize>j << 3));
    const from = <usize>j << 3;
    const to = <usize>(j < l ? j : j - 1) << 3;
    if (j == l) continue;
    store<f64>(f.beta + to, load<f64>(f.beta + from) - x * beta);
    store<f64>(f.inverse + to, load<f64>(f.inverse + from) - x * x * ratio);
  }
}

/**
 * Removes the parent in slot l. Its row is carried through the later rows: each rotation zeroes the carried entry at that row's
 * own parent. The rotations follow from the entries at the parents alone, so all are computed before one pass over the rows.
 */
export function dropParent(f: Fit, l: i32, limit: f64): void {
  const p = <usize>parentAt(f, l) << 3;
  dropCoefficients(f, l);
  const first = rowAt(f, l);
  const count = rotationsInto(f, l);
  const isFirstOwn = isOwn(f, first);
  for (let m = l + 1; m < f.k; m++) {
    const row = rowAt(f, m);
    store<u32>(square + (<usize>(m - l - 1) << 5), <u32>row, 16);
    const target = isOwn(f, row) ? row : takeRow(f);
    store<u32>(square + (<usize>(m - l - 1) << 5), <u32>target, 20);
    store<u32>(f.rows + (<usize>(m - 1) << 2), <u32>target);
    store<i32>(f.parents + (<usize>(m - 1) << 2), parentAt(f, m));
  }
  f.k--;
  const share = carried(first + (<usize>f.node << 3), <usize>f.node << 3, count);
  const own = carried(first + p, p, count);
  f.v += share * share;
  if (hasLogdet && own != 0) f.logdet -= Math.log(own * own) + load<f64>(logScale + p);
  weigh(f);
  const shares = f64x2.splat(share);
  const limits = f64x2.splat(limit);
  const bars = f64x2.splat(f.bar);
  const end = square + (<usize>count << 5);
  beginLook();
  for (let i: usize = 0; i < rowBytes; i += blockBytes) {
    const $v = each([0, 1, 2, 3]);
    let x$v = v128.load(first + i, 16 * $v);
    for (let at = square; at < end; at += 32) {
      const cos = v128.load_splat<f64>(at);
      const sin = v128.load_splat<f64>(at, 8);
      const row = <usize>load<u32>(at, 16) + i;
      const target = <usize>load<u32>(at, 20) + i;
      const y$v = v128.load(row, 16 * $v);
      v128.store(target, f64x2.add(f64x2.mul(cos, y$v), f64x2.mul(sin, x$v)), 16 * $v);
      x$v = f64x2.sub(f64x2.mul(cos, x$v), f64x2.mul(sin, y$v));
    }
    const c$v = f64x2.add(v128.load(f.covariance + i, 16 * $v), f64x2.mul(x$v, shares));
    const v$v = f64x2.add(v128.load(f.variance + i, 16 * $v), f64x2.mul(x$v, x$v));
    v128.store(f.ownCovariance + i, c$v, 16 * $v);
    v128.store(f.ownVariance + i, v$v, 16 * $v);
    const p$v = v128.load(place + i, 16 * $v);
    let some = passes(c0, v0, p0, limits, bars);
    some = v128.or(some, passes(c1, v1, p1, limits, bars));
    some = v128.or(some, passes(c2, v2, p2, limits, bars));
    some = v128.or(some, passes(c3, v3, p3, limits, bars));
    if (!v128.any_true(some)) continue;
    const g$v = explained(c$v, v$v, p$v, limits);
    noteBlock(f64x2.max(f64x2.max(g0, g1), f64x2.max(g2, g3)), i);
  }
  if (isFirstOwn) freeRow(f, first);
  f.covariance = f.ownCovariance;
  f.variance = f.ownVariance;
  endLook(f, limit);
  store<f64>(f.covariance + p, own * share);
  store<f64>(f.variance + p, own * own);
  // The removed parent is a candidate as well.
  if (!(f.gain >= 0)) return;
  const gain = gainAt(f, p, limit);
  if (gain < f.gain || (gain == f.gain && p > <usize>f.next << 3)) return;
  f.gain = gain;
  f.next = <i32>(p >> 3);
}

/** Writes the cosine and sine of each rotation at `square`, 32 bytes apart; returns their number. */
function rotationsInto(f: Fit, l: i32): i32 {
  const first = rowAt(f, l);
  let count = 0;
  for (let m = l + 1; m < f.k; m++) {
    const at = <usize>parentAt(f, m) << 3;
    const row = rowAt(f, m);
    const b = carried(first + at, at, count);
    const a = load<f64>(row + at);
    const root = sqrt(a * a + b * b);
    const to = square + (<usize>count << 5);
    store<f64>(to, root > 0 ? a / root : 1);
    store<f64>(to, root > 0 ? b / root : 0, 8);
    store<u32>(to, <u32>row, 16);
    count++;
  }
  return count;
}

/** An entry of the carried row after the first `count` rotations. */
function carried(from: usize, at: usize, count: i32): f64 {
  let x = load<f64>(from);
  const end = square + (<usize>count << 5);
  for (let to = square; to < end; to += 32)
    x = load<f64>(to) * x - load<f64>(to, 8) * load<f64>(<usize>load<u32>(to, 16) + at);
  return x;
}
