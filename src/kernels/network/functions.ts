// exp, log, tanh, sigmoid, softplus, ReLU, leaky ReLU and ELU of four numbers at a time, with their gradients.
//
// Largest errors, over all inputs, relative unless said (network-functions.test.ts): exp 2e-7, log 3e-7 (1e-7 absolute
// near 1), tanh 4e-7, sigmoid 3e-7, softplus 4e-7, ELU 2e-6. NaN stays NaN: every clamp is written so that a comparison that fails
// keeps the number. exp overflows to infinity and underflows gradually to 0.
//
// Constants come from the table (table.ts). Arrays are 16-byte aligned and may be written up to the next multiple of four.

import { madd } from "./madd";
import {
  ATANH,
  EXP,
  EXP_LEAST,
  EXP_MOST,
  HALF,
  LN2_HIGH,
  LN2_LOW,
  LOG,
  LOG2E,
  MINUS_LN2_HIGH,
  MINUS_LN2_LOW,
  ONE,
  SHIFT,
  SOFTMAX_LEAST,
  SQRT_HALF,
  TANH_EVEN,
  TANH_MOST,
  TANH_ODD,
  TANH_SMALL,
  TWO,
  ZERO,
} from "./table";

@inline
export function exp4(x: v128, t: usize): v128 {
  const y = f32x4.pmax(f32x4.pmin(x, v128.load(t + EXP_MOST)), v128.load(t + EXP_LEAST));
  const n = f32x4.nearest(f32x4.mul(y, v128.load(t + LOG2E)));
  // Products of n with the halves of ln 2: the first is exact.
  let r = f32x4.sub(y, f32x4.mul(n, v128.load(t + LN2_HIGH)));
  r = f32x4.sub(r, f32x4.mul(n, v128.load(t + LN2_LOW)));
  let p = v128.load(t + EXP + 80);
  p = madd(p, r, v128.load(t + EXP + 64));
  p = madd(p, r, v128.load(t + EXP + 48));
  p = madd(p, r, v128.load(t + EXP + 32));
  p = madd(p, r, v128.load(t + EXP + 16));
  p = madd(p, r, v128.load(t + EXP));
  p = madd(p, f32x4.mul(r, r), f32x4.add(r, v128.load(t + ONE)));
  // 2ⁿ in two factors, so that n from −150 to 129 needs no special case.
  const k = i32x4.trunc_sat_f32x4_s(n);
  const half = i32x4.shr_s(k, 1);
  const bias = i32x4.splat(127);
  const first = i32x4.shl(i32x4.add(half, bias), 23);
  const second = i32x4.shl(i32x4.add(i32x4.sub(k, half), bias), 23);
  return f32x4.mul(f32x4.mul(p, first), second);
}

/**
 * eˣ for x ≤ 0, the numerators of a softmax: exp4 in half the operations, but never below e⁻⁸⁷. x · log₂e + 1.5 · 2²³ + 127 has
 * the nearest whole number in its last bits, the exponent's bias included, so that a shift makes 2ⁿ of them. The polynomial
 * goes by pairs of terms: a shorter chain than term by term. A loop gives the constants that it has registers for.
 */
@inline
export function softmaxExp4(x: v128, t: usize, least: v128, shift: v128, log2e: v128, one: v128): v128 {
  const y = f32x4.pmax(x, least);
  const shifted = madd(y, log2e, shift);
  const n = f32x4.sub(shifted, shift);
  let r = madd(n, v128.load32_splat(t, MINUS_LN2_HIGH), y);
  r = madd(n, v128.load32_splat(t, MINUS_LN2_LOW), r);
  const r2 = f32x4.mul(r, r);
  const low = madd(v128.load32_splat(t, EXP + 16), r, v128.load32_splat(t, EXP));
  const middle = madd(v128.load32_splat(t, EXP + 48), r, v128.load32_splat(t, EXP + 32));
  const high = madd(v128.load32_splat(t, EXP + 80), r, v128.load32_splat(t, EXP + 64));
  const p = madd(madd(madd(high, r2, middle), r2, low), r2, f32x4.add(r, one));
  return f32x4.mul(p, i32x4.shl(shifted, 23));
}

