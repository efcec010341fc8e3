// The number of rows with each combination of labels of some categorical columns, as scores of categories need it, set by set.
//
// Equal rows are merged first if that leaves at most half of them. Then a kernel counts (row-counts.ts) if combinations are not many
// more than rows and no column has more than 256 labels. Otherwise, and if rows have weights, cells are those of cells.ts.
//
// Cells are in the order of first occurrence by either method, so that sums over them are bit-identical.

import { sampleSize, type Table } from "../data/table.ts";
import { logarithm } from "../math/elementary.ts";
import { type CellLattice, cellLattice, smallCounts, type Tally } from "./cell-lattice.ts";
import { codedColumns, partitions } from "./cells.ts";
import { type CodedRows, rowCounts } from "./row-counts.ts";

export type { Tally } from "./cell-lattice.ts";

/** Counts of rows are whole numbers; sums of weights need not be. */
export type Counts = Int32Array | Float64Array;

export interface Contingency {
  readonly n: number;
  readonly d: number;
  /** The number of rows, or the sum of their weights, in each non-empty cell; valid until the next set is requested. */
  readonly countsOf: (set: readonly number[]) => Counts;
  /** The counts of all sets together, if that is faster. */
  readonly lattice: CellLattice | undefined;
  /** The number of possible cells: the product of the numbers of labels; Infinity on overflow. */
  readonly cellsOf: (set: readonly number[]) => number;
  /** Its logarithm, which is always finite. */
  readonly logCellsOf: (set: readonly number[]) => number;
}

interface WeighedRows extends Omit<CodedRows, "weights"> {
  readonly weights?: Counts;
}

/** Counts of a table all of whose columns are categories. */
export function contingency(table: Table): Contingency {
  const { columns, sizes } = codedColumns(table);
  const whole = { columns: columns as Int32Array[], sizes, rows: table.X.rows };
  const logs = sizes.map((size) => logarithm(size));
  const merged = table.weights ? undefined : mergedRows(whole);
  return {
    n: sampleSize(table),
    d: table.X.cols,
    countsOf: merged ? plainCounts(merged) : cellCounts(weighedRows(whole, table.weights!)),
    lattice: merged && cellLattice(merged),
    cellsOf: (set) => set.reduce((cells, j) => cells * sizes[j], 1),
    logCellsOf: (set) => set.reduce((sum, j) => sum + logs[j], 0),
  };
}

/** Σ f(count); f is computed once for each distinct small count. */
export function sumOverCounts(counts: Counts | Tally, f: (count: number) => number): number {
  if (counts instanceof Float64Array) return counts.reduce((sum, weight) => sum + f(weight), 0);
  if (!(counts instanceof Int32Array)) return sumOverTally(counts, 0, f);
  often.fill(0);
  let sum = 0;
  for (let k = 0; k < counts.length; k++) {
    const count = counts[k];
    if (count < often.length) often[count]++;
    else sum += f(count);
  }
  return sumOverTally({ often, large: [] }, sum, f);
}

function sumOverTally({ often, large }: Omit<Tally, "length">, start: number, f: (count: number) => number) {
  let sum = start;
  for (let k = 0; k < large.length; k++) sum += f(large[k]);
  for (let count = 1; count < smallCounts; count++) if (often[count] > 0) sum += often[count] * f(count);
  return sum;
}

/** Scratch space of the sum above: the number of cells with each small count. */
const often = new Int32Array(smallCounts);

/** Counts by the kernel if it has room, otherwise by cells. */
function plainCounts(coded: CodedRows): Contingency["countsOf"] {
  const byKernel = rowCounts(coded);
  let byCells: Contingency["countsOf"] | undefined;
  return (set) => {
    const counts = byKernel?.(set);
    if (counts !== undefined) return counts;
    byCells ??= cellCounts(coded);
    return byCells(set);
  };
}

/** Counts by the cell of each row, for any number of possible cells. */
function cellCounts({ columns, sizes, rows, weights }: WeighedRows): Contingency["countsOf"] {
  const partition = partitions(columns, sizes, rows);
  const counts = weights?.slice() ?? new Int32Array(rows);
  return (set) => {
    const { cell, count } = partition(set);
    counts.fill(0, 0, count);
    for (let i = 0; i < rows; i++) counts[cell[i]] += weights === undefined ? 1 : weights[i];
    return counts.subarray(0, count);
  };
}

/** Each distinct row once, with its number of occurrences; all rows unchanged if more than half of them are distinct. */
function mergedRows(whole: CodedRows): CodedRows {
  const { columns, sizes, rows: n } = whole;
  const partition = partitions(columns, sizes, n);
  for (let first = columns.length - 1; first > 0; first--) {
    const { count } = partition(columns.map((_, j) => j).slice(first));
    if (2 * count > n) return whole;
  }
  const { cell, count } = partition(columns.map((_, j) => j));
  if (2 * count > n) return whole;
  return merged(whole, cell, new Int32Array(count), () => 1);
}

/** Each distinct row once, with the sum of the weights. */
function weighedRows(whole: CodedRows, weights: Float64Array): WeighedRows {
  const { columns, sizes, rows } = whole;
  const { cell, count } = partitions(columns, sizes, rows)(columns.map((_, j) => j));
  return merged(whole, cell, new Float64Array(count), (i) => weights[i]);
}

function merged<Weights extends Counts>(
  { columns, sizes, rows: n }: CodedRows,
  cell: Int32Array,
  weights: Weights,
  weightOf: (row: number) => number,
) {
  const first = new Int32Array(weights.length);
  for (let i = n - 1; i >= 0; i--) {
    weights[cell[i]] += weightOf(i);
    first[cell[i]] = i;
  }
  const distinct = columns.map((codes) => Int32Array.from(first, (i) => codes[i]));
  return { columns: distinct, sizes, rows: weights.length, weights };
}
