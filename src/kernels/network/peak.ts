// The machine's multiply-add peak, measured: twelve independent accumulators and nothing else. 96 operations a round.

import { madd } from "./madd";

export function multiplyAddRounds(rounds: i32, x: f32, y: f32): f32 {
  const a = f32x4.splat(x);
  const b = f32x4.splat(y);
  let c0 = a, c1 = a, c2 = a, c3 = a, c4 = a, c5 = a, c6 = a, c7 = a, c8 = a, c9 = a, ca = a, cb = a;
  for (let i = 0; i < rounds; i++) {
    c0 = madd(c0, a, b);
    c1 = madd(c1, a, b);
    c2 = madd(c2, a, b);
    c3 = madd(c3, a, b);
    c4 = madd(c4, a, b);
    c5 = madd(c5, a, b);
    c6 = madd(c6, a, b);
    c7 = madd(c7, a, b);
    c8 = madd(c8, a, b);
    c9 = madd(c9, a, b);
    ca = madd(ca, a, b);
    cb = madd(cb, a, b);
  }
  const low = f32x4.add(f32x4.add(f32x4.add(c0, c1), f32x4.add(c2, c3)), f32x4.add(c4, c5));
  const high = f32x4.add(f32x4.add(f32x4.add(c6, c7), f32x4.add(c8, c9)), f32x4.add(ca, cb));
  return f32x4.extract_lane(f32x4.add(low, high), 0);
}

/**
 * The same of ten pairs of chains that an engine can make 256-bit instructions of: it does so backwards from two stores side
 * by side, so the chains begin and end in memory. 160 operations a round; as 128-bit instructions they would not fit the
 * registers, and say nothing. room: 80 numbers. Returns the rounds.
 */
export function multiplyAddPairs(rounds: i32, x: f32, y: f32, room: usize): i32 {
  const m = f32x4.splat(x);
  const t = f32x4.splat(y);
  let a = v128.load(room, 0);
  let aa = v128.load(room, 16);
  let b = v128.load(room, 32);
  let bb = v128.load(room, 48);
  let c = v128.load(room, 64);
  let cc = v128.load(room, 80);
  let d = v128.load(room, 96);
  let dd = v128.load(room, 112);
  let e = v128.load(room, 128);
  let ee = v128.load(room, 144);
  let f = v128.load(room, 160);
  let ff = v128.load(room, 176);
  let g = v128.load(room, 192);
  let gg = v128.load(room, 208);
  let h = v128.load(room, 224);
  let hh = v128.load(room, 240);
  let i = v128.load(room, 256);
  let ii = v128.load(room, 272);
  let j = v128.load(room, 288);
  let jj = v128.load(room, 304);
  for (let round = 0; round < rounds; round++) {
    a = madd(a, m, t);
    aa = madd(aa, m, t);
    b = madd(b, m, t);
    bb = madd(bb, m, t);
    c = madd(c, m, t);
    cc = madd(cc, m, t);
    d = madd(d, m, t);
    dd = madd(dd, m, t);
    e = madd(e, m, t);
    ee = madd(ee, m, t);
    f = madd(f, m, t);
    ff = madd(ff, m, t);
    g = madd(g, m, t);
    gg = madd(gg, m, t);
    h = madd(h, m, t);
    hh = madd(hh, m, t);
    i = madd(i, m, t);
    ii = madd(ii, m, t);
    j = madd(j, m, t);
    jj = madd(jj, m, t);
  }
  v128.store(room, a, 0);
  v128.store(room, aa, 16);
  v128.store(room, b, 32);
  v128.store(room, bb, 48);
  v128.store(room, c, 64);
  v128.store(room, cc, 80);
  v128.store(room, d, 96);
  v128.store(room, dd, 112);
  v128.store(room, e, 128);
  v128.store(room, ee, 144);
  v128.store(room, f, 160);
  v128.store(room, ff, 176);
  v128.store(room, g, 192);
  v128.store(room, gg, 208);
  v128.store(room, h, 224);
  v128.store(room, hh, 240);
  v128.store(room, i, 256);
  v128.store(room, ii, 272);
  v128.store(room, j, 288);
  v128.store(room, jj, 304);
  return rounds;
}