@inline
export function log4(x: v128, t: usize): v128 {
  // x = 2ᵉ m with √½ ≤ m < √2. Subnormal numbers count as 0.
  const bits = x;
  let e = f32x4.convert_i32x4_s(i32x4.sub(i32x4.shr_u(bits, 23), i32x4.splat(126)));
  let m = v128.or(v128.and(bits, i32x4.splat(0x007fffff)), i32x4.splat(0x3f000000));
  const isSmall = f32x4.lt(m, v128.load(t + SQRT_HALF));
  e = f32x4.sub(e, v128.and(isSmall, v128.load(t + ONE)));
  m = f32x4.sub(f32x4.add(m, v128.and(isSmall, m)), v128.load(t + ONE));
  const z = f32x4.mul(m, m);
  let p = v128.load(t + LOG + 128);
  for (let k: usize = 112; ; k -= 16) {
    p = madd(p, m, v128.load(t + LOG + k));
    if (k == 0) break;
  }
  p = f32x4.mul(f32x4.mul(p, m), z);
  p = madd(e, v128.load(t + LN2_LOW), p);
  p = f32x4.sub(p, f32x4.mul(z, v128.load(t + HALF)));
  const result = madd(e, v128.load(t + LN2_HIGH), f32x4.add(m, p));
  // 0 → −∞; negative and NaN → NaN; ∞ → ∞.
  const least = f32x4.splat(1.17549435e-38);
  const infinity = f32x4.splat(Infinity);
  let out = v128.bitselect(f32x4.neg(infinity), result, f32x4.lt(x, least));
  out = v128.bitselect(infinity, out, f32x4.eq(x, infinity));
  return v128.bitselect(out, f32x4.splat(NaN), f32x4.ge(x, v128.load(t + ZERO)));
}

@inline
export function tanh4(x: v128, t: usize): v128 {
  const most = v128.load(t + TANH_MOST);
  const y = f32x4.pmax(f32x4.pmin(x, most), f32x4.neg(most));
  const z = f32x4.mul(y, y);
  let p = v128.load(t + TANH_ODD + 96);
  p = madd(p, z, v128.load(t + TANH_ODD + 80));
  p = madd(p, z, v128.load(t + TANH_ODD + 64));
  p = madd(p, z, v128.load(t + TANH_ODD + 48));
  p = madd(p, z, v128.load(t + TANH_ODD + 32));
  p = madd(p, z, v128.load(t + TANH_ODD + 16));
  p = madd(p, z, v128.load(t + TANH_ODD));
  let q = v128.load(t + TANH_EVEN + 48);
  q = madd(q, z, v128.load(t + TANH_EVEN + 32));
  q = madd(q, z, v128.load(t + TANH_EVEN + 16));
  q = madd(q, z, v128.load(t + TANH_EVEN));
  return v128.bitselect(x, f32x4.div(f32x4.mul(y, p), q), f32x4.lt(f32x4.abs(x), v128.load(t + TANH_SMALL)));
}

@inline
export function sigmoid4(x: v128, t: usize): v128 {
  const one = v128.load(t + ONE);
  return f32x4.div(one, f32x4.add(one, exp4(f32x4.neg(x), t)));
}

/** log(1 + e) for 0 ≤ e ≤ 1. */
@inline
export function logOnePlus4(e: v128, t: usize): v128 {
  const z = f32x4.div(e, f32x4.add(e, v128.load(t + TWO)));
  const s = f32x4.mul(z, z);
  let p = v128.load(t + ATANH + 80);
  p = madd(p, s, v128.load(t + ATANH + 64));
  p = madd(p, s, v128.load(t + ATANH + 48));
  p = madd(p, s, v128.load(t + ATANH + 32));
  p = madd(p, s, v128.load(t + ATANH + 16));
  p = madd(p, s, v128.load(t + ATANH));
  p = madd(f32x4.mul(p, s), z, z);
  return f32x4.add(p, p);
}

@inline
export function softplus4(x: v128, t: usize): v128 {
  const e = exp4(f32x4.neg(f32x4.abs(x)), t);
  return f32x4.add(logOnePlus4(e, t), f32x4.pmax(x, v128.load(t + ZERO)));
}

/** x above 0, eˣ − 1 = 2 t / (1 − t) with t = tanh(x/2) below: no cancellation near 0. */
@inline
export function elu4(x: v128, t: usize): v128 {
  const tanh = tanh4(f32x4.mul(x, v128.load(t + HALF)), t);
  const below = f32x4.div(f32x4.add(tanh, tanh), f32x4.sub(v128.load(t + ONE), tanh));
  return v128.bitselect(x, below, f32x4.gt(x, v128.load(t + ZERO)));
}

export function expInto(y: usize, x: usize, count: i32, t: usize): void {
  const end = x + (<usize>count << 2);
  for (; x < end; x += 16, y += 16) v128.store(y, exp4(v128.load(x), t));
}

export function logInto(y: usize, x: usize, count: i32, t: usize): void {
  const end = x + (<usize>count << 2);
  for (; x < end; x += 16, y += 16) v128.store(y, log4(v128.load(x), t));
}

export function tanhInto(y: usize, x: usize, count: i32, t: usize): void {
  const end = x + (<usize>count << 2);
  for (; x < end; x += 16, y += 16) v128.store(y, tanh4(v128.load(x), t));
}

export function sigmoidInto(y: usize, x: usize, count: i32, t: usize): void {
  const end = x + (<usize>count << 2);
  for (; x < end; x += 16, y += 16) v128.store(y, sigmoid4(v128.load(x), t));
}

