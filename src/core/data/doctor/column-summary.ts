// Summary of one column: range, distinct values, outliers, cells that are not finite; and which rows of a table repeat
// earlier ones.
//
// An outlier is farther than 10 robust deviations from the median. The robust deviation is 1.4826 · MAD, the standard
// deviation if the column is Gaussian (Hampel, JASA 69(346), 1974); if more than half of the cells are equal, the MAD
// is 0, and 1.2533 times the mean absolute deviation replaces it. Ten deviations do not occur by chance under Gaussian
// noise; under exponential noise 4 rows in 10,000 are that far out, and the finding is then the tail itself.

import { column, type Matrix } from "../../math/matrix.ts";
import { orderStatisticInto } from "../../math/order-statistic.ts";
import type { Scatter } from "../../math/scatter.ts";
import { isLessSkewedInLogarithms } from "../../math/skewness.ts";

export interface ColumnSummary {
  readonly min: number;
  readonly max: number;
  /** All cells equal, up to rounding. */
  readonly isConstant: boolean;
  /** Number of distinct values, counted up to 6. */
  readonly distinct: number;
  /** At most five distinct values in more than ten rows. */
  readonly isDiscrete: boolean;
  /** A value in more than half of the rows (nine tenths if there are three to five values), and its share; null if there is none. */
  readonly frequent: { readonly value: number; readonly share: number } | null;
  /** A number such as 99 or −999 far from all others, in several rows, that may mean "no value"; null if there is none. */
  readonly code: { readonly value: number; readonly rows: number } | null;
  readonly outliers: number;
  /** First rows (at most ten, from 1) with an outlier. */
  readonly outlierRows: readonly number[];
  /** Does it have outliers and only positive numbers, whose logarithms are less skewed? */
  readonly isBetterInLogarithms: boolean;
  /** The value farthest from the median. */
  readonly farthest: number;
  readonly notFinite: number;
  readonly notFiniteRows: readonly number[];
}

/** `hasGaps`: NaN is a missing cell and skipped; row numbers are still those of X. */
export function columnSummary(X: Matrix, j: number, hasGaps = false): ColumnSummary {
  if (hasGaps) return observedSummary(column(X, j));
  return summaryOf(column(X, j));
}

function observedSummary(all: Float64Array): ColumnSummary {
  const places: number[] = [];
  for (let i = 0; i < all.length; i++) if (!Number.isNaN(all[i])) places.push(i);
  const summary = summaryOf(Float64Array.from(places, (i) => all[i]));
  const inAll = (rows: readonly number[]) => rows.map((row) => places[row - 1] + 1);
  return {
    ...summary,
    outlierRows: inAll(summary.outlierRows),
    notFiniteRows: inAll(summary.notFiniteRows),
  };
}

function summaryOf(values: Float64Array): ColumnSummary {
  const notFinite = rowsWhere(values, (x) => !Number.isFinite(x));
  const { min, max } = rangeOf(values);
  const distinct = distinctUpTo(values, 6);
  const isDiscrete = distinct <= 5 && values.length > 10;
  const isConstant = max - min <= 1e-13 * Math.max(Math.abs(min), Math.abs(max));
  const isExamined = notFinite.count === 0 && !isDiscrete && !isConstant;
  const { median, deviation } = isExamined ? robustSpread(values) : { median: 0, deviation: Infinity };
  const frequent = isExamined ? rowsWhere(values, (x) => x === median).count : 0;
  const common = notFinite.count === 0 && isDiscrete && distinct > 2 ? commonest(values) : null;
  const outliers = rowsWhere(values, (x) => Math.abs(x - median) > 10 * deviation);
  return {
    min,
    max,
    isConstant,
    distinct,
    isDiscrete,
    frequent:
      2 * frequent > values.length
        ? { value: median, share: frequent / values.length }
        : common !== null && common.share > mostOfFew
          ? common
          : null,
    code: isConstant || notFinite.count > 0 ? null : missingCode(values, min, max),
    outliers: outliers.count,
    outlierRows: outliers.first,
    isBetterInLogarithms: outliers.count > 0 && isLessSkewedInLogarithms(values),
    farthest: max - median > median - min ? max : min,
    notFinite: notFinite.count,
    notFiniteRows: notFinite.first,
  };
}

const codes: ReadonlySet<number> = new Set([9, 99, 999, 9999, 99_999, 999_999]);

/** The largest or smallest value, if it is a usual code, occurs at least twice, and is farther from the others than their range. */
function missingCode(values: Float64Array, min: number, max: number): ColumnSummary["code"] {
  for (const end of [max, min]) {
    if (!codes.has(Math.abs(end)) || (end === min && end > 0)) continue;
    let [rows, low, high] = [0, Infinity, -Infinity];
    for (const x of values) {
      if (x === end) rows++;
      else [low, high] = [Math.min(low, x), Math.max(high, x)];
    }
    const gap = end === max ? end - high : low - end;
    if (rows > 1 && low < high && gap > high - low) return { value: end, rows };
  }
  return null;
}

