// The gradient of a product with respect to its weights, AᵀY, with the column sums of Y for the bias.
//
// Tiles of four columns of A by one panel of Y, or two (product.ts says when), stay in registers while the rows of a block run.

import { madd } from "./madd";
import { isWide } from "./wide";

/**
 * G = Aᵀ Y for A[rows, K] and Y[rows, N], G packed as B is, and sums[N] = the column sums of Y (unless 0); added to what is
 * there if adds. Rows of Y are readable up to the next multiple of eight columns.
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
  // Blocks of rows: a strip of Y then stays in the nearest cache (a step of 1 KB maps it to a handful of sets) while A
  // passes by, and a block of A in the next one while the strips do.
  for (let from = 0; from < rows; from += rowBlock) {
    const count = rows - from < rowBlock ? rows - from : rowBlock;
    const block = A + <usize>from * stepA;
    for (let j = 0; j < N; ) {
      const y = Y + <usize>from * stepY + (<usize>j << 2);
      const isPair = isWide && j + 8 < N;
      let g = G + <usize>(j >> 3) * panelBytes;
      let a = block;
      for (let k = 0; k < even; k += 4) {
        if (isPair) fourColumnsOfTwo(g, g + panelBytes, a, y, count, stepA, stepY);
        else fourColumns(g, a, y, count, stepA, stepY);
        g += 128;
        a += 16;
      }
      for (let k = even; k < K; k++) {
        oneColumn(g, a, y, count, stepA, stepY);
        if (isPair) oneColumn(g + panelBytes, a, y + 32, count, stepA, stepY);
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

@inline
function fourColumns(g: usize, first: usize, start: usize, rows: i32, stepA: usize, stepY: usize): void {
  let a = first;
  let y = start;
  let c00 = v128.load(g);
  let c01 = v128.load(g, 16);
  let c10 = v128.load(g, 32);
  let c11 = v128.load(g, 48);
  let c20 = v128.load(g, 64);
  let c21 = v128.load(g, 80);
  let c30 = v128.load(g, 96);
  let c31 = v128.load(g, 112);
  for (let i = 0; i < rows; i++) {
    const y0 = v128.load(y);
    const y1 = v128.load(y, 16);
    let x = v128.load32_splat(a);
    c00 = madd(x, y0, c00);
    c01 = madd(x, y1, c01);
    x = v128.load32_splat(a, 4);
    c10 = madd(x, y0, c10);
    c11 = madd(x, y1, c11);
    x = v128.load32_splat(a, 8);
    c20 = madd(x, y0, c20);
    c21 = madd(x, y1, c21);
    x = v128.load32_splat(a, 12);
    c30 = madd(x, y0, c30);
    c31 = madd(x, y1, c31);
    a += stepA;
    y += stepY;
  }
  v128.store(g, c00);
  v128.store(g, c01, 16);
  v128.store(g, c10, 32);
  v128.store(g, c11, 48);
  v128.store(g, c20, 64);
  v128.store(g, c21, 80);
  v128.store(g, c30, 96);
  v128.store(g, c31, 112);
}

function fourColumnsOfTwo(g: usize, h: usize, first: usize, start: usize, rows: i32, stepA: usize, stepY: usize): void {
  let a = first;
  let y = start;
  let c00 = v128.load(g);
  let c01 = v128.load(g, 16);
  let c02 = v128.load(h);
  let c03 = v128.load(h, 16);
  let c10 = v128.load(g, 32);
  let c11 = v128.load(g, 48);
  let c12 = v128.load(h, 32);
  let c13 = v128.load(h, 48);
  let c20 = v128.load(g, 64);
  let c21 = v128.load(g, 80);
  let c22 = v128.load(h, 64);
  let c23 = v128.load(h, 80);
  let c30 = v128.load(g, 96);
  let c31 = v128.load(g, 112);
  let c32 = v128.load(h, 96);
  let c33 = v128.load(h, 112);
  for (let i = 0; i < rows; i++) {
    const y0 = v128.load(y);
    const y1 = v128.load(y, 16);
    const y2 = v128.load(y, 32);
    const y3 = v128.load(y, 48);
    let x = v128.load32_splat(a);
    c00 = madd(x, y0, c00);
    c01 = madd(x, y1, c01);
    c02 = madd(x, y2, c02);
    c03 = madd(x, y3, c03);
    x = v128.load32_splat(a, 4);
    c10 = madd(x, y0, c10);
    c11 = madd(x, y1, c11);
    c12 = madd(x, y2, c12);
    c13 = madd(x, y3, c13);
    x = v128.load32_splat(a, 8);
    c20 = madd(x, y0, c20);
    c21 = madd(x, y1, c21);
    c22 = madd(x, y2, c22);
    c23 = madd(x, y3, c23);
    x = v128.load32_splat(a, 12);
    c30 = madd(x, y0, c30);
    c31 = madd(x, y1, c31);
    c32 = madd(x, y2, c32);
    c33 = madd(x, y3, c33);
    a += stepA;
    y += stepY;
  }
  v128.store(g, c00);
  v128.store(g, c01, 16);
  v128.store(h, c02);
  v128.store(h, c03, 16);
  v128.store(g, c10, 32);
  v128.store(g, c11, 48);
  v128.store(h, c12, 32);
  v128.store(h, c13, 48);
  v128.store(g, c20, 64);
  v128.store(g, c21, 80);
  v128.store(h, c22, 64);
  v128.store(h, c23, 80);
  v128.store(g, c30, 96);
  v128.store(g, c31, 112);
  v128.store(h, c32, 96);
  v128.store(h, c33, 112);
}

@inline
function oneColumn(g: usize, first: usize, start: usize, rows: i32, stepA: usize, stepY: usize): void {
  let a = first;
  let y = start;
  let c0 = v128.load(g);
  let c1 = v128.load(g, 16);
  for (let i = 0; i < rows; i++) {
    const x = v128.load32_splat(a);
    c0 = madd(x, v128.load(y), c0);
    c1 = madd(x, v128.load(y, 16), c1);
    a += stepA;
    y += stepY;
  }
  v128.store(g, c0);
  v128.store(g, c1, 16);
}
