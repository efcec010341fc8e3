// Cells of a contingency table: which rows agree in all of some categorical columns, and how many rows each cell has.
//
// A partition of the rows is refined column by column, from the last of the set to the first: rows in one cell and with one
// label share a new cell, numbered by first occurrence. So only cells that occur are there, however many combinations of
// labels there could be, and cost and memory never grow with the product of the labels.
//
// A refinement is one pass over the rows. Pairs of (cell, label) are looked up in an array where there are at most about
// four of them for each row, in a hash table beyond. The partitions of the last set are kept; what the next set has in
// common with it, from its last column on, is not made again: over all subsets in turn two refinements for each. For
// counts, equal rows are merged first and weighed, which leaves few of many rows where columns and labels are few.

import { sampleSize, type Table } from "../data/table.ts";
import { logarithm } from "../math/elementary.ts";

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

/** Rows are counted in whole numbers; weights are any. */
export type Counts = Int32Array | Float64Array;

export interface Contingency {
  readonly n: number;
  readonly d: number;
  /** How many rows each cell that occurs has, or their weights; to be read before the next set is asked for. */
  readonly countsOf: (set: readonly number[]) => Counts;
  /** How many cells there could be: the product of the numbers of labels. Infinity where that is too large a number. */
  readonly cellsOf: (set: readonly number[]) => number;
  /** Its logarithm, which is always a number. */
  readonly logCellsOf: (set: readonly number[]) => number;
}

/** Counts of a table all of whose columns are categories. */
export function contingency(table: Table): Contingency {
  const { cols: d } = table.X;
  const { columns, sizes, rows, weights } = mergedRows(codedColumns(table), table);
  const partition = partitions(columns, sizes, rows);
  const counts = weights.slice();
  const logs = sizes.map((size) => logarithm(size));
  return {
    n: sampleSize(table),
    d,
    countsOf: (set) => {
      const { cell, count } = partition(set);
      counts.fill(0, 0, count);
      for (let i = 0; i < rows; i++) counts[cell[i]] += weights[i];
      return counts.subarray(0, count);
    },
    cellsOf: (set) => set.reduce((cells, j) => cells * sizes[j], 1),
    logCellsOf: (set) => set.reduce((sum, j) => sum + logs[j], 0),
  };
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

/** Σ f(count); f is computed once for all small counts that are equal. */
export function sumOverCounts(counts: Counts, f: (count: number) => number): number {
  if (counts instanceof Float64Array) return counts.reduce((sum, weight) => sum + f(weight), 0);
  const often = new Int32Array(64);
  let sum = 0;
  for (const count of counts) {
    if (count < 64) often[count]++;
    else sum += f(count);
  }
  for (let count = 1; count < 64; count++) if (often[count] > 0) sum += often[count] * f(count);
  return sum;
}

/** Each distinct row once, and how often it occurs, or its weight. */
function mergedRows({ columns, sizes }: ReturnType<typeof codedColumns>, table: Table) {
  const n = table.X.rows;
  const all = columns.map((_, j) => j);
  const { cell, count: rows } = partitions(columns, sizes, n)(all);
  const weights: Counts = table.weights ? new Float64Array(rows) : new Int32Array(rows);
  const first = new Int32Array(rows);
  for (let i = n - 1; i >= 0; i--) {
    weights[cell[i]] += table.weights?.[i] ?? 1;
    first[cell[i]] = i;
  }
  const merged = columns.map((codes) => Int32Array.from(first, (i) => codes![i]));
  return { columns: merged, sizes, rows, weights };
}
