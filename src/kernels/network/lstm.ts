// A long short-term memory cell.
//
//     i, f, o = σ(gates),  g = tanh(gates);   c = f c_old + i g,   h = o tanh(c)
//
// A row of `gates` holds the pre-activations of i, f, g and o side by side, `hidden` of each; `shift` is added to that of f.
// The activations are kept in the same layout for the backward pass.
// Hochreiter & Schmidhuber, Neural Computation 9(8), 1997, with the forget gate of Gers, Schmidhuber & Cummins, 2000.

import { sigmoid4, tanh4 } from "./functions";
import { get, groups, put } from "./heads";
import { madd } from "./madd";

export function lstmInto(
  h: usize,
  c: usize,
  kept: usize,
  gates: usize,
  old: usize,
  rows: i32,
  hidden: i32,
  step: usize,
  stepGates: usize,
  shift: f32,
  table: usize,
): void {
  const fours = hidden >> 2;
  const apart = <usize>hidden << 2;
  const by = f32x4.splat(shift);
  for (let r = 0; r < rows; r++) {
    for (let k = 0; k < groups(hidden); k++) {
      const at: usize = k < fours ? <usize>k << 4 : <usize>(3 * fours + k) << 2;
      if (k < fours) forward(h + at, c + at, kept + at, gates + at, old + at, apart, by, table, false);
      else forward(h + at, c + at, kept + at, gates + at, old + at, apart, by, table, true);
    }
    h += step;
    c += step;
    old += step;
    kept += stepGates;
    gates += stepGates;
  }
}

@inline
function forward(
  h: usize,
  c: usize,
  kept: usize,
  gates: usize,
  old: usize,
  apart: usize,
  shift: v128,
  table: usize,
  single: bool,
): void {
  const apart2 = apart << 1;
  const apart3 = apart2 + apart;
  const i = sigmoid4(get(gates, single), table);
  const f = sigmoid4(f32x4.add(get(gates + apart, single), shift), table);
  const g = tanh4(get(gates + apart2, single), table);
  const o = sigmoid4(get(gates + apart3, single), table);
  put(kept, i, single);
  put(kept + apart, f, single);
  put(kept + apart2, g, single);
  put(kept + apart3, o, single);
  const cell = madd(i, g, f32x4.mul(f, get(old, single)));
  put(c, cell, single);
  put(h, f32x4.mul(o, tanh4(cell, table)), single);
}

/** dGates and dOld from dH and dC; either of these may be 0 (not requested). `c` is the new cell state. */
export function lstmGradientInto(
  dGates: usize,
  dOld: usize,
  dH: usize,
  dC: usize,
  kept: usize,
  c: usize,
  old: usize,
  rows: i32,
  hidden: i32,
  step: usize,
  stepGates: usize,
  table: usize,
): void {
  const fours = hidden >> 2;
  const apart = <usize>hidden << 2;
  for (let r = 0; r < rows; r++) {
    for (let k = 0; k < groups(hidden); k++) {
      const at: usize = k < fours ? <usize>k << 4 : <usize>(3 * fours + k) << 2;
      const fromH: usize = dH == 0 ? 0 : dH + at;
      const fromC: usize = dC == 0 ? 0 : dC + at;
      if (k < fours) backward(dGates + at, dOld + at, fromH, fromC, kept + at, c + at, old + at, apart, table, false);
      else backward(dGates + at, dOld + at, fromH, fromC, kept + at, c + at, old + at, apart, table, true);
    }
    if (dH != 0) dH += step;
    if (dC != 0) dC += step;
    dOld += step;
    c += step;
    old += step;
    dGates += stepGates;
    kept += stepGates;
  }
}

@inline
function backward(
  dGates: usize,
  dOld: usize,
  dH: usize,
  dC: usize,
  kept: usize,
  c: usize,
  old: usize,
  apart: usize,
  table: usize,
  single: bool,
): void {
  const apart2 = apart << 1;
  const apart3 = apart2 + apart;
  const one = f32x4.splat(1);
  const i = get(kept, single);
  const f = get(kept + apart, single);
  const g = get(kept + apart2, single);
  const o = get(kept + apart3, single);
  const t = tanh4(get(c, single), table);
  const byH = dH == 0 ? f32x4.splat(0) : get(dH, single);
  let cell = f32x4.mul(f32x4.mul(byH, o), f32x4.sub(one, f32x4.mul(t, t)));
  if (dC != 0) cell = f32x4.add(cell, get(dC, single));
  put(dGates, f32x4.mul(f32x4.mul(cell, g), slope(i, one)), single);
  put(dGates + apart, f32x4.mul(f32x4.mul(cell, get(old, single)), slope(f, one)), single);
  put(dGates + apart2, f32x4.mul(f32x4.mul(cell, i), f32x4.sub(one, f32x4.mul(g, g))), single);
  put(dGates + apart3, f32x4.mul(f32x4.mul(byH, t), slope(o, one)), single);
  put(dOld, f32x4.mul(cell, f), single);
}

/** σ′ = σ (1 − σ). */
@inline
function slope(s: v128, one: v128): v128 {
  return f32x4.mul(s, f32x4.sub(one, s));
}
