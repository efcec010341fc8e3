// Independent Bernoulli cells: sampling, likelihood and entropy of each item, and their gradient.
//
//     p = σ(l),  l = logit + offset
//     nll = scale · Σ (softplus(l) − l a),   entropy = scale · Σ H(p),   H(p) = log(1 + e) + |l| e / (1 + e),  e = exp(−|l|)
//     d nll / dl = scale · (σ(l) − a),   d H / dl = − l σ(l) (1 − σ(l)) = − l e / (1 + e)²
//
// The sums are over the cells of an item, `rows` by `columns`. The offset, the same [rows, columns] for every item, makes
// cells impossible (−1e8) or certain (+1e8): exactly 0 or 1, with no likelihood, entropy or gradient. Padding cells have the
// offset −1e8. Columns are a multiple of four.

import { exp4, logOnePlus4 } from "./functions";
import { uniform4 } from "./random";
import { sum4 } from "./sum4";

/** actions = 1 with probability p, else 0. `first` is the index of the first item. */
export function sampleInto(
  actions: usize,
  logits: usize,
  offset: usize,
  stream: usize,
  first: i32,
  items: i32,
  rows: i32,
  columns: i32,
  purpose: i32,
  table: usize,
): void {
  const cells = <usize>(rows * columns) << 2;
  const one = f32x4.splat(1);
  for (let b = 0; b < items; b++) {
    for (let j: usize = 0; j < cells; j += 16) {
      const l = f32x4.add(v128.load(logits + j), v128.load(offset + j));
      const u = uniform4(stream, <u32>(j >> 4), <u32>(first + b), <u32>purpose);
      // u < 1 / (1 + exp(−l))
      const is = f32x4.lt(f32x4.mul(u, f32x4.add(one, exp4(f32x4.neg(l), table))), one);
      v128.store(actions + j, v128.and(one, is));
    }
    actions += cells;
    logits += cells;
  }
}

/** Writes nll and entropy of each item to the first column of its row. */
export function bernoulliInto(
  nll: usize,
  entropy: usize,
  logits: usize,
  offset: usize,
  actions: usize,
  items: i32,
  rows: i32,
  columns: i32,
  stepOut: usize,
  scale: f32,
  table: usize,
): void {
  const cells = <usize>(rows * columns) << 2;
  const zero = f32x4.splat(0);
  const one = f32x4.splat(1);
  for (let b = 0; b < items; b++) {
    let likelihood = zero;
    let spread = zero;
    for (let j: usize = 0; j < cells; j += 16) {
      const l = f32x4.add(v128.load(logits + j), v128.load(offset + j));
      const size = f32x4.abs(l);
      const e = exp4(f32x4.neg(size), table);
      const log = logOnePlus4(e, table);
      const loss = f32x4.sub(f32x4.pmax(l, zero), f32x4.mul(l, v128.load(actions + j)));
      likelihood = f32x4.add(likelihood, f32x4.add(log, loss));
      spread = f32x4.add(spread, f32x4.add(log, f32x4.mul(size, f32x4.div(e, f32x4.add(one, e)))));
    }
    store<f32>(nll, sum4(likelihood) * scale);
    store<f32>(entropy, sum4(spread) * scale);
    nll += stepOut;
    entropy += stepOut;
    logits += cells;
    actions += cells;
  }
}

/** dLogits from dNll and dEntropy; either of these may be 0 (not requested). */
export function bernoulliGradientInto(
  dLogits: usize,
  dNll: usize,
  dEntropy: usize,
  logits: usize,
  offset: usize,
  actions: usize,
  items: i32,
  rows: i32,
  columns: i32,
  stepOut: usize,
  scale: f32,
  table: usize,
): void {
  const cells = <usize>(rows * columns) << 2;
  const zero = f32x4.splat(0);
  const one = f32x4.splat(1);
  for (let b = 0; b < items; b++) {
    const byNll = dNll == 0 ? zero : f32x4.splat(load<f32>(dNll) * scale);
    const byEntropy = dEntropy == 0 ? zero : f32x4.splat(load<f32>(dEntropy) * scale);
    for (let j: usize = 0; j < cells; j += 16) {
      const l = f32x4.add(v128.load(logits + j), v128.load(offset + j));
      const e = exp4(f32x4.neg(f32x4.abs(l)), table);
      const inverse = f32x4.div(one, f32x4.add(one, e));
      const p = f32x4.mul(v128.bitselect(one, e, f32x4.ge(l, zero)), inverse);
      const slope = f32x4.mul(l, f32x4.mul(f32x4.mul(e, inverse), inverse));
      const first = f32x4.mul(byNll, f32x4.sub(p, v128.load(actions + j)));
      v128.store(dLogits + j, f32x4.sub(first, f32x4.mul(byEntropy, slope)));
    }
    if (dNll != 0) dNll += stepOut;
    if (dEntropy != 0) dEntropy += stepOut;
    dLogits += cells;
    logits += cells;
    actions += cells;
  }
}
