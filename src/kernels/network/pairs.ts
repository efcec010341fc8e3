// A logit for every ordered pair of rows of an item, from a hidden layer on the pair.
//
//     logit_ij = Σ_k u_k f(L_ik + R_jk + T_ijk + b_k),   f = tanh, max(0, ·) or the identity (0, 1, 2)
//
// T and b are omitted if their address is 0. The hidden values f(…) are kept for the backward pass, [item][i][j][columns], the
// layout of T; columns are K padded to a multiple of eight, with u zero in the padding.

import { tanh4 } from "./functions";
import { madd } from "./madd";
import { sum4 } from "./sum4";

export function pairsInto(
  logits: usize,
  kept: usize,
  L: usize,
  R: usize,
  T: usize,
  bias: usize,
  u: usize,
  items: i32,
  d: i32,
  columns: i32,
  step: usize,
  stepOut: usize,
  f: i32,
  table: usize,
): void {
  const width = <usize>columns << 2;
  for (let b = 0; b < items; b++) {
    for (let i = 0; i < d; i++) {
      let right = R;
      let to = logits;
      for (let j = 0; j < d; j++) {
        let sum = f32x4.splat(0);
        for (let k: usize = 0; k < width; k += 16) {
          let x = f32x4.add(v128.load(L + k), v128.load(right + k));
          if (T != 0) x = f32x4.add(x, v128.load(T + k));
          if (bias != 0) x = f32x4.add(x, v128.load(bias + k));
          const y = f == 0 ? tanh4(x, table) : f == 1 ? f32x4.pmax(x, f32x4.splat(0)) : x;
          v128.store(kept + k, y);
          sum = madd(y, v128.load(u + k), sum);
        }
        store<f32>(to, sum4(sum));
        right += step;
        to += 4;
        kept += width;
        if (T != 0) T += width;
      }
      L += step;
      logits += stepOut;
    }
    R += <usize>d * step;
  }
}

/**
 * dL, dR, dT (unless 0), and dU and dBias (unless 0) summed over the items; the last two are accumulated if adds.
 */
export function pairsGradientInto(
  dL: usize,
  dR: usize,
  dT: usize,
  dBias: usize,
  dU: usize,
  dLogits: usize,
  kept: usize,
  u: usize,
  items: i32,
  d: i32,
  columns: i32,
  step: usize,
  stepOut: usize,
  f: i32,
  adds: bool,
): void {
  const width = <usize>columns << 2;
  const zero = f32x4.splat(0);
  const one = f32x4.splat(1);
  for (let k: usize = 0; k < width; k += 16) {
    const by = v128.load(u + k);
    let sumU = adds ? v128.load(dU + k) : zero;
    let sumBias = adds && dBias != 0 ? v128.load(dBias + k) : zero;
    let at = kept + k;
    let atT = dT + k;
    let left = dL + k;
    let first = dR + k;
    let from = dLogits;
    for (let b = 0; b < items; b++) {
      for (let i = 0; i < d; i++) {
        let sumL = zero;
        let right = first;
        for (let j: usize = 0; j < <usize>d << 2; j += 4) {
          const g = v128.load32_splat(from + j);
          const y = v128.load(at);
          sumU = madd(g, y, sumU);
          let dx = f32x4.mul(g, by);
          if (f == 0) dx = f32x4.mul(dx, f32x4.sub(one, f32x4.mul(y, y)));
          else if (f == 1) dx = v128.bitselect(v128.and(dx, f32x4.gt(y, zero)), y, f32x4.eq(y, y));
          sumL = f32x4.add(sumL, dx);
          v128.store(right, i == 0 ? dx : f32x4.add(v128.load(right), dx));
          if (dT != 0) {
            v128.store(atT, dx);
            atT += width;
          }
          right += step;
          at += width;
        }
        v128.store(left, sumL);
        sumBias = f32x4.add(sumBias, sumL);
        left += step;
        from += stepOut;
      }
      first += <usize>d * step;
    }
    v128.store(dU + k, sumU);
    if (dBias != 0) v128.store(dBias + k, sumBias);
  }
}
