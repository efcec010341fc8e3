// Softmax attention of eight heads of four components each, for 256-bit instructions: as attention-four.ts, with two vectors
// of four heads for every one there, side by side in memory (and so twice the lines). Names that end in H are the upper four.
//
// The pass that makes one instruction of two (wide.ts) starts at pairs of stores and needs the same operations behind both, no
// store between the loads of a pair, and one address with offsets of 0 and 16; a single exception leaves 128 bits.

import { softmaxExp4 } from "./functions";
import { madd } from "./madd";
import { LOG2E, ONE, SHIFT, SOFTMAX_LEAST } from "./table";

export function eightForward(
  out: usize,
  kept: usize,
  Q: usize,
  K: usize,
  V: usize,
  start: usize,
  d: usize,
  apart: usize,
  step: usize,
  stepOut: usize,
  scale: f32,
  table: usize,
): usize {
  const apart2 = apart << 1;
  const apart3 = apart2 + apart;
  const rowBytes = d << 5;
  let inverses = kept + d * rowBytes;
  const by = f32x4.splat(scale);
  const least = v128.load32_splat(table, SOFTMAX_LEAST);
  const shift = v128.load32_splat(table, SHIFT);
  const log2e = v128.load32_splat(table, LOG2E);
  const one = v128.load32_splat(table, ONE);
  for (let i: usize = 0; i < d; i++) {
    const q0 = f32x4.mul(v128.load(Q), by);
    const q0H = f32x4.mul(v128.load(Q, 16), by);
    const q1 = f32x4.mul(v128.load(Q + apart), by);
    const q1H = f32x4.mul(v128.load(Q + apart, 16), by);
    const q2 = f32x4.mul(v128.load(Q + apart2), by);
    const q2H = f32x4.mul(v128.load(Q + apart2, 16), by);
    const q3 = f32x4.mul(v128.load(Q + apart3), by);
    const q3H = f32x4.mul(v128.load(Q + apart3, 16), by);
    const end = kept + rowBytes;
    let most = f32x4.splat(-Infinity);
    let mostH = f32x4.splat(-Infinity);
    let k = K;
    for (let to = kept; to < end; to += 32) {
      let s = f32x4.mul(q0, v128.load(k));
      let sH = f32x4.mul(q0H, v128.load(k, 16));
      s = madd(q1, v128.load(k + apart), s);
      sH = madd(q1H, v128.load(k + apart, 16), sH);
      s = madd(q2, v128.load(k + apart2), s);
      sH = madd(q2H, v128.load(k + apart2, 16), sH);
      s = madd(q3, v128.load(k + apart3), s);
      sH = madd(q3H, v128.load(k + apart3, 16), sH);
      v128.store(to, s);
      v128.store(to, sH, 16);
      most = f32x4.pmax(most, s);
      mostH = f32x4.pmax(mostH, sH);
      k += step;
    }
    let sum = f32x4.splat(0);
    let sumH = f32x4.splat(0);
    let o0 = sum;
    let o0H = sumH;
    let o1 = sum;
    let o1H = sumH;
    let o2 = sum;
    let o2H = sumH;
    let o3 = sum;
    let o3H = sumH;
    let v = V;
    for (let to = kept; to < end; to += 32) {
      const e = softmaxExp4(f32x4.sub(v128.load(to), most), table, least, shift, log2e, one);
      const eH = softmaxExp4(f32x4.sub(v128.load(to, 16), mostH), table, least, shift, log2e, one);
      v128.store(to, e);
      v128.store(to, eH, 16);
      sum = f32x4.add(sum, e);
      sumH = f32x4.add(sumH, eH);
      o0 = madd(e, v128.load(v), o0);
      o0H = madd(eH, v128.load(v, 16), o0H);
      o1 = madd(e, v128.load(v + apart), o1);
      o1H = madd(eH, v128.load(v + apart, 16), o1H);
      o2 = madd(e, v128.load(v + apart2), o2);
      o2H = madd(eH, v128.load(v + apart2, 16), o2H);
      o3 = madd(e, v128.load(v + apart3), o3);
      o3H = madd(eH, v128.load(v + apart3, 16), o3H);
      v += step;
    }
    const inverse = f32x4.div(f32x4.splat(1), sum);
    const inverseH = f32x4.div(f32x4.splat(1), sumH);
    v128.store(inverses, inverse);
    v128.store(inverses, inverseH, 16);
    o0 = f32x4.mul(o0, inverse);
    o0H = f32x4.mul(o0H, inverseH);
    o1 = f32x4.mul(o1, inverse);
    o1H = f32x4.mul(o1H, inverseH);
    o2 = f32x4.mul(o2, inverse);
    o2H = f32x4.mul(o2H, inverseH);
    o3 = f32x4.mul(o3, inverse);
    o3H = f32x4.mul(o3H, inverseH);
    if (start != 0) {
      o0 = f32x4.add(o0, v128.load(start));
      o0H = f32x4.add(o0H, v128.load(start, 16));
      o1 = f32x4.add(o1, v128.load(start + apart));
      o1H = f32x4.add(o1H, v128.load(start + apart, 16));
      o2 = f32x4.add(o2, v128.load(start + apart2));
      o2H = f32x4.add(o2H, v128.load(start + apart2, 16));
      o3 = f32x4.add(o3, v128.load(start + apart3));
      o3H = f32x4.add(o3H, v128.load(start + apart3, 16));
      start += stepOut;
    }
    v128.store(out, o0);
    v128.store(out, o0H, 16);
    v128.store(out + apart, o1);
    v128.store(out + apart, o1H, 16);
    v128.store(out + apart2, o2);
    v128.store(out + apart2, o2H, 16);
    v128.store(out + apart3, o3);
    v128.store(out + apart3, o3H, 16);
    out += stepOut;
    Q += step;
    kept = end;
    inverses += 32;
  }
  return d * rowBytes + rowBytes;
}

