// Bilinear forms of every ordered pair of an item's rows: one, or K at a time.
//
//     y_ij = P_i · e_j,   T_ijk = P_ik · e_j   (P = e W, so that P_i · e_j = e_iᵀ W e_j; K matrices W side by side give P_ik)
//
// P_ik is the k-th slice of `hidden` numbers of row i of P; T is [item][i][j][k], K padded with zeros to a multiple of eight.
// Both are products A Bᵀ of two lists of rows, vectorised along the rows; the gradients are products too, G B and Gᵀ A.

import { madd } from "./madd";

export function bilinearInto(
  y: usize,
  P: usize,
  e: usize,
  items: i32,
  d: i32,
  hidden: i32,
  step: usize,
  stepOut: usize,
): void {
  for (let b = 0; b < items; b++) {
    dots(y, P, e, d, d, hidden, stepOut, step, step);
    y += <usize>d * stepOut;
    P += <usize>d * step;
    e += <usize>d * step;
  }
}

/** dP and dE, without writing to their padding. */
export function bilinearGradientInto(
  dP: usize,
  dE: usize,
  dy: usize,
  P: usize,
  e: usize,
  items: i32,
  d: i32,
  hidden: i32,
  step: usize,
  stepOut: usize,
): void {
  for (let b = 0; b < items; b++) {
    combine(dP, dy, e, d, d, hidden, step, stepOut, 4, step, false);
    combine(dE, dy, P, d, d, hidden, step, 4, stepOut, step, false);
    dP += <usize>d * step;
    dE += <usize>d * step;
    P += <usize>d * step;
    e += <usize>d * step;
    dy += <usize>d * stepOut;
  }
}

export function tensorInto(
  T: usize,
  P: usize,
  e: usize,
  items: i32,
  d: i32,
  K: i32,
  hidden: i32,
  stepP: usize,
  stepE: usize,
  stepT: usize,
): void {
  for (let b = 0; b < items; b++) {
    for (let i = 0; i < d; i++) {
      dots(T, e, P, d, K, hidden, stepT, stepE, <usize>hidden << 2);
      T += <usize>d * stepT;
      P += stepP;
    }
    e += <usize>d * stepE;
  }
}

/** dP and dE, without writing to their padding. */
export function tensorGradientInto(
  dP: usize,
  dE: usize,
  dT: usize,
  P: usize,
  e: usize,
  items: i32,
  d: i32,
  K: i32,
  hidden: i32,
  stepP: usize,
  stepE: usize,
  stepT: usize,
): void {
  const slice = <usize>hidden << 2;
  for (let b = 0; b < items; b++) {
    for (let i = 0; i < d; i++) {
      combine(dP, dT, e, K, d, hidden, slice, 4, stepT, stepE, false);
      combine(dE, dT, P, d, K, hidden, stepE, stepT, 4, slice, i > 0);
      dT += <usize>d * stepT;
      dP += stepP;
      P += stepP;
    }
    dE += <usize>d * stepE;
    e += <usize>d * stepE;
  }
}

/**
 * out[rowsA, rowsB] = A Bᵀ, rows of n numbers; columns of `out` are padded with zeros to a multiple of eight. Tiles of two rows
 * of A by four of B; missing rows of a tile repeat an earlier row, and the result is discarded or written twice.
 */
