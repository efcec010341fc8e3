// One query per item, scored against the item's rows, some of which are closed.
//
//     pointer   score_j = Σ_k v_k tanh(R_jk + q_k)
//     mix       out = start + Σ_j p_j V_j,   p = softmax of the scores of the open rows
//
// A row is open if its `waits` is 0. Closed rows are skipped: their score, share and gradients are exactly 0 and cost nothing,
// which saves half of the work when rows are closed one after the other. The hidden values tanh(…) are recomputed in the
// backward pass: kept for every query, they would take most of a network's memory. Columns are a multiple of four, padded
// with zeros.
//
// Vinyals, Fortunato & Jaitly, "Pointer networks", NIPS 2015; the mix is the glimpse of Bello et al., "Neural combinatorial
// optimization with reinforcement learning", 2016.

import { exp4, tanh4 } from "./functions";
import { madd } from "./madd";
import { sum4 } from "./sum4";

@inline
export function isOpen(waits: usize, j: i32): bool {
  return load<f32>(waits + (<usize>j << 2)) == 0;
}

export function pointerInto(
  scores: usize,
  R: usize,
  q: usize,
  v: usize,
  waits: usize,
  items: i32,
  d: i32,
  columns: i32,
  step: usize,
  stepScores: usize,
  table: usize,
): void {
  const width = <usize>columns << 2;
  for (let b = 0; b < items; b++) {
    for (let j = 0; j < d; j++) {
      let score: f32 = 0;
      if (isOpen(waits, j)) {
        let sum = f32x4.splat(0);
        for (let k: usize = 0; k < width; k += 16) {
          const y = tanh4(f32x4.add(v128.load(R + k), v128.load(q + k)), table);
          sum = madd(y, v128.load(v + k), sum);
        }
        score = sum4(sum);
      }
      store<f32>(scores + (<usize>j << 2), score);
      R += step;
    }
    q += step;
    scores += stepScores;
    waits += stepScores;
  }
}

/** dR (unless 0; accumulated if adds), dQ, and dV summed over the items (accumulated if addsV). */
export function pointerGradientInto(
  dR: usize,
  dQ: usize,
  dV: usize,
  dScores: usize,
  R: usize,
  q: usize,
  v: usize,
  waits: usize,
  items: i32,
  d: i32,
  columns: i32,
  step: usize,
  stepScores: usize,
  adds: bool,
  addsV: bool,
  table: usize,
): void {
  const width = <usize>columns << 2;
  const zero = f32x4.splat(0);
  const one = f32x4.splat(1);
  const size = <usize>d * step;
  for (let b = 0; b < items; b++) {
    for (let k: usize = 0; k < width; k += 16) {
      const query = v128.load(q + k);
      const by = v128.load(v + k);
      let sumV = addsV || b > 0 ? v128.load(dV + k) : zero;
      let sumQ = zero;
      let row = R + k;
      let to = dR + k;
      for (let j = 0; j < d; j++) {
        if (isOpen(waits, j)) {
          const g = v128.load32_splat(dScores + (<usize>j << 2));
          const y = tanh4(f32x4.add(v128.load(row), query), table);
          sumV = madd(g, y, sumV);
          const dx = f32x4.mul(f32x4.mul(g, by), f32x4.sub(one, f32x4.mul(y, y)));
          sumQ = f32x4.add(sumQ, dx);
          if (dR != 0) v128.store(to, adds ? f32x4.add(v128.load(to), dx) : dx);
        } else if (dR != 0 && !adds) {
          v128.store(to, zero);
        }
        row += step;
        to += step;
      }
      v128.store(dV + k, sumV);
      v128.store(dQ + k, sumQ);
    }
    R += size;
    if (dR != 0) dR += size;
    q += step;
    dQ += step;
    dScores += stepScores;
    waits += stepScores;
  }
}

/** The largest score in the last call of `numerators`. */
export let largest: f32 = 0;

