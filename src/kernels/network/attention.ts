// Softmax attention of the rows of each item to each other, with many small heads.
//
//     p_ij = softmax over j of (Q_i · K_j) · scale,   out_i = Σ_j p_ij V_j (+ start_i)
//
// Component c of head h stands in column c · heads + h: a vector then holds one component of four heads, and scores,
// softmax, sums and gradients are lane by lane, without shuffles, for any number of rows. Heads laid out one after the other,
// as usual, are the same network with its hidden units renamed.
//
// Rows of Q, K and V are `step` bytes apart (one matrix [Q K V], say). Kept for the way back: the numerators of p, four heads
// at a time, [item][heads / 4][i][j][4], and the reciprocals of their sums, [item][heads / 4][i][4]. Heads beyond the
// last multiple of four go one at a time through lane 0 of the same code.

import { exp4 } from "./functions";
import { get, groups, put } from "./heads";
import { madd } from "./madd";

/** Bytes of what is kept for one item. */
@inline
function keptBytes(d: i32, heads: i32): usize {
  return <usize>(groups(heads) * d * (d + 1)) << 4;
}

export function attentionInto(
  out: usize,
  kept: usize,
  Q: usize,
  K: usize,
  V: usize,
  start: usize,
  items: i32,
  d: i32,
  heads: i32,
  components: i32,
  step: usize,
  stepOut: usize,
  scale: f32,
  table: usize,
): void {
  const rows = <usize>d;
  const fours = heads >> 2;
  const apart = <usize>heads << 2;
  for (let b = 0; b < items; b++) {
    let at = kept;
    for (let g = 0; g < groups(heads); g++) {
      const column: usize = g < fours ? <usize>g << 4 : <usize>(3 * fours + g) << 2;
      if (g < fours && components == 4) {
        headsForward4(out + column, at, Q + column, K + column, V + column, start == 0 ? 0 : start + column, rows, apart, step, stepOut, scale, table);
      } else if (g < fours) {
        headsForward(out + column, at, Q + column, K + column, V + column, start == 0 ? 0 : start + column, rows, components, apart, step, stepOut, scale, table, false);
      } else {
        headsForward(out + column, at, Q + column, K + column, V + column, start == 0 ? 0 : start + column, rows, components, apart, step, stepOut, scale, table, true);
      }
      at += (rows * (rows + 1)) << 4;
    }
    kept += keptBytes(d, heads);
    Q += rows * step;
    K += rows * step;
    V += rows * step;
    out += rows * stepOut;
    if (start != 0) start += rows * stepOut;
  }
}