/** In a column of three to five values, one is frequent if its share exceeds this. */
const mostOfFew = 0.9;

function commonest(values: Float64Array): { readonly value: number; readonly share: number } {
  const counts = new Map<number, number>();
  for (const x of values) counts.set(x, (counts.get(x) ?? 0) + 1);
  const [value, count] = [...counts].reduce((best, each) => (each[1] > best[1] ? each : best));
  return { value, share: count / values.length };
}

/** Summary of a column whose mean and variance over all rows are given; the rest is from the rows in X, if there are any. */
export function scatterSummary(
  X: Matrix,
  { n, mean, S }: Scatter,
  { j, hasGaps }: { readonly j: number; readonly hasGaps: boolean },
): ColumnSummary {
  const deviation = Math.sqrt(S.data[j * S.cols + j] / n);
  const isConstant = deviation <= 1e-13 * Math.abs(mean[j]);
  if (X.rows > 0 && !isConstant) return { ...columnSummary(X, j, hasGaps), isConstant };
  return {
    min: mean[j] - deviation,
    max: mean[j] + deviation,
    isConstant,
    distinct: 6,
    isDiscrete: false,
    frequent: null,
    code: null,
    outliers: 0,
    outlierRows: [],
    isBetterInLogarithms: false,
    farthest: mean[j],
    notFinite: 0,
    notFiniteRows: [],
  };
}

/** Rows that equal an earlier row in every column: how many, and the first of them. */
export interface RepeatedRows {
  readonly count: number;
  readonly first: readonly number[];
  /** Number of pairs of equal rows to expect if the columns were independent; absent if there are none. */
  readonly byChance?: number;
}

/** Rows that equal an earlier row in every column; rows without any value are skipped. A hash table of row numbers: O(n·d). */
export function repeatedRows(columns: readonly Float64Array[]): RepeatedRows {
  const n = columns[0]?.length ?? 0;
  const words = columns.map((values) => new Uint32Array(values.slice().buffer));
  let size = 2;
  while (size < 2 * n + 2) size *= 2;
  const slots = new Int32Array(size); // row + 1, or 0 where free
  let count = 0;
  const first: number[] = [];
  for (let i = 0; i < n; i++) {
    if (columns.every((values) => Number.isNaN(values[i]))) continue; // no evidence, and not read
    let hash = 0x9e3779b9;
    for (const column of words) {
      for (let k = 2 * i; k < 2 * i + 2; k++) {
        hash = Math.imul(hash ^ column[k], 0x85ebca6b);
        hash ^= hash >>> 15;
      }
    }
    let slot = hash & (size - 1);
    while (slots[slot] !== 0 && !isSameRow(words, slots[slot] - 1, i)) slot = (slot + 1) & (size - 1);
    if (slots[slot] === 0) slots[slot] = i + 1;
    else {
      count++;
      if (first.length < 10) first.push(i + 1);
    }
  }
  return count === 0 ? { count, first } : { count, first, byChance: equalPairs(columns) };
}

/** Number of pairs of rows, times the probability that two rows are equal in every column if the columns are independent. */
function equalPairs(columns: readonly Float64Array[]): number {
  const n = columns[0].length;
  let pairs = (n * (n - 1)) / 2;
  for (const values of columns) {
    const counts = new Map<number, number>();
    for (const x of values) counts.set(x, (counts.get(x) ?? 0) + 1);
    let equal = 0;
    for (const count of counts.values()) equal += (count / n) * ((count - 1) / (n - 1));
    pairs *= equal;
  }
  return pairs;
}

function robustSpread(values: Float64Array): { median: number; deviation: number } {
  const work = new Float64Array(values);
  const half = work.length >> 1;
  const median = orderStatisticInto(work, half);
  let sum = 0;
  for (let i = 0; i < work.length; i++) {
    work[i] = Math.abs(work[i] - median);
    sum += work[i];
  }
  const mad = orderStatisticInto(work, half);
  return { median, deviation: mad > 0 ? 1.4826 * mad : (1.2533 * sum) / work.length };
}

function rowsWhere(values: Float64Array, is: (x: number) => boolean): { count: number; first: number[] } {
  let count = 0;
  const first: number[] = [];
  for (let i = 0; i < values.length; i++) {
    if (!is(values[i])) continue;
    count++;
    if (first.length < 10) first.push(i + 1);
  }
  return { count, first };
}

function rangeOf(values: Float64Array): { min: number; max: number } {
  let min = Infinity;
  let max = -Infinity;
  for (const x of values) {
    if (x < min) min = x;
    if (x > max) max = x;
  }
  return { min, max };
}

/** The number of distinct values, at most `most`. */
function distinctUpTo(values: Float64Array, most: number): number {
  const seen: number[] = [];
  for (const x of values) {
    if (seen.includes(x)) continue;
    seen.push(x);
    if (seen.length === most) break;
  }
  return seen.length;
}

function isSameRow(columns: readonly Uint32Array[], a: number, b: number): boolean {
  return columns.every((words) => words[2 * a] === words[2 * b] && words[2 * a + 1] === words[2 * b + 1]);
}
