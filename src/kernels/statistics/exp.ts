// e^x for float64 numbers, two lanes at a time; relative error below 1e-15 where the result is a normal number.
//
// x = n ln 2 + r with |r| ≤ ln 2 / 2 (ln 2 in two parts, so that n times the first is exact), e^r = 1 + r + r² Q(r) with Q of
// degree 9, mpmath's chebyfit of (e^r − 1 − r)/r² (its own error: 1.3e-17), then n is added to the exponent bits.
// Results below 2⁻¹⁰²², above the largest number, and NaN take a slow path that applies the scale in two factors, so that
// underflow is gradual, overflow is Infinity and NaN stays NaN.
//
// The constants are loaded from a table, each in both lanes: engines rebuild vector literals in several instructions
// at every use, and a load that splats one number costs an instruction more than a plain load.

const table = memory.data<f64>([
  1.4426950408889634, 1.4426950408889634, // 0: 1 / ln 2
  6755399441055744.0, 6755399441055744.0, // 16: 1.5 · 2⁵²; adding it rounds a number to an integer, held in the low bits
  0.6931471803691238, 0.6931471803691238, // 32: ln 2, first 32 bits
  1.9082149292705877e-10, 1.9082149292705877e-10, // 48: the rest of ln 2
  1.0, 1.0, // 64: also, as bits, the exponent of 2⁰
  -708.0, -708.0, // 80: above this the result is normal
  709.0, 709.0, // 96: below this it does not overflow
  -746.0, -746.0, // 112: below this it is zero
  710.0, 710.0, // 128: above this it is Infinity
  0.5, 0.5, // 144
  0.5000000000000001, 0.5000000000000001, // 160: Q, lowest power first
  0.16666666666666669, 0.16666666666666669, // 176
  0.04166666666662413, 0.04166666666662413, // 192
  0.008333333333330062, 0.008333333333330062, // 208
  0.0013888888917213717, 0.0013888888917213717, // 224
  0.00019841269863053618, 0.00019841269863053618, // 240
  2.4801521295954376e-5, 2.4801521295954376e-5, // 256
  2.7557268459997064e-6, 2.7557268459997064e-6, // 272
  2.7620088445409746e-7, 2.7620088445409746e-7, // 288
  2.510038549551032e-8, 2.510038549551032e-8, // 304
]);

/** Holds 0: an address unknown at compile time stays in a register, so that every constant is one load from it. */
const zero = memory.data<usize>([0]);

/** Address of the constants; to be called once, before a loop. */
@inline
export function expConstants(): usize {
  return table + load<usize>(zero);
}

/** True if no number needs the slow path because its result is tiny or NaN. */
@inline
export function areNotTiny(a: v128, b: v128, c: v128, d: v128, constants: usize): bool {
  const least = v128.load(constants, 80);
  const first = v128.and(f64x2.gt(a, least), f64x2.gt(b, least));
  const second = v128.and(f64x2.gt(c, least), f64x2.gt(d, least));
  return i64x2.all_true(v128.and(first, second));
}

/** True if no number needs the slow path because its result is huge or NaN. */
@inline
function areNotHuge(a: v128, b: v128, c: v128, d: v128, constants: usize): bool {
  const most = v128.load(constants, 96);
  const first = v128.and(f64x2.lt(a, most), f64x2.lt(b, most));
  const second = v128.and(f64x2.lt(c, most), f64x2.lt(d, most));
  return i64x2.all_true(v128.and(first, second));
}

/**
 * The exponentials of eight numbers whose results are neither tiny nor huge. Four chains side by side hide the latency of each;
 * each constant is loaded once for all. The arithmetic is that of `anyExp`, step by step: a number's exponential does not depend
 * on its neighbours.
 */
