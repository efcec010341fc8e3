// Layers of many small networks side by side, one network in each lane: unit u of network t is column u · lanes + t.
//
//     y[o, t] = Σ_k W[o, k, t] x[k, t] (+ bias[o, t])      for every row and every lane t by itself
//
// So four networks are computed at once and no two of them meet. `lanes` is a multiple of four; W is [outs][ins][lanes]; the
// gradient with respect to x is the same sum with outs and ins exchanged, which the strides of W (bytes from one o, one k,
// to the next) say. Tiles of four rows by two outs, or of two outs by four ins, stay in eight registers: six loads for
// eight multiply-adds.

import { madd } from "./madd";

/** y[rows, outs · lanes], and zeros up to the next multiple of eight; added to what is there if adds. Bias is left out where it is 0. */
export function lanesInto(
  y: usize,
  x: usize,
  W: usize,
  bias: usize,
  rows: i32,
  outs: i32,
  ins: i32,
  lanes: i32,
  strideOut: usize,
  strideIn: usize,
  stepY: usize,
  stepX: usize,
  adds: bool,
): void {
  const apart = <usize>lanes << 2;
  const last = <usize>outs * apart;
  const even = rows & ~3;
  for (let i = 0; i < rows; ) {
    const isFour = i < even;
    for (let t: usize = 0; t < apart; t += 16) {
      for (let o = 0; o < outs; ) {
        const at = y + <usize>o * apart + t;
        const w = W + <usize>o * strideOut + t;
        const b: usize = bias == 0 ? 0 : bias + <usize>o * apart + t;
        if (isFour && o + 1 < outs) {
          fourRowsOfTwo(at, x + t, w, b, ins, apart, strideOut, strideIn, stepY, stepX, adds);
          o += 2;
        } else {
          if (isFour) fourRows(at, x + t, w, b, ins, apart, strideIn, stepY, stepX, adds);
          else oneRow(at, x + t, w, b, ins, apart, strideIn, adds);
          o++;
        }
      }
    }
    const count = isFour ? 4 : 1;
    if ((last & 16) != 0) {
      for (let k = 0; k < count; k++) v128.store(y + <usize>k * stepY + last, f32x4.splat(0));
    }
    i += count;
    x += <usize>count * stepX;
    y += <usize>count * stepY;
  }
}

@inline
function fourRowsOfTwo(
  y: usize,
  first: usize,
  W: usize,
  bias: usize,
  ins: i32,
  apart: usize,
  strideOut: usize,
  strideIn: usize,
  stepY: usize,
  stepX: usize,
  adds: bool,
): void {
  const second = stepX;
  const third = stepX << 1;
  const fourth = third + stepX;
  let x = first;
  let w = W;
  let w0 = v128.load(w);
  let w1 = v128.load(w + strideOut);
  let v = v128.load(x);
  let c00 = f32x4.mul(v, w0);
  let c01 = f32x4.mul(v, w1);
  v = v128.load(x + second);
  let c10 = f32x4.mul(v, w0);
  let c11 = f32x4.mul(v, w1);
  v = v128.load(x + third);
  let c20 = f32x4.mul(v, w0);
  let c21 = f32x4.mul(v, w1);
  v = v128.load(x + fourth);
  let c30 = f32x4.mul(v, w0);
  let c31 = f32x4.mul(v, w1);
  for (let k = 1; k < ins; k++) {
    x += apart;
    w += strideIn;
    w0 = v128.load(w);
    w1 = v128.load(w + strideOut);
    v = v128.load(x);
    c00 = madd(v, w0, c00);
    c01 = madd(v, w1, c01);
    v = v128.load(x + second);
    c10 = madd(v, w0, c10);
    c11 = madd(v, w1, c11);
    v = v128.load(x + third);
    c20 = madd(v, w0, c20);
    c21 = madd(v, w1, c21);
    v = v128.load(x + fourth);
    c30 = madd(v, w0, c30);
    c31 = madd(v, w1, c31);
  }
  const next: usize = bias == 0 ? 0 : bias + apart;
  finish(y, c00, bias, adds);
  finish(y + apart, c01, next, adds);
  y += stepY;
  finish(y, c10, bias, adds);
  finish(y + apart, c11, next, adds);
  y += stepY;
  finish(y, c20, bias, adds);
  finish(y + apart, c21, next, adds);
  y += stepY;
  finish(y, c30, bias, adds);
  finish(y + apart, c31, next, adds);
}

@inline
function fourRows(
  y: usize,
  first: usize,
  W: usize,
  bias: usize,
  ins: i32,
  apart: usize,
  strideIn: usize,
  stepY: usize,
  stepX: usize,
  adds: bool,
): void {
  let x = first;
  let w = W;
  let w0 = v128.load(w);
  let c0 = f32x4.mul(v128.load(x), w0);
  let c1 = f32x4.mul(v128.load(x + stepX), w0);
  let c2 = f32x4.mul(v128.load(x + (stepX << 1)), w0);
  let c3 = f32x4.mul(v128.load(x + (stepX << 1) + stepX), w0);
  for (let k = 1; k < ins; k++) {
    x += apart;
    w += strideIn;
    w0 = v128.load(w);
    c0 = madd(v128.load(x), w0, c0);
    c1 = madd(v128.load(x + stepX), w0, c1);
    c2 = madd(v128.load(x + (stepX << 1)), w0, c2);
    c3 = madd(v128.load(x + (stepX << 1) + stepX), w0, c3);
  }
  finish(y, c0, bias, adds);
  finish(y + stepY, c1, bias, adds);
  finish(y + (stepY << 1), c2, bias, adds);
  finish(y + (stepY << 1) + stepY, c3, bias, adds);
}

