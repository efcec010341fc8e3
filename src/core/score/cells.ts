// Cells of a contingency table: which rows agree in all of some categorical columns. How many rows each has: contingency.ts.
//
// A partition of the rows is refined column by column, from the last of the set to the first: rows in one cell and with one
// label share a new cell, numbered by first occurrence. So only cells that occur are there, however many combinations of
// labels there could be, and cost and memory never grow with the product of the labels.
//
// A refinement is one pass over the rows. Pairs of (cell, label) are looked up in an array where there are at most about
// four of them for each row, in a hash table beyond. The partitions of the last set are kept; what the next set has in
// common with it, from its last column on, is not made again: over all subsets in turn two refinements for each.

import type { Table } from "../data/table.ts";

/** The cell of each row, from 0 to count − 1; to be read before the next set is asked for. */
export interface Partition {
  readonly cell: Int32Array;
  readonly count: number;
}

/** Partitions of the rows by sets of columns (ascending). A null is a column that no set holds. */
export function partitions(
  columns: readonly (Int32Array | null)[],
  sizes: readonly number[],
  rows: number,
): (set: readonly number[]) => Partition {
  let room = 4096;
  while (room < 4 * rows) room *= 2;
  const slots = new Int32Array(room);
  const first = new Int32Array(rows); // a row of each new cell
  // Level k: the partition by the last k columns of the set.
  const cells = [new Int32Array(rows)];
  const counts = [Math.min(1, rows)];
  const by: number[] = [];

  return (set) => {
    const k = set.length;
    let level = 0;
    while (level < k && by[level] === set[k - 1 - level]) level++;
    if (level < k) by.length = level;
    for (; level < k; level++) {
      const column = set[k - 1 - level];
      cells[level + 1] ??= new Int32Array(rows);
      const isListed = counts[level] * sizes[column] <= room;
      const refine = isListed ? refineInto : refineByHashInto;
      counts[level + 1] = refine(cells[level + 1], cells[level], column, counts[level] * sizes[column]);
      by.push(column);
    }
    return { cell: cells[k], count: counts[k] };
  };

  function refineInto(out: Int32Array, cell: Int32Array, column: number, pairs: number): number {
    const codes = columns[column]!;
    const size = sizes[column];
    slots.fill(0, 0, pairs);
    let count = 0;
    for (let i = 0; i < rows; i++) {
      const pair = cell[i] * size + codes[i];
      if (slots[pair] === 0) slots[pair] = ++count;
      out[i] = slots[pair] - 1;
    }
    return count;
  }

  function refineByHashInto(out: Int32Array, cell: Int32Array, column: number): number {
    const codes = columns[column]!;
    slots.fill(0);
    let count = 0;
    for (let i = 0; i < rows; i++) {
      let hash = Math.imul(cell[i] ^ Math.imul(codes[i] + 1, 0x9e3779b1), 0x85ebca6b);
      hash ^= hash >>> 15;
      let slot = hash & (room - 1);
      for (; slots[slot] !== 0; slot = (slot + 1) & (room - 1)) {
        const other = first[slots[slot] - 1];
        if (cell[other] === cell[i] && codes[other] === codes[i]) break;
      }
      if (slots[slot] === 0) {
        first[count] = i;
        slots[slot] = ++count;
      }
      out[i] = slots[slot] - 1;
    }
    return count;
  }
}

/** Some rows by their codes: those of code 0, of code 1, … */
export function grouped(rows: Int32Array, codes: Int32Array): Int32Array[] {
  const counts = countsOf(rows, codes);
  const next = new Int32Array(counts.length);
  for (let code = 1; code < counts.length; code++) next[code] = next[code - 1] + counts[code - 1];
  const sorted = new Int32Array(rows.length);
  for (let r = 0; r < rows.length; r++) sorted[next[codes[rows[r]]]++] = rows[r];
  return Array.from(counts, (count, code) => sorted.subarray(next[code] - count, next[code]));
}

/** How many of some rows have code 0, code 1, … */
function countsOf(rows: Int32Array, codes: Int32Array): Int32Array {
  let most = -1;
  for (let r = 0; r < rows.length; r++) most = Math.max(most, codes[rows[r]]);
  const counts = new Int32Array(most + 1);
  for (let r = 0; r < rows.length; r++) counts[codes[rows[r]]]++;
  return counts;
}

/** Codes of the categorical columns and how many labels each has; null and 0 for columns of numbers. */
export function codedColumns({ X, levels = [] }: Table): {
  readonly columns: readonly (Int32Array | null)[];
  readonly sizes: readonly number[];
} {
  const { rows, cols, data } = X;
  const columns = Array.from({ length: cols }, (_, j) =>
    levels[j] ? Int32Array.from({ length: rows }, (_, i) => data[i * cols + j]) : null,
  );
  return { columns, sizes: columns.map((_, j) => levels[j]?.length ?? 0) };
}
