// Which columns predict another one, by a forest of extremely randomised regression trees.
//
//     tree(rows): a leaf if all targets are equal or no column varies. Otherwise every column that varies gets one threshold,
//     uniform between its minimum and maximum over these rows, and the one that reduces Σ (y − mean)² most splits the rows
//     importance of a column: the reduction by its splits, as a share of the total reduction in the tree; mean over the trees
//
// Every tree uses all rows, is fully grown and considers every column at every split: trees differ in their thresholds. An
// uninformative column gets some importance too, near the leaves where few rows remain, so importances are compared with
// each other and not with zero.
//
// A node makes two passes over its rows (minima and maxima; sums up to the thresholds), each row by row over all columns:
// n d log n operations per tree.
//
// Geurts, Ernst & Wehenkel, "Extremely randomized trees", Machine Learning 63, 2006; importances as in Breiman et al., CART, 1984.
//
// Differs from scikit-learn's ExtraTreesRegressor in the stream of random numbers, in float64 where its columns are
// float32, and in units: values are equal if they differ by less than 10⁻¹² of the range, not by 1e-7.

import type { Matrix } from "./matrix.ts";
import type { Rng } from "./rng.ts";
import { createKernels } from "./wasm/wasm.ts";

export interface Forest {
  /** Grows tree number k, whose thresholds do not depend on the trees grown before. */
  readonly grow: (k: number) => void;
  /** Importance of each column over the trees so far; they sum to 1, or are all 0 if nothing predicts the target. The target's is 0. */
  readonly importances: () => Float64Array;
}

/** A forest that predicts column `target` from the others. */
export function extraTrees({ rows: n, cols: d, data }: Matrix, target: number, rng: Rng): Forest {
  const y = Float64Array.from({ length: n }, (_, i) => data[i * d + target]);
  const mean = y.reduce((sum, v) => sum + v, 0) / n;
  let spread = 0;
  for (let i = 0; i < n; i++) {
    y[i] -= mean;
    spread += y[i] * y[i];
  }
  const stride = 4 * Math.ceil(d / 4);
  const kernels = createKernels(8 * (n * (stride + 2) + 5 * stride) + 128);
  const { call, allocateFloats, floats } = kernels;
  const [atX, atY, atOrder] = [allocateFloats(n * stride), allocateFloats(n), allocateFloats(n)];
  const rooms = Array.from({ length: 5 }, () => allocateFloats(stride));
  const [atLeast, atMost, atThresholds, atSums, atCounts] = rooms;
  const [least, most, thresholds, sums, counts] = rooms.map((at) => floats(at, stride));
  const order = kernels.words(atOrder, n);
  for (let i = 0; i < n; i++) floats(atX, n * stride).set(data.subarray(i * d, (i + 1) * d), i * stride);
  floats(atY, n).set(y);
  const ranges = rangesOf({ rows: n, cols: d, data });
  const gains = new Float64Array(d);
  const total = new Float64Array(d);

  /** The column whose threshold reduces the sum of squares over rows order[from … to) most, and the reduction. */
  const bestSplit = (from: number, to: number, sum: number, { uniform, integer }: Rng) => {
    const rows = atOrder + 4 * from;
    call.columnRangesInto(atLeast, atMost, atX, rows, to - from, stride);
    for (let j = 0; j < d; j++) {
      const varies = j !== target && most[j] - least[j] > 1e-12 * ranges[j];
      thresholds[j] = varies ? least[j] + uniform() * (most[j] - least[j]) : Number.POSITIVE_INFINITY;
      if (varies && !(thresholds[j] < most[j])) thresholds[j] = least[j];
    }
    call.sumsBelowInto(atSums, atCounts, atThresholds, atX, atY, rows, to - from, stride);
    const size = to - from;
    let [column, gain, ties] = [-1, 0, 1];
    for (let j = 0; j < d; j++) {
      const below = counts[j];
      if (below === 0 || below === size) continue;
      const rest = sum - sums[j];
      const lowered = (sums[j] * sums[j]) / below + (rest * rest) / (size - below) - (sum * sum) / size;
      if (lowered === gain && column >= 0) ties++;
      // Ties (between copies of a column, say) are broken uniformly at random.
      if (column < 0 || lowered > gain || (lowered === gain && integer(ties) === 0)) {
        if (lowered !== gain) ties = 1;
        [column, gain] = [j, lowered];
      }
    }
    return { column, gain };
  };

  const grow = (stream: Rng): void => {
    gains.fill(0);
    for (let i = 0; i < n; i++) order[i] = i;
    const open: [number, number][] = [[0, n]];
    for (let node = open.pop(); node; node = open.pop()) {
      const [from, to] = node;
      let [sum, squares] = [0, 0];
      for (let i = from; i < to; i++) {
        sum += y[order[i]];
        squares += y[order[i]] * y[order[i]];
      }
      if (to - from < 2 || !(squares - (sum * sum) / (to - from) > 1e-24 * spread)) continue;
      const { column, gain } = bestSplit(from, to, sum, stream);
      if (column < 0) continue;
      gains[column] += Math.max(0, gain);
      const middle = partition(from, to, column);
      open.push([from, middle], [middle, to]);
    }
  };

  /** Moves rows up to the column's threshold to the front; returns where the others begin. */
  const partition = (from: number, to: number, column: number): number => {
    let [low, high] = [from, to - 1];
    while (low <= high) {
      const row = order[low];
      if (data[row * d + column] <= thresholds[column]) low++;
      else {
        order[low] = order[high];
        order[high--] = row;
      }
    }
    return low;
  };

  return {
    grow: (k) => {
      grow(rng.fork(`tree/${k}`));
      const all = gains.reduce((a, b) => a + b, 0);
      if (all > 0) for (let j = 0; j < d; j++) total[j] += gains[j] / all;
    },
    importances: () => {
      const all = total.reduce((a, b) => a + b, 0);
      return total.map((gain) => (all > 0 ? gain / all : 0));
    },
  };
}

/** Range (maximum − minimum) of each column. */
function rangesOf({ rows, cols, data }: Matrix): Float64Array {
  const least = new Float64Array(cols).fill(Number.POSITIVE_INFINITY);
  const most = new Float64Array(cols).fill(Number.NEGATIVE_INFINITY);
  for (let i = 0; i < rows * cols; i++) {
    least[i % cols] = Math.min(least[i % cols], data[i]);
    most[i % cols] = Math.max(most[i % cols], data[i]);
  }
  return most.map((x, j) => x - least[j]);
}