export function eightBackward(
  dQ: usize,
  dK: usize,
  dV: usize,
  dOut: usize,
  kept: usize,
  Q: usize,
  K: usize,
  V: usize,
  room: usize,
  d: usize,
  apart: usize,
  step: usize,
  stepOut: usize,
  scale: f32,
): usize {
  const apart2 = apart << 1;
  const apart3 = apart2 + apart;
  const rowBytes = d << 5;
  const by = f32x4.splat(scale);
  const inverses = kept + d * rowBytes;
  const G = room + (d + 1) * rowBytes;
  const nowhere = G + (rowBytes << 3);
  // What comes from far away comes sooner in one go than line by line between computations.
  for (let at = kept; at < inverses; at += 64) load<u32>(at);
  let r = inverses;
  for (let g = G; g < nowhere; g += 256) {
    const inverse = v128.load(r);
    const inverseH = v128.load(r, 16);
    const u0 = f32x4.mul(v128.load(dOut), inverse);
    const u0H = f32x4.mul(v128.load(dOut, 16), inverseH);
    v128.store(g, u0);
    v128.store(g, u0H, 16);
    const u1 = f32x4.mul(v128.load(dOut + apart), inverse);
    const u1H = f32x4.mul(v128.load(dOut + apart, 16), inverseH);
    v128.store(g, u1, 32);
    v128.store(g, u1H, 48);
    const u2 = f32x4.mul(v128.load(dOut + apart2), inverse);
    const u2H = f32x4.mul(v128.load(dOut + apart2, 16), inverseH);
    v128.store(g, u2, 64);
    v128.store(g, u2H, 80);
    const u3 = f32x4.mul(v128.load(dOut + apart3), inverse);
    const u3H = f32x4.mul(v128.load(dOut + apart3, 16), inverseH);
    v128.store(g, u3, 96);
    v128.store(g, u3H, 112);
    const u4 = f32x4.mul(v128.load(Q), by);
    const u4H = f32x4.mul(v128.load(Q, 16), by);
    v128.store(g, u4, 128);
    v128.store(g, u4H, 144);
    const u5 = f32x4.mul(v128.load(Q + apart), by);
    const u5H = f32x4.mul(v128.load(Q + apart, 16), by);
    v128.store(g, u5, 160);
    v128.store(g, u5H, 176);
    const u6 = f32x4.mul(v128.load(Q + apart2), by);
    const u6H = f32x4.mul(v128.load(Q + apart2, 16), by);
    v128.store(g, u6, 192);
    v128.store(g, u6H, 208);
    const u7 = f32x4.mul(v128.load(Q + apart3), by);
    const u7H = f32x4.mul(v128.load(Q + apart3, 16), by);
    v128.store(g, u7, 224);
    v128.store(g, u7H, 240);
    r += 32;
    dOut += stepOut;
    Q += step;
  }
  r = inverses;
  let T = room;
  let g = G;
  for (let i: usize = 0; i < d; i += 2) {
    const row = kept + i * rowBytes;
    const isTwo = i + 1 < d;
    const h = isTwo ? g + 256 : g;
    const a0 = v128.load(g);
    const a0H = v128.load(g, 16);
    const a1 = v128.load(g, 32);
    const a1H = v128.load(g, 48);
    const a2 = v128.load(g, 64);
    const a2H = v128.load(g, 80);
    const a3 = v128.load(g, 96);
    const a3H = v128.load(g, 112);
    const b0 = v128.load(h);
    const b0H = v128.load(h, 16);
    const b1 = v128.load(h, 32);
    const b1H = v128.load(h, 48);
    const b2 = v128.load(h, 64);
    const b2H = v128.load(h, 80);
    const b3 = v128.load(h, 96);
    const b3H = v128.load(h, 112);
    let D = f32x4.splat(0);
    let DH = f32x4.splat(0);
    let DB = f32x4.splat(0);
    let DBH = f32x4.splat(0);
    const end = row + rowBytes;
    let v = V;
    let to = T;
    for (let at = row; at < end; at += 32) {
      let w = v128.load(v);
      let wH = v128.load(v, 16);
      let x = f32x4.mul(a0, w);
      let xH = f32x4.mul(a0H, wH);
      let y = f32x4.mul(b0, w);
      let yH = f32x4.mul(b0H, wH);
      w = v128.load(v + apart);
      wH = v128.load(v + apart, 16);
      x = madd(a1, w, x);
      xH = madd(a1H, wH, xH);
      y = madd(b1, w, y);
      yH = madd(b1H, wH, yH);
      w = v128.load(v + apart2);
      wH = v128.load(v + apart2, 16);
      x = madd(a2, w, x);
      xH = madd(a2H, wH, xH);
      y = madd(b2, w, y);
      yH = madd(b2H, wH, yH);
      w = v128.load(v + apart3);
      wH = v128.load(v + apart3, 16);
      x = madd(a3, w, x);
      xH = madd(a3H, wH, xH);
      y = madd(b3, w, y);
      yH = madd(b3H, wH, yH);
      v128.store(to, x);
      v128.store(to, xH, 16);
      v128.store(to + rowBytes, y);
      v128.store(to + rowBytes, yH, 16);
      D = madd(v128.load(at), x, D);
      DH = madd(v128.load(at, 16), xH, DH);
      DB = madd(v128.load(at + rowBytes), y, DB);
      DBH = madd(v128.load(at + rowBytes, 16), yH, DBH);
      v += step;
      to += 32;
    }
    D = f32x4.mul(D, v128.load(r));
    DH = f32x4.mul(DH, v128.load(r, 16));
    DB = f32x4.mul(DB, v128.load(isTwo ? r + 32 : r));
    DBH = f32x4.mul(DBH, v128.load(isTwo ? r + 32 : r, 16));
    let c0 = f32x4.splat(0);
    let c0H = f32x4.splat(0);
    let c1 = c0;
    let c1H = c0H;
    let c2 = c0;
    let c2H = c0H;
    let c3 = c0;
    let c3H = c0H;
    let d0 = c0;
    let d0H = c0H;
    let d1 = c0;
    let d1H = c0H;
    let d2 = c0;
    let d2H = c0H;
    let d3 = c0;
    let d3H = c0H;
    let k = K;
    to = T;
    for (let at = row; at < end; at += 32) {
      const x = f32x4.mul(v128.load(at), f32x4.sub(v128.load(to), D));
      const xH = f32x4.mul(v128.load(at, 16), f32x4.sub(v128.load(to, 16), DH));
      const y = f32x4.mul(v128.load(at + rowBytes), f32x4.sub(v128.load(to + rowBytes), DB));
      const yH = f32x4.mul(v128.load(at + rowBytes, 16), f32x4.sub(v128.load(to + rowBytes, 16), DBH));
      v128.store(to, x);
      v128.store(to, xH, 16);
      v128.store(to + rowBytes, y);
      v128.store(to + rowBytes, yH, 16);
      let w = v128.load(k);
      let wH = v128.load(k, 16);
      c0 = madd(x, w, c0);
      c0H = madd(xH, wH, c0H);
      d0 = madd(y, w, d0);
      d0H = madd(yH, wH, d0H);
      w = v128.load(k + apart);
      wH = v128.load(k + apart, 16);
      c1 = madd(x, w, c1);
      c1H = madd(xH, wH, c1H);
      d1 = madd(y, w, d1);
      d1H = madd(yH, wH, d1H);
      w = v128.load(k + apart2);
      wH = v128.load(k + apart2, 16);
      c2 = madd(x, w, c2);
      c2H = madd(xH, wH, c2H);
      d2 = madd(y, w, d2);
      d2H = madd(yH, wH, d2H);
      w = v128.load(k + apart3);
      wH = v128.load(k + apart3, 16);
      c3 = madd(x, w, c3);
      c3H = madd(xH, wH, c3H);
      d3 = madd(y, w, d3);
      d3H = madd(yH, wH, d3H);
      k += step;
      to += 32;
    }
    const second = isTwo ? dQ + step : nowhere;
    v128.store(dQ, f32x4.mul(c0, by));
    v128.store(dQ, f32x4.mul(c0H, by), 16);
    v128.store(dQ + apart, f32x4.mul(c1, by));
    v128.store(dQ + apart, f32x4.mul(c1H, by), 16);
    v128.store(dQ + apart2, f32x4.mul(c2, by));
    v128.store(dQ + apart2, f32x4.mul(c2H, by), 16);
    v128.store(dQ + apart3, f32x4.mul(c3, by));
    v128.store(dQ + apart3, f32x4.mul(c3H, by), 16);
    v128.store(second, f32x4.mul(d0, by));
    v128.store(second, f32x4.mul(d0H, by), 16);
    v128.store(second + apart, f32x4.mul(d1, by));
    v128.store(second + apart, f32x4.mul(d1H, by), 16);
    v128.store(second + apart2, f32x4.mul(d2, by));
    v128.store(second + apart2, f32x4.mul(d2H, by), 16);
    v128.store(second + apart3, f32x4.mul(d3, by));
    v128.store(second + apart3, f32x4.mul(d3H, by), 16);
    dQ += step << 1;
    r += 64;
    g += 512;
    T += rowBytes << 1;
  }
  for (let j: usize = 0; j < d; j += 2) {
    const at = kept + j * 32;
    const next = j + 1 < d;
    columns(dV, next ? dV + step : nowhere, at, G, rowBytes, d, apart);
    columns(dK, next ? dK + step : nowhere, room + j * 32, G + 128, rowBytes, d, apart);
    dV += step << 1;
    dK += step << 1;
  }
  return d * rowBytes + rowBytes;
}

