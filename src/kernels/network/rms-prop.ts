// RMSprop: every parameter's step is scaled by the recent magnitude of its gradient.
//
//     v ← decay · v + (1 − decay) g²;   θ ← θ − rate · g / (√v + ε)
//
// Tieleman & Hinton, "Lecture 6.5: rmsprop", 2012, in PyTorch's form, with ε outside the root.

/** One update of `count` parameters, a multiple of four. `settings`: rate, decay, ε. */
export function rmsPropInto(theta: usize, v: usize, gradient: usize, settings: usize, count: i32): void {
  const rate = v128.load32_splat(settings);
  const decay = v128.load32_splat(settings, 4);
  const epsilon = v128.load32_splat(settings, 8);
  const rest = f32x4.sub(f32x4.splat(1), decay);
  for (let j: usize = 0; j < <usize>count << 2; j += 16) {
    const g = v128.load(gradient + j);
    const mean = f32x4.add(f32x4.mul(v128.load(v + j), decay), f32x4.mul(f32x4.mul(g, g), rest));
    const change = f32x4.div(f32x4.mul(rate, g), f32x4.add(f32x4.sqrt(mean), epsilon));
    v128.store(v + j, mean);
    v128.store(theta + j, f32x4.sub(v128.load(theta + j), change));
  }
}
