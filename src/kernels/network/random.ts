// Counter-based random numbers: Philox4x32-10.
//
// Salmon, Moraes, Dror & Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011. A counter of four words and a key of two
// give four 32-bit words, so a number depends only on where it is used: any thread, any order.
//
// A stream is four words in memory: key (two), step, and one unused. The counter of a number is (its place, a second place,
// the stream's step, its purpose); the owner of the stream advances its step once per training step.

import { log4 } from "./functions";
import { madd } from "./madd";
import { FIVE, HALF, INNER, ONE, OUTER, SHARE31, SQRT_TWO, THREE, TWO, TWO_AND_HALF, ZERO } from "./table";

// Output of `philox`, the four words of a counter.
let x0: u32 = 0;
let x1: u32 = 0;
let x2: u32 = 0;
let x3: u32 = 0;

@inline
export function philox(stream: usize, place: u32, second: u32, purpose: u32): void {
  let k0 = load<u32>(stream);
  let k1 = load<u32>(stream, 4);
  let a = place;
  let b = second;
  let c = load<u32>(stream, 8);
  let d = purpose;
  for (let round = 0; round < 10; round++) {
    const p = <u64>0xd2511f53 * <u64>a;
    const q = <u64>0xcd9e8d57 * <u64>c;
    a = <u32>(q >> 32) ^ b ^ k0;
    b = <u32>q;
    c = <u32>(p >> 32) ^ d ^ k1;
    d = <u32>p;
    k0 += 0x9e3779b9;
    k1 += 0xbb67ae85;
  }
  x0 = a;
  x1 = b;
  x2 = c;
  x3 = d;
}

/** The four words as numbers in [0, 1) with 24 bits each. */
@inline
export function uniform4(stream: usize, place: u32, second: u32, purpose: u32): v128 {
  philox(stream, place, second, purpose);
  let words = i32x4.splat(x0 >> 8);
  words = i32x4.replace_lane(words, 1, x1 >> 8);
  words = i32x4.replace_lane(words, 2, x2 >> 8);
  words = i32x4.replace_lane(words, 3, x3 >> 8);
  return f32x4.mul(f32x4.convert_i32x4_u(words), f32x4.splat(5.9604644775390625e-8));
}

/** Words [4 · blocks] for the places from `first` on. */
export function wordsInto(out: usize, stream: usize, first: i32, blocks: i32, second: i32, purpose: i32): void {
  for (let k = 0; k < blocks; k++) {
    philox(stream, <u32>(first + k), <u32>second, <u32>purpose);
    store<u32>(out, x0);
    store<u32>(out, x1, 4);
    store<u32>(out, x2, 8);
    store<u32>(out, x3, 12);
    out += 16;
  }
}

/** Numbers in [0, 1), [4 · blocks], for the places from `first` on. */
export function uniformInto(out: usize, stream: usize, first: i32, blocks: i32, purpose: i32): void {
  for (let k = 0; k < blocks; k++) {
    v128.store(out, uniform4(stream, <u32>(first + k), 0, <u32>purpose));
    out += 16;
  }
}

/**
 * For each of `items` items, `samples` rows of data[n, d] drawn with replacement and transposed: out[item · d + j, k] =
 * data[drawn row k, j]. `first` is the index of the first item. (A row is ⌊word · n / 2³²⌋: the probabilities of rows differ
 * by less than a fraction n / 2³².)
 */
export function drawRowsInto(
  out: usize,
  data: usize,
  stream: usize,
  n: i32,
  d: i32,
  first: i32,
  items: i32,
  samples: i32,
  stepData: usize,
  stepOut: usize,
  purpose: i32,
): void {
  const rows = <u64>n;
  for (let b = 0; b < items; b++) {
    for (let k = 0; k < samples; k += 4) {
      philox(stream, <u32>(k >> 2), <u32>(first + b), <u32>purpose);
      const r0 = data + <usize>((<u64>x0 * rows) >> 32) * stepData;
      const r1 = data + <usize>((<u64>x1 * rows) >> 32) * stepData;
      const r2 = data + <usize>((<u64>x2 * rows) >> 32) * stepData;
      const r3 = data + <usize>((<u64>x3 * rows) >> 32) * stepData;
      const left = samples - k;
      let to = out + (<usize>k << 2);
      for (let j: usize = 0; j < <usize>d << 2; j += 4) {
        store<f32>(to, load<f32>(r0 + j));
        if (left > 1) store<f32>(to, load<f32>(r1 + j), 4);
        if (left > 2) store<f32>(to, load<f32>(r2 + j), 8);
        if (left > 3) store<f32>(to, load<f32>(r3 + j), 12);
        to += stepOut;
      }
    }
    out += <usize>d * stepOut;
  }
}

/**
 * Standard normal numbers, [items][4 · blocks]: √2 erf⁻¹ of a word, with the sign from its last bit. `first` is the index of the
 * first item. |error| < 2e-6 up to ±5.4 and < 3e-3 beyond, where one number in fifteen million lies; none beyond ±6.4.
 */
export function normalInto(
  out: usize,
  stream: usize,
  first: i32,
  items: i32,
  blocks: i32,
  purpose: i32,
  table: usize,
): void {
  for (let b = 0; b < items; b++) {
    for (let k = 0; k < blocks; k++) {
      philox(stream, <u32>k, <u32>(first + b), <u32>purpose);
      let words = i32x4.splat(x0);
      words = i32x4.replace_lane(words, 1, x1);
      words = i32x4.replace_lane(words, 2, x2);
      words = i32x4.replace_lane(words, 3, x3);
      v128.store(out, normal4(words, table));
      out += 16;
    }
  }
}

/** With v = (m + ½) / 2³¹ in (0, 1], m the upper 31 bits: erf⁻¹(1 − v), where 1 − (1 − v)² = v (2 − v) is accurate for small v. */
@inline
function normal4(words: v128, t: usize): v128 {
  const m = f32x4.convert_i32x4_u(i32x4.shr_u(words, 1));
  const v = f32x4.mul(f32x4.add(m, v128.load(t + HALF)), v128.load(t + SHARE31));
  const w = f32x4.neg(log4(f32x4.mul(v, f32x4.sub(v128.load(t + TWO), v)), t));
  const near = f32x4.sub(w, v128.load(t + TWO_AND_HALF));
  const far = f32x4.sub(f32x4.sqrt(f32x4.pmax(w, v128.load(t + ZERO))), v128.load(t + THREE));
  let p = v128.load(t + INNER + 128);
  let q = v128.load(t + OUTER + 128);
  for (let k: usize = 112; ; k -= 16) {
    p = madd(p, near, v128.load(t + INNER + k));
    q = madd(q, far, v128.load(t + OUTER + k));
    if (k == 0) break;
  }
  const x = f32x4.mul(f32x4.sub(v128.load(t + ONE), v), v128.load(t + SQRT_TWO));
  const size = f32x4.mul(v128.bitselect(p, q, f32x4.lt(w, v128.load(t + FIVE))), x);
  return v128.xor(size, i32x4.shl(words, 31));
}
