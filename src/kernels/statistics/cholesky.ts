// A = L Lᵀ in place, on and below the diagonal; entries above it are neither read nor written.
//
// Blocks of 128 columns. The block's rows are packed in panels of four; from each 4 × 4 tile of a panel the sum over the tiles to
// its left is subtracted, and the tile on the diagonal solves for the rest. The same panels, as both factors, then update
// everything to the right: all but a thin diagonal is done by the tile kernel.
//
// Returns 0, or the number (from 1) of the first pivot that is not positive (or is NaN); A is then partly factored.
// work: choleskyRoom(n) numbers.

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

const blockColumns: i32 = 128;
/** Columns whose panels stay in the L2 cache during an update. */
const updateColumns: i32 = 256;

/** Workspace for a factorisation of n rows, in numbers. */
export function choleskyRoom(n: i32): i32 {
  const width = min(blockColumns, (n + 3) & ~3);
  return 32 + width + width * ((n + 3) & ~3);
}

export function choleskyInto(A: usize, step: i32, n: i32, work: usize): i32 {
  const bytes: usize = <usize>step << 3;
  const scratch = work;
  const inverses = scratch + 256;
  const panels = inverses + (<usize>min(blockColumns, (n + 3) & ~3) << 3);
  for (let p = 0; p < n; p += blockColumns) {
    const width = min(blockColumns, n - p);
    const corner = A + <usize>p * bytes + (<usize>p << 3);
    const failed = factorColumns(corner, bytes, n - p, width, panels, inverses, scratch);
    if (failed != 0) return p + failed;
    if (p + width < n) {
      const panelBytes: usize = <usize>width << 5;
      const rest = corner + <usize>width * (bytes + 8);
      updateRest(rest, bytes, n - p - width, width, panels + <usize>(width >> 2) * panelBytes, scratch);
    }
  }
  return 0;
}

/** Factors the first `width` columns of `rows` rows, and packs them into panels. */
function factorColumns(
  A: usize,
  bytes: usize,
  rows: i32,
  width: i32,
  panels: usize,
  inverses: usize,
  scratch: usize,
): i32 {
  const panelBytes: usize = <usize>((width + 3) & ~3) << 5;
  for (let i = 0; i < rows; ) {
    // Panels below the diagonal block are independent of each other.
    const count = i < width ? 1 : max(1, min(tilesTogether(), (rows - i) >> 2));
    const sumBytes: usize = <usize>count << 5;
    const panel = panels + <usize>(i >> 2) * panelBytes;
    const height = min(4 * count, rows - i);
    const depth = min(width, i + height);
    const row = A + <usize>i * bytes;
    packInto(panel, row, bytes, 8, height, depth);
    for (let j = 0; j < min(i, width); j += 4) {
      const left = panels + <usize>(j >> 2) * panelBytes;
      const corner: usize = <usize>j << 5;
      tilesInto(scratch, sumBytes, left, panel, panelBytes, count, j, replace);
      for (let t: usize = 0; t < <usize>count; t++) {
        const x = panel + t * panelBytes + corner;
        solveTile(x, scratch + (t << 5), sumBytes, left + corner, inverses + (<usize>j << 3), 4);
      }
    }
    if (i < width) {
      tilesInto(scratch, 32, panel, panel, panelBytes, 1, i, replace);
      const failed = factorTile(panel + (<usize>i << 5), scratch, inverses + (<usize>i << 3), height);
      if (failed != 0) return i + failed;
    }
    // A panel on the diagonal is written back row by row, each up to the diagonal.
    if (i >= width) unpackInto(row, panel, bytes, 8, height, depth);
    else for (let r = 0; r < height; r++) unpackInto(row + <usize>r * bytes, panel + (<usize>r << 3), bytes, 8, 1, i + r + 1);
    i += height;
  }
  return 0;
}

/** Factors a 4 × 4 (or smaller) tile on the diagonal, entry (r, q) at [4q + r]. */
function factorTile(tile: usize, sums: usize, inverses: usize, size: i32): i32 {
  for (let q = 0; q < size; q++) {
    for (let r = q; r < size; r++) {
      const target = tile + (<usize>q << 5) + (<usize>r << 3);
      let x = load<f64>(target) - load<f64>(sums + (<usize>q << 5) + (<usize>r << 3));
      for (let s = 0; s < q; s++) {
        const column = tile + (<usize>s << 5);
        x -= load<f64>(column + (<usize>r << 3)) * load<f64>(column + (<usize>q << 3));
      }
      if (r == q) {
        if (!(x > 0)) return q + 1;
        x = Math.sqrt(x);
        store<f64>(inverses + (<usize>q << 3), 1 / x);
      } else x *= load<f64>(inverses + (<usize>q << 3));
      store<f64>(target, x);
    }
  }
  return 0;
}

/** A −= P Pᵀ on and below the diagonal, P the packed panels of A's rows. */
function updateRest(A: usize, bytes: usize, rows: i32, depth: i32, panels: usize, scratch: usize): void {
  const panelBytes: usize = <usize>depth << 5;
  for (let first = 0; first < rows; first += updateColumns) {
    for (let i = first; i < rows; i += 4) {
      const panel = panels + <usize>(i >> 2) * panelBytes;
      const row = A + <usize>i * bytes;
      const end = min(first + updateColumns, i + 4);
      const whole = rows - i >= 4 ? min(end, i) : first;
      const others = panels + <usize>(first >> 2) * panelBytes;
      tilesInto(row + (<usize>first << 3), bytes, panel, others, panelBytes, (whole - first) >> 2, depth, subtract);
      for (let j = whole; j < end; j += 4) {
        const other = panels + <usize>(j >> 2) * panelBytes;
        const target = row + (<usize>j << 3);
        partOfTileInto(target, bytes, panel, other, depth, subtract, min(4, rows - i), 4, i - j + 1, scratch);
      }
    }
  }
}
