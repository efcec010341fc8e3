// Two sums over the closed walks of many graphs; tr(A^k) counts those of k steps. A walk never leaves its strongly connected
// component ("part"), so each is summed separately (parents, labels: cyclic-parts.ts); variables on no cycle add exactly 0.
//
//     closedWalksInto:       Σ_{k = 1 … d} tr(A^k)
//     traceExponentialInto:  tr(e^A) − d = Σ_{k ≥ 1} tr(A^k) / k!
//
// The exponential of a part of n variables: E = e^X − I for X = A / 2^s by the Taylor polynomial of degree 24 (Paterson and
// Stockmeyer's scheme), then (I + E)² − I = 2E + E², s times. Nothing is ever subtracted, so rounding errors are relative to
// the result. Truncation makes the coefficient of A^k too small by a relative error of at most C(k, 25) 2^(−24 s): negligible
// for k ≤ n by the choice of s, and for k > n, where tr(A^k) ≤ n ρ^k, compared with the result; s is raised until it is below
// 1e-14 of it. ρ is bounded by max (A^(t+1) 1)_i / (A^t 1)_i (Collatz and Wielandt).
//
// Multiplying by A only adds rows, without a product, so the first powers are computed that way.
//
// Matrices are laid out as in part-matrix.ts. work: closedWalksRoom(d) numbers.

import { addRowsInto, adjacencyInto, clearPadding, productInto, trace, traceOfSquare } from "./part-matrix";

const step: i32 = 6; // powers computed by adding rows; the degree is 4 · step
const degree: i32 = 24;

/** Workspace for d variables, in numbers. */
export function closedWalksRoom(d: i32): i32 {
  const padded = (d + 3) & ~3;
  return (step + 2) * padded * padded + 4 * padded + ((d * d) >> 1) + 1;
}

unroll: for (const [$name, $ofPart, $last] of [["traceExponentialInto", "exponentialOfPart", "vectors"], ["closedWalksInto", "walksOfPart", "d"]]) {
  export function $name(
    out: usize,
    parents: usize,
    labels: usize,
    count: i32,
    d: i32,
    words: i32,
    work: usize,
  ): void {
    const padded: usize = <usize>((d + 3) & ~3);
    const matrices = work;
    const vectors = matrices + (<usize>(step + 2) * padded * padded << 3);
    const local = vectors + (padded << 4); // i32: position of a variable within its part
    const sizes = local + (padded << 2); // i32: the number of parents of each row
    const lists = sizes + (padded << 2); // i32: the positions of those parents, row after row
    for (let b = 0; b < count; b++) {
      let sum: f64 = 0;
      for (let first = 0; first < d; first++) {
        if (load<i32>(labels + (<usize>first << 2)) != first) continue;
        const n = listsInto(local, sizes, lists, parents, labels, first, d, words);
        const bytes: usize = <usize>((n + 3) & ~3) << 3;
        sum += $ofPart(matrices, bytes, n, sizes, lists, $last);
      }
      store<f64>(out + (<usize>b << 3), sum);
      labels += <usize>d << 2;
      parents += (<usize>d * <usize>words) << 2;
    }
  }
}

/** The parents of each variable of one part within it; returns the part's size. */
function listsInto(
  local: usize,
  sizes: usize,
  lists: usize,
  parents: usize,
  labels: usize,
  first: i32,
  d: i32,
  words: i32,
): i32 {
  let n = 0;
  for (let j = first; j < d; j++) {
    if (load<i32>(labels + (<usize>j << 2)) == first) store<i32>(local + (<usize>j << 2), n++);
  }
  let i: usize = 0;
  for (let j = first; j < d; j++) {
    if (load<i32>(labels + (<usize>j << 2)) != first) continue;
    let size = 0;
    for (let w = 0; w < words; w++) {
      let rest = load<u32>(parents + (<usize>(j * words + w) << 2));
      while (rest != 0) {
        const p: usize = (<usize>w << 5) + <usize>ctz<u32>(rest);
        rest &= rest - 1;
        if (load<i32>(labels + (p << 2)) != first) continue;
        store<i32>(lists, load<i32>(local + (p << 2)));
        lists += 4;
        size++;
      }
    }
    store<i32>(sizes + (i << 2), size);
    i++;
  }
  return n;
}

function walksOfPart(matrices: usize, bytes: usize, n: i32, sizes: usize, lists: usize, d: i32): f64 {
  const size = (bytes >> 3) * bytes;
  const A = matrices;
  let W = A + size;
  let next = W + size;
  adjacencyInto(A, bytes, n, sizes, lists, 1);
  memory.copy(W, A, size);
  memory.fill(next, 0, size);
  for (let k = 1; k < d; k++) {
    addRowsInto(next, A, W, bytes, n, sizes, lists, 1); // A + A W
    const last = W;
    W = next;
    next = last;
  }
  return trace(W, bytes, n);
}

function exponentialOfPart(matrices: usize, bytes: usize, n: i32, sizes: usize, lists: usize, vectors: usize): f64 {
  const rho = radiusBound(vectors, n, sizes, lists, bytes);
  // log of n ρ^25 / 25!, and of C(n, 25): the factors that 2^(−24 s) must make small.
  const beyond = Math.log(<f64>n) + <f64>(degree + 1) * Math.log(rho) - logFactorial(degree + 1);
  const within = n > degree ? logFactorial(n) - logFactorial(degree + 1) - logFactorial(n - degree - 1) : 0;
  const tail = logTail(rho, max(n - degree, 0));
  const wanted = Math.log(1e-14);
  const perSquaring = <f64>degree * Math.LN2;
  let s = 1;
  while (s < 40 && max(within, beyond) - perSquaring * <f64>s > wanted) s++;
  let h = squaredSeries(matrices, bytes, n, sizes, lists, s);
  while (s < 40 && h > 0 && h < Infinity && beyond + tail - perSquaring * <f64>s - Math.log(h) > wanted) {
    h = squaredSeries(matrices, bytes, n, sizes, lists, ++s);
  }
  return h;
}

