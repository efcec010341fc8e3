// Layers of many small networks side by side, one network in each lane: unit u of network t is column u · lanes + t.
//
//     y[o, t] = Σ_k W[o, k, t] x[k, t] (+ bias[o, t])      for every row and every lane t separately
//
// So four networks are computed at once, each in its own lane. `lanes` is a multiple of four; W is [outs][ins][lanes]; the
// gradient with respect to x is the same sum with outs and ins exchanged, expressed by the strides of W (bytes from one o,
// or one k, to the next). Tiles of four rows by two outs, or of two outs by four ins, stay in eight registers: six loads for
// eight multiply-adds.

import { madd } from "./madd";

/** y[rows, outs · lanes], padded with zeros to a multiple of eight; accumulated if adds. No bias is added if its address is 0. */
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
          if (isFour) fourRows(at, x + t, w, b, ins, apart, strideOut, strideIn, stepY, stepX, adds);
          else oneRow(at, x + t, w, b, ins, apart, strideOut, strideIn, stepY, stepX, adds);
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

unroll: for (const [$tile, $rows, $outs] of [["oneRow", [0], [0]], ["fourRows", [0, 1, 2, 3], [0]], ["fourRowsOfTwo", [0, 1, 2, 3], [0, 1]]]) {
  @inline
  function $tile(
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
    const $r = each($rows);
    const $o = each($outs);
    const row$r: usize = $r * stepX;
    let x = first;
    let w = W;
    let w$o = v128.load(w + $o * strideOut);
    unroll: for (const $r of $rows) {
      let v$r = v128.load(x + row$r);
      let c$r$o = f32x4.mul(v$r, w$o);
    }
    for (let k = 1; k < ins; k++) {
      x += apart;
      w += strideIn;
      w$o = v128.load(w + $o * strideOut);
      unroll: for (const $r of $rows) {
        v$r = v128.load(x + row$r);
        c$r$o = madd(v$r, w$o, c$r$o);
      }
    }
    unroll: for (const $r of $rows) {
      finish(y + $o * apart, c$r$o, bias + $o * apart, bias != 0, adds);
      y += stepY;
    }
  }
}

@inline
function finish(y: usize, sum: v128, bias: usize, shifts: bool, adds: bool): void {
  if (shifts) sum = f32x4.add(sum, v128.load(bias));
  if (adds) sum = f32x4.add(sum, v128.load(y));
  v128.store(y, sum);
}

/**
 * G[outs][ins][lanes] = Σ over rows of dy[o, t] x[k, t], and sums[outs][lanes] = Σ dy (unless 0), padded with zeros to a
 * multiple of eight; accumulated if adds.
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
          oneByOne(g, row, a, from, rows, apart, stepX, stepY);
          if (isPair) oneByOne(g + row, row, a, from + apart, rows, apart, stepX, stepY);
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

unroll: for (const [$tile, $outs, $ins] of [["oneByOne", [0], [0]], ["twoByFour", [0, 1], [0, 1, 2, 3]]]) {
  @inline
  function $tile(g: usize, row: usize, x: usize, dy: usize, rows: i32, apart: usize, stepX: usize, stepY: usize): void {
    const $o = each($outs);
    const $k = each($ins);
    const at$k: usize = $k * apart;
    let c$o$k = v128.load(g + $o * row + at$k);
    for (let i = 0; i < rows; i++) {
      const y$o = v128.load(dy + $o * apart);
      unroll: for (const $k of $ins) {
        const v$k = v128.load(x + at$k);
        c$o$k = madd(v$k, y$o, c$o$k);
      }
      x += stepX;
      dy += stepY;
    }
    v128.store(g + $o * row + at$k, c$o$k);
  }
}
