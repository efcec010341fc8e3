// Softmax attention of four heads of four components each: everything that a row needs stays in registers.
//
// `apart` are the bytes from component to component, `each` those from one vector of four heads to the next in what is kept and
// in the scratch: 16 where four heads stand alone, 32 where they are one half of eight (attention-eight.ts). Both ways return
// the bytes that are kept, those of the other half included. A little over 300 lines: forward and backward share the layout,
// and registers have to be written out one by one.

import { softmaxExp4 } from "./functions";
import { madd } from "./madd";
import { LOG2E, ONE, SHIFT, SOFTMAX_LEAST } from "./table";

export function fourForward(
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
  each: usize,
): usize {
  const apart2 = apart << 1;
  const apart3 = apart2 + apart;
  const rowBytes = d * each;
  let inverses = kept + d * rowBytes;
  const by = f32x4.splat(scale);
  const least = v128.load32_splat(table, SOFTMAX_LEAST);
  const shift = v128.load32_splat(table, SHIFT);
  const log2e = v128.load32_splat(table, LOG2E);
  const one = v128.load32_splat(table, ONE);
  for (let i: usize = 0; i < d; i++) {
    const q0 = f32x4.mul(v128.load(Q), by);
    const q1 = f32x4.mul(v128.load(Q + apart), by);
    const q2 = f32x4.mul(v128.load(Q + apart2), by);
    const q3 = f32x4.mul(v128.load(Q + apart3), by);
    const end = kept + rowBytes;
    let most = f32x4.splat(-Infinity);
    let k = K;
    for (let to = kept; to < end; to += each) {
      let s = f32x4.mul(q0, v128.load(k));
      s = madd(q1, v128.load(k + apart), s);
      s = madd(q2, v128.load(k + apart2), s);
      s = madd(q3, v128.load(k + apart3), s);
      v128.store(to, s);
      most = f32x4.pmax(most, s);
      k += step;
    }
    let sum = f32x4.splat(0);
    let o0 = sum;
    let o1 = sum;
    let o2 = sum;
    let o3 = sum;
    let v = V;
    for (let to = kept; to < end; to += each) {
      const e = softmaxExp4(f32x4.sub(v128.load(to), most), table, least, shift, log2e, one);
      v128.store(to, e);
      sum = f32x4.add(sum, e);
      o0 = madd(e, v128.load(v), o0);
      o1 = madd(e, v128.load(v + apart), o1);
      o2 = madd(e, v128.load(v + apart2), o2);
      o3 = madd(e, v128.load(v + apart3), o3);
      v += step;
    }
    const inverse = f32x4.div(f32x4.splat(1), sum);
    v128.store(inverses, inverse);
    o0 = f32x4.mul(o0, inverse);
    o1 = f32x4.mul(o1, inverse);
    o2 = f32x4.mul(o2, inverse);
    o3 = f32x4.mul(o3, inverse);
    if (start != 0) {
      o0 = f32x4.add(o0, v128.load(start));
      o1 = f32x4.add(o1, v128.load(start + apart));
      o2 = f32x4.add(o2, v128.load(start + apart2));
      o3 = f32x4.add(o3, v128.load(start + apart3));
      start += stepOut;
    }
    v128.store(out, o0);
    v128.store(out + apart, o1);
    v128.store(out + apart2, o2);
    v128.store(out + apart3, o3);
    out += stepOut;
    Q += step;
    kept = end;
    inverses += each;
  }
  return d * rowBytes + rowBytes;
}

/**
 * With e the numerators and r the reciprocals of their sums: G_i = dOut_i r_i, E_ij = G_i · V_j, D_i = r_i Σ_j e_ij E_ij,
 * T_ij = e_ij (E_ij − D_i), dQ_i = scale Σ_j T_ij K_j, dK_j = Σ_i T_ij (scale Q_i), dV_j = Σ_i e_ij G_i.
 *
 * Two rows i at a time share what is loaded of K and V, and then two columns j what is loaded of G and Q: sums over i stay in
 * registers too, because stores are dear (for one of 256 bits V8 writes the lower half first). A last row or column alone
 * has a neighbour whose results go nowhere. `room`: T, then G_i and scale Q_i of every row, then nowhere.
 */
