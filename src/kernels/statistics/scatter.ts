// out += Σ over rows of (x − mean)(x − mean)ᵀ, upper triangle, for `rows` rows of d numbers.
//
// Four rows at a time, so that each entry of `out` is touched once per four products. `centred` is a workspace of 4 · stride
// doubles, stride = d rounded up to even; out has rows of `stride` doubles.

export function scatterInto(out: usize, x: usize, mean: usize, centred: usize, rows: i32, d: i32): void {
  const stride: usize = <usize>((d + 1) & ~1);
  const bytes = stride * 8;
  for (let i = 0; i < rows; i += 4) {
    for (let r = 0; r < 4; r++) {
      const target = centred + <usize>r * bytes;
      const source = x + <usize>(i + r) * <usize>d * 8;
      for (let j: usize = 0; j < stride; j++) {
        const inside = i + r < rows && j < <usize>d;
        store<f64>(target + (j << 3), inside ? load<f64>(source + (j << 3)) - load<f64>(mean + (j << 3)) : 0);
      }
    }
    for (let j: usize = 0; j < <usize>d; j++) {
      const p = centred + (j << 3);
      const a = f64x2.splat(load<f64>(p));
      const b = f64x2.splat(load<f64>(p + bytes));
      const c = f64x2.splat(load<f64>(p + 2 * bytes));
      const e = f64x2.splat(load<f64>(p + 3 * bytes));
      const row = out + j * bytes;
      for (let l = (j & ~1) << 3; l < bytes; l += 16) {
        const q = centred + l;
        const first = f64x2.add(f64x2.mul(a, v128.load(q)), f64x2.mul(b, v128.load(q + bytes)));
        const second = f64x2.add(
          f64x2.mul(c, v128.load(q + 2 * bytes)),
          f64x2.mul(e, v128.load(q + 3 * bytes)),
        );
        v128.store(row + l, f64x2.add(v128.load(row + l), f64x2.add(first, second)));
      }
    }
  }
}
