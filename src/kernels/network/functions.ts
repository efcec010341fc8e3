// exp, log, tanh, sigmoid, softplus and ReLU of four numbers at a time, with their gradients.
//
// Largest errors, over all inputs, relative unless said (network-functions.test.ts): exp 2e-7, log 3e-7 (1e-7 absolute
// near 1), tanh 4e-7, sigmoid 3e-7, softplus 4e-7. NaN stays NaN: every clamp is written so that a comparison that fails
// keeps the number. exp overflows to infinity and underflows gradually to 0.
//
// Constants stand in a table in linear memory (`tableInto` writes it once), because V8 rebuilds a v128 literal with
// several instructions wherever it is used. Arrays are 16-byte aligned and may be written up to the next multiple of four.

import { madd } from "./madd";

/** Bytes of the table. */
export const tableBytes: i32 = 16 * 48;

// Places in the table.
const LOG2E: usize = 0;
const LN2_HIGH: usize = 16;
const LN2_LOW: usize = 32;
const ONE: usize = 48;
const HALF: usize = 64;
const EXP_MOST: usize = 80;
const EXP_LEAST: usize = 96;
const EXP: usize = 112; // six coefficients
const SQRT_HALF: usize = 208;
const LOG: usize = 224; // nine coefficients
const TANH_MOST: usize = 368;
const TANH_ODD: usize = 384; // seven
const TANH_EVEN: usize = 496; // four
const TANH_SMALL: usize = 560;
const ATANH: usize = 576; // six
const TWO: usize = 672;
const ZERO: usize = 688;

export function tableInto(table: usize): void {
  put(table + LOG2E, 1.44269504088896341);
  put(table + LN2_HIGH, 0.693359375);
  put(table + LN2_LOW, -2.12194440e-4);
  put(table + ONE, 1);
  put(table + HALF, 0.5);
  put(table + EXP_MOST, 89);
  put(table + EXP_LEAST, -104);
  // e^r = 1 + r + r² (c₀ + c₁ r + … + c₅ r⁵) on |r| ≤ ln 2 / 2 (Cephes, expf).
  put(table + EXP, 5.0000001201e-1);
  put(table + EXP + 16, 1.6666665459e-1);
  put(table + EXP + 32, 4.1665795894e-2);
  put(table + EXP + 48, 8.3334519073e-3);
  put(table + EXP + 64, 1.3981999507e-3);
  put(table + EXP + 80, 1.9875691500e-4);
  put(table + SQRT_HALF, 0.707106781186547524);
  // log(1 + x) = x − x²/2 + x³ (c₀ + … + c₈ x⁸) on √½ − 1 ≤ x ≤ √2 − 1 (Cephes, logf).
  put(table + LOG, 3.3333331174e-1);
  put(table + LOG + 16, -2.4999993993e-1);
  put(table + LOG + 32, 2.0000714765e-1);
  put(table + LOG + 48, -1.6668057665e-1);
  put(table + LOG + 64, 1.4249322787e-1);
  put(table + LOG + 80, -1.2420140846e-1);
  put(table + LOG + 96, 1.1676998740e-1);
  put(table + LOG + 112, -1.1514610310e-1);
  put(table + LOG + 128, 7.0376836292e-2);
  // tanh x = x (p₀ + p₁ x² + … + p₆ x¹²) / (q₀ + q₁ x² + q₂ x⁴ + q₃ x⁶) on |x| ≤ 7.9 (as in Eigen).
  put(table + TANH_MOST, 7.90531110763549805);
  put(table + TANH_ODD, 4.89352455891786e-3);
  put(table + TANH_ODD + 16, 6.37261928875436e-4);
  put(table + TANH_ODD + 32, 1.48572235717979e-5);
  put(table + TANH_ODD + 48, 5.12229709037114e-8);
  put(table + TANH_ODD + 64, -8.60467152213735e-11);
  put(table + TANH_ODD + 80, 2.00018790482477e-13);
  put(table + TANH_ODD + 96, -2.76076847742355e-16);
  put(table + TANH_EVEN, 4.89352518554385e-3);
  put(table + TANH_EVEN + 16, 2.26843463243900e-3);
  put(table + TANH_EVEN + 32, 1.18534705686654e-4);
  put(table + TANH_EVEN + 48, 1.19825839466702e-6);
  put(table + TANH_SMALL, 4e-4);
  // log(1 + e) = 2 z (1 + z²/3 + z⁴/5 + …), z = e/(2 + e) ≤ 1/3.
  for (let k = 0; k < 6; k++) {
    const odd: i32 = 2 * k + 3;
    put(table + ATANH + (<usize>k << 4), <f32>1 / <f32>odd);
  }
  put(table + TWO, 2);
  put(table + ZERO, 0);
}

function put(at: usize, x: f32): void {
  v128.store(at, f32x4.splat(x));
}

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

@inline
function log4(x: v128, t: usize): v128 {
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