@inline
function backward(
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
  each: usize,
): usize {
  const apart2 = apart << 1;
  const apart3 = apart2 + apart;
  const rowBytes = d * each;
  const by = f32x4.splat(scale);
  const inverses = kept + d * rowBytes;
  const G = room + (d + 1) * rowBytes;
  const nowhere = G + (rowBytes << 3);
  // What comes from far away comes sooner in one go than line by line between computations.
  for (let at = kept; at < inverses; at += 64) load<u32>(at);
  let r = inverses;
  for (let g = G; g < nowhere; g += each << 3) {
    const inverse = v128.load(r);
    v128.store(g, f32x4.mul(v128.load(dOut), inverse));
    v128.store(g + each, f32x4.mul(v128.load(dOut + apart), inverse));
    v128.store(g + (each << 1), f32x4.mul(v128.load(dOut + apart2), inverse));
    v128.store(g + each * 3, f32x4.mul(v128.load(dOut + apart3), inverse));
    v128.store(g + (each << 2), f32x4.mul(v128.load(Q), by));
    v128.store(g + each * 5, f32x4.mul(v128.load(Q + apart), by));
    v128.store(g + each * 6, f32x4.mul(v128.load(Q + apart2), by));
    v128.store(g + each * 7, f32x4.mul(v128.load(Q + apart3), by));
    r += each;
    dOut += stepOut;
    Q += step;
  }
  r = inverses;
  let T = room;
  let g = G;
  for (let i: usize = 0; i < d; i += 2) {
    const row = kept + i * rowBytes;
    const isTwo = i + 1 < d;
    const h = isTwo ? g + (each << 3) : g;
    const a0 = v128.load(g);
    const a1 = v128.load(g + each);
    const a2 = v128.load(g + (each << 1));
    const a3 = v128.load(g + each * 3);
    const b0 = v128.load(h);
    const b1 = v128.load(h + each);
    const b2 = v128.load(h + (each << 1));
    const b3 = v128.load(h + each * 3);
    let D = f32x4.splat(0);
    let DB = f32x4.splat(0);
    const end = row + rowBytes;
    let v = V;
    let to = T;
    for (let at = row; at < end; at += each) {
      let w = v128.load(v);
      let x = f32x4.mul(a0, w);
      let y = f32x4.mul(b0, w);
      w = v128.load(v + apart);
      x = madd(a1, w, x);
      y = madd(b1, w, y);
      w = v128.load(v + apart2);
      x = madd(a2, w, x);
      y = madd(b2, w, y);
      w = v128.load(v + apart3);
      x = madd(a3, w, x);
      y = madd(b3, w, y);
      v128.store(to, x);
      v128.store(to + rowBytes, y);
      D = madd(v128.load(at), x, D);
      DB = madd(v128.load(at + rowBytes), y, DB);
      v += step;
      to += each;
    }
    D = f32x4.mul(D, v128.load(r));
    DB = f32x4.mul(DB, v128.load(isTwo ? r + each : r));
    let c0 = f32x4.splat(0);
    let c1 = c0;
    let c2 = c0;
    let c3 = c0;
    let d0 = c0;
    let d1 = c0;
    let d2 = c0;
    let d3 = c0;
    let k = K;
    to = T;
    for (let at = row; at < end; at += each) {
      const x = f32x4.mul(v128.load(at), f32x4.sub(v128.load(to), D));
      const y = f32x4.mul(v128.load(at + rowBytes), f32x4.sub(v128.load(to + rowBytes), DB));
      v128.store(to, x);
      v128.store(to + rowBytes, y);
      let w = v128.load(k);
      c0 = madd(x, w, c0);
      d0 = madd(y, w, d0);
      w = v128.load(k + apart);
      c1 = madd(x, w, c1);
      d1 = madd(y, w, d1);
      w = v128.load(k + apart2);
      c2 = madd(x, w, c2);
      d2 = madd(y, w, d2);
      w = v128.load(k + apart3);
      c3 = madd(x, w, c3);
      d3 = madd(y, w, d3);
      k += step;
      to += each;
    }
    const second = isTwo ? dQ + step : nowhere;
    v128.store(dQ, f32x4.mul(c0, by));
    v128.store(dQ + apart, f32x4.mul(c1, by));
    v128.store(dQ + apart2, f32x4.mul(c2, by));
    v128.store(dQ + apart3, f32x4.mul(c3, by));
    v128.store(second, f32x4.mul(d0, by));
    v128.store(second + apart, f32x4.mul(d1, by));
    v128.store(second + apart2, f32x4.mul(d2, by));
    v128.store(second + apart3, f32x4.mul(d3, by));
    dQ += step << 1;
    r += each << 1;
    g += each << 4;
    T += rowBytes << 1;
  }
  for (let j: usize = 0; j < d; j += 2) {
    const at = kept + j * each;
    const next = j + 1 < d;
    columns(dV, next ? dV + step : nowhere, at, G, rowBytes, d, apart, each);
    columns(dK, next ? dK + step : nowhere, room + j * each, G + (each << 2), rowBytes, d, apart, each);
    dV += step << 1;
    dK += step << 1;
  }
  return d * rowBytes + rowBytes;
}

/** out = Σ_i x_i G_i for two columns x that stand side by side. */
@inline
function columns(out: usize, second: usize, x: usize, G: usize, rowBytes: usize, d: usize, apart: usize, each: usize): void {
  let a0 = f32x4.splat(0);
  let a1 = a0;
  let a2 = a0;
  let a3 = a0;
  let b0 = a0;
  let b1 = a0;
  let b2 = a0;
  let b3 = a0;
  const end = x + d * rowBytes;
  let g = G;
  for (let at = x; at < end; at += rowBytes) {
    const s = v128.load(at);
    const t = v128.load(at + each);
    let w = v128.load(g);
    a0 = madd(s, w, a0);
    b0 = madd(t, w, b0);
    w = v128.load(g + each);
    a1 = madd(s, w, a1);
    b1 = madd(t, w, b1);
    w = v128.load(g + (each << 1));
    a2 = madd(s, w, a2);
    b2 = madd(t, w, b2);
    w = v128.load(g + each * 3);
    a3 = madd(s, w, a3);
    b3 = madd(t, w, b3);
    g += each << 3;
  }
  v128.store(out, a0);
  v128.store(out + apart, a1);
  v128.store(out + (apart << 1), a2);
  v128.store(out + (apart << 1) + apart, a3);
  v128.store(second, b0);
  v128.store(second + apart, b1);
  v128.store(second + (apart << 1), b2);
  v128.store(second + (apart << 1) + apart, b3);
}

/** One half of eight heads. */
export function halfBackward(
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
  return backward(dQ, dK, dV, dOut, kept, Q, K, V, room, d, apart, step, stepOut, scale, 32);
}

/** Four heads alone. */
export function fourBackward(
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
  return backward(dQ, dK, dV, dOut, kept, Q, K, V, room, d, apart, step, stepOut, scale, 16);
}
