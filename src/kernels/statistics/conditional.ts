// Mean and variance of each row given its nearest earlier rows under a Gaussian process with noise, for all variables at once and
// every cell of a grid.
//
//     K = exp(factor · ‖x_a − x_b‖²) among the nearest rows,  k the same between them and the row
//     w = (K + τ I)⁻¹ k,   mean = Σ_a w_a y_a for every variable y,   v = 1 + τ − kᵀ w
//
// Two rows at a time, one in each lane: every entry of the small matrices is a pair. A list with fewer than `most` rows is padded
// with points that are independent of all others.
//
// nearest: from nearestInto. features as there. Y: [n + 1, step], the last row zeros, step even.
// Processes the rows from … to − 1, from even; sums continue those of the earlier rows, and start anew at row 0.
// cells: for each factor and, within it, each noise: sums of (y − mean)² / v, `step` numbers, then v of the n rows, n rounded up
// to even. work: 2 ((most + 1) count + 3 ((most + 1)(most + 2) + 8) + 2 (most + 1)) + step numbers, 16-byte aligned.

import { anyEightExpsInto, areNotTiny, eightExpsInto, expConstants } from "./exp";

export function conditionalInto(
  cells: usize,
  nearest: usize,
  most: i32,
  features: usize,
  stride: i32,
  n: i32,
  count: i32,
  Y: usize,
  step: i32,
  factors: usize,
  factorCount: i32,
  noises: usize,
  noiseCount: i32,
  from: i32,
  to: i32,
  work: usize,
): void {
  // The row itself is one more point: its row of the factor is L⁻¹ k, and the square of its pivot is v.
  const points = most + 1;
  const pairBytes: usize = (<usize>points * <usize>(points + 1) / 2 + 4) << 4;
  const inputs = work;
  const squares = inputs + ((<usize>points * <usize>count) << 4);
  const K = squares + pairBytes;
  const L = K + pairBytes;
  const weights = L + pairBytes;
  const scratch = weights + (<usize>(2 * points) << 4);
  const cellBytes: usize = <usize>(step + ((n + 1) & ~1)) << 3;
  for (let cell = 0; from == 0 && cell < factorCount * noiseCount; cell++) {
    memory.fill(cells + <usize>cell * cellBytes, 0, <usize>step << 3);
  }
  for (let i = from; i < to; i += 2) {
    const other = min(i + 1, n - 1);
    const first = nearest + ((<usize>i * <usize>most) << 2);
    const second = nearest + ((<usize>other * <usize>most) << 2);
    inputsInto(inputs, features, stride, count, most, first, second, i, other, n);
    squaresInto(squares, inputs, points, count);
    for (let f = 0; f < factorCount; f++) {
      kernelInto(K, squares, points, load<f64>(factors + (<usize>f << 3)));
      withoutMissing(K, most, first, second, n);
      for (let t = 0; t < noiseCount; t++) {
        const cell = cells + <usize>(f * noiseCount + t) * cellBytes;
        factorInto(L, K, points, load<f64>(noises + (<usize>t << 3)));
        const v = weightsInto(weights, L, most);
        const variances = cell + (<usize>(step + i) << 3);
        v128.store(variances, v);
        addSquares(cell, Y, step, weights, most, first, i, 0, f64x2.extract_lane(v, 0), scratch);
        if (other != i) addSquares(cell, Y, step, weights, most, second, other, 8, f64x2.extract_lane(v, 1), scratch);
      }
    }
  }
}

/** Address of row a of a lower triangle of pairs. */
@inline
function rowAt(triangle: usize, a: i32): usize {
  return triangle + ((<usize>a * <usize>(a + 1) / 2) << 4);
}

