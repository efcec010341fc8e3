// The matrices of closed-walks.ts: one strongly connected component of n variables, rows and columns padded with zeros to a
// multiple of 4; `bytes` is the length of a row. A is also stored as lists: the number of parents of each row (sizes) and their
// positions, row after row (lists), so that multiplying by it only adds rows.

/** out = scale · A, where row i marks the parents of i. */
export function adjacencyInto(out: usize, bytes: usize, n: i32, sizes: usize, lists: usize, scale: f64): void {
  memory.fill(out, 0, (bytes >> 3) * bytes);
  for (let i = 0; i < n; i++) {
    const size = load<i32>(sizes + (<usize>i << 2));
    for (let p = 0; p < size; p++) {
      store<f64>(out + <usize>i * bytes + (<usize>load<i32>(lists) << 3), scale);
      lists += 4;
    }
  }
}

@inline
export function clearPadding(out: usize, bytes: usize, n: i32): void {
  memory.fill(out + <usize>n * bytes, 0, ((bytes >> 3) - <usize>n) * bytes);
}

/** out = D + factor · A M (D is omitted if its address is 0), rows below n; by adding rows of M. */
export function addRowsInto(
  out: usize,
  D: usize,
  M: usize,
  bytes: usize,
  n: i32,
  sizes: usize,
  lists: usize,
  factor: f64,
): void {
  const zero = f64x2.splat(0);
  const factors = f64x2.splat(factor);
  for (let i = 0; i < n; i++) {
    const end = lists + (<usize>load<i32>(sizes + (<usize>i << 2)) << 2);
    const row = <usize>i * bytes;
    let c: usize = 0;
    unroll: for (const [$width, $vectors] of [[128, [0, 1, 2, 3, 4, 5, 6, 7]], [64, [0, 1, 2, 3]], [32, [0, 1]]]) {
      for (; c + $width <= bytes; c += $width) {
        const $v = each($vectors);
        let s$v = zero;
        for (let list = lists; list < end; list += 4) {
          const source = M + c + <usize>load<i32>(list) * bytes;
          s$v = f64x2.add(s$v, v128.load(source, 16 * $v));
        }
        const target = out + row + c;
        v128.store(target, f64x2.mul(factors, s$v), 16 * $v);
      }
    }
    if (D != 0) {
      for (c = 0; c < bytes; c += 16) {
        const target = out + row + c;
        v128.store(target, f64x2.add(v128.load(target), v128.load(D + row + c)));
      }
    }
    lists = end;
  }
}

/** out = factor · C + P Q, in tiles of 4 × 4; out may be C, not P or Q. */
export function productInto(out: usize, C: usize, factor: f64, P: usize, Q: usize, bytes: usize, n: i32): void {
  const factors = f64x2.splat(factor);
  const rows = bytes >> 3;
  for (let i: usize = 0; i < rows; i += 4) {
    for (let c: usize = 0; c < bytes; c += 32) {
      const at = i * bytes + c;
      const from = C + at;
      const $r = each([0, 1, 2, 3]);
      const $v = each([0, 1]);
      let c$r$v = f64x2.mul(factors, v128.load(from + $r * bytes, 16 * $v));
      let p = P + i * bytes;
      let q = Q + c;
      for (let l = 0; l < n; l++) {
        const q$v = v128.load(q, 16 * $v);
        unroll: for (const $r of [0, 1, 2, 3]) {
          const x$r = v128.load64_splat(p + $r * bytes);
          c$r$v = f64x2.add(c$r$v, f64x2.mul(x$r, q$v));
        }
        p += 8;
        q += bytes;
      }
      const to = out + at;
      v128.store(to + $r * bytes, c$r$v, 16 * $v);
    }
  }
}

export function trace(E: usize, bytes: usize, n: i32): f64 {
  let sum: f64 = 0;
  for (let i: usize = 0; i < <usize>n; i++) sum += load<f64>(E + i * (bytes + 8));
  return sum;
}

export function traceOfSquare(E: usize, bytes: usize, n: i32): f64 {
  let diagonal: f64 = 0;
  let above: f64 = 0;
  for (let i: usize = 0; i < <usize>n; i++) {
    const own = load<f64>(E + i * (bytes + 8));
    diagonal += own * own;
    for (let j = i + 1; j < <usize>n; j++) {
      above += load<f64>(E + i * bytes + (j << 3)) * load<f64>(E + j * bytes + (i << 3));
    }
  }
  return diagonal + 2 * above;
}
