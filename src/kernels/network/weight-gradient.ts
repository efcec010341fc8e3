// The gradient of a product with respect to its weights, AᵀY, with the column sums of Y for the bias.
//
// Tiles of four columns of A by one panel of Y, or two (see product.ts), stay in registers during the loop over a block of rows.

import { madd } from "./madd";
import { isWide } from "./wide";

/**
 * G = Aᵀ Y for A[rows, K] and Y[rows, N], G packed like B in product.ts, and sums[N] = the column sums of Y (unless 0);
 * accumulated if adds. Rows of Y are readable up to the next multiple of eight columns.
 */
export function gradientInto(
  G: usize,
  sums: usize,
  A: usize,
  Y: usize,
  rows: i32,
  N: i32,
  K: i32,
  stepA: usize,
  stepY: usize,
  adds: bool,
): void {
  const panelBytes = <usize>K << 5;
  const even = K & ~3;
  if (!adds) {
    memory.fill(G, 0, panelBytes * <usize>((N + 7) >> 3));
    if (sums != 0) memory.fill(sums, 0, <usize>((N + 7) >> 3) << 5);
  }
  // Blocks of rows keep a strip of Y in the L1 cache (a step of 1 KB maps it to a handful of sets) while A streams through, and a
  // block of A in the L2 cache while the strips do.
  for (let from = 0; from < rows; from += rowBlock) {
    const count = rows - from < rowBlock ? rows - from : rowBlock;
    const block = A + <usize>from * stepA;
    for (let j = 0; j < N; ) {
      const y = Y + <usize>from * stepY + (<usize>j << 2);
      const isPair = isWide && j + 8 < N;
      let g = G + <usize>(j >> 3) * panelBytes;
      let a = block;
      for (let k = 0; k < even; k += 4) {
        if (isPair) fourColumnsOfTwo(g, panelBytes, a, y, count, stepA, stepY);
        else fourColumns(g, panelBytes, a, y, count, stepA, stepY);
        g += 128;
        a += 16;
      }
      for (let k = even; k < K; k++) {
        oneColumn(g, panelBytes, a, y, count, stepA, stepY);
        if (isPair) oneColumn(g + panelBytes, panelBytes, a, y + 32, count, stepA, stepY);
        g += 32;
        a += 4;
      }
      if (sums != 0) {
        addRows(sums + (<usize>j << 2), y, count, stepY);
        if (isPair) addRows(sums + (<usize>(j + 8) << 2), y + 32, count, stepY);
      }
      j += isPair ? 16 : 8;
    }
  }
}

const rowBlock: i32 = 96;

@inline
function addRows(sums: usize, start: usize, rows: i32, stepY: usize): void {
  let y = start;
  let low = v128.load(sums);
  let high = v128.load(sums, 16);
  for (let i = 0; i < rows; i++) {
    low = f32x4.add(low, v128.load(y));
    high = f32x4.add(high, v128.load(y, 16));
    y += stepY;
  }
  v128.store(sums, low);
  v128.store(sums, high, 16);
}

unroll: for (const [$tile, $columns, $panels] of [["oneColumn", [0], [0]], ["fourColumns", [0, 1, 2, 3], [0]], ["fourColumnsOfTwo", [0, 1, 2, 3], [0, 1]]]) {
  @inline
  function $tile(g: usize, panelBytes: usize, first: usize, start: usize, rows: i32, stepA: usize, stepY: usize): void {
    const $k = each($columns);
    const $p = each($panels);
    const $v = each([0, 1]);
    const g$p = g + $p * panelBytes;
    let a = first;
    let y = start;
    let c$k$p$v = v128.load(g$p, 32 * $k + 16 * $v);
    for (let i = 0; i < rows; i++) {
      const y$p$v = v128.load(y, 32 * $p + 16 * $v);
      unroll: for (const $k of $columns) {
        const x$k = v128.load32_splat(a, 4 * $k);
        c$k$p$v = madd(x$k, y$p$v, c$k$p$v);
      }
      a += stepA;
      y += stepY;
    }
    v128.store(g$p, c$k$p$v, 32 * $k + 16 * $v);
  }
}
