// Attention with additive logits, as in graph attention networks, among the rows of each item, with many small heads.
//
//     s_ij = L_i + R_j,   p_ij = softmax over j of leaky(s_ij),   out_i = Σ_j p_ij V_j,   leaky(s) = s or slope · s where s < 0
//
// L and R hold one number per head; component c of head h of V is column c · heads + h, as in attention.ts.
// Kept for the backward pass: the numerators of p and the reciprocals of their sums, [i][j][4] and [i][4] for every group of heads.
// Veličković et al., "Graph attention networks", ICLR 2018.

import { exp4 } from "./functions";
import { get, groups, put } from "./heads";
import { madd } from "./madd";

export function graphAttentionInto(
  out: usize,
  kept: usize,
  L: usize,
  R: usize,
  V: usize,
  items: i32,
  d: i32,
  heads: i32,
  components: i32,
  stepHeads: usize,
  step: usize,
  slope: f32,
  table: usize,
): void {
  const rows = <usize>d;
  const fours = heads >> 2;
  const apart = <usize>heads << 2;
  const width = <usize>components * apart;
  for (let b = 0; b < items; b++) {
    for (let g = 0; g < groups(heads); g++) {
      const column: usize = g < fours ? <usize>g << 4 : <usize>(3 * fours + g) << 2;
      if (g < fours) forward(out + column, kept, L + column, R + column, V + column, rows, width, apart, stepHeads, step, slope, table, false);
      else forward(out + column, kept, L + column, R + column, V + column, rows, width, apart, stepHeads, step, slope, table, true);
      kept += (rows * (rows + 1)) << 4;
    }
    L += rows * stepHeads;
    R += rows * stepHeads;
    V += rows * step;
    out += rows * step;
  }
}

/** s where s > 0, else slope · s: NaN stays NaN. */
@inline
function leaky(s: v128, slope: v128): v128 {
  return v128.bitselect(s, f32x4.mul(s, slope), f32x4.gt(s, f32x4.splat(0)));
}

@inline
function forward(
  out: usize,
  kept: usize,
  L: usize,
  R: usize,
  V: usize,
  d: usize,
  width: usize,
  apart: usize,
  stepHeads: usize,
  step: usize,
  slope: f32,
  table: usize,
  single: bool,
): void {
  const inverses = kept + ((d * d) << 4);
  const by = f32x4.splat(slope);
  for (let i: usize = 0; i < d; i++) {
    const left = get(L, single);
    const end = kept + (d << 4);
    let most = f32x4.splat(-Infinity);
    let r = R;
    for (let to = kept; to < end; to += 16) {
      const s = leaky(f32x4.add(left, get(r, single)), by);
      v128.store(to, s);
      most = f32x4.pmax(most, s);
      r += stepHeads;
    }
    let sum = f32x4.splat(0);
    for (let to = kept; to < end; to += 16) {
      const e = exp4(f32x4.sub(v128.load(to), most), table);
      v128.store(to, e);
      sum = f32x4.add(sum, e);
    }
    const inverse = f32x4.div(f32x4.splat(1), sum);
    v128.store(inverses + (i << 4), inverse);
    for (let c: usize = 0; c < width; c += apart) {
      let o = f32x4.splat(0);
      let v = V + c;
      for (let to = kept; to < end; to += 16) {
        o = madd(v128.load(to), get(v, single), o);
        v += step;
      }
      put(out + c, f32x4.mul(o, inverse), single);
    }
    L += stepHeads;
    out += step;
    kept = end;
  }
}

/** dL, dR and dV from dOut. `room`: 16 d bytes of scratch. */
export function graphAttentionGradientInto(
  dL: usize,
  dR: usize,
  dV: usize,
  dOut: usize,
  kept: usize,
  L: usize,
  R: usize,
  V: usize,
  room: usize,
  items: i32,
  d: i32,
  heads: i32,
  components: i32,
  stepHeads: usize,
  step: usize,
  slope: f32,
): void {
  const rows = <usize>d;
  const fours = heads >> 2;
  const apart = <usize>heads << 2;
  const width = <usize>components * apart;
  for (let b = 0; b < items; b++) {
    for (let g = 0; g < groups(heads); g++) {
      const column: usize = g < fours ? <usize>g << 4 : <usize>(3 * fours + g) << 2;
      if (g < fours) backward(dL + column, dR + column, dV + column, dOut + column, kept, L + column, R + column, V + column, room, rows, width, apart, stepHeads, step, slope, false);
      else backward(dL + column, dR + column, dV + column, dOut + column, kept, L + column, R + column, V + column, room, rows, width, apart, stepHeads, step, slope, true);
      kept += (rows * (rows + 1)) << 4;
    }
    L += rows * stepHeads;
    R += rows * stepHeads;
    dL += rows * stepHeads;
    dR += rows * stepHeads;
    V += rows * step;
    dV += rows * step;
    dOut += rows * step;
  }
}

// With dP_ij = dOut_i · V_j and D_i = Σ_j p_ij dP_ij: ds_ij = p_ij (dP_ij − D_i) leaky′(s_ij), dL_i = Σ_j ds_ij,
// dR_j = Σ_i ds_ij, dV_j = Σ_i p_ij dOut_i.
@inline
function backward(
  dL: usize,
  dR: usize,
  dV: usize,
  dOut: usize,
  kept: usize,
  L: usize,
  R: usize,
  V: usize,
  room: usize,
  d: usize,
  width: usize,
  apart: usize,
  stepHeads: usize,
  step: usize,
  slope: f32,
  single: bool,
): void {
  const inverses = kept + ((d * d) << 4);
  const zero = f32x4.splat(0);
  const one = f32x4.splat(1);
  const by = f32x4.splat(slope);
  for (let i: usize = 0; i < d; i++) {
    const inverse = v128.load(inverses + (i << 4));
    let D = zero;
    for (let j: usize = 0; j < d; j++) {
      const p = f32x4.mul(v128.load(kept + (j << 4)), inverse);
      let x = zero;
      const from = V + j * step;
      const to = dV + j * step;
      for (let c: usize = 0; c < width; c += apart) {
        const o = get(dOut + c, single);
        x = madd(o, get(from + c, single), x);
        put(to + c, i == 0 ? f32x4.mul(p, o) : madd(p, o, get(to + c, single)), single);
      }
      v128.store(room + (j << 4), x);
      D = madd(p, x, D);
    }
    const left = get(L, single);
    let sum = zero;
    for (let j: usize = 0; j < d; j++) {
      const p = f32x4.mul(v128.load(kept + (j << 4)), inverse);
      const s = f32x4.add(left, get(R + j * stepHeads, single));
      const slopes = v128.bitselect(one, by, f32x4.gt(s, zero));
      const ds = f32x4.mul(f32x4.mul(p, f32x4.sub(v128.load(room + (j << 4)), D)), slopes);
      sum = f32x4.add(sum, ds);
      const to = dR + j * stepHeads;
      put(to, i == 0 ? ds : f32x4.add(get(to, single), ds), single);
    }
    put(dL, sum, single);
    kept += d << 4;
    dOut += step;
    L += stepHeads;
    dL += stepHeads;
  }
}
