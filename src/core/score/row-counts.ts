// Counts of the combinations of labels by a kernel, in one pass of about a nanosecond per row (kernels/statistics/counts.ts).
//
// With many rows a pass covers more columns than requested, as long as their combinations are few, and the combinations are cached:
// each as a row with a weight, in the order of first occurrence, in a much shorter table for every subset of those columns. The next
// request of a search is usually such a subset: it tries one column after the other beside some fixed ones, so the added columns are
// those that follow the new column of the set. Counts are whole numbers, the same whichever table they are summed from.

import { createKernels, maxKernelBytes } from "../math/wasm/wasm.ts";

/** Rows as codes, column by column, and the number of rows that each represents (default: 1). */
export interface CodedRows {
  readonly columns: readonly Int32Array[];
  readonly sizes: readonly number[];
  readonly rows: number;
  readonly weights?: Int32Array;
}

/** Codes of a column must fit into a byte. */
const mostLabels = 256;
/** Minimum and maximum number of combinations that there is room for: fewer than the two halves of a code can distinguish. */
const [leastRoom, mostRoom] = [65536, 2 ** 24];
const halfCodes = 65536;

/** From `manyRows` rows on, short tables are cached: their maximum number, rows and columns, and the least factor by which they are shorter. */
const manyRows = 8192;
const [mostKept, mostShort, mostColumns, shortBy] = [512, 8192, 12, 16];

/** A table in linear memory: columns of bytes, one after the other. */
interface Held {
  /** Position of each column; negative if not in this table. */
  readonly place: Int16Array;
  readonly codes: number;
  readonly stride: number;
  readonly weights: number;
  rows: number;
}

/** The number of rows of each combination that occurs, valid until the next request; undefined if the kernel has no room. */
export function rowCounts({ columns, sizes, rows, weights }: CodedRows) {
  const d = sizes.length;
  const cells = Math.min(mostRoom, Math.max(leastRoom, 4 * rows));
  const short = rows < manyRows ? 0 : Math.min(mostShort, Math.floor(rows / shortBy));
  const strideOf = (length: number) => 16 * Math.ceil((length + 1) / 16);
  const bytesOf = (length: number, width: number) => width * strideOf(length) + 4 * length + 32;
  const bytes =
    bytesOf(rows, d) + 4 * (cells + 3 * rows) + 8 * d + mostKept * bytesOf(short, mostColumns) + 2 ** 16;
  if (bytes > maxKernelBytes) return undefined;
  const { allocate, words, call, memory } = createKernels(bytes);
  const inBytes = new Uint8Array(memory.buffer);
  const held = (length: number, width: number, isWeighed = true): Held => ({
    place: new Int16Array(d).fill(-1),
    codes: allocate(width * strideOf(length)),
    stride: strideOf(length),
    weights: isWeighed ? allocate(4 * length) : 0,
    rows: length,
  });
  const whole = held(rows, d, weights !== undefined);
  columns.forEach((column, j) => {
    whole.place[j] = j;
    if (sizes[j] <= mostLabels) inBytes.set(column, whole.codes + j * whole.stride);
  });
  if (weights) words(whole.weights, rows).set(weights);
  const [counts, firsts, codes] = [allocate(4 * rows), allocate(4 * rows), allocate(4 * rows)];
  const [table, room, list] = [allocate(4 * cells), allocate(call.countRoom()), allocate(8 * d)];
  const [counted, first, listed] = [words(counts, rows), words(firsts, rows), words(list, 2 * d)];
  const signed = new Int32Array(memory.buffer, counts, rows);
  const tables: Held[] = [];
  let newest = -1;
  let last: readonly number[] = [];

  return (set: readonly number[]): Int32Array | undefined => {
    const possible = cellsOf(set);
    if (possible > cells || set.some((j) => sizes[j] > mostLabels)) return undefined;
    const from = possible > short || set.length > mostColumns ? whole : (shortTable(set) ?? newTable(set));
    return signed.subarray(0, count(from, set));
  };

  function cellsOf(set: readonly number[]): number {
    let product = 1;
    for (const j of set) product *= sizes[j];
    return product;
  }

  /** Writes counts and first rows; returns the number of combinations that occur. */
  function count({ place, codes: at, stride, weights, rows }: Held, set: readonly number[]): number {
    let [low, lowSize] = [0, 1];
    set.forEach((j, k) => {
      listed[2 * k] = at + place[j] * stride;
      listed[2 * k + 1] = sizes[j];
      if (low === k && lowSize * sizes[j] <= halfCodes) [low, lowSize] = [k + 1, lowSize * sizes[j]];
    });
    const results = [counts, firsts, codes, table] as const;
    const halves = [list, low, lowSize, list + 8 * low, set.length - low] as const;
    return call.countCellsInto(...results, ...halves, rows, weights, room);
  }

  /** The newest cached table that has these columns. */
  function shortTable(set: readonly number[]): Held | undefined {
    for (let back = 0; back < tables.length; back++) {
      const table = tables[(newest - back + tables.length) % tables.length];
      if (set.every((j) => table.place[j] >= 0)) return table;
    }
    return undefined;
  }

  /** A new table, which replaces the oldest if the cache is full. */
  function newTable(set: readonly number[]): Held {
    const wide = widened(set);
    const length = count(whole, wide);
    newest = (newest + 1) % mostKept;
    tables[newest] ??= held(short, mostColumns);
    const table = tables[newest];
    table.place.fill(-1);
    table.rows = length;
    words(table.weights, length).set(counted.subarray(0, length));
    wide.forEach((j, k) => {
      table.place[j] = k;
      const [from, to] = [whole.codes + j * whole.stride, table.codes + k * table.stride];
      for (let i = 0; i < length; i++) inBytes[to + i] = inBytes[from + first[i]];
    });
    return table;
  }

  function widened(set: readonly number[]): number[] {
    const fresh = set.findLast((j) => !last.includes(j)) ?? set.at(-1) ?? 0;
    last = set;
    const wide = [...set];
    let product = cellsOf(set);
    for (let k = 1; k < d && wide.length < mostColumns; k++) {
      const j = (fresh + k) % d;
      if (wide.includes(j) || sizes[j] > mostLabels || product * sizes[j] > short) continue;
      wide.push(j);
      product *= sizes[j];
    }
    return wide;
  }
}