export function softplusInto(y: usize, x: usize, count: i32, t: usize): void {
  const end = x + (<usize>count << 2);
  for (; x < end; x += 16, y += 16) v128.store(y, softplus4(v128.load(x), t));
}

export function reluInto(y: usize, x: usize, count: i32, t: usize): void {
  const zero = v128.load(t + ZERO);
  const end = x + (<usize>count << 2);
  for (; x < end; x += 16, y += 16) v128.store(y, f32x4.pmax(v128.load(x), zero));
}

export function eluInto(y: usize, x: usize, count: i32, t: usize): void {
  const end = x + (<usize>count << 2);
  for (; x < end; x += 16, y += 16) v128.store(y, elu4(v128.load(x), t));
}

// Gradients: dx from dy and what the forward pass left (its output y; for softplus its input x; for log its input).

/** dx = dy · y for exp. */
export function expGradientInto(dx: usize, dy: usize, y: usize, count: i32, t: usize): void {
  const end = dy + (<usize>count << 2);
  for (; dy < end; dx += 16, dy += 16, y += 16) v128.store(dx, f32x4.mul(v128.load(dy), v128.load(y)));
}

/** dx = dy / x for log. */
export function logGradientInto(dx: usize, dy: usize, x: usize, count: i32, t: usize): void {
  const end = dy + (<usize>count << 2);
  for (; dy < end; dx += 16, dy += 16, x += 16) v128.store(dx, f32x4.div(v128.load(dy), v128.load(x)));
}

/** dx = dy (1 − y²) for tanh. */
export function tanhGradientInto(dx: usize, dy: usize, y: usize, count: i32, t: usize): void {
  const end = dy + (<usize>count << 2);
  for (; dy < end; dx += 16, dy += 16, y += 16) {
    const v = v128.load(y);
    v128.store(dx, f32x4.mul(v128.load(dy), f32x4.sub(v128.load(t + ONE), f32x4.mul(v, v))));
  }
}

/** dx = dy · y (1 − y) for sigmoid. */
export function sigmoidGradientInto(dx: usize, dy: usize, y: usize, count: i32, t: usize): void {
  const end = dy + (<usize>count << 2);
  for (; dy < end; dx += 16, dy += 16, y += 16) {
    const v = v128.load(y);
    v128.store(dx, f32x4.mul(v128.load(dy), f32x4.mul(v, f32x4.sub(v128.load(t + ONE), v))));
  }
}

/** dx = dy · sigmoid(x) for softplus. */
export function softplusGradientInto(dx: usize, dy: usize, x: usize, count: i32, t: usize): void {
  const end = dy + (<usize>count << 2);
  for (; dy < end; dx += 16, dy += 16, x += 16) v128.store(dx, f32x4.mul(v128.load(dy), sigmoid4(v128.load(x), t)));
}

/** dx = dy where y > 0, else 0; a NaN in y stays one. */
export function reluGradientInto(dx: usize, dy: usize, y: usize, count: i32, t: usize): void {
  const zero = v128.load(t + ZERO);
  const end = dy + (<usize>count << 2);
  for (; dy < end; dx += 16, dy += 16, y += 16) {
    const v = v128.load(y);
    const kept = v128.and(v128.load(dy), f32x4.gt(v, zero));
    v128.store(dx, v128.bitselect(kept, v, f32x4.eq(v, v)));
  }
}

/** y = x, or 0.01 x where that is larger: the leaky ReLU. */
export function leakyReluInto(y: usize, x: usize, count: i32, t: usize): void {
  const slope = f32x4.splat(0.01);
  const end = x + (<usize>count << 2);
  for (; x < end; y += 16, x += 16) {
    const v = v128.load(x);
    v128.store(y, f32x4.pmax(v, f32x4.mul(v, slope))); // pmax keeps a NaN that comes first
  }
}

/** dx = dy where y > 0, else 0.01 dy, for the leaky ReLU; a NaN in y stays one. */
export function leakyReluGradientInto(dx: usize, dy: usize, y: usize, count: i32, t: usize): void {
  const zero = v128.load(t + ZERO);
  const slope = f32x4.splat(0.01);
  const end = dy + (<usize>count << 2);
  for (; dy < end; dx += 16, dy += 16, y += 16) {
    const v = v128.load(y);
    const g = v128.load(dy);
    const kept = v128.bitselect(g, f32x4.mul(g, slope), f32x4.gt(v, zero));
    v128.store(dx, v128.bitselect(kept, v, f32x4.eq(v, v)));
  }
}

/** dx = dy where y > 0, else dy (y + 1), for ELU. */
export function eluGradientInto(dx: usize, dy: usize, y: usize, count: i32, t: usize): void {
  const end = dy + (<usize>count << 2);
  for (; dy < end; dx += 16, dy += 16, y += 16) {
    const v = v128.load(y);
    const slope = f32x4.add(f32x4.pmin(v, v128.load(t + ZERO)), v128.load(t + ONE));
    v128.store(dx, f32x4.mul(v128.load(dy), slope));
  }
}
