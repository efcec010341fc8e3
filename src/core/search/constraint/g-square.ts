// G²: the likelihood-ratio test of conditional independence for categories.
//
//     G² = 2 Σ N_sxy log(N_sxy N_s / (N_sx N_sy)),    p = P(χ² of f degrees of freedom > G²)
//     f = Σ over the combinations s of S that occur:  (labels of i that occur with s − 1)(labels of j that do − 1)
//
// N_s counts the rows with combination s of the set's labels, N_sx those that also have label x of i, and so on. A pair costs
// three passes over the rows.
//
// Spirtes, Glymour & Scheines. "Causation, prediction, and search." 2nd edition, 2000, chapter 5; the degrees of freedom are
// those of causal-learn: combinations that cannot occur do not count.
//
// Differs from causal-learn: a set that leaves no degree of freedom leaves nothing to test and separates no pair; there p is 1.

import { check } from "../../check.ts";
import { asCategories } from "../../data/categories.ts";
import { checkRows, type Table } from "../../data/table.ts";
import { logarithm } from "../../math/elementary.ts";
import { logGammaTail } from "../../math/gamma-tail.ts";
import { codedColumns, type Partition, partitions } from "../../score/cells.ts";
import {
  defaultIndependenceAlpha,
  type IndependenceOptions,
  type IndependenceTest,
} from "./independence-test.ts";

/**
 * The G² test. Columns of numbers are treated as categories too, with one label for each distinct value.
 *
 * @example
 * ```js
 * const table = createTable(["x", "y"], matrixFromRows([[0, 0], [1, 1], [0, 1]]), [["a", "b"], ["a", "b"]]);
 * typeof gSquare(table); // "object"
 * ```
 */
export function gSquare(table: Table, options: IndependenceOptions = {}): IndependenceTest {
  const { alpha = defaultIndependenceAlpha } = options;
  check(alpha > 0 && alpha < 1, `g-square: alpha must be between 0 and 1, got ${alpha}`);
  checkRows("g-square", table);
  const { rows: n, cols: d } = table.X;
  const { columns, sizes } = codedColumns(asCategories(table));
  const partition = partitions(columns, sizes, n);
  const logAlpha = logarithm(alpha);
  const counts = new Int32Array(n);
  const tested = (S: readonly number[], i: number, j: number): { logP: number; freedom: number } => {
    const { cell: strata, count } = partition(S);
    const whole = countLogs(partition(S), counts);
    const x = partition([i, ...S]);
    const withX = countLogs(x, counts);
    const labelsX = cellsIn(strata, count, x);
    const withBoth = countLogs(partition([j, i, ...S]), counts);
    const y = partition([j, ...S]);
    const withY = countLogs(y, counts);
    const labelsY = cellsIn(strata, count, y);
    let freedom = 0;
    for (let s = 0; s < count; s++) freedom += (labelsX[s] - 1) * (labelsY[s] - 1);
    const g = 2 * Math.max(0, withBoth - withX - withY + whole);
    return { logP: freedom === 0 ? 0 : logGammaTail(freedom / 2, g / 2), freedom };
  };
  return {
    d,
    maxSize: d,
    perStep: Math.max(1, Math.floor(1e6 / Math.max(1, n))),
    given: (S) => ({
      isIndependent: (i, j) => {
        const { logP, freedom } = tested(S, i, j);
        return logP > logAlpha && (freedom > 0 || S.length === 0);
      },
      logP: (i, j) => tested(S, i, j).logP,
    }),
  };
}

/** Σ N log N over the cells. */
function countLogs({ cell, count }: Partition, counts: Int32Array): number {
  counts.fill(0, 0, count);
  for (let row = 0; row < cell.length; row++) counts[cell[row]]++;
  let sum = 0;
  for (let c = 0; c < count; c++) sum += counts[c] * logarithm(counts[c]);
  return sum;
}

/** Number of cells of the finer partition in each stratum. */
function cellsIn(strata: Int32Array, count: number, { cell, count: cells }: Partition): Int32Array {
  const out = new Int32Array(count);
  const isSeen = new Uint8Array(cells);
  for (let row = 0; row < cell.length; row++) {
    if (isSeen[cell[row]] === 1) continue;
    isSeen[cell[row]] = 1;
    out[strata[row]]++;
  }
  return out;
}
