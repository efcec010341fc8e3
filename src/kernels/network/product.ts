// Matrix products for networks: C = act(A B + bias). The weight gradient AᵀY stands in weight-gradient.ts.
//
// B is packed: panels of eight columns, [N/8][K][8], the last one filled up with zeros. A tile of four rows by one panel
// stays in eight registers while k runs: two loads of B, four broadcasts of A, eight multiply-adds. Measured on three
// versions of V8 (`node bench/network.js`), larger tiles spill on two of them and smaller ones starve the multipliers.
// The first k is a plain product, so that accumulators start different: started alike, they are spilled too.
//
// Where an engine makes 256-bit instructions of pairs of 128-bit ones, a tile is four accumulators, too few to hide how
// long a multiply-add takes: two panels at once are eight again (as 128-bit instructions they would not fit the
// registers). Each number's sum goes over k in order, whatever the tile: the bytes are the same.
//
// Steps (bytes from row to row) are the caller's; rows need no padding. Columns of C up to the next multiple of eight are
// written (with what the zero columns of B give), so a row of C has room for them.

import { madd } from "./madd";
import { isWide } from "./wide";

/**
 * C[rows, N] = A[rows, K] B (+ bias[N]) (+ start[rows, N], in steps of C; C itself to add to it), then max(0, ·) if relu.
 * Bias and start are left out where they are 0. K ≥ 1.
 */
export function multiplyInto(
  C: usize,
  A: usize,
  B: usize,
  rows: i32,
  N: i32,
  K: i32,
  stepA: usize,
  stepC: usize,
  bias: usize,
  start: usize,
  relu: bool,
): void {
  const panelBytes = <usize>K << 5;
  const even = rows & ~3;
  for (let j = 0; j < N; ) {
    const panel = B + <usize>(j >> 3) * panelBytes;
    const isPair = isWide && j + 8 < N;
    const shift: usize = bias == 0 ? 0 : bias + (<usize>j << 2);
    const fromC: usize = start == 0 ? 0 : start - C;
    let c = C + (<usize>j << 2);
    let a = A;
    for (let i = 0; i < even; i += 4) {
      if (isPair) fourRowsOfTwo(c, a, panel, panelBytes, stepA, stepC, shift, fromC, start != 0, relu);
      else fourRows(c, a, panel, panelBytes, stepA, stepC, shift, fromC, start != 0, relu);
      a += stepA << 2;
      c += stepC << 2;
    }
    for (let i = even; i < rows; i++) {
      oneRow(c, a, panel, panelBytes, shift, fromC, start != 0, relu);
      if (isPair) oneRow(c + 32, a, panel + panelBytes, panelBytes, shift == 0 ? 0 : shift + 32, fromC, start != 0, relu);
      a += stepA;
      c += stepC;
    }
    j += isPair ? 16 : 8;
  }
}

@inline
function fourRows(
  c: usize,
  first: usize,
  panel: usize,
  panelBytes: usize,
  stepA: usize,
  stepC: usize,
  bias: usize,
  fromC: usize,
  starts: bool,
  relu: bool,
): void {
  const second = stepA;
  const third = stepA << 1;
  const fourth = third + stepA;
  let a = first;
  let b = panel;
  const end = panel + panelBytes;
  let b0 = v128.load(b);
  let b1 = v128.load(b, 16);
  let x = v128.load32_splat(a);
  let c00 = f32x4.mul(x, b0);
  let c01 = f32x4.mul(x, b1);
  x = v128.load32_splat(a + second);
  let c10 = f32x4.mul(x, b0);
  let c11 = f32x4.mul(x, b1);
  x = v128.load32_splat(a + third);
  let c20 = f32x4.mul(x, b0);
  let c21 = f32x4.mul(x, b1);
  x = v128.load32_splat(a + fourth);
  let c30 = f32x4.mul(x, b0);
  let c31 = f32x4.mul(x, b1);
  a += 4;
  b += 32;
  while (b < end) {
    b0 = v128.load(b);
    b1 = v128.load(b, 16);
    x = v128.load32_splat(a);
    c00 = madd(x, b0, c00);
    c01 = madd(x, b1, c01);
    x = v128.load32_splat(a + second);
    c10 = madd(x, b0, c10);
    c11 = madd(x, b1, c11);
    x = v128.load32_splat(a + third);
    c20 = madd(x, b0, c20);
    c21 = madd(x, b1, c21);
    x = v128.load32_splat(a + fourth);
    c30 = madd(x, b0, c30);
    c31 = madd(x, b1, c31);
    a += 4;
    b += 32;
  }
  finish(c, c00, c01, bias, fromC, starts, relu);
  finish(c + stepC, c10, c11, bias, fromC, starts, relu);
  finish(c + (stepC << 1), c20, c21, bias, fromC, starts, relu);
  finish(c + (stepC << 1) + stepC, c30, c31, bias, fromC, starts, relu);
}