/** out = Σ_i x_i G_i for two columns x that stand side by side. */
@inline
function columns(out: usize, second: usize, x: usize, G: usize, rowBytes: usize, d: usize, apart: usize): void {
  let a0 = f32x4.splat(0);
  let a0H = f32x4.splat(0);
  let a1 = a0;
  let a1H = a0H;
  let a2 = a0;
  let a2H = a0H;
  let a3 = a0;
  let a3H = a0H;
  let b0 = a0;
  let b0H = a0H;
  let b1 = a0;
  let b1H = a0H;
  let b2 = a0;
  let b2H = a0H;
  let b3 = a0;
  let b3H = a0H;
  const end = x + d * rowBytes;
  let g = G;
  for (let at = x; at < end; at += rowBytes) {
    const s = v128.load(at);
    const sH = v128.load(at, 16);
    const t = v128.load(at, 32);
    const tH = v128.load(at, 48);
    let w = v128.load(g);
    let wH = v128.load(g, 16);
    a0 = madd(s, w, a0);
    a0H = madd(sH, wH, a0H);
    b0 = madd(t, w, b0);
    b0H = madd(tH, wH, b0H);
    w = v128.load(g, 32);
    wH = v128.load(g, 48);
    a1 = madd(s, w, a1);
    a1H = madd(sH, wH, a1H);
    b1 = madd(t, w, b1);
    b1H = madd(tH, wH, b1H);
    w = v128.load(g, 64);
    wH = v128.load(g, 80);
    a2 = madd(s, w, a2);
    a2H = madd(sH, wH, a2H);
    b2 = madd(t, w, b2);
    b2H = madd(tH, wH, b2H);
    w = v128.load(g, 96);
    wH = v128.load(g, 112);
    a3 = madd(s, w, a3);
    a3H = madd(sH, wH, a3H);
    b3 = madd(t, w, b3);
    b3H = madd(tH, wH, b3H);
    g += 256;
  }
  v128.store(out, a0);
  v128.store(out, a0H, 16);
  v128.store(out + apart, a1);
  v128.store(out + apart, a1H, 16);
  v128.store(out + (apart << 1), a2);
  v128.store(out + (apart << 1), a2H, 16);
  v128.store(out + (apart << 1) + apart, a3);
  v128.store(out + (apart << 1) + apart, a3H, 16);
  v128.store(second, b0);
  v128.store(second, b0H, 16);
  v128.store(second + apart, b1);
  v128.store(second + apart, b1H, 16);
  v128.store(second + (apart << 1), b2);
  v128.store(second + (apart << 1), b2H, 16);
  v128.store(second + (apart << 1) + apart, b3);
  v128.store(second + (apart << 1) + apart, b3H, 16);
}
