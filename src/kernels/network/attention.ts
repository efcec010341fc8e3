// Softmax attention among the rows of each item, with many small heads.
//
//     p_ij = softmax over j of (Q_i · K_j) · scale,   out_i = Σ_j p_ij V_j (+ start_i)
//
// Component c of head h is column c · heads + h: a vector then holds one component of four heads, and scores, softmax, sums and
// gradients are computed lane by lane, without shuffles, for any number of rows. The usual layout, one head after the other, is
// the same network with its hidden units permuted.
//
// Rows of Q, K and V are `step` bytes apart (for instance in one matrix [Q K V]). Kept for the backward pass: the numerators of p
// and the reciprocals of their sums, [i][j][8] and [i][8] for every eight heads of four components, then [i][j][4] and [i][4] for
// every four of the remaining heads and for every single one after them; all heads of an item, then the next item. Eight are
// computed at once where instructions are wide, otherwise as two fours: the bytes are the same.

import { anyBackward, anyForward } from "./attention-any";
import { backwardEight, backwardFour, backwardHalf, forwardEight, forwardFour } from "./attention-four";
import { isWide } from "./wide";

/** Each group of heads returns the number of bytes that it keeps. */
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
  const apart = <usize>heads << 2;
  const inFours = apart & ~15;
  for (let b = 0; b < items; b++) {
    let at: usize = 0;
    while (at < apart) {
      const o = out + at;
      const q = Q + at;
      const k = K + at;
      const v = V + at;
      const s: usize = start == 0 ? 0 : start + at;
      if (components == 4 && at + 32 <= inFours) {
        if (isWide) {
          kept += forwardEight(o, kept, q, k, v, s, rows, apart, step, stepOut, scale, table, 32);
        } else {
          forwardFour(o, kept, q, k, v, s, rows, apart, step, stepOut, scale, table, 32);
          kept += forwardFour(o + 16, kept + 16, q + 16, k + 16, v + 16, s == 0 ? 0 : s + 16, rows, apart, step, stepOut, scale, table, 32);
        }
        at += 32;
      } else if (at < inFours) {
        if (components == 4) kept += forwardFour(o, kept, q, k, v, s, rows, apart, step, stepOut, scale, table, 16);
        else kept += anyForward(o, kept, q, k, v, s, rows, components, apart, step, stepOut, scale, table, false);
        at += 16;
      } else {
        kept += anyForward(o, kept, q, k, v, s, rows, components, apart, step, stepOut, scale, table, true);
        at += 4;
      }
    }
    Q += rows * step;
    K += rows * step;
    V += rows * step;
    out += rows * stepOut;
    if (start != 0) start += rows * stepOut;
  }
}

/** dQ, dK, dV from dOut. `room`: 32 d (d + 9) + 16 heads bytes of scratch. */
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
  const apart = <usize>heads << 2;
  const inFours = apart & ~15;
  for (let b = 0; b < items; b++) {
    let at: usize = 0;
    while (at < apart) {
      const o = dOut + at;
      const q = Q + at;
      const k = K + at;
      const v = V + at;
      const dq = dQ + at;
      const dk = dK + at;
      const dv = dV + at;
      if (components == 4 && at + 32 <= inFours) {
        if (isWide) {
          kept += backwardEight(dq, dk, dv, o, kept, q, k, v, room, rows, apart, step, stepOut, scale);
        } else {
          backwardHalf(dq, dk, dv, o, kept, q, k, v, room, rows, apart, step, stepOut, scale);
          kept += backwardHalf(dq + 16, dk + 16, dv + 16, o + 16, kept + 16, q + 16, k + 16, v + 16, room + 16, rows, apart, step, stepOut, scale);
        }
        at += 32;
      } else if (at < inFours) {
        if (components == 4) kept += backwardFour(dq, dk, dv, o, kept, q, k, v, room, rows, apart, step, stepOut, scale);
        else kept += anyBackward(dq, dk, dv, o, kept, q, k, v, room, rows, components, apart, step, stepOut, scale, false);
        at += 16;
      } else {
        kept += anyBackward(dq, dk, dv, o, kept, q, k, v, room, rows, components, apart, step, stepOut, scale, true);
        at += 4;
      }
    }
    Q += rows * step;
    K += rows * step;
    V += rows * step;
    dQ += rows * step;
    dK += rows * step;
    dV += rows * step;
    dOut += rows * stepOut;
  }
}
