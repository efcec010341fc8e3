// Shared by the matrix kernels: panels of four rows, and 4 × 4 tiles of products of two panels.
//
// A panel of depth K holds four rows side by side: entry (r, k) is at [4k + r]. Both factors of a product are packed this
// way, so one packed block serves as either factor, and Cholesky's panel of columns is packed once for its whole update.
//
// The tile is 4 × 4: eight accumulators of two lanes leave registers for the operands and for the product before it is
// added (the strict build has no fused multiply-add). Unrolling the loop by two was a quarter slower. Where an engine merges
// pairs of 128-bit instructions into 256-bit ones, only four accumulators are left, too few to hide the latency of an
// addition; two tiles at once make eight again (as 128-bit instructions they would not fit the registers). Each entry's
// sum runs over the depth in order, whatever the tile: the bytes are the same.

/** Packs `rows` rows into panels, the last one padded with zeros; steps in bytes, negative ones in two's complement. */
export function packInto(
  out: usize,
  source: usize,
  rowStep: usize,
  depthStep: usize,
  rows: i32,
  depth: i32,
): void {
  for (let i = 0; i < rows; i += 4) {
    if (rows - i >= 4) {
      if (rowStep == 8) packAcross(out, source, depthStep, depth);
      else if (depthStep == 8) packAlong(out, source, rowStep, depth);
      else packAny(out, source, rowStep, depthStep, 4, depth);
    } else packAny(out, source, rowStep, depthStep, rows - i, depth);
    source += rowStep << 2;
    out += <usize>depth << 5;
  }
}

/** The four rows are adjacent in memory. */
function packAcross(out: usize, source: usize, depthStep: usize, depth: i32): void {
  for (let k = 0; k < depth; k++) {
    const a = v128.load(source);
    const b = v128.load(source, 16);
    v128.store(out, a);
    v128.store(out, b, 16);
    source += depthStep;
    out += 32;
  }
}

/** Each row is contiguous: two columns at a time are transposed in registers. */
function packAlong(out: usize, first: usize, rowStep: usize, depth: i32): void {
  const second = first + rowStep;
  const third = second + rowStep;
  const fourth = third + rowStep;
  let offset: usize = 0;
  for (let k = 0; k + 2 <= depth; k += 2) {
    const a = v128.load(first + offset);
    const b = v128.load(second + offset);
    const c = v128.load(third + offset);
    const d = v128.load(fourth + offset);
    v128.store(out, v128.shuffle<f64>(a, b, 0, 2));
    v128.store(out, v128.shuffle<f64>(c, d, 0, 2), 16);
    v128.store(out, v128.shuffle<f64>(a, b, 1, 3), 32);
    v128.store(out, v128.shuffle<f64>(c, d, 1, 3), 48);
    offset += 16;
    out += 64;
  }
  if (depth & 1) {
    store<f64>(out, load<f64>(first + offset));
    store<f64>(out, load<f64>(second + offset), 8);
    store<f64>(out, load<f64>(third + offset), 16);
    store<f64>(out, load<f64>(fourth + offset), 24);
  }
}

function packAny(out: usize, source: usize, rowStep: usize, depthStep: usize, rows: i32, depth: i32): void {
  for (let k = 0; k < depth; k++) {
    for (let r = 0; r < 4; r++) {
      const inside = r < rows;
      store<f64>(out + (<usize>r << 3), inside ? load<f64>(source + <usize>r * rowStep) : 0);
    }
    source += depthStep;
    out += 32;
  }
}

/** Writes the first `rows` rows of panels back to an unpacked matrix. */
export function unpackInto(
  out: usize,
  panel: usize,
  rowStep: usize,
  depthStep: usize,
  rows: i32,
  depth: i32,
): void {
  for (let r = 0; r < rows; r++) {
    let target = out + <usize>r * rowStep;
    let from = panel + <usize>(r >> 2) * (<usize>depth << 5) + (<usize>(r & 3) << 3);
    for (let k = 0; k < depth; k++) {
      store<f64>(target, load<f64>(from));
      target += depthStep;
      from += 32;
    }
  }
}

/** Modes: a product replaces the target, is added to it, or is subtracted from it. */
export const replace: i32 = 0;
export const add: i32 = 1;
export const subtract: i32 = 2;

let together: i32 = 1;

/** 2 where the engine merges the two halves of a tile's row into 256-bit instructions; 1, the default, elsewhere. */
export function setTilesTogether(count: i32): void {
  together = count;
}