@inline
export function eightExpsInto(out: usize, a: v128, b: v128, c: v128, d: v128, constants: usize): void {
  const $x = each(["a", "b", "c", "d"]);
  const log2e = v128.load(constants);
  const rounder = v128.load(constants, 16);
  const n$x = f64x2.add(f64x2.mul($x, log2e), rounder);
  const ln2 = v128.load(constants, 32);
  const rest = v128.load(constants, 48);
  const m$x = f64x2.sub(n$x, rounder);
  const r$x = f64x2.sub(f64x2.sub($x, f64x2.mul(m$x, ln2)), f64x2.mul(m$x, rest));
  let k = v128.load(constants, 304);
  let p$x = f64x2.mul(r$x, k);
  unroll: for (const $at of [288, 272, 256, 240, 224, 208, 192, 176]) {
    k = v128.load(constants, $at);
    p$x = f64x2.mul(r$x, f64x2.add(p$x, k));
  }
  k = v128.load(constants, 160);
  p$x = f64x2.mul(f64x2.mul(r$x, r$x), f64x2.add(p$x, k));
  k = v128.load(constants, 64);
  p$x = f64x2.add(k, f64x2.add(r$x, p$x));
  unroll: for (const [$x, $at] of [["a", 0], ["b", 16], ["c", 32], ["d", 48]]) {
    v128.store(out, i64x2.add(p$x, i64x2.shl(n$x, 52)), $at);
  }
}

/**
 * The exponentials of any eight numbers. They go through memory because V8's revectoriser (Node 24.21) crashed while compiling a
 * version that passed them to a call one by one, next to the fast path.
 */
@inline
export function anyEightExpsInto(out: usize, a: v128, b: v128, c: v128, d: v128, constants: usize): void {
  v128.store(out, a);
  v128.store(out, b, 16);
  v128.store(out, c, 32);
  v128.store(out, d, 48);
  anyExpsInPlace(out, constants);
}

function anyExpsInPlace(x: usize, constants: usize): void {
  for (const end = x + 64; x != end; x += 16) v128.store(x, anyExp(v128.load(x), constants));
}

/** The exponentials of any two numbers. */
@inline
function anyExp(x: v128, constants: usize): v128 {
  const rounder = v128.load(constants, 16);
  // This order of operands keeps a NaN in x.
  const within = f64x2.pmin(f64x2.pmax(x, v128.load(constants, 112)), v128.load(constants, 128));
  const m = f64x2.sub(f64x2.add(f64x2.mul(within, v128.load(constants)), rounder), rounder);
  const whole = f64x2.sub(within, f64x2.mul(m, v128.load(constants, 32)));
  const r = f64x2.sub(whole, f64x2.mul(m, v128.load(constants, 48)));
  let p = f64x2.mul(r, v128.load(constants, 304));
  for (let offset: usize = 288; offset > 160; offset -= 16) {
    p = f64x2.mul(r, f64x2.add(p, v128.load(constants + offset)));
  }
  p = f64x2.mul(f64x2.mul(r, r), f64x2.add(p, v128.load(constants, 160)));
  const one = v128.load(constants, 64);
  p = f64x2.add(one, f64x2.add(r, p));
  const half = f64x2.add(f64x2.mul(m, v128.load(constants, 144)), rounder);
  const rest = f64x2.add(f64x2.sub(m, f64x2.sub(half, rounder)), rounder);
  return f64x2.mul(f64x2.mul(p, i64x2.add(one, i64x2.shl(half, 52))), i64x2.add(one, i64x2.shl(rest, 52)));
}

/** out = e^x for `count` numbers. */
export function expInto(out: usize, x: usize, count: i32): void {
  const constants = expConstants();
  let k = 0;
  for (; k + 8 <= count; k += 8) {
    const a = v128.load(x);
    const b = v128.load(x, 16);
    const c = v128.load(x, 32);
    const d = v128.load(x, 48);
    const isUsual = areNotTiny(a, b, c, d, constants) && areNotHuge(a, b, c, d, constants);
    if (isUsual) eightExpsInto(out, a, b, c, d, constants);
    else anyEightExpsInto(out, a, b, c, d, constants);
    x += 64;
    out += 64;
  }
  for (; k < count; k++) {
    store<f64>(out, f64x2.extract_lane(anyExp(v128.load_splat<f64>(x), constants), 0));
    x += 8;
    out += 8;
  }
}
