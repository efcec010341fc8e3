// Softmax attention for any number of components: four heads at a time, or one through lane 0 of the same code. Both passes
// return the number of bytes kept for the backward pass.

import { softmaxExp4 } from "./functions";
import { get, put } from "./heads";
import { madd } from "./madd";
import { LOG2E, ONE, SHIFT, SOFTMAX_LEAST } from "./table";

@inline
export function anyForward(
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
): usize {
  const inverses = kept + ((d * d) << 4);
  const by = f32x4.splat(scale);
  const least = v128.load32_splat(table, SOFTMAX_LEAST);
  const shift = v128.load32_splat(table, SHIFT);
  const log2e = v128.load32_splat(table, LOG2E);
  const one = v128.load32_splat(table, ONE);
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
      const e = softmaxExp4(f32x4.sub(v128.load(to), most), table, least, shift, log2e, one);
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
  return (d * (d + 1)) << 4;
}

// With dP_ij = dOut_i · V_j and D_i = Σ_j p_ij dP_ij: dS_ij = p_ij (dP_ij − D_i) · scale, dQ_i = Σ_j dS_ij K_j,
// dK_j = Σ_i dS_ij Q_i, dV_j = Σ_i p_ij dOut_i.

@inline
export function anyBackward(
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
): usize {
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
  return (d * (d + 1)) << 4;
}