/** Number of tiles of one row that are computed together; callers pass `tilesInto` that many where they can. */
@inline
export function tilesTogether(): i32 {
  return together;
}

/** `count` tiles side by side: panel a with `count` panels, `panelBytes` apart, from b on. */
@inline
export function tilesInto(
  out: usize,
  step: usize,
  a: usize,
  b: usize,
  panelBytes: usize,
  count: i32,
  depth: i32,
  mode: i32,
): void {
  if (together == 2) {
    for (; count >= 2; count -= 2) {
      twoTilesInto(out, step, a, b, panelBytes, depth, mode);
      out += 64;
      b += 2 * panelBytes;
    }
  }
  for (; count > 0; count--) {
    tileInto(out, step, a, b, panelBytes, depth, mode);
    out += 32;
    b += panelBytes;
  }
}

/** The products of the four rows of panel a (rows of out) with the rows of one panel from b on, or two (columns of out). */
unroll: for (const [$tile, $panels] of [["tileInto", [0]], ["twoTilesInto", [0, 1]]]) {
  function $tile(out: usize, step: usize, a: usize, b: usize, panelBytes: usize, depth: i32, mode: i32): void {
    const $r = each([0, 1, 2, 3]);
    const $p = each($panels);
    const $v = each([0, 1]);
    let b$p = b + $p * panelBytes;
    let c$r$p$v = f64x2.splat(0);
    for (const end = a + (<usize>depth << 5); a != end; a += 32) {
      const w$p$v = v128.load(b$p, 16 * $v);
      b$p += 32;
      unroll: for (const $r of [0, 1, 2, 3]) {
        const x$r = v128.load_splat<f64>(a, 8 * $r);
        c$r$p$v = f64x2.add(c$r$p$v, f64x2.mul(x$r, w$p$v));
      }
    }
    storeRow(out + $r * step + 32 * $p, c$r$p0, c$r$p1, mode);
  }
}

@inline
function storeRow(out: usize, low: v128, high: v128, mode: i32): void {
  if (mode == subtract) {
    low = f64x2.sub(v128.load(out), low);
    high = f64x2.sub(v128.load(out, 16), high);
  } else if (mode == add) {
    low = f64x2.add(v128.load(out), low);
    high = f64x2.add(v128.load(out, 16), high);
  }
  v128.store(out, low);
  v128.store(out, high, 16);
}

/** Writes part of a tile: its first rows and columns, and in row r only the columns before r + `below`. */
export function partOfTileInto(
  out: usize,
  step: usize,
  a: usize,
  b: usize,
  depth: i32,
  mode: i32,
  rows: i32,
  columns: i32,
  below: i32,
  scratch: usize,
): void {
  tileInto(scratch, 32, a, b, 0, depth, replace);
  for (let r = 0; r < rows; r++) {
    const last = min(columns, r + below);
    for (let c = 0; c < last; c++) {
      const target = out + <usize>r * step + (<usize>c << 3);
      const value = load<f64>(scratch + (<usize>r << 5) + (<usize>c << 3));
      if (mode == subtract) store<f64>(target, load<f64>(target) - value);
      else if (mode == add) store<f64>(target, load<f64>(target) + value);
      else store<f64>(target, value);
    }
  }
}

/**
 * Solves `rows` ≤ 4 equations of a lower-triangular system for four right-hand sides, in place: x holds the right-hand sides (one
 * panel, four numbers per equation), sums the contributions of the earlier unknowns (`step` bytes from one equation to the
 * next), triangle the 4 × 4 piece of the factor's panel, inverses the reciprocals of its diagonal.
 */
export function solveTile(
  x: usize,
  sums: usize,
  step: usize,
  triangle: usize,
  inverses: usize,
  rows: i32,
): void {
  for (let r = 0; r < rows; r++) {
    const target = x + (<usize>r << 5);
    let low = f64x2.sub(v128.load(target), v128.load(sums));
    let high = f64x2.sub(v128.load(target, 16), v128.load(sums, 16));
    sums += step;
    for (let q = 0; q < r; q++) {
      const factor = v128.load_splat<f64>(triangle + (<usize>q << 5) + (<usize>r << 3));
      low = f64x2.sub(low, f64x2.mul(factor, v128.load(x + (<usize>q << 5))));
      high = f64x2.sub(high, f64x2.mul(factor, v128.load(x + (<usize>q << 5), 16)));
    }
    const inverse = v128.load_splat<f64>(inverses + (<usize>r << 3));
    v128.store(target, f64x2.mul(low, inverse));
    v128.store(target, f64x2.mul(high, inverse), 16);
  }
}