@inline
function oneRow(y: usize, x: usize, w: usize, bias: usize, ins: i32, apart: usize, strideIn: usize, adds: bool): void {
  let c = f32x4.mul(v128.load(x), v128.load(w));
  for (let k = 1; k < ins; k++) {
    x += apart;
    w += strideIn;
    c = madd(v128.load(x), v128.load(w), c);
  }
  finish(y, c, bias, adds);
}

@inline
function finish(y: usize, sum: v128, bias: usize, adds: bool): void {
  if (bias != 0) sum = f32x4.add(sum, v128.load(bias));
  if (adds) sum = f32x4.add(sum, v128.load(y));
  v128.store(y, sum);
}

/**
 * G[outs][ins][lanes] = Σ over rows of dy[o, t] x[k, t], and sums[outs][lanes] = Σ dy (unless 0), with zeros up to the next
 * multiple of eight; added to what is there if adds.
 */
export function lanesGradientInto(
  G: usize,
  sums: usize,
  x: usize,
  dy: usize,
  rows: i32,
  outs: i32,
  ins: i32,
  lanes: i32,
  stepX: usize,
  stepY: usize,
  adds: bool,
): void {
  const apart = <usize>lanes << 2;
  const bytes = <usize>outs * apart;
  if (!adds) {
    memory.fill(G, 0, (bytes * <usize>ins + 16) & ~31);
    if (sums != 0) memory.fill(sums, 0, (bytes + 16) & ~31);
  }
  const row = <usize>ins * apart;
  for (let t: usize = 0; t < apart; t += 16) {
    for (let o = 0; o < outs; ) {
      const isPair = o + 1 < outs;
      const from = dy + <usize>o * apart + t;
      let g = G + <usize>o * row + t;
      let a = x + t;
      for (let k = 0; k < ins; ) {
        if (isPair && k + 3 < ins) {
          twoByFour(g, row, a, from, rows, apart, stepX, stepY);
          g += apart << 2;
          a += apart << 2;
          k += 4;
        } else {
          oneByOne(g, a, from, rows, stepX, stepY);
          if (isPair) oneByOne(g + row, a, from + apart, rows, stepX, stepY);
          g += apart;
          a += apart;
          k++;
        }
      }
      o += isPair ? 2 : 1;
    }
  }
  if (sums != 0) {
    for (let j: usize = 0; j < bytes; j += 16) {
      let sum = v128.load(sums + j);
      for (let i: usize = 0; i < <usize>rows; i++) sum = f32x4.add(sum, v128.load(dy + i * stepY + j));
      v128.store(sums + j, sum);
    }
  }
}

@inline
function twoByFour(g: usize, row: usize, x: usize, dy: usize, rows: i32, apart: usize, stepX: usize, stepY: usize): void {
  const third = apart << 1;
  const fourth = third + apart;
  let c00 = v128.load(g);
  let c01 = v128.load(g + apart);
  let c02 = v128.load(g + third);
  let c03 = v128.load(g + fourth);
  const h = g + row;
  let c10 = v128.load(h);
  let c11 = v128.load(h + apart);
  let c12 = v128.load(h + third);
  let c13 = v128.load(h + fourth);
  for (let i = 0; i < rows; i++) {
    const y0 = v128.load(dy);
    const y1 = v128.load(dy + apart);
    let v = v128.load(x);
    c00 = madd(v, y0, c00);
    c10 = madd(v, y1, c10);
    v = v128.load(x + apart);
    c01 = madd(v, y0, c01);
    c11 = madd(v, y1, c11);
    v = v128.load(x + third);
    c02 = madd(v, y0, c02);
    c12 = madd(v, y1, c12);
    v = v128.load(x + fourth);
    c03 = madd(v, y0, c03);
    c13 = madd(v, y1, c13);
    x += stepX;
    dy += stepY;
  }
  v128.store(g, c00);
  v128.store(g + apart, c01);
  v128.store(g + third, c02);
  v128.store(g + fourth, c03);
  v128.store(h, c10);
  v128.store(h + apart, c11);
  v128.store(h + third, c12);
  v128.store(h + fourth, c13);
}

@inline
function oneByOne(g: usize, x: usize, dy: usize, rows: i32, stepX: usize, stepY: usize): void {
  let c = v128.load(g);
  for (let i = 0; i < rows; i++) {
    c = madd(v128.load(x), v128.load(dy), c);
    x += stepX;
    dy += stepY;
  }
  v128.store(g, c);
}
