// Pairs of numeric columns of which one is a linear function of the other, judged in the rows where both have a value.

import { column, type Matrix } from "../../math/matrix.ts";
import type { Relation } from "./relations.ts";

/** Columns with gaps may match by chance if they have fewer rows than this in common. */
export const fewestShared = 10;

export interface Line {
  readonly slope: number;
  readonly intercept: number;
  /** Number of rows where both columns have a value. */
  readonly shared: number;
  readonly isEqual: boolean;
}

/** y = intercept + slope · x wherever both have a value; null if no line, or any line, goes through these rows. */
export function lineBetween(x: Float64Array, y: Float64Array): Line | null {
  let [first, second, shared, isEqual] = [-1, -1, 0, true];
  let [slope, scale] = [0, 0];
  for (let i = 0; i < x.length; i++) {
    if (Number.isNaN(x[i]) || Number.isNaN(y[i])) continue;
    shared++;
    if (x[i] !== y[i]) isEqual = false;
    if (first < 0) first = i;
    else if (second < 0) {
      if ((x[i] === x[first]) !== (y[i] === y[first])) return null;
      if (x[i] === x[first]) continue;
      second = i;
      slope = (y[i] - y[first]) / (x[i] - x[first]);
      scale = Math.abs(y[i] - y[first]);
    } else {
      const off = y[i] - (y[first] + slope * (x[i] - x[first]));
      scale = Math.max(scale, Math.abs(y[i] - y[first]));
      if (!(Math.abs(off) <= 1e-9 * scale)) return null;
    }
  }
  if (second < 0) return null;
  return { slope, intercept: isEqual ? 0 : y[first] - slope * x[first], shared, isEqual };
}

/** Columns that are linear functions of an earlier one in at least `least` rows; with `least` 0, columns equal to an earlier one. */
export function pairRelations(X: Matrix, order: readonly number[], least: number): Relation[] {
  const columns = new Map(order.map((j) => [j, column(X, j)]));
  const singles: number[] = [];
  const out: Relation[] = [];
  for (const j of order) {
    const found = singles
      .map((i) => ({ i, line: lineBetween(columns.get(i)!, columns.get(j)!) }))
      .find(({ line }) => line !== null && (least === 0 ? line.isEqual : line.shared >= least));
    if (found === undefined) singles.push(j);
    else {
      const { slope, intercept } = found.line!;
      out.push({ column: j, on: [found.i], coefficients: [slope], intercept, share: 0 });
    }
  }
  return out;
}
