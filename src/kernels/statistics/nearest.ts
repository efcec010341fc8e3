// The nearest earlier rows of each row, by Euclidean distance; ties go to the earlier row.
//
// features: feature after feature, each `stride` numbers, of which the first n are the rows; stride is a multiple of 8.
// out: u32 [n, most]; row i holds min(i, most) row indices, the nearest first, padded with n, which is no row.
// Processes the rows from … to − 1. work: stride + most numbers.

export function nearestInto(
  out: usize,
  features: usize,
  stride: i32,
  n: i32,
  count: i32,
  most: i32,
  from: i32,
  to: i32,
  work: usize,
): void {
  const squares = work;
  const kept = work + (<usize>stride << 3);
  for (let i = from; i < to; i++) {
    squaresInto(squares, features, stride, i, count);
    const list = out + ((<usize>i * <usize>most) << 2);
    let length = 0;
    let limit: f64 = Infinity;
    for (let j = 0; j < i; j++) {
      const square = load<f64>(squares + (<usize>j << 3));
      if (!(square < limit)) continue;
      let at = length < most ? length++ : most - 1;
      for (; at > 0; at--) {
        const before = load<f64>(kept + (<usize>(at - 1) << 3));
        if (!(square < before)) break;
        store<f64>(kept + (<usize>at << 3), before);
        store<u32>(list + (<usize>at << 2), load<u32>(list + (<usize>(at - 1) << 2)));
      }
      store<f64>(kept + (<usize>at << 3), square);
      store<u32>(list + (<usize>at << 2), j);
      if (length == most) limit = load<f64>(kept + (<usize>(most - 1) << 3));
    }
    for (; length < most; length++) store<u32>(list + (<usize>length << 2), n);
  }
}

/** Squared distances of row i to the earlier rows; up to three more numbers are written. */
function squaresInto(out: usize, features: usize, stride: i32, i: i32, count: i32): void {
  for (let j = 0; j < i; j += 4) {
    const here: usize = <usize>j << 3;
    let a = f64x2.splat(0);
    let b = f64x2.splat(0);
    let feature = features;
    for (let k = 0; k < count; k++) {
      const x = v128.load_splat<f64>(feature + (<usize>i << 3));
      const c = f64x2.sub(v128.load(feature + here), x);
      const e = f64x2.sub(v128.load(feature + here, 16), x);
      a = f64x2.add(a, f64x2.mul(c, c));
      b = f64x2.add(b, f64x2.mul(e, e));
      feature += <usize>stride << 3;
    }
    v128.store(out + here, a);
    v128.store(out + here, b, 16);
  }
}
