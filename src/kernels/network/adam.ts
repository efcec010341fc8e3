// Adam on clipped gradients, in chunks that threads share out.
//
//     g ← g · min(1, limit / ‖g‖) for each tensor;   m ← β₁ m + (1 − β₁) g;   v ← β₂ v + (1 − β₂) g²
//     θ ← θ − rate · m / (√v + ε)
//
// Kingma & Ba, "Adam: a method for stochastic optimization", ICLR 2015, in the form with ε beside √v and the corrections of
// both moments in the rate: rate = learning rate · √(1 − β₂ᵏ) / (1 − β₁ᵏ). That differs from PyTorch's, where ε is not
// scaled by √(1 − β₂ᵏ).

/**
 * total[count] = the sum of the shards' gradients, in their order, which stand `apart` bytes from one to the next, and
 * squares[0] = ‖total‖². Count is a multiple of four.
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
  store<f32>(
    squares,
    f32x4.extract_lane(norm, 0) +
      f32x4.extract_lane(norm, 1) +
      (f32x4.extract_lane(norm, 2) + f32x4.extract_lane(norm, 3)),
  );
}

/**
 * One application to count parameters, a multiple of eight. `squares` are the norms of the tensor's chunks. `settings`:
 * rate, β₁, β₂, ε, limit (0: no clipping). A norm that is not a number clips nothing and so reaches the parameters.
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
    const g = f32x4.mul(v128.load(gradient + j), scale);
    const gH = f32x4.mul(v128.load(gradient + j, 16), scale);
    const first = f32x4.add(f32x4.mul(v128.load(m + j), beta1), f32x4.mul(g, rest1));
    const firstH = f32x4.add(f32x4.mul(v128.load(m + j, 16), beta1), f32x4.mul(gH, rest1));
    const second = f32x4.add(f32x4.mul(v128.load(v + j), beta2), f32x4.mul(f32x4.mul(g, g), rest2));
    const secondH = f32x4.add(f32x4.mul(v128.load(v + j, 16), beta2), f32x4.mul(f32x4.mul(gH, gH), rest2));
    const change = f32x4.div(f32x4.mul(rate, first), f32x4.add(f32x4.sqrt(second), epsilon));
    const changeH = f32x4.div(f32x4.mul(rate, firstH), f32x4.add(f32x4.sqrt(secondH), epsilon));
    const next = f32x4.sub(v128.load(theta + j), change);
    const nextH = f32x4.sub(v128.load(theta + j, 16), changeH);
    v128.store(m + j, first);
    v128.store(m + j, firstH, 16);
    v128.store(v + j, second);
    v128.store(v + j, secondH, 16);
    v128.store(theta + j, next);
    v128.store(theta + j, nextH, 16);
  }
}
