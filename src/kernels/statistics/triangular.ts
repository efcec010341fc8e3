// Triangular systems: L X = B and Lᵀ X = B with many right-hand sides, L x = b and Lᵀ x = b with one. In place; L is read
// only on and below the diagonal.
//
// Lᵀ X = B is L′ X′ = B′ with rows and columns counted from the end, so both are one kernel: the caller gives the
// first entry and the (then negative) steps, in numbers:
//
//     L X = B:   (X,                    step,  L,                       stepL,  1)
//     Lᵀ X = B:  (X + (n − 1) · step,  −step,  L + (n − 1)(stepL + 1),  −1,    −stepL)
//
// Blocks as in cholesky.ts: solve a block of 128 unknowns tile by tile, then subtract its contribution from the rest.

import {
  packInto,
  partOfTileInto,
  replace,
  solveTile,
  subtract,
  tilesInto,
  tilesTogether,
  unpackInto,
} from "./panel";

const block: i32 = 128;
const columnBlock: i32 = 256;

/** Workspace for n equations with m right-hand sides, in numbers. */
export function solveRoom(n: i32, m: i32): i32 {
  const depth = min(block, (n + 3) & ~3);
  return 32 + depth + depth * (((n + 3) & ~3) + min(columnBlock, (m + 3) & ~3));
}

export function solveLowerInto(
  X: usize,
  stepX: i32,
  L: usize,
  rowL: i32,
  columnL: i32,
  n: i32,
  m: i32,
  work: usize,
): void {
  const bytes: usize = <usize>stepX << 3;
  const rowBytes: usize = <usize>rowL << 3;
  const columnBytes: usize = <usize>columnL << 3;
  const longest = min(block, (n + 3) & ~3);
  const scratch = work;
  const inverses = scratch + 256;
  const panels = inverses + (<usize>longest << 3);
  const unknowns = panels + ((<usize>longest * <usize>((n + 3) & ~3)) << 3);
  for (let from = 0; from < m; from += columnBlock) {
    const columns = min(columnBlock, m - from);
    for (let p = 0; p < n; p += block) {
      const depth = min(block, n - p);
      const panelBytes: usize = <usize>depth << 5;
      const here = X + <usize>p * bytes + (<usize>from << 3);
      const corner = L + <usize>p * (rowBytes + columnBytes);
      for (let i = 0; i < depth; i++) {
        store<f64>(inverses + (<usize>i << 3), 1 / load<f64>(corner + <usize>i * (rowBytes + columnBytes)));
      }
      packInto(panels, corner, rowBytes, columnBytes, n - p, depth);
      for (let c = 0; c < columns; c += 4 * tilesTogether()) {
        const x = unknowns + <usize>(c >> 2) * panelBytes;
        const target = here + (<usize>c << 3);
        const width = min(4 * tilesTogether(), columns - c);
        const count = (width + 3) >> 2;
        const sumBytes: usize = <usize>count << 5;
        packInto(x, target, 8, bytes, width, depth);
        for (let i = 0; i < depth; i += 4) {
          const panel = panels + <usize>(i >> 2) * panelBytes;
          const offset: usize = <usize>i << 5;
          const inverse = inverses + (<usize>i << 3);
          tilesInto(scratch, sumBytes, panel, x, panelBytes, count, i, replace);
          for (let t: usize = 0; t < <usize>count; t++) {
            const unknown = x + t * panelBytes + offset;
            solveTile(unknown, scratch + (t << 5), sumBytes, panel + offset, inverse, min(4, depth - i));
          }
        }
        unpackInto(target, x, 8, bytes, width, depth);
      }
      subtractFromRest(here + <usize>depth * bytes, bytes, panels, unknowns, n - p - depth, columns, depth, scratch);
    }
  }
}

/** Subtracts the solved block's contribution from the equations below it; `panels` begins with the block's own. */
function subtractFromRest(
  X: usize,
  bytes: usize,
  panels: usize,
  unknowns: usize,
  rows: i32,
  columns: i32,
  depth: i32,
  scratch: usize,
): void {
  const panelBytes: usize = <usize>depth << 5;
  for (let i = 0; i < rows; i += 4) {
    const panel = panels + <usize>((depth + i) >> 2) * panelBytes;
    const row = X + <usize>i * bytes;
    // Rows from the end have negative steps, but a tile's row is contiguous either way.
    const whole = rows - i >= 4 ? columns & ~3 : 0;
    tilesInto(row, bytes, panel, unknowns, panelBytes, whole >> 2, depth, subtract);
    for (let c = whole; c < columns; c += 4) {
      const x = unknowns + <usize>(c >> 2) * panelBytes;
      const target = row + (<usize>c << 3);
      partOfTileInto(target, bytes, panel, x, depth, subtract, min(4, rows - i), min(4, columns - c), 4, scratch);
    }
  }
}

/** L x = b in place, x contiguous: row by row. */
export function solveLowerVectorInto(x: usize, L: usize, step: i32, n: i32): void {
  for (let i = 0; i < n; i++) {
    const row = L + ((<usize>i * <usize>step) << 3);
    const target = x + (<usize>i << 3);
    store<f64>(target, (load<f64>(target) - dot(row, x, i)) / load<f64>(row + (<usize>i << 3)));
  }
}

/** Lᵀ x = b in place, x contiguous: each unknown, once solved, is eliminated from the equations before it. */
export function solveTransposedVectorInto(x: usize, L: usize, step: i32, n: i32): void {
  for (let i = n - 1; i >= 0; i--) {
    const row = L + ((<usize>i * <usize>step) << 3);
    const known = load<f64>(x + (<usize>i << 3)) / load<f64>(row + (<usize>i << 3));
    store<f64>(x + (<usize>i << 3), known);
    subtractMultiple(x, row, known, i);
  }
}

function dot(a: usize, b: usize, count: i32): f64 {
  const $v = each([0, 1, 2, 3]);
  let s$v = f64x2.splat(0);
  let k = 0;
  for (; k + 8 <= count; k += 8) {
    s$v = f64x2.add(s$v, f64x2.mul(v128.load(a, 16 * $v), v128.load(b, 16 * $v)));
    a += 64;
    b += 64;
  }
  const both = f64x2.add(f64x2.add(s0, s1), f64x2.add(s2, s3));
  let sum = f64x2.extract_lane(both, 0) + f64x2.extract_lane(both, 1);
  for (; k < count; k++) {
    sum += load<f64>(a) * load<f64>(b);
    a += 8;
    b += 8;
  }
  return sum;
}

function subtractMultiple(x: usize, row: usize, factor: f64, count: i32): void {
  const both = f64x2.splat(factor);
  let k = 0;
  for (; k + 4 <= count; k += 4) {
    const low = f64x2.sub(v128.load(x), f64x2.mul(both, v128.load(row)));
    const high = f64x2.sub(v128.load(x, 16), f64x2.mul(both, v128.load(row, 16)));
    v128.store(x, low);
    v128.store(x, high, 16);
    x += 32;
    row += 32;
  }
  for (; k < count; k++) {
    store<f64>(x, load<f64>(x) - factor * load<f64>(row));
    x += 8;
    row += 8;
  }
}