function dots(
  out: usize,
  A: usize,
  B: usize,
  rowsA: i32,
  rowsB: i32,
  n: i32,
  stepOut: usize,
  stepA: usize,
  stepB: usize,
): void {
  const whole = <usize>(n & ~3) << 2;
  const rest = n & 3;
  // Masks the lanes beyond the last number, which hold unrelated values.
  const tail = i32x4.gt_s(i32x4.splat(rest), i32x4(0, 1, 2, 3));
  const wide = (rowsB + 7) & ~7;
  for (let k = 0; k < wide; k += 4) {
    const left = rowsB - k;
    const used = i32x4.gt_s(i32x4.splat(left), i32x4(0, 1, 2, 3));
    const first = B + <usize>(left > 0 ? k : rowsB - 1) * stepB;
    const $k = each([0, 1, 2, 3]);
    const row$k: usize = left > $k ? $k * stepB : 0;
    for (let i = 0; i < rowsA; i += 2) {
      const next: i32 = i + 1 < rowsA ? 1 : 0;
      let a = A + <usize>i * stepA;
      const second = <usize>next * stepA;
      let b = first;
      let c$k = f32x4.splat(0);
      let d$k = f32x4.splat(0);
      if (left > 0) {
        const end = a + whole;
        while (a < end) {
          const x = v128.load(a);
          const y = v128.load(a + second);
          unroll: for (const $k of [0, 1, 2, 3]) {
            const z$k = v128.load(b + row$k);
            c$k = madd(x, z$k, c$k);
            d$k = madd(y, z$k, d$k);
          }
          a += 16;
          b += 16;
        }
        if (rest != 0) {
          const x = v128.and(v128.load(a), tail);
          const y = v128.and(v128.load(a + second), tail);
          unroll: for (const $k of [0, 1, 2, 3]) {
            const z$k = v128.and(v128.load(b + row$k), tail);
            c$k = madd(x, z$k, c$k);
            d$k = madd(y, z$k, d$k);
          }
        }
      }
      const to = out + <usize>i * stepOut + (<usize>k << 2);
      v128.store(to, v128.and(sums(c0, c1, c2, c3), used));
      v128.store(to + <usize>next * stepOut, v128.and(sums(d0, d1, d2, d3), used));
    }
  }
}

/** The lane sums of four vectors. */
@inline
function sums(a: v128, b: v128, c: v128, d: v128): v128 {
  const ab = f32x4.add(v128.shuffle<f32>(a, b, 0, 4, 1, 5), v128.shuffle<f32>(a, b, 2, 6, 3, 7));
  const cd = f32x4.add(v128.shuffle<f32>(c, d, 0, 4, 1, 5), v128.shuffle<f32>(c, d, 2, 6, 3, 7));
  return f32x4.add(v128.shuffle<f32>(ab, cd, 0, 1, 4, 5), v128.shuffle<f32>(ab, cd, 2, 3, 6, 7));
}

/**
 * out[rows, n] = Σ_b G[·, b] B[b] over rowsB rows of B, accumulated if adds. Entries of G are stepRow and stepColumn bytes
 * apart. Tiles of four rows by eight numbers; missing rows of a tile repeat the last one.
 */
function combine(
  out: usize,
  G: usize,
  B: usize,
  rows: i32,
  rowsB: i32,
  n: i32,
  stepOut: usize,
  stepRow: usize,
  stepColumn: usize,
  stepB: usize,
  adds: bool,
): void {
  const zero = f32x4.splat(0);
  for (let j = 0; j < n; j += 8) {
    const left = n - j;
    for (let i = 0; i < rows; i += 4) {
      const more = rows - i;
      const r0: usize = 0;
      const r1: usize = more > 1 ? 1 : 0;
      const r2: usize = more > 2 ? 2 : r1;
      const r3: usize = more > 3 ? 3 : r2;
      const to = out + <usize>i * stepOut + (<usize>j << 2);
      const $r = each([0, 1, 2, 3]);
      const $v = each([0, 1]);
      const to$r = to + r$r * stepOut;
      let c$r$v = adds ? v128.load(to$r, 16 * $v) : zero;
      let g = G + <usize>i * stepRow;
      const g$r = r$r * stepRow;
      let b = B + (<usize>j << 2);
      for (let k = 0; k < rowsB; k++) {
        const b$v = v128.load(b, 16 * $v);
        unroll: for (const $r of [0, 1, 2, 3]) {
          const x$r = v128.load32_splat(g + g$r);
          c$r$v = madd(x$r, b$v, c$r$v);
        }
        b += stepB;
        g += stepColumn;
      }
      put(to$r, c$r0, c$r1, left);
    }
  }
}

/** Stores only the first `count` of eight numbers: the next ones may belong to another row, or another thread. */
@inline
function put(to: usize, low: v128, high: v128, count: i32): void {
  if (count >= 8) {
    v128.store(to, low);
    v128.store(to, high, 16);
    return;
  }
  putSome(to, low, count);
  if (count > 4) putSome(to + 16, high, count - 4);
}

function putSome(to: usize, x: v128, count: i32): void {
  store<f32>(to, f32x4.extract_lane(x, 0));
  if (count > 1) store<f32>(to, f32x4.extract_lane(x, 1), 4);
  if (count > 2) store<f32>(to, f32x4.extract_lane(x, 2), 8);
  if (count > 3) store<f32>(to, f32x4.extract_lane(x, 3), 12);
}