/** An upper bound of the spectral radius of a strongly connected part. */
function radiusBound(vectors: usize, n: i32, sizes: usize, lists: usize, bytes: usize): f64 {
  let x = vectors;
  let next = vectors + bytes;
  for (let i = 0; i < n; i++) store<f64>(x + (<usize>i << 3), 1);
  let bound: f64 = 0;
  for (let t = 0; t < 5; t++) {
    let list = lists;
    bound = 0;
    for (let i = 0; i < n; i++) {
      const size = load<i32>(sizes + (<usize>i << 2));
      let sum: f64 = 0;
      for (let p = 0; p < size; p++) {
        sum += load<f64>(x + (<usize>load<i32>(list) << 3));
        list += 4;
      }
      store<f64>(next + (<usize>i << 3), sum);
      bound = max(bound, sum / load<f64>(x + (<usize>i << 3)));
    }
    const last = x;
    x = next;
    next = last;
  }
  return bound;
}

function logFactorial(n: i32): f64 {
  let product: f64 = 1;
  let log: f64 = 0;
  for (let k = 2; k <= n; k++) {
    product *= <f64>k;
    if (product > 1e200) {
      log += Math.log(product);
      product = 1;
    }
  }
  return log + Math.log(product);
}

/** log of an upper bound of Σ_{j ≥ from} ρ^j / j!. */
function logTail(rho: f64, from: i32): f64 {
  if (<f64>(from + 1) <= 2 * rho) return rho;
  return min(rho, <f64>from * Math.log(rho) - logFactorial(from) + Math.LN2); // at most a geometric series with ratio ½
}

function squaredSeries(matrices: usize, bytes: usize, n: i32, sizes: usize, lists: usize, s: i32): f64 {
  const size = (bytes >> 3) * bytes;
  const scale = 1 / <f64>(<u64>1 << <u64>s);
  // X^k / k! for k = 1 … 6
  adjacencyInto(matrices, bytes, n, sizes, lists, scale);
  for (let k = 2; k <= step; k++) {
    const power = matrices + <usize>(k - 1) * size;
    clearPadding(power, bytes, n);
    addRowsInto(power, 0, power - size, bytes, n, sizes, lists, scale / <f64>k);
  }
  const long = matrices + <usize>(step - 1) * size;
  let E = long + size;
  let next = E + size;

  // E = b₀ + L (b₁ + L (b₂ + L b₃)) with L = X^6 / 6! and b_a = Σ_r (6!)^a r! / (6a + r)! · X^r / r!; b₃ goes up to r = 6.
  blockInto(E, matrices, 3, step, bytes, n);
  for (let a = 2; a >= 0; a--) {
    blockInto(next, matrices, a, step - 1, bytes, n);
    productInto(next, next, 1, long, E, bytes, n);
    const last = E;
    E = next;
    next = last;
  }
  for (let t = 1; t < s; t++) {
    productInto(next, E, 2, E, E, bytes, n);
    const last = E;
    E = next;
    next = last;
  }
  return 2 * trace(E, bytes, n) + traceOfSquare(E, bytes, n);
}

/** b_a of the series: Σ_{r ≤ last} (6!)^a r! / (6a + r)! · powers[r], the identity for r = 0 (but not in b₀). */
function blockInto(out: usize, powers: usize, a: i32, last: i32, bytes: usize, n: i32): void {
  const size = (bytes >> 3) * bytes;
  let c0: f64 = 1;
  for (let k = 1; k <= a; k++) for (let r = 1; r <= step; r++) c0 *= <f64>r / <f64>(step * (k - 1) + r);
  const c1 = c0 / <f64>(step * a + 1);
  const c2 = (c1 * 2) / <f64>(step * a + 2);
  const c3 = (c2 * 3) / <f64>(step * a + 3);
  const c4 = (c3 * 4) / <f64>(step * a + 4);
  const c5 = (c4 * 5) / <f64>(step * a + 5);
  const c6 = last == step ? (c5 * 6) / <f64>(step * a + 6) : 0;
  for (let at: usize = 0; at < size; at += 16) {
    const p = powers + at;
    let sum = f64x2.mul(f64x2.splat(c1), v128.load(p));
    sum = f64x2.add(sum, f64x2.mul(f64x2.splat(c2), v128.load(p + size)));
    sum = f64x2.add(sum, f64x2.mul(f64x2.splat(c3), v128.load(p + 2 * size)));
    sum = f64x2.add(sum, f64x2.mul(f64x2.splat(c4), v128.load(p + 3 * size)));
    sum = f64x2.add(sum, f64x2.mul(f64x2.splat(c5), v128.load(p + 4 * size)));
    if (last == step) sum = f64x2.add(sum, f64x2.mul(f64x2.splat(c6), v128.load(p + 5 * size)));
    v128.store(out + at, sum);
  }
  if (a == 0) return;
  for (let i: usize = 0; i < <usize>n; i++) {
    const at = out + i * (bytes + 8);
    store<f64>(at, load<f64>(at) + c0);
  }
}
