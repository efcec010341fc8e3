// The counts of all subsets of some categorical columns, each computed from a subset with one more column: a table of distinct rows
// loses its columns one by one, along a binary tree of decisions.
//
//     visit(table of the columns kept so far and those not decided yet):
//       drop the next column   cells that differ only in it are adjacent, and are merged
//       keep it                the table is sorted by it, so that cells that differ only in the column after it become adjacent
//
// A step costs the number of distinct cells in its table, not the number of rows; there are two steps for each set. Counts are those
// of contingency.ts, with cells in the order of first occurrence, so that sums over them are bit-identical.

import { createKernels } from "../math/wasm/wasm.ts";
import type { CodedRows } from "./row-counts.ts";

/** The number of non-empty cells, the number with each count below 64, and the larger counts in the order of first occurrence. */
export interface Tally {
  readonly length: number;
  readonly often: ArrayLike<number>;
  readonly large: ArrayLike<number>;
}

export interface CellLattice {
  /** Memory needed during the computation, in bytes. */
  readonly bytes: number;
  /** A number for each set of columns, indexed by its bit mask; yields the share of the work done. */
  readonly values: (
    value: (set: readonly number[], counts: Tally) => number,
  ) => Generator<number, Float64Array, void>;
}

/** Maximum number of columns, and of bytes for their tables; beyond, sets are counted one by one. */
const [mostColumns, mostBytes] = [20, 2 ** 26];
const entryBytes = 16;
/** Counts below this are tallied. */
export const smallCounts = 64;
/** Subtrees of this many columns are visited between two yields. */
const together = 8;

interface Column {
  readonly bit: number;
  readonly labels: number;
  /** Bit offset of its label in a key. */
  readonly shift: number;
  readonly labelMask: number;
  /** Masks that remove it, for both halves of a key. */
  readonly mask: readonly [low: number, high: number];
}

/** Undefined if the labels do not fit into a key, or the tables into memory. */
export function cellLattice(coded: CodedRows): CellLattice | undefined {
  const { sizes, rows } = coded;
  const d = sizes.length;
  const columns = keyColumns(sizes);
  const mostLabels = Math.max(...sizes);
  const bytes = (d + 1) * entryBytes * rows + 4 * (mostLabels + smallCounts + 1) + 8 * rows + 4096;
  if (columns === undefined || d > mostColumns || rows === 0 || bytes > mostBytes) return undefined;
  return { bytes: bytes + 8 * 2 ** d, values: (value) => latticeValues(coded, columns, { bytes, value }) };
}

function* latticeValues(
  coded: CodedRows,
  columns: readonly Column[],
  {
    bytes,
    value,
  }: { readonly bytes: number; readonly value: (set: readonly number[], counts: Tally) => number },
): Generator<number, Float64Array, void> {
  const { rows, sizes } = coded;
  const d = columns.length;
  const { allocate, words, call } = createKernels(bytes);
  // One table for each decided column, and one more for sorting.
  const tables = Array.from({ length: d + 1 }, () => allocate(entryBytes * rows));
  const room = allocate(4 * Math.max(...sizes));
  const often = allocate(4 * (smallCounts + 1));
  const large = allocate(8 * rows);
  const tallied = words(often, smallCounts + 1);
  const listed = words(large, 2 * rows);
  const out = new Float64Array(2 ** d);
  const set: number[] = [];
  let done = 0;

  const length = distinctRows();
  yield* visit(0, tables[0], length);
  return out;

  /** Writes the distinct rows into the first table, sorted by every column, the one decided first varying fastest. */
  function distinctRows(): number {
    writeRows(words(tables[d], 4 * rows), coded, columns);
    let [from, to] = [tables[d], tables[0]];
    for (const column of columns) {
      sort(to, from, rows, column);
      [from, to] = [to, from];
    }
    if (from === tables[0]) {
      words(tables[d], 4 * rows).set(words(from, 4 * rows));
      from = tables[d];
    }
    return call.mergeCells(tables[0], from, rows, -1, -1);
  }

  function* visit(level: number, table: number, length: number): Generator<number, void, void> {
    if (d - level <= together) {
      visitAll(level, table, length);
      yield done / out.length;
      return;
    }
    const { bit } = columns[level];
    const next = tables[level + 1];
    yield* visit(level + 1, next, drop(level, table, length));
    sort(next, table, length, columns[level]);
    set.push(bit);
    yield* visit(level + 1, next, length);
    set.pop();
  }

  function visitAll(level: number, table: number, length: number): void {
    const column = columns[level];
    if (level === d - 1) {
      tell(table, length, column.mask);
      set.push(column.bit);
      tell(table, length, [-1, -1]);
      set.pop();
      return;
    }
    const next = tables[level + 1];
    visitAll(level + 1, next, drop(level, table, length));
    sort(next, table, length, column);
    set.push(column.bit);
    visitAll(level + 1, next, length);
    set.pop();
  }

  function drop(level: number, table: number, length: number): number {
    return call.mergeCells(tables[level + 1], table, length, ...columns[level].mask);
  }

  function sort(to: number, from: number, length: number, { shift, labelMask, labels }: Column): void {
    call.sortCells(to, from, length, shift, labelMask, labels, room);
  }

  function tell(table: number, length: number, mask: Column["mask"]): void {
    const tallyLength = call.tallyCells(table, length, ...mask, often, large);
    const counts = new Array<number>(tallied[smallCounts]);
    for (let k = 0; k < counts.length; k++) counts[k] = listed[2 * k];
    const members = [...set].sort((a, b) => a - b);
    let bits = 0;
    for (const j of members) bits |= 1 << j;
    out[bits] = value(members, { length: tallyLength, often: tallied, large: counts });
    done++;
  }
}

/** Cells of one row each, in the order of the rows. */
function writeRows(
  cells: Uint32Array,
  { columns: codes, rows, weights }: CodedRows,
  columns: readonly Column[],
) {
  cells.fill(0);
  for (const { bit, shift } of columns) {
    const column = codes[bit];
    const half = shift >> 5;
    for (let i = 0; i < rows; i++) cells[4 * i + half] |= column[i] << (shift & 31);
  }
  for (let i = 0; i < rows; i++) {
    cells[4 * i + 2] = weights?.[i] ?? 1;
    cells[4 * i + 3] = i;
  }
}

/** The columns in the order of decisions: those with many labels first, since those decided last are in most tables. */
function keyColumns(sizes: readonly number[]): readonly Column[] | undefined {
  const order = sizes.map((_, j) => j).sort((a, b) => sizes[b] - sizes[a] || a - b);
  const used = [0, 0];
  const columns: Column[] = [];
  for (const bit of order) {
    const width = 32 - Math.clz32(sizes[bit] - 1);
    const half = used[0] + width <= 32 ? 0 : 1;
    const shift = used[half];
    used[half] += width;
    if (used[half] > 32) return undefined;
    const labelMask = width === 32 ? -1 : (1 << width) - 1;
    const without = width === 0 ? -1 : ~(labelMask << shift);
    const mask = half === 0 ? ([without, -1] as const) : ([-1, without] as const);
    // A column with one label takes no bits; its offset could lie past the end of the key, so it is 0.
    columns.push({ bit, labels: sizes[bit], shift: width === 0 ? 0 : 32 * half + shift, labelMask, mask });
  }
  return columns;
}