/** The features, point after point; padding points have those of the row itself. */
function inputsInto(
  out: usize,
  features: usize,
  stride: i32,
  count: i32,
  most: i32,
  first: usize,
  second: usize,
  i: i32,
  other: i32,
  n: i32,
): void {
  for (let a = 0; a <= most; a++) {
    let p = a < most ? load<u32>(first + (<usize>a << 2)) : i;
    let q = a < most ? load<u32>(second + (<usize>a << 2)) : other;
    if (p == n) p = i;
    if (q == n) q = other;
    let feature = features;
    for (let k = 0; k < count; k++) {
      store<f64>(out, load<f64>(feature + (<usize>p << 3)));
      store<f64>(out, load<f64>(feature + (<usize>q << 3)), 8);
      feature += <usize>stride << 3;
      out += 16;
    }
  }
}

/** Squared distances between all points, lower triangle with its diagonal. */
function squaresInto(out: usize, inputs: usize, points: i32, count: i32): void {
  const bytes: usize = <usize>count << 4;
  let a = inputs;
  for (let row = 0; row < points; row++) {
    let b = inputs;
    for (let column = 0; column <= row; column++) {
      let sum = f64x2.splat(0);
      for (let k: usize = 0; k < bytes; k += 16) {
        const difference = f64x2.sub(v128.load(a + k), v128.load(b + k));
        sum = f64x2.add(sum, f64x2.mul(difference, difference));
      }
      v128.store(out, sum);
      out += 16;
      b += bytes;
    }
    a += bytes;
  }
}

/** Four pairs at a time; writes up to three pairs beyond the last. */
function kernelInto(K: usize, squares: usize, points: i32, factor: f64): void {
  const constants = expConstants();
  const both = f64x2.splat(factor);
  const end = rowAt(K, points);
  while (K < end) {
    const $v = each([0, 1, 2, 3]);
    const x$v = f64x2.mul(v128.load(squares, 16 * $v), both);
    if (areNotTiny(x0, x1, x2, x3, constants)) eightExpsInto(K, x0, x1, x2, x3, constants);
    else anyEightExpsInto(K, x0, x1, x2, x3, constants);
    K += 64;
    squares += 64;
  }
}

/** Makes padding points independent of all others. */
function withoutMissing(K: usize, most: i32, first: usize, second: usize, n: i32): void {
  const last: usize = <usize>(most - 1) << 2;
  if (load<u32>(first + last) != n && load<u32>(second + last) != n) return;
  for (let a = 0; a <= most; a++) {
    for (let b = 0; b < a; b++) {
      const here = rowAt(K, a) + (<usize>b << 4);
      const at: usize = <usize>b << 2;
      const own: usize = <usize>a << 2;
      if (load<u32>(first + at) == n || (a < most && load<u32>(first + own) == n)) store<f64>(here, 0);
      if (load<u32>(second + at) == n || (a < most && load<u32>(second + own) == n)) store<f64>(here, 0, 8);
    }
  }
}

