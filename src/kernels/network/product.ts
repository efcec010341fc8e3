// Matrix products for networks: C = act(A B + bias). The weight gradient AᵀY is in weight-gradient.ts.
//
// B is packed: panels of eight columns, [N/8][K][8], the last one padded with zeros. A tile of four rows by one panel stays in
// eight registers during the loop over k: two loads of B, four broadcasts of A, eight multiply-adds. Measured on three
// versions of V8 (`node bench/network.js`), larger tiles spill on two of them and smaller ones starve the multipliers.
// The first k is a plain product, so that accumulators start with different values: equal starts are spilled too.
//
// Where an engine merges pairs of 128-bit instructions into 256-bit ones, a tile has only four accumulators, too few to hide
// the latency of a multiply-add: two panels at once make eight again (as 128-bit instructions they would not fit the
// registers). Each sum runs over k in order, whatever the tile: the bytes are the same.
//
// The caller chooses the steps (bytes from one row to the next); rows need no padding. Columns of C up to the next multiple of
// eight are written (with the products of B's zero columns), so a row of C must have room for them.

import { madd } from "./madd";
import { isWide } from "./wide";

/**
 * C[rows, N] = A[rows, K] B (+ bias[N]) (+ start[rows, N], with the step of C; C itself to accumulate), then max(0, ·) if relu.
 * Bias and start are omitted if their address is 0. K ≥ 1.
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
      oneRow(c, a, panel, panelBytes, stepA, stepC, shift, fromC, start != 0, relu);
      if (isPair) oneRow(c + 32, a, panel + panelBytes, panelBytes, stepA, stepC, shift == 0 ? 0 : shift + 32, fromC, start != 0, relu);
      a += stepA;
      c += stepC;
    }
    j += isPair ? 16 : 8;
  }
}

unroll: for (const [$tile, $rows, $panels] of [["oneRow", [0], [0]], ["fourRows", [0, 1, 2, 3], [0]], ["fourRowsOfTwo", [0, 1, 2, 3], [0, 1]]]) {
  @inline
  function $tile(
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
    const $r = each($rows);
    const $p = each($panels);
    const $v = each([0, 1]);
    const row$r: usize = $r * stepA;
    let a = first;
    let b$p = panel + $p * panelBytes;
    const end = panel + panelBytes;
    let w$p$v = v128.load(b$p, 16 * $v);
    unroll: for (const $r of $rows) {
      let x$r = v128.load32_splat(a + row$r);
      let c$r$p$v = f32x4.mul(x$r, w$p$v);
    }
    a += 4;
    b$p += 32;
    while (b0 < end) {
      w$p$v = v128.load(b$p, 16 * $v);
      unroll: for (const $r of $rows) {
        x$r = v128.load32_splat(a + row$r);
        c$r$p$v = madd(x$r, w$p$v, c$r$p$v);
      }
      a += 4;
      b$p += 32;
    }
    unroll: for (const $r of $rows) {
      finish(c + 32 * $p, c$r$p0, c$r$p1, bias + 32 * $p, bias != 0, fromC, starts, relu);
      c += stepC;
    }
  }
}

@inline
function finish(c: usize, low: v128, high: v128, bias: usize, shifts: bool, fromC: usize, starts: bool, relu: bool): void {
  if (shifts) {
    low = f32x4.add(low, v128.load(bias));
    high = f32x4.add(high, v128.load(bias, 16));
  }
  if (starts) {
    low = f32x4.add(low, v128.load(c + fromC));
    high = f32x4.add(high, v128.load(c + fromC, 16));
  }
  if (relu) {
    // pmax(x, 0) is x unless x < 0: NaN stays NaN, so that a diverged network is visible.
    const zero = f32x4.splat(0);
    low = f32x4.pmax(low, zero);
    high = f32x4.pmax(high, zero);
  }
  v128.store(c, low);
  v128.store(c, high, 16);
}
