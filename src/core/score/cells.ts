// Cells of a contingency table: which rows agree in all of some categorical columns. For the counts, see contingency.ts.
//
// A partition of the rows is refined column by column, from the last of the set to the first: rows in the same cell with the same
// label share a new cell, numbered by first occurrence. So only non-empty cells exist, however many combinations of labels are
// possible, and cost and memory never grow with the product of the numbers of labels.
//
// A refinement is one pass over the rows. Pairs of (cell, label) are looked up in an array if there are at most about four
// possible pairs for each row, otherwise in a hash table. The partitions of the last set are cached; the trailing columns that
// the next set shares with it are not refined again: over all subsets in turn, two refinements for each.

import type { Table } from "../data/table.ts";

/** The cell of each row, from 0 to count − 1; valid until the next set is requested. */
export interface Partition {
  readonly cell: Int32Array;
  readonly count: number;
}

/** Partitions of the rows by sets of columns (ascending). A null column must not occur in a set. */
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

/** Some rows grouped by their codes: those with code 0, with code 1, … */
export function grouped(rows: Int32Array, codes: Int32Array): Int32Array[] {
  const counts = countsOf(rows, codes);
  const next = new Int32Array(counts.length);
  for (let code = 1; code < counts.length; code++) next[code] = next[code - 1] + counts[code - 1];
  const sorted = new Int32Array(rows.length);
  for (let r = 0; r < rows.length; r++) sorted[next[codes[rows[r]]]++] = rows[r];
  return Array.from(counts, (count, code) => sorted.subarray(next[code] - count, next[code]));
}

/** The number of these rows with code 0, with code 1, … */
function countsOf(rows: Int32Array, codes: Int32Array): Int32Array {
  let most = -1;
  for (let r = 0; r < rows.length; r++) most = Math.max(most, codes[rows[r]]);
  const counts = new Int32Array(most + 1);
  for (let r = 0; r < rows.length; r++) counts[codes[rows[r]]]++;
  return counts;
}

/** Codes of the categorical columns and their numbers of labels; null and 0 for numeric columns. */
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
