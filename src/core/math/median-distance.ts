// The median Euclidean distance between the rows of a matrix: the usual initial bandwidth of a kernel.
//
// Exact, over all n (n − 1)/2 pairs; for an even number of distances, the mean of the middle two (as in NumPy). If half
// of the distances or more are 0 (repeated rows, discrete columns) it is the median of the others, so that it can be a
// divisor; it is 0 only if all rows are equal.
//
// The distances between a few rows give an interval for the median; one pass over all pairs counts the distances below it
// and keeps those within, and selection does the rest. If the interval was wrong, or the median is 0, all are kept.
//
// Floyd & Rivest, "Expected time bounds for selection", Communications of the ACM 18(3), 1975 (the idea).

import { type Matrix, matrix } from "./matrix.ts";
import { orderStatisticInto } from "./order-statistic.ts";

/** Number of rows whose distances give the interval. */
const guessingRows = 100;

export function medianDistance(X: Matrix): number {
  const pairs = (X.rows * (X.rows - 1)) / 2;
  if (pairs === 0) return 0;
  if (X.rows > 2 * guessingRows) {
    const guess = squaresBetween(evenRows(X, guessingRows), 0, Number.POSITIVE_INFINITY).between;
    const low = orderStatisticInto(guess, Math.floor(0.42 * guess.length));
    const high = orderStatisticInto(guess, Math.floor(0.58 * guess.length));
    const { below, between } = squaresBetween(X, low, high);
    const hasMiddle = below <= Math.floor((pairs - 1) / 2) && Math.floor(pairs / 2) < below + between.length;
    if (low > 0 && hasMiddle) return middleRoot(between, pairs, below);
  }
  const { between: squares } = squaresBetween(X, 0, Number.POSITIVE_INFINITY);
  const median = middleRoot(squares, pairs, 0);
  if (median > 0) return median;
  const others = squares.filter((square) => square > 0);
  return others.length > 0 ? middleRoot(others, others.length, 0) : 0;
}

/** At most `count` rows of X, evenly spaced. */
export function evenRows(X: Matrix, count: number): Matrix {
  const { rows, cols, data } = X;
  if (rows <= count) return X;
  const out = matrix(count, cols);
  for (let i = 0; i < count; i++) {
    const from = Math.floor((i * rows) / count) * cols;
    out.data.set(data.subarray(from, from + cols), i * cols);
  }
  return out;
}

/** The squared distances from low to high, and the number below low. */
function squaresBetween(
  { rows, cols, data }: Matrix,
  low: number,
  high: number,
): { readonly below: number; readonly between: Float64Array } {
  const features = new Float64Array(rows * cols); // feature after feature
  for (let i = 0; i < rows; i++) for (let f = 0; f < cols; f++) features[f * rows + i] = data[i * cols + f];
  const squares = new Float64Array(rows); // from row i to earlier rows
  let between = new Float64Array(rows);
  let count = 0;
  let below = 0;
  for (let i = 1; i < rows; i++) {
    squares.fill(0, 0, i);
    for (let at = 0; at < rows * cols; at += rows) {
      const x = features[at + i];
      for (let j = 0; j < i; j++) {
        const difference = x - features[at + j];
        squares[j] += difference * difference;
      }
    }
    if (count + i > between.length) between = grown(between, count + i);
    for (let j = 0; j < i; j++) {
      const square = squares[j];
      if (square < low) below++;
      else if (square <= high) between[count++] = square;
    }
  }
  return { below, between: between.subarray(0, count) };
}

function grown(numbers: Float64Array, least: number): Float64Array<ArrayBuffer> {
  const out = new Float64Array(Math.max(least, 2 * numbers.length));
  out.set(numbers);
  return out;
}

/** Median of the roots of `total` squares, of which `below` smaller ones are not in the array; rearranges the array. */
function middleRoot(squares: Float64Array, total: number, below: number): number {
  const middle = Math.floor(total / 2) - below;
  const upper = Math.sqrt(orderStatisticInto(squares, middle));
  if (total % 2 === 1) return upper;
  // After selection, no earlier element is larger.
  let before = 0;
  for (let k = 0; k < middle; k++) before = Math.max(before, squares[k]);
  return (Math.sqrt(before) + upper) / 2;
}
