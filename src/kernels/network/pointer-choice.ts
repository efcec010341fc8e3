// The choice of one of an item's open rows: sampling, likelihood and entropy, and their gradient; the chosen row itself.
//
//     p = softmax of the logits of the open rows (waits = 0);   nll = −log p_choice,   entropy = −Σ p log p
//     d nll / dl_j = p_j − [j = choice],   d entropy / dl_j = −p_j (log p_j + entropy)
//
// The chosen row is closed from then on, and rows that wait for it wait for one row fewer: next_j = waits_j − required[choice, j].
// Choices are integers in float32.

import { log4 } from "./functions";
import { isOpen, largest, numerators } from "./pointer";
import { uniform4 } from "./random";

/** If `stream` is 0, the choices are inputs. p is kept for the backward pass; `required` may be 0: no row waits for another. */
export function choiceInto(
  choice: usize,
  next: usize,
  nll: usize,
  entropy: usize,
  p: usize,
  logits: usize,
  waits: usize,
  required: usize,
  stream: usize,
  first: i32,
  items: i32,
  d: i32,
  step: usize,
  stepOut: usize,
  place: i32,
  purpose: i32,
  table: usize,
): void {
  for (let b = 0; b < items; b++) {
    const sum = numerators(p, logits, waits, d, table);
    if (stream != 0) {
      const u = uniform4(stream, <u32>place, <u32>(first + b), <u32>purpose);
      store<f32>(choice, <f32>drawn(p, waits, d, f32x4.extract_lane(u, 0) * sum));
    }
    const chosen = <i32>load<f32>(choice);
    const log = f32x4.extract_lane(log4(f32x4.splat(sum), table), 0) + largest;
    let mean: f32 = 0;
    for (let j = 0; j < d; j++) {
      const at = <usize>j << 2;
      const share = load<f32>(p + at) / sum;
      store<f32>(p + at, share);
      if (isOpen(waits, j)) mean += share * (load<f32>(logits + at) - log);
      const fewer: f32 = required == 0 ? 0 : load<f32>(required + <usize>chosen * step + at);
      store<f32>(next + at, j == chosen ? 1 : load<f32>(waits + at) - fewer);
    }
    store<f32>(nll, log - load<f32>(logits + (<usize>chosen << 2)));
    store<f32>(entropy, -mean);
    choice += stepOut;
    nll += stepOut;
    entropy += stepOut;
    next += step;
    p += step;
    logits += step;
    waits += step;
  }
}

/** The first open row at which the running sum of p exceeds `target`; the last one if rounding leaves none. */
@inline
function drawn(p: usize, waits: usize, d: i32, target: f32): i32 {
  let at = 0;
  let sum: f32 = 0;
  for (let j = 0; j < d; j++) {
    if (!isOpen(waits, j)) continue;
    at = j;
    sum += load<f32>(p + (<usize>j << 2));
    if (sum > target) break;
  }
  return at;
}

/** dLogits from dNll and dEntropy; either of these may be 0 (not requested). */
export function choiceGradientInto(
  dLogits: usize,
  dNll: usize,
  dEntropy: usize,
  choice: usize,
  nll: usize,
  entropy: usize,
  p: usize,
  logits: usize,
  waits: usize,
  items: i32,
  d: i32,
  step: usize,
  stepOut: usize,
): void {
  for (let b = 0; b < items; b++) {
    const byNll: f32 = dNll == 0 ? 0 : load<f32>(dNll);
    const byEntropy: f32 = dEntropy == 0 ? 0 : load<f32>(dEntropy);
    const chosen = <i32>load<f32>(choice);
    const log = load<f32>(nll) + load<f32>(logits + (<usize>chosen << 2));
    const mean = load<f32>(entropy);
    for (let j = 0; j < d; j++) {
      const at = <usize>j << 2;
      let g: f32 = 0;
      if (isOpen(waits, j)) {
        const share = load<f32>(p + at);
        g = byNll * (j == chosen ? share - 1 : share);
        g -= byEntropy * share * (load<f32>(logits + at) - log + mean);
      }
      store<f32>(dLogits + at, g);
    }
    if (dNll != 0) dNll += stepOut;
    if (dEntropy != 0) dEntropy += stepOut;
    choice += stepOut;
    nll += stepOut;
    entropy += stepOut;
    dLogits += step;
    p += step;
    logits += step;
    waits += step;
  }
}

/** The chosen row of each item. */
export function takeRowInto(out: usize, V: usize, choice: usize, items: i32, d: i32, step: usize, stepOut: usize): void {
  for (let b = 0; b < items; b++) {
    memory.copy(out, V + <usize>(<i32>load<f32>(choice)) * step, step);
    out += step;
    V += <usize>d * step;
    choice += stepOut;
  }
}

/** dV: dOut at the chosen row, 0 elsewhere; accumulated if adds. */
export function takeRowGradientInto(
  dV: usize,
  dOut: usize,
  choice: usize,
  items: i32,
  d: i32,
  step: usize,
  stepOut: usize,
  adds: bool,
): void {
  for (let b = 0; b < items; b++) {
    if (!adds) memory.fill(dV, 0, <usize>d * step);
    const row = dV + <usize>(<i32>load<f32>(choice)) * step;
    for (let k: usize = 0; k < step; k += 16) v128.store(row + k, f32x4.add(v128.load(row + k), v128.load(dOut + k)));
    dV += <usize>d * step;
    dOut += step;
    choice += stepOut;
  }
}
