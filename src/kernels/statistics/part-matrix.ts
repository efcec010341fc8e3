// The matrices of closed-walks.ts: one strongly connected part of n variables, rows and columns rounded up to a multiple of 4
// with zeros beyond n; `bytes` is the length of a row. A is also there as lists: how many parents each row has (sizes) and
// their positions, row after row (lists), so that multiplying by it is adding rows.

/** out = scale · A, row i the parents of i. */
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

/** out = D + factor · A M (D = 0 where its address is), rows below n; by adding rows of M. */
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
    for (; c + 128 <= bytes; c += 128) {
      let s0 = zero;
      let s1 = zero;
      let s2 = zero;
      let s3 = zero;
      let s4 = zero;
      let s5 = zero;
      let s6 = zero;
      let s7 = zero;
      for (let list = lists; list < end; list += 4) {
        const source = M + c + <usize>load<i32>(list) * bytes;
        s0 = f64x2.add(s0, v128.load(source));
        s1 = f64x2.add(s1, v128.load(source, 16));
        s2 = f64x2.add(s2, v128.load(source, 32));
        s3 = f64x2.add(s3, v128.load(source, 48));
        s4 = f64x2.add(s4, v128.load(source, 64));
        s5 = f64x2.add(s5, v128.load(source, 80));
        s6 = f64x2.add(s6, v128.load(source, 96));
        s7 = f64x2.add(s7, v128.load(source, 112));
      }
      const target = out + row + c;
      v128.store(target, f64x2.mul(factors, s0));
      v128.store(target, f64x2.mul(factors, s1), 16);
      v128.store(target, f64x2.mul(factors, s2), 32);
      v128.store(target, f64x2.mul(factors, s3), 48);
      v128.store(target, f64x2.mul(factors, s4), 64);
      v128.store(target, f64x2.mul(factors, s5), 80);
      v128.store(target, f64x2.mul(factors, s6), 96);
      v128.store(target, f64x2.mul(factors, s7), 112);
    }
    for (; c + 64 <= bytes; c += 64) {
      let s0 = zero;
      let s1 = zero;
      let s2 = zero;
      let s3 = zero;
      for (let list = lists; list < end; list += 4) {
        const source = M + c + <usize>load<i32>(list) * bytes;
        s0 = f64x2.add(s0, v128.load(source));
        s1 = f64x2.add(s1, v128.load(source, 16));
        s2 = f64x2.add(s2, v128.load(source, 32));
        s3 = f64x2.add(s3, v128.load(source, 48));
      }
      const target = out + row + c;
      v128.store(target, f64x2.mul(factors, s0));
      v128.store(target, f64x2.mul(factors, s1), 16);
      v128.store(target, f64x2.mul(factors, s2), 32);
      v128.store(target, f64x2.mul(factors, s3), 48);
    }
    for (; c < bytes; c += 32) {
      let s0 = zero;
      let s1 = zero;
      for (let list = lists; list < end; list += 4) {
        const source = M + c + <usize>load<i32>(list) * bytes;
        s0 = f64x2.add(s0, v128.load(source));
        s1 = f64x2.add(s1, v128.load(source, 16));
      }
      const target = out + row + c;
      v128.store(target, f64x2.mul(factors, s0));
      v128.store(target, f64x2.mul(factors, s1), 16);
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
      let a0 = f64x2.mul(factors, v128.load(from));
      let a1 = f64x2.mul(factors, v128.load(from, 16));
      let b0 = f64x2.mul(factors, v128.load(from + bytes));
      let b1 = f64x2.mul(factors, v128.load(from + bytes, 16));
      let c0 = f64x2.mul(factors, v128.load(from + 2 * bytes));
      let c1 = f64x2.mul(factors, v128.load(from + 2 * bytes, 16));
      let d0 = f64x2.mul(factors, v128.load(from + 3 * bytes));
      let d1 = f64x2.mul(factors, v128.load(from + 3 * bytes, 16));
      let p = P + i * bytes;
      let q = Q + c;
      for (let l = 0; l < n; l++) {
        const q0 = v128.load(q);
        const q1 = v128.load(q, 16);
        let x = v128.load64_splat(p);
        a0 = f64x2.add(a0, f64x2.mul(x, q0));
        a1 = f64x2.add(a1, f64x2.mul(x, q1));
        x = v128.load64_splat(p + bytes);
        b0 = f64x2.add(b0, f64x2.mul(x, q0));
        b1 = f64x2.add(b1, f64x2.mul(x, q1));
        x = v128.load64_splat(p + 2 * bytes);
        c0 = f64x2.add(c0, f64x2.mul(x, q0));
        c1 = f64x2.add(c1, f64x2.mul(x, q1));
        x = v128.load64_splat(p + 3 * bytes);
        d0 = f64x2.add(d0, f64x2.mul(x, q0));
        d1 = f64x2.add(d1, f64x2.mul(x, q1));
        p += 8;
        q += bytes;
      }
      const to = out + at;
      v128.store(to, a0);
      v128.store(to, a1, 16);
      v128.store(to + bytes, b0);
      v128.store(to + bytes, b1, 16);
      v128.store(to + 2 * bytes, c0);
      v128.store(to + 2 * bytes, c1, 16);
      v128.store(to + 3 * bytes, d0);
      v128.store(to + 3 * bytes, d1, 16);
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
