// Adam on clipped gradients, in chunks that are divided among threads.
//
//     g ← g · min(1, limit / ‖g‖) for each tensor;   m ← β₁ m + (1 − β₁) g;   v ← β₂ v + (1 − β₂) g²
//     θ ← θ − rate · m / (√v + ε)
//
// Kingma & Ba, "Adam: a method for stochastic optimization", ICLR 2015, in the form with ε added to √v and the bias corrections
// of both moments in the rate: rate = learning rate · √(1 − β₂ᵏ) / (1 − β₁ᵏ). Differs from PyTorch, which adds ε to the
// bias-corrected root; in that form ours is ε / √(1 − β₂ᵏ).

import { sum4 } from "./sum4";

/**
 * total[count] = the sum of the shards' gradients, in order, with `apart` bytes from one shard to the next, and
 * squares[0] = ‖total‖². `count` is a multiple of four.
 */
export function sumGradientsInto(
  total: usize,
  squares: usize,
  partial: usize,
  apart: usize,
  shards: i32,
  count: i32,
): void {
  let norm = f32x4.splat(0);
  for (let j: usize = 0; j < <usize>count << 2; j += 16) {
    let sum = v128.load(partial + j);
    for (let s = 1; s < shards; s++) sum = f32x4.add(sum, v128.load(partial + <usize>s * apart + j));
    v128.store(total + j, sum);
    norm = f32x4.add(norm, f32x4.mul(sum, sum));
  }
  store<f32>(squares, sum4(norm));
}

/**
 * One update of `count` parameters, a multiple of eight. `squares` holds the squared norms of the tensor's chunks. `settings`:
 * rate, β₁, β₂, ε, limit (0: no clipping). A NaN norm clips nothing, so the NaN reaches the parameters.
 */
export function adamInto(
  theta: usize,
  m: usize,
  v: usize,
  gradient: usize,
  squares: usize,
  chunks: i32,
  settings: usize,
  count: i32,
): void {
  let sum: f32 = 0;
  for (let k = 0; k < chunks; k++) sum += load<f32>(squares + (<usize>k << 2));
  const norm = sqrt<f32>(sum);
  const limit = load<f32>(settings, 16);
  const scale = f32x4.splat(limit > 0 && norm > limit ? limit / norm : 1);
  const rate = v128.load32_splat(settings);
  const beta1 = v128.load32_splat(settings, 4);
  const beta2 = v128.load32_splat(settings, 8);
  const epsilon = v128.load32_splat(settings, 12);
  const one = f32x4.splat(1);
  const rest1 = f32x4.sub(one, beta1);
  const rest2 = f32x4.sub(one, beta2);
  for (let j: usize = 0; j < <usize>count << 2; j += 32) {
    const $h = each([0, 1]);
    const g$h = f32x4.mul(v128.load(gradient + j, 16 * $h), scale);
    const first$h = f32x4.add(f32x4.mul(v128.load(m + j, 16 * $h), beta1), f32x4.mul(g$h, rest1));
    const second$h = f32x4.add(f32x4.mul(v128.load(v + j, 16 * $h), beta2), f32x4.mul(f32x4.mul(g$h, g$h), rest2));
    const change$h = f32x4.div(f32x4.mul(rate, first$h), f32x4.add(f32x4.sqrt(second$h), epsilon));
    const next$h = f32x4.sub(v128.load(theta + j, 16 * $h), change$h);
    v128.store(m + j, first$h, 16 * $h);
    v128.store(v + j, second$h, 16 * $h);
    v128.store(theta + j, next$h, 16 * $h);
  }
}