/** p_j = exp(score_j − the largest) for the open rows, 0 for the others and the padding; returns their sum. */
export function numerators(p: usize, scores: usize, waits: usize, d: i32, table: usize): f32 {
  let most: f32 = -Infinity;
  for (let j = 0; j < d; j++) {
    const score = load<f32>(scores + (<usize>j << 2));
    if (isOpen(waits, j) && !(score <= most)) most = score;
  }
  largest = most;
  const wide = (d + 7) & ~7;
  for (let j = 0; j < wide; j++) {
    const at = <usize>j << 2;
    store<f32>(p + at, j < d && isOpen(waits, j) ? load<f32>(scores + at) - most : <f32>-1e8);
  }
  let sum = f32x4.splat(0);
  for (let at: usize = 0; at < <usize>wide << 2; at += 16) {
    const e = exp4(v128.load(p + at), table);
    v128.store(p + at, e);
    sum = f32x4.add(sum, e);
  }
  return sum4(sum);
}

/** p is kept for the backward pass, [items][d padded to a multiple of eight]. */
export function mixInto(
  out: usize,
  p: usize,
  scores: usize,
  V: usize,
  start: usize,
  waits: usize,
  items: i32,
  d: i32,
  columns: i32,
  step: usize,
  stepScores: usize,
  table: usize,
): void {
  const width = <usize>columns << 2;
  for (let b = 0; b < items; b++) {
    const share = f32x4.splat(1 / numerators(p, scores, waits, d, table));
    for (let at: usize = 0; at < stepScores; at += 16) v128.store(p + at, f32x4.mul(v128.load(p + at), share));
    for (let k: usize = 0; k < width; k += 16) {
      let sum = v128.load(start + k);
      let row = V + k;
      for (let j = 0; j < d; j++) {
        if (isOpen(waits, j)) sum = madd(v128.load32_splat(p + (<usize>j << 2)), v128.load(row), sum);
        row += step;
      }
      v128.store(out + k, sum);
    }
    out += step;
    start += step;
    V += <usize>d * step;
    p += stepScores;
    scores += stepScores;
    waits += stepScores;
  }
}

/** dScores, and dV (unless 0; accumulated if adds). The gradient of `start` is dOut itself. */
export function mixGradientInto(
  dScores: usize,
  dV: usize,
  dOut: usize,
  p: usize,
  V: usize,
  waits: usize,
  items: i32,
  d: i32,
  columns: i32,
  step: usize,
  stepScores: usize,
  adds: bool,
): void {
  const width = <usize>columns << 2;
  const zero = f32x4.splat(0);
  for (let b = 0; b < items; b++) {
    let mean: f32 = 0;
    for (let j = 0; j < d; j++) {
      const at = <usize>j << 2;
      const row = V + <usize>j * step;
      const to = dV + <usize>j * step;
      const open = isOpen(waits, j);
      let dot: f32 = 0;
      if (open) {
        let sum = zero;
        for (let k: usize = 0; k < width; k += 16) sum = madd(v128.load(dOut + k), v128.load(row + k), sum);
        dot = sum4(sum);
        mean += dot * load<f32>(p + at);
      }
      store<f32>(dScores + at, dot);
      if (dV == 0 || (!open && adds)) continue;
      const share = open ? v128.load32_splat(p + at) : zero;
      for (let k: usize = 0; k < width; k += 16) {
        const before = adds ? v128.load(to + k) : zero;
        v128.store(to + k, open ? madd(share, v128.load(dOut + k), before) : zero);
      }
    }
    for (let j = 0; j < d; j++) {
      const at = <usize>j << 2;
      const open = isOpen(waits, j);
      store<f32>(dScores + at, open ? load<f32>(p + at) * (load<f32>(dScores + at) - mean) : 0);
    }
    dOut += step;
    dScores += stepScores;
    if (dV != 0) dV += <usize>d * step;
    V += <usize>d * step;
    p += stepScores;
    waits += stepScores;
  }
}
