// exp, log, tanh, sigmoid, softplus, ReLU, leaky ReLU and ELU of four numbers at a time, with their gradients.
//
// Largest errors over all inputs, relative unless noted (network-functions.test.ts): exp 2e-7, log 3e-7 (1e-7 absolute
// near 1), tanh 4e-7, sigmoid 3e-7, softplus 4e-7, ELU 2e-6. NaN stays NaN: every clamp is written so that a failed comparison
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
  // Products of n with the two parts of ln 2: the first is exact.
  let r = f32x4.sub(y, f32x4.mul(n, v128.load(t + LN2_HIGH)));
  r = f32x4.sub(r, f32x4.mul(n, v128.load(t + LN2_LOW)));
  let p = v128.load(t + EXP + 80);
  unroll: for (const $k of [4, 3, 2, 1, 0]) {
    p = madd(p, r, v128.load(t + EXP + 16 * $k));
  }
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
 * the nearest integer in its last bits, including the exponent bias, so that a shift turns them into 2ⁿ. The polynomial is
 * evaluated by pairs of terms, a shorter dependency chain than term by term. The caller passes the constants that it holds in
 * registers.
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
  // x = 2ᵉ m with √½ ≤ m < √2. Subnormal numbers are treated as 0.
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
  unroll: for (const $k of [5, 4, 3, 2, 1, 0]) {
    p = madd(p, z, v128.load(t + TANH_ODD + 16 * $k));
  }
  let q = v128.load(t + TANH_EVEN + 48);
  unroll: for (const $k of [2, 1, 0]) {
    q = madd(q, z, v128.load(t + TANH_EVEN + 16 * $k));
  }
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
  unroll: for (const $k of [4, 3, 2, 1, 0]) {
    p = madd(p, s, v128.load(t + ATANH + 16 * $k));
  }
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

@inline
function relu4(x: v128, t: usize): v128 {
  return f32x4.pmax(x, f32x4.splat(0));
}

/** x, or 0.01 x where that is larger. */
@inline
function leakyRelu4(x: v128, t: usize): v128 {
  return f32x4.pmax(x, f32x4.mul(x, f32x4.splat(0.01))); // pmax keeps a NaN that comes first
}

// Gradients: dx from dy and a value of the forward pass (its output y; for softplus and log its input x).

@inline
function expGradient4(dy: v128, y: v128, zero: v128, t: usize): v128 {
  return f32x4.mul(dy, y);
}

@inline
function logGradient4(dy: v128, x: v128, zero: v128, t: usize): v128 {
  return f32x4.div(dy, x);
}

@inline
function tanhGradient4(dy: v128, y: v128, zero: v128, t: usize): v128 {
  return f32x4.mul(dy, f32x4.sub(v128.load(t + ONE), f32x4.mul(y, y)));
}

@inline
function sigmoidGradient4(dy: v128, y: v128, zero: v128, t: usize): v128 {
  return f32x4.mul(dy, f32x4.mul(y, f32x4.sub(v128.load(t + ONE), y)));
}

@inline
function softplusGradient4(dy: v128, x: v128, zero: v128, t: usize): v128 {
  return f32x4.mul(dy, sigmoid4(x, t));
}

/** dy where y > 0, else 0; NaN where y is NaN. */
@inline
function reluGradient4(dy: v128, y: v128, zero: v128, t: usize): v128 {
  return v128.bitselect(v128.and(dy, f32x4.gt(y, zero)), y, f32x4.eq(y, y));
}

/** dy where y > 0, else 0.01 dy; NaN where y is NaN. */
@inline
function leakyReluGradient4(dy: v128, y: v128, zero: v128, t: usize): v128 {
  const dx = v128.bitselect(dy, f32x4.mul(dy, f32x4.splat(0.01)), f32x4.gt(y, zero));
  return v128.bitselect(dx, y, f32x4.eq(y, y));
}

/** dy where y > 0, else dy (y + 1). */
@inline
function eluGradient4(dy: v128, y: v128, zero: v128, t: usize): v128 {
  return f32x4.mul(dy, f32x4.add(f32x4.pmin(y, zero), v128.load(t + ONE)));
}

unroll: for (const $f of ["exp", "log", "tanh", "sigmoid", "softplus", "relu", "leakyRelu", "elu"]) {
  export function $fInto(y: usize, x: usize, count: i32, table: usize): void {
    const end = x + (<usize>count << 2);
    for (; x < end; x += 16, y += 16) v128.store(y, $f4(v128.load(x), table));
  }

  export function $fGradientInto(dx: usize, dy: usize, kept: usize, count: i32, table: usize): void {
    const zero = v128.load(table + ZERO);
    const end = dy + (<usize>count << 2);
    for (; dy < end; dx += 16, dy += 16, kept += 16) v128.store(dx, $fGradient4(v128.load(dy), v128.load(kept), zero, table));
  }
}
