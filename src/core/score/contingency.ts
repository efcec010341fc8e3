// How many rows have each combination of labels of some categorical columns: what scores of categories ask for, set by set.
//
// Equal rows are merged first, where that leaves at most half of them. Then a kernel counts (row-counts.ts), where combinations are not
// many more than rows and no column has more than 256 labels. Beyond, and where rows have weights, cells are those of cells.ts.
//
// Cells stand in the order of first occurrence, whoever counts: so sums over them are the same to the last bit.

import { sampleSize, type Table } from "../data/table.ts";
import { logarithm } from "../math/elementary.ts";
import { type CellLattice, cellLattice, smallCounts, type Tally } from "./cell-lattice.ts";
import { codedColumns, partitions } from "./cells.ts";
import { type CodedRows, rowCounts } from "./row-counts.ts";

export type { Tally } from "./cell-lattice.ts";

/** Rows are counted in whole numbers; weights are any. */
export type Counts = Int32Array | Float64Array;

export interface Contingency {
  readonly n: number;
  readonly d: number;
  /** How many rows each cell that occurs has, or their weights; to be read before the next set is asked for. */
  readonly countsOf: (set: readonly number[]) => Counts;
  /** Those of all sets together, where that is quicker. */
  readonly lattice: CellLattice | undefined;
  /** How many cells there could be: the product of the numbers of labels. Infinity where that is too large a number. */
  readonly cellsOf: (set: readonly number[]) => number;
  /** Its logarithm, which is always a number. */
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

/** Σ f(count); f is computed once for all small counts that are equal. */
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

/** Room of the sum above: how many cells have each small count. */
const often = new Int32Array(smallCounts);

/** By the kernel, where it has room. */
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

/** By the cell of each row, however many there could be. */
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

/** Each distinct row once, and how often it occurs; all rows as they are where more than half of them are distinct. */
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
