// Adds a parent to a fit (order-fit.ts): one new row, one pass over d numbers.

import {
  backward,
  beginLook,
  blockBytes,
  closed,
  endLook,
  explained,
  factors,
  Fit,
  hasLogdet,
  logScale,
  noteBlock,
  passes,
  place,
  R,
  rowAt,
  rowBytes,
  takeRow,
  tolerance,
  weigh,
} from "./order-fit";

/** Adds parent c, and records the largest gain of the remaining candidates if it may raise the term. */
export function addParent(f: Fit, c: i32, limit: f64): void {
  const at = <usize>c << 3;
  const k = <usize>f.k;
  const variance = load<f64>(f.variance + at);
  // A required parent that is collinear with others counts as a parent but explains nothing.
  const isNew = variance > tolerance;
  const inverse = isNew ? 1 / sqrt(variance) : 0;
  const share = load<f64>(f.covariance + at) * inverse;
  const row = takeRow(f);
  const source = R + <usize>c * rowBytes;
  for (let m: usize = 0; m < k; m++) store<f64>(factors + (m << 3), load<f64>(rowAt(f, <i32>m) + at));
  addCoefficients(f, share * inverse, inverse * inverse);
  f.v -= share * share;
  if (hasLogdet && isNew) f.logdet += Math.log(variance) + load<f64>(logScale + at);
  store<i32>(f.parents + (k << 2), c);
  store<u32>(f.rows + (k << 2), <u32>row);
  f.k++;
  weigh(f);
  const inverses = f64x2.splat(inverse);
  const shares = f64x2.splat(share);
  const limits = f64x2.splat(limit);
  const bars = f64x2.splat(f.bar);
  beginLook();
  for (let i: usize = 0; i < rowBytes; i += blockBytes) {
    const $v = each([0, 1, 2, 3]);
    let x$v = v128.load(source + i, 16 * $v);
    for (let m: usize = 0; m < k; m++) {
      const earlier = <usize>load<u32>(f.rows + (m << 2)) + i;
      const factor = v128.load_splat<f64>(factors + (m << 3));
      x$v = f64x2.sub(x$v, f64x2.mul(factor, v128.load(earlier, 16 * $v)));
    }
    x$v = f64x2.mul(x$v, inverses);
    v128.store(row + i, x$v, 16 * $v);
    const c$v = f64x2.sub(v128.load(f.covariance + i, 16 * $v), f64x2.mul(x$v, shares));
    const v$v = f64x2.sub(v128.load(f.variance + i, 16 * $v), f64x2.mul(x$v, x$v));
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
  f.covariance = f.ownCovariance;
  f.variance = f.ownVariance;
  store<f64>(f.variance + at, closed);
  endLook(f, limit);
}

/** Updates β and the inverse's diagonal for one more parent, given its own entries; its regression on the others is U⁻¹ factors. */
function addCoefficients(f: Fit, beta: f64, inverse: f64): void {
  const k = f.k;
  for (let j = k - 1; j >= 0; j--) {
    const x = backward(f, j, load<f64>(factors + (<usize>j << 3)));
    const at = <usize>j << 3;
    store<f64>(f.beta + at, load<f64>(f.beta + at) - x * beta);
    store<f64>(f.inverse + at, load<f64>(f.inverse + at) + x * x * inverse);
  }
  store<f64>(f.beta + (<usize>k << 3), beta);
  store<f64>(f.inverse + (<usize>k << 3), inverse);
}
