// What the machine can do: twelve chains of multiply and add in registers, nothing loaded or stored. Twelve chains fill
// the units although each chain waits for its last result. 48 operations on float64 numbers in a round.

export function multiplyAddPeak(rounds: i32, factor: f64, term: f64): f64 {
  const m = f64x2.splat(factor);
  const t = f64x2.splat(term);
  let a = f64x2.splat(1);
  let b = f64x2.splat(2);
  let c = f64x2.splat(3);
  let d = f64x2.splat(4);
  let e = f64x2.splat(5);
  let f = f64x2.splat(6);
  let g = f64x2.splat(7);
  let h = f64x2.splat(8);
  let i = f64x2.splat(9);
  let j = f64x2.splat(10);
  let k = f64x2.splat(11);
  let l = f64x2.splat(12);
  for (let round = 0; round < rounds; round++) {
    a = f64x2.add(f64x2.mul(a, m), t);
    b = f64x2.add(f64x2.mul(b, m), t);
    c = f64x2.add(f64x2.mul(c, m), t);
    d = f64x2.add(f64x2.mul(d, m), t);
    e = f64x2.add(f64x2.mul(e, m), t);
    f = f64x2.add(f64x2.mul(f, m), t);
    g = f64x2.add(f64x2.mul(g, m), t);
    h = f64x2.add(f64x2.mul(h, m), t);
    i = f64x2.add(f64x2.mul(i, m), t);
    j = f64x2.add(f64x2.mul(j, m), t);
    k = f64x2.add(f64x2.mul(k, m), t);
    l = f64x2.add(f64x2.mul(l, m), t);
  }
  const first = f64x2.add(f64x2.add(f64x2.add(a, b), f64x2.add(c, d)), f64x2.add(e, f));
  const second = f64x2.add(f64x2.add(f64x2.add(g, h), f64x2.add(i, j)), f64x2.add(k, l));
  return f64x2.extract_lane(f64x2.add(first, second), 0);
}

/**
 * The same of pairs of chains that an engine can make 256-bit instructions of: it does so backwards from two stores side
 * by side, so the chains begin and end in memory. 96 operations in a round; as 128-bit instructions they would not fit
 * the registers, and say nothing. room: 48 numbers.
 */
export function multiplyAddPairsPeak(rounds: i32, factor: f64, term: f64, room: usize): void {
  const m = f64x2.splat(factor);
  const t = f64x2.splat(term);
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
  let k = v128.load(room, 320);
  let kk = v128.load(room, 336);
  let l = v128.load(room, 352);
  let ll = v128.load(room, 368);
  for (let round = 0; round < rounds; round++) {
    a = f64x2.add(f64x2.mul(a, m), t);
    aa = f64x2.add(f64x2.mul(aa, m), t);
    b = f64x2.add(f64x2.mul(b, m), t);
    bb = f64x2.add(f64x2.mul(bb, m), t);
    c = f64x2.add(f64x2.mul(c, m), t);
    cc = f64x2.add(f64x2.mul(cc, m), t);
    d = f64x2.add(f64x2.mul(d, m), t);
    dd = f64x2.add(f64x2.mul(dd, m), t);
    e = f64x2.add(f64x2.mul(e, m), t);
    ee = f64x2.add(f64x2.mul(ee, m), t);
    f = f64x2.add(f64x2.mul(f, m), t);
    ff = f64x2.add(f64x2.mul(ff, m), t);
    g = f64x2.add(f64x2.mul(g, m), t);
    gg = f64x2.add(f64x2.mul(gg, m), t);
    h = f64x2.add(f64x2.mul(h, m), t);
    hh = f64x2.add(f64x2.mul(hh, m), t);
    i = f64x2.add(f64x2.mul(i, m), t);
    ii = f64x2.add(f64x2.mul(ii, m), t);
    j = f64x2.add(f64x2.mul(j, m), t);
    jj = f64x2.add(f64x2.mul(jj, m), t);
    k = f64x2.add(f64x2.mul(k, m), t);
    kk = f64x2.add(f64x2.mul(kk, m), t);
    l = f64x2.add(f64x2.mul(l, m), t);
    ll = f64x2.add(f64x2.mul(ll, m), t);
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
  v128.store(room, k, 320);
  v128.store(room, kk, 336);
  v128.store(room, l, 352);
  v128.store(room, ll, 368);
}
