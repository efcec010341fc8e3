// C = A B, C + A B or C − A B for any m × k and k × n matrices, whole or on and below the diagonal only.
//
// Entry (i, j) of a factor is at row step · i + column step · j (in numbers), so a transposed factor is the same call
// with the steps swapped: NN, NT and TN are one kernel, and with B = Aᵀ and `lower` it is the symmetric rank-k update.
//
// Goto & van de Geijn, "Anatomy of high-performance matrix multiplication", ACM TOMS 34(3), 2008: blocks of B stay in
// the L3 cache, blocks of A in L2, one panel of B in L1. The order of summation depends on the shape alone.
//
// work: productRoom(m, n, k) numbers. mode: 0 C = AB, 1 C + AB, 2 C − AB.

import { add, packInto, partOfTileInto, replace, tilesInto, tilesTogether } from "./panel";

const depthBlock: i32 = 256;
const rowBlock: i32 = 128;
const columnBlock: i32 = 1024;

/** Workspace for a product of these sizes, in numbers. */
export function productRoom(m: i32, n: i32, k: i32): i32 {
  const depth = min(k, depthBlock);
  return 16 + depth * (min((m + 3) & ~3, rowBlock) + min((n + 3) & ~3, columnBlock));
}

export function productInto(
  C: usize,
  stepC: i32,
  A: usize,
  rowA: i32,
  columnA: i32,
  B: usize,
  rowB: i32,
  columnB: i32,
  m: i32,
  n: i32,
  k: i32,
  mode: i32,
  lower: bool,
  work: usize,
): void {
  const scratch = work;
  const packedA = scratch + 128;
  const packedB = packedA + ((<usize>min(k, depthBlock) * <usize>min((m + 3) & ~3, rowBlock)) << 3);
  const stepBytes: usize = <usize>stepC << 3;
  for (let j = 0; j < n; j += columnBlock) {
    const columns = min(columnBlock, n - j);
    // At least one pass, so that an empty sum becomes zero.
    for (let l = 0; l == 0 || l < k; l += depthBlock) {
      const depth = min(depthBlock, k - l);
      const how = l == 0 || mode != replace ? mode : add;
      packInto(packedB, B + (at(l, rowB) + at(j, columnB)), at(1, columnB), at(1, rowB), columns, depth);
      for (let i = lower ? (j / rowBlock) * rowBlock : 0; i < m; i += rowBlock) {
        const rows = min(rowBlock, m - i);
        packInto(packedA, A + (at(i, rowA) + at(l, columnA)), at(1, rowA), at(1, columnA), rows, depth);
        const out = C + <usize>i * stepBytes + (<usize>j << 3);
        blockInto(out, stepBytes, packedA, packedB, rows, columns, depth, how, lower ? i - j : columns, scratch);
      }
    }
  }
}

@inline
function at(index: i32, step: i32): usize {
  return <usize>(index * step) << 3;
}

/** All tiles of one packed block; entry (r, c) is computed only if c ≤ r + diagonal. */
function blockInto(
  out: usize,
  step: usize,
  a: usize,
  b: usize,
  rows: i32,
  columns: i32,
  depth: i32,
  mode: i32,
  diagonal: i32,
  scratch: usize,
): void {
  const panel: usize = <usize>depth << 5;
  const across = 4 * tilesTogether();
  for (let from = 0; from < columns; from += across) {
    for (let r = 0; r < rows; r += 4) {
      const row = out + <usize>r * step;
      const left = a + <usize>(r >> 2) * panel;
      // Whole tiles lie left of the diagonal and of the last columns, and have four rows.
      const end = min(from + across, min(columns, r + 4 + diagonal));
      const whole = rows - r >= 4 ? max(0, min(end, r + 1 + diagonal) - from) >> 2 : 0;
      tilesInto(row + (<usize>from << 3), step, left, b + <usize>(from >> 2) * panel, panel, whole, depth, mode);
      for (let c = from + 4 * whole; c < end; c += 4) {
        const right = b + <usize>(c >> 2) * panel;
        const target = row + (<usize>c << 3);
        const last = r + diagonal - c + 1;
        partOfTileInto(target, step, left, right, depth, mode, min(4, rows - r), min(4, columns - c), last, scratch);
      }
    }
  }
}

/** Mirrors the strict lower triangle of an n × n matrix into the upper one. */
export function mirrorInto(A: usize, step: i32, n: i32): void {
  const bytes: usize = <usize>step << 3;
  const block = 32; // two blocks of 32 × 32 fit the L1 cache
  for (let i = 0; i < n; i += block) {
    for (let j = 0; j <= i; j += block) {
      const lastRow = min(i + block, n);
      for (let r = i; r < lastRow; r += 2) mirrorRows(A, bytes, r, lastRow, j, min(j + block, n));
    }
  }
}

/** Mirrors rows r and r + 1 (if below `end`), columns from … to − 1, as far as they are below the diagonal. */
function mirrorRows(A: usize, bytes: usize, r: i32, end: i32, from: i32, to: i32): void {
  const row = A + <usize>r * bytes;
  const column = A + (<usize>r << 3);
  let c = from;
  if (r + 1 < end) {
    for (; c + 2 <= min(to, r); c += 2) {
      const low = v128.load(row + (<usize>c << 3));
      const high = v128.load(row + bytes + (<usize>c << 3));
      v128.store(column + <usize>c * bytes, v128.shuffle<f64>(low, high, 0, 2));
      v128.store(column + <usize>(c + 1) * bytes, v128.shuffle<f64>(low, high, 1, 3));
    }
  }
  for (let k = r; k < min(r + 2, end); k++) {
    for (let l = c; l < min(to, k); l++) {
      store<f64>(A + <usize>l * bytes + (<usize>k << 3), load<f64>(A + <usize>k * bytes + (<usize>l << 3)));
    }
  }
}