/** Four heads of four components each: everything that a row needs stays in registers. */
function headsForward4(
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
): void {
  const apart2 = apart << 1;
  const apart3 = apart2 + apart;
  const inverses = kept + ((d * d) << 4);
  const by = f32x4.splat(scale);
  for (let i: usize = 0; i < d; i++) {
    const q0 = f32x4.mul(v128.load(Q), by);
    const q1 = f32x4.mul(v128.load(Q + apart), by);
    const q2 = f32x4.mul(v128.load(Q + apart2), by);
    const q3 = f32x4.mul(v128.load(Q + apart3), by);
    const end = kept + (d << 4);
    let most = f32x4.splat(-Infinity);
    let k = K;
    for (let to = kept; to < end; to += 16) {
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
    for (let to = kept; to < end; to += 16) {
      const e = exp4(f32x4.sub(v128.load(to), most), table);
      v128.store(to, e);
      sum = f32x4.add(sum, e);
      o0 = madd(e, v128.load(v), o0);
      o1 = madd(e, v128.load(v + apart), o1);
      o2 = madd(e, v128.load(v + apart2), o2);
      o3 = madd(e, v128.load(v + apart3), o3);
      v += step;
    }
    const inverse = f32x4.div(f32x4.splat(1), sum);
    v128.store(inverses + (i << 4), inverse);
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
  }
}

/** The same for any number of components, and for one head alone. */
@inline
function headsForward(
  out: usize,
  kept: usize,
  Q: usize,
  K: usize,
  V: usize,
  start: usize,
  d: usize,
  components: i32,
  apart: usize,
  step: usize,
  stepOut: usize,
  scale: f32,
  table: usize,
  single: bool,
): void {
  const inverses = kept + ((d * d) << 4);
  const by = f32x4.splat(scale);
  for (let i: usize = 0; i < d; i++) {
    const end = kept + (d << 4);
    let most = f32x4.splat(-Infinity);
    let k = K;
    for (let to = kept; to < end; to += 16) {
      let s = f32x4.splat(0);
      for (let c: usize = 0; c < <usize>components * apart; c += apart) {
        s = madd(f32x4.mul(get(Q + c, single), by), get(k + c, single), s);
      }
      v128.store(to, s);
      most = f32x4.pmax(most, s);
      k += step;
    }
    let sum = f32x4.splat(0);
    for (let to = kept; to < end; to += 16) {
      const e = exp4(f32x4.sub(v128.load(to), most), table);
      v128.store(to, e);
      sum = f32x4.add(sum, e);
    }
    const inverse = f32x4.div(f32x4.splat(1), sum);
    v128.store(inverses + (i << 4), inverse);
    for (let c: usize = 0; c < <usize>components * apart; c += apart) {
      let o = f32x4.splat(0);
      let v = V + c;
      for (let to = kept; to < end; to += 16) {
        o = madd(v128.load(to), get(v, single), o);
        v += step;
      }
      o = f32x4.mul(o, inverse);
      if (start != 0) o = f32x4.add(o, get(start + c, single));
      put(out + c, o, single);
    }
    if (start != 0) start += stepOut;
    out += stepOut;
    Q += step;
    kept = end;
  }
}

/** dQ, dK, dV from dOut. `room`: 16 d bytes of scratch. */
export function attentionGradientInto(
  dQ: usize,
  dK: usize,
  dV: usize,
  dOut: usize,
  kept: usize,
  Q: usize,
  K: usize,
  V: usize,
  room: usize,
  items: i32,
  d: i32,
  heads: i32,
  components: i32,
  step: usize,
  stepOut: usize,
  scale: f32,
): void {
  const rows = <usize>d;
  const fours = heads >> 2;
  const apart = <usize>heads << 2;
  for (let b = 0; b < items; b++) {
    let at = kept;
    for (let g = 0; g < groups(heads); g++) {
      const column: usize = g < fours ? <usize>g << 4 : <usize>(3 * fours + g) << 2;
      if (g < fours && components == 4) {
        headsBackward4(dQ + column, dK + column, dV + column, dOut + column, at, Q + column, K + column, V + column, room, rows, apart, step, stepOut, scale);
      } else if (g < fours) {
        headsBackward(dQ + column, dK + column, dV + column, dOut + column, at, Q + column, K + column, V + column, room, rows, components, apart, step, stepOut, scale, false);
      } else {
        headsBackward(dQ + column, dK + column, dV + column, dOut + column, at, Q + column, K + column, V + column, room, rows, components, apart, step, stepOut, scale, true);
      }
      at += (rows * (rows + 1)) << 4;
    }
    kept += keptBytes(d, heads);
    Q += rows * step;
    K += rows * step;
    V += rows * step;
    dQ += rows * step;
    dK += rows * step;
    dV += rows * step;
    dOut += rows * stepOut;
  }
}

// With dP_ij = dOut_i · V_j and D_i = Σ_j p_ij dP_ij: dS_ij = p_ij (dP_ij − D_i) · scale, dQ_i = Σ_j dS_ij K_j,
// dK_j = Σ_i dS_ij Q_i, dV_j = Σ_i p_ij dOut_i.

function headsBackward4(
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
): void {
  const apart2 = apart << 1;
  const apart3 = apart2 + apart;
  const inverses = kept + ((d * d) << 4);
  const by = f32x4.splat(scale);
  for (let i: usize = 0; i < d; i++) {
    const end = kept + (d << 4);
    const inverse = v128.load(inverses + (i << 4));
    const o0 = v128.load(dOut);
    const o1 = v128.load(dOut + apart);
    const o2 = v128.load(dOut + apart2);
    const o3 = v128.load(dOut + apart3);
    let D = f32x4.splat(0);
    let v = V;
    let to = dV;
    let dP = room;
    for (let at = kept; at < end; at += 16) {
      const p = f32x4.mul(v128.load(at), inverse);
      let x = f32x4.mul(o0, v128.load(v));
      x = madd(o1, v128.load(v + apart), x);
      x = madd(o2, v128.load(v + apart2), x);
      x = madd(o3, v128.load(v + apart3), x);
      v128.store(dP, x);
      D = madd(p, x, D);
      if (i == 0) {
        v128.store(to, f32x4.mul(p, o0));
        v128.store(to + apart, f32x4.mul(p, o1));
        v128.store(to + apart2, f32x4.mul(p, o2));
        v128.store(to + apart3, f32x4.mul(p, o3));
      } else {
        v128.store(to, madd(p, o0, v128.load(to)));
        v128.store(to + apart, madd(p, o1, v128.load(to + apart)));
        v128.store(to + apart2, madd(p, o2, v128.load(to + apart2)));
        v128.store(to + apart3, madd(p, o3, v128.load(to + apart3)));
      }
      v += step;
      to += step;
      dP += 16;
    }
    const factor = f32x4.mul(inverse, by);
    const q0 = v128.load(Q);
    const q1 = v128.load(Q + apart);
    const q2 = v128.load(Q + apart2);
    const q3 = v128.load(Q + apart3);
    let d0 = f32x4.splat(0);
    let d1 = d0;
    let d2 = d0;
    let d3 = d0;
    let k = K;
    to = dK;
    dP = room;
    for (let at = kept; at < end; at += 16) {
      const s = f32x4.mul(f32x4.mul(v128.load(at), factor), f32x4.sub(v128.load(dP), D));
      d0 = madd(s, v128.load(k), d0);
      d1 = madd(s, v128.load(k + apart), d1);
      d2 = madd(s, v128.load(k + apart2), d2);
      d3 = madd(s, v128.load(k + apart3), d3);
      if (i == 0) {
        v128.store(to, f32x4.mul(s, q0));
        v128.store(to + apart, f32x4.mul(s, q1));
        v128.store(to + apart2, f32x4.mul(s, q2));
        v128.store(to + apart3, f32x4.mul(s, q3));
      } else {
        v128.store(to, madd(s, q0, v128.load(to)));
        v128.store(to + apart, madd(s, q1, v128.load(to + apart)));
        v128.store(to + apart2, madd(s, q2, v128.load(to + apart2)));
        v128.store(to + apart3, madd(s, q3, v128.load(to + apart3)));
      }
      k += step;
      to += step;
      dP += 16;
    }
    v128.store(dQ, d0);
    v128.store(dQ + apart, d1);
    v128.store(dQ + apart2, d2);
    v128.store(dQ + apart3, d3);
    kept = end;
    dOut += stepOut;
    Q += step;
    dQ += step;
  }
}

@inline
function headsBackward(
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
  components: i32,
  apart: usize,
  step: usize,
  stepOut: usize,
  scale: f32,
  single: bool,
): void {
  const width = <usize>components * apart;
  const inverses = kept + ((d * d) << 4);
  const by = f32x4.splat(scale);
  for (let i: usize = 0; i < d; i++) {
    const inverse = v128.load(inverses + (i << 4));
    let D = f32x4.splat(0);
    for (let j: usize = 0; j < d; j++) {
      const p = f32x4.mul(v128.load(kept + (j << 4)), inverse);
      let x = f32x4.splat(0);
      for (let c: usize = 0; c < width; c += apart) {
        const o = get(dOut + c, single);
        x = madd(o, get(V + j * step + c, single), x);
        const to = dV + j * step + c;
        put(to, i == 0 ? f32x4.mul(p, o) : madd(p, o, get(to, single)), single);
      }
      v128.store(room + (j << 4), x);
      D = madd(p, x, D);
    }
    const factor = f32x4.mul(inverse, by);
    for (let c: usize = 0; c < width; c += apart) put(dQ + c, f32x4.splat(0), single);
    for (let j: usize = 0; j < d; j++) {
      const s = f32x4.mul(
        f32x4.mul(v128.load(kept + (j << 4)), factor),
        f32x4.sub(v128.load(room + (j << 4)), D),
      );
      for (let c: usize = 0; c < width; c += apart) {
        put(dQ + c, madd(s, get(K + j * step + c, single), get(dQ + c, single)), single);
        const to = dK + j * step + c;
        const q = get(Q + c, single);
        put(to, i == 0 ? f32x4.mul(s, q) : madd(s, q, get(to, single)), single);
      }
    }
    kept += d << 4;
    dOut += stepOut;
    Q += step;
    dQ += step;
  }
}