/** L Lᵀ = K + τ I; the diagonal of L is stored inverted. Two rows and two columns at a time. */
function factorInto(L: usize, K: usize, points: i32, tau: f64): void {
  const noise = f64x2.splat(tau);
  const one = f64x2.splat(1);
  for (let a = 0; a < points; a += 2) {
    const hasTwo = a + 1 < points;
    const rowA = rowAt(L, a);
    const rowB = hasTwo ? rowAt(L, a + 1) : rowA;
    const fromA = rowAt(K, a);
    const fromB = hasTwo ? rowAt(K, a + 1) : fromA;
    for (let c = 0; c < a; c += 2) {
      const rowC = rowAt(L, c);
      const rowE = rowAt(L, c + 1);
      const at: usize = <usize>c << 4;
      let ac = v128.load(fromA + at);
      let ae = v128.load(fromA + at, 16);
      let bc = v128.load(fromB + at);
      let be = v128.load(fromB + at, 16);
      for (let k: usize = 0; k < at; k += 16) {
        const x = v128.load(rowA + k);
        const y = v128.load(rowB + k);
        const z = v128.load(rowC + k);
        const w = v128.load(rowE + k);
        ac = f64x2.sub(ac, f64x2.mul(x, z));
        ae = f64x2.sub(ae, f64x2.mul(x, w));
        bc = f64x2.sub(bc, f64x2.mul(y, z));
        be = f64x2.sub(be, f64x2.mul(y, w));
      }
      const pivotC = v128.load(rowC + at);
      const below = v128.load(rowE + at);
      const pivotE = v128.load(rowE + at, 16);
      ac = f64x2.mul(ac, pivotC);
      bc = f64x2.mul(bc, pivotC);
      v128.store(rowA + at, ac);
      v128.store(rowA + at, f64x2.mul(f64x2.sub(ae, f64x2.mul(ac, below)), pivotE), 16);
      v128.store(rowB + at, bc);
      v128.store(rowB + at, f64x2.mul(f64x2.sub(be, f64x2.mul(bc, below)), pivotE), 16);
    }
    const at: usize = <usize>a << 4;
    let aa = f64x2.add(v128.load(fromA + at), noise);
    let ba = v128.load(fromB + at);
    let bb = f64x2.add(v128.load(fromB + at, 16), noise);
    for (let k: usize = 0; k < at; k += 16) {
      const x = v128.load(rowA + k);
      const y = v128.load(rowB + k);
      aa = f64x2.sub(aa, f64x2.mul(x, x));
      ba = f64x2.sub(ba, f64x2.mul(x, y));
      bb = f64x2.sub(bb, f64x2.mul(y, y));
    }
    const pivot = f64x2.div(one, f64x2.sqrt(aa));
    v128.store(rowA + at, pivot);
    if (!hasTwo) return;
    ba = f64x2.mul(ba, pivot);
    v128.store(rowB + at, ba);
    v128.store(rowB + at, f64x2.div(one, f64x2.sqrt(f64x2.sub(bb, f64x2.mul(ba, ba)))), 16);
  }
}

/** The weights w of the nearest rows, from the last row of L; returns v, the square of its pivot. */
function weightsInto(w: usize, L: usize, most: i32): v128 {
  const last = rowAt(L, most);
  memory.copy(w, last, <usize>most << 4);
  for (let a = most - 1; a >= 0; a--) {
    const row = rowAt(L, a);
    const at: usize = <usize>a << 4;
    const x = f64x2.mul(v128.load(w + at), v128.load(row + at));
    v128.store(w + at, x);
    for (let b: usize = 0; b < at; b += 16) {
      v128.store(w + b, f64x2.sub(v128.load(w + b), f64x2.mul(x, v128.load(row + b))));
    }
  }
  const inverse = v128.load(last + (<usize>most << 4));
  return f64x2.div(f64x2.splat(1), f64x2.mul(inverse, inverse));
}

/** Adds (y − mean)² / v of one row to the cell's sums; its weights are `lane` bytes into each pair. */
function addSquares(
  cell: usize,
  Y: usize,
  step: i32,
  weights: usize,
  most: i32,
  list: usize,
  row: i32,
  lane: usize,
  v: f64,
  scratch: usize,
): void {
  const bytes: usize = <usize>step << 3;
  memory.copy(scratch, Y + <usize>row * bytes, bytes);
  for (let a = 0; a < most; a++) {
    const weight = v128.load_splat<f64>(weights + (<usize>a << 4) + lane);
    const source = Y + <usize>load<u32>(list + (<usize>a << 2)) * bytes;
    for (let j: usize = 0; j < bytes; j += 16) {
      v128.store(scratch + j, f64x2.sub(v128.load(scratch + j), f64x2.mul(weight, v128.load(source + j))));
    }
  }
  const inverse = f64x2.splat(1 / v);
  for (let j: usize = 0; j < bytes; j += 16) {
    const left = v128.load(scratch + j);
    v128.store(cell + j, f64x2.add(v128.load(cell + j), f64x2.mul(f64x2.mul(left, left), inverse)));
  }
}
