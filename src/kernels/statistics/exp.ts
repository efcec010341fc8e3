// e^x for float64 numbers, two lanes at a time; relative error below 1e-15 where the result is a normal number.
//
// x = n ln 2 + r with |r| ≤ ln 2 / 2 (ln 2 in two parts, so that n times the first is exact), e^r = 1 + r + r² Q(r) with Q of
// degree 9, mpmath's chebyfit of (e^r − 1 − r)/r² (its own error: 1.3e-17), then n is added to the exponent bits.
// Results below 2⁻¹⁰²², above the largest number, and NaN take the slow way: the scale in two factors, so that
// underflow is gradual, overflow is Infinity and NaN stays NaN.
//
// The constants are loaded from a table, each in both lanes: engines rebuild vector literals in several instructions
// at every use, and a load that fills both lanes from one number costs an instruction more than a plain one.

const table = memory.data<f64>([
  1.4426950408889634, 1.4426950408889634, // 0: 1 / ln 2
  6755399441055744.0, 6755399441055744.0, // 16: 1.5 · 2⁵², whose sum with a number rounds it and holds it in the low bits
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

/** Holds 0: an address that no compiler can know stays in a register, and every constant is one load from it. */
const zero = memory.data<usize>([0]);

/** Where the constants are; ask once, before a loop. */
@inline
export function expConstants(): usize {
  return table + load<usize>(zero);
}

/** True where none of the numbers needs the slow way because its result is tiny, or is NaN. */
@inline
export function areNotTiny(a: v128, b: v128, c: v128, d: v128, constants: usize): bool {
  const least = v128.load(constants, 80);
  const first = v128.and(f64x2.gt(a, least), f64x2.gt(b, least));
  const second = v128.and(f64x2.gt(c, least), f64x2.gt(d, least));
  return i64x2.all_true(v128.and(first, second));
}

/** True where none of the numbers needs the slow way because its result is huge, or is NaN. */
@inline
function areNotHuge(a: v128, b: v128, c: v128, d: v128, constants: usize): bool {
  const most = v128.load(constants, 96);
  const first = v128.and(f64x2.lt(a, most), f64x2.lt(b, most));
  const second = v128.and(f64x2.lt(c, most), f64x2.lt(d, most));
  return i64x2.all_true(v128.and(first, second));
}

/**
 * The exponentials of eight numbers that are neither tiny nor huge. Four chains side by side, because each step of one
 * waits for its last; each constant is loaded once for all. Step by step the arithmetic of `anyExp`: a number's
 * exponential does not depend on its neighbours.
 */
@inline
export function eightExpsInto(out: usize, a: v128, b: v128, c: v128, d: v128, constants: usize): void {
  let k = v128.load(constants);
  const rounder = v128.load(constants, 16);
  const an = f64x2.add(f64x2.mul(a, k), rounder);
  const bn = f64x2.add(f64x2.mul(b, k), rounder);
  const cn = f64x2.add(f64x2.mul(c, k), rounder);
  const dn = f64x2.add(f64x2.mul(d, k), rounder);
  k = v128.load(constants, 32);
  const rest = v128.load(constants, 48);
  const am = f64x2.sub(an, rounder);
  const bm = f64x2.sub(bn, rounder);
  const cm = f64x2.sub(cn, rounder);
  const dm = f64x2.sub(dn, rounder);
  const ar = f64x2.sub(f64x2.sub(a, f64x2.mul(am, k)), f64x2.mul(am, rest));
  const br = f64x2.sub(f64x2.sub(b, f64x2.mul(bm, k)), f64x2.mul(bm, rest));
  const cr = f64x2.sub(f64x2.sub(c, f64x2.mul(cm, k)), f64x2.mul(cm, rest));
  const dr = f64x2.sub(f64x2.sub(d, f64x2.mul(dm, k)), f64x2.mul(dm, rest));
  k = v128.load(constants, 304);
  let ap = f64x2.mul(ar, k);
  let bp = f64x2.mul(br, k);
  let cp = f64x2.mul(cr, k);
  let dp = f64x2.mul(dr, k);
  k = v128.load(constants, 288);
  ap = f64x2.mul(ar, f64x2.add(ap, k));
  bp = f64x2.mul(br, f64x2.add(bp, k));
  cp = f64x2.mul(cr, f64x2.add(cp, k));
  dp = f64x2.mul(dr, f64x2.add(dp, k));
  k = v128.load(constants, 272);
  ap = f64x2.mul(ar, f64x2.add(ap, k));
  bp = f64x2.mul(br, f64x2.add(bp, k));
  cp = f64x2.mul(cr, f64x2.add(cp, k));
  dp = f64x2.mul(dr, f64x2.add(dp, k));
  k = v128.load(constants, 256);
  ap = f64x2.mul(ar, f64x2.add(ap, k));
  bp = f64x2.mul(br, f64x2.add(bp, k));
  cp = f64x2.mul(cr, f64x2.add(cp, k));
  dp = f64x2.mul(dr, f64x2.add(dp, k));
  k = v128.load(constants, 240);
  ap = f64x2.mul(ar, f64x2.add(ap, k));
  bp = f64x2.mul(br, f64x2.add(bp, k));
  cp = f64x2.mul(cr, f64x2.add(cp, k));
  dp = f64x2.mul(dr, f64x2.add(dp, k));
  k = v128.load(constants, 224);
  ap = f64x2.mul(ar, f64x2.add(ap, k));
  bp = f64x2.mul(br, f64x2.add(bp, k));
  cp = f64x2.mul(cr, f64x2.add(cp, k));
  dp = f64x2.mul(dr, f64x2.add(dp, k));
  k = v128.load(constants, 208);
  ap = f64x2.mul(ar, f64x2.add(ap, k));
  bp = f64x2.mul(br, f64x2.add(bp, k));
  cp = f64x2.mul(cr, f64x2.add(cp, k));
  dp = f64x2.mul(dr, f64x2.add(dp, k));
  k = v128.load(constants, 192);
  ap = f64x2.mul(ar, f64x2.add(ap, k));
  bp = f64x2.mul(br, f64x2.add(bp, k));
  cp = f64x2.mul(cr, f64x2.add(cp, k));
  dp = f64x2.mul(dr, f64x2.add(dp, k));
  k = v128.load(constants, 176);
  ap = f64x2.mul(ar, f64x2.add(ap, k));
  bp = f64x2.mul(br, f64x2.add(bp, k));
  cp = f64x2.mul(cr, f64x2.add(cp, k));
  dp = f64x2.mul(dr, f64x2.add(dp, k));
  k = v128.load(constants, 160);
  ap = f64x2.mul(f64x2.mul(ar, ar), f64x2.add(ap, k));
  bp = f64x2.mul(f64x2.mul(br, br), f64x2.add(bp, k));
  cp = f64x2.mul(f64x2.mul(cr, cr), f64x2.add(cp, k));
  dp = f64x2.mul(f64x2.mul(dr, dr), f64x2.add(dp, k));
  k = v128.load(constants, 64);
  ap = f64x2.add(k, f64x2.add(ar, ap));
  bp = f64x2.add(k, f64x2.add(br, bp));
  cp = f64x2.add(k, f64x2.add(cr, cp));
  dp = f64x2.add(k, f64x2.add(dr, dp));
  v128.store(out, i64x2.add(ap, i64x2.shl(an, 52)), 0);
  v128.store(out, i64x2.add(bp, i64x2.shl(bn, 52)), 16);
  v128.store(out, i64x2.add(cp, i64x2.shl(cn, 52)), 32);
  v128.store(out, i64x2.add(dp, i64x2.shl(dn, 52)), 48);
}

/**
 * The exponentials of any eight numbers. They go through memory: handed to a call one by one, with the fast path beside it,
 * V8's revectoriser (Node 24.21) ended the process while it compiled that.
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
  // Operands in this order: a NaN in x is kept.
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