function fourRowsOfTwo(
  c: usize,
  first: usize,
  panel: usize,
  panelBytes: usize,
  stepA: usize,
  stepC: usize,
  bias: usize,
  fromC: usize,
  starts: bool,
  relu: bool,
): void {
  const second = stepA;
  const third = stepA << 1;
  const fourth = third + stepA;
  let a = first;
  let b = panel;
  let d = panel + panelBytes;
  const end = d;
  let b0 = v128.load(b);
  let b1 = v128.load(b, 16);
  let d0 = v128.load(d);
  let d1 = v128.load(d, 16);
  let x = v128.load32_splat(a);
  let c00 = f32x4.mul(x, b0);
  let c01 = f32x4.mul(x, b1);
  let c02 = f32x4.mul(x, d0);
  let c03 = f32x4.mul(x, d1);
  x = v128.load32_splat(a + second);
  let c10 = f32x4.mul(x, b0);
  let c11 = f32x4.mul(x, b1);
  let c12 = f32x4.mul(x, d0);
  let c13 = f32x4.mul(x, d1);
  x = v128.load32_splat(a + third);
  let c20 = f32x4.mul(x, b0);
  let c21 = f32x4.mul(x, b1);
  let c22 = f32x4.mul(x, d0);
  let c23 = f32x4.mul(x, d1);
  x = v128.load32_splat(a + fourth);
  let c30 = f32x4.mul(x, b0);
  let c31 = f32x4.mul(x, b1);
  let c32 = f32x4.mul(x, d0);
  let c33 = f32x4.mul(x, d1);
  a += 4;
  b += 32;
  d += 32;
  while (b < end) {
    b0 = v128.load(b);
    b1 = v128.load(b, 16);
    d0 = v128.load(d);
    d1 = v128.load(d, 16);
    x = v128.load32_splat(a);
    c00 = madd(x, b0, c00);
    c01 = madd(x, b1, c01);
    c02 = madd(x, d0, c02);
    c03 = madd(x, d1, c03);
    x = v128.load32_splat(a + second);
    c10 = madd(x, b0, c10);
    c11 = madd(x, b1, c11);
    c12 = madd(x, d0, c12);
    c13 = madd(x, d1, c13);
    x = v128.load32_splat(a + third);
    c20 = madd(x, b0, c20);
    c21 = madd(x, b1, c21);
    c22 = madd(x, d0, c22);
    c23 = madd(x, d1, c23);
    x = v128.load32_splat(a + fourth);
    c30 = madd(x, b0, c30);
    c31 = madd(x, b1, c31);
    c32 = madd(x, d0, c32);
    c33 = madd(x, d1, c33);
    a += 4;
    b += 32;
    d += 32;
  }
  const next: usize = bias == 0 ? 0 : bias + 32;
  finish(c, c00, c01, bias, fromC, starts, relu);
  finish(c + 32, c02, c03, next, fromC, starts, relu);
  c += stepC;
  finish(c, c10, c11, bias, fromC, starts, relu);
  finish(c + 32, c12, c13, next, fromC, starts, relu);
  c += stepC;
  finish(c, c20, c21, bias, fromC, starts, relu);
  finish(c + 32, c22, c23, next, fromC, starts, relu);
  c += stepC;
  finish(c, c30, c31, bias, fromC, starts, relu);
  finish(c + 32, c32, c33, next, fromC, starts, relu);
}

@inline
function oneRow(c: usize, first: usize, panel: usize, panelBytes: usize, bias: usize, fromC: usize, starts: bool, relu: bool): void {
  let a = first;
  let b = panel;
  const end = panel + panelBytes;
  let x = v128.load32_splat(a);
  let c0 = f32x4.mul(x, v128.load(b));
  let c1 = f32x4.mul(x, v128.load(b, 16));
  a += 4;
  b += 32;
  while (b < end) {
    x = v128.load32_splat(a);
    c0 = madd(x, v128.load(b), c0);
    c1 = madd(x, v128.load(b, 16), c1);
    a += 4;
    b += 32;
  }
  finish(c, c0, c1, bias, fromC, starts, relu);
}

@inline
function finish(c: usize, low: v128, high: v128, bias: usize, fromC: usize, starts: bool, relu: bool): void {
  if (bias != 0) {
    low = f32x4.add(low, v128.load(bias));
    high = f32x4.add(high, v128.load(bias, 16));
  }
  if (starts) {
    low = f32x4.add(low, v128.load(c + fromC));
    high = f32x4.add(high, v128.load(c + fromC, 16));
  }
  if (relu) {
    // pmax(x, 0) is x unless x < 0: NaN stays NaN, so that a broken network shows.
    const zero = f32x4.splat(0);
    low = f32x4.pmax(low, zero);
    high = f32x4.pmax(high, zero);
  }
  v128.store(c, low);
  v128.store(c, high, 16);
}
