// How an effect depends on one of its causes, the other causes held fixed: a line if the model is linear, otherwise a smooth curve.
//
//     line     y = b (x − mean of x) + mean of y,   b from least squares of the effect on all its causes
//     smooth   y = f(x) + mean of y,                f from the additive fit of the effect on all its causes (math/smooth/additive.ts)
//
// Points are evenly spaced rows, minus what the other causes explain: they scatter around the curve by the noise alone. Units are
// those of the given table.
//
// Cost: n p² multiplications for p causes; for a curve n (9 p)², from 5,000 evenly spaced rows if there are more.

import { sampleSize, type Table, tableScatter, withColumns } from "../data/table.ts";
import { column, type Matrix, selectRows } from "../math/matrix.ts";
import { additiveFit, basisScatter, isSaturated, splineBasis } from "../math/smooth/smooth.ts";
import { coefficientsOf } from "../score/regression.ts";
import type { EdgeDetails } from "./wire/wire.ts";

export type EffectCurve = NonNullable<EdgeDetails["curve"]>;

const mostPoints = 200;
const mostFitted = 5000;
const gridPoints = 60;

/** Causes and effect are column numbers; null if one of them is a category, or there are too few rows to fit them. */
export function effectCurve(
  table: Table,
  { cause, effect, parents }: { cause: number; effect: number; parents: readonly number[] },
  kind: EffectCurve["kind"],
): EffectCurve | null {
  const columns = [...parents, effect];
  const rows = kind === "line" ? sampleSize(table) : table.X.rows;
  if (columns.some((j) => table.levels?.[j]) || isSaturated(rows, parents.length)) return null;
  const whole = withColumns(table, columns);
  const index = parents.indexOf(cause);
  return kind === "line" ? line(whole, index) : smooth(evenly(whole.X, mostFitted), index);
}

/** The last column regressed on the others, as a function of column `index`. */
function line(table: Table, index: number): EffectCurve {
  const { X } = table;
  const effect = X.cols - 1;
  const { n, mean, S } = tableScatter(table);
  const b = coefficientsOf(
    S,
    effect,
    Array.from({ length: effect }, (_, k) => k),
  );
  const reach = 2 * Math.sqrt(S.data[index * S.cols + index] / n);
  const { min, max } =
    X.rows > 0 ? rangeOf(column(X, index)) : { min: mean[index] - reach, max: mean[index] + reach };
  const x = [min, max];
  const some = evenly(X, mostPoints);
  const points = Array.from({ length: some.rows }, (_, i): [number, number] => {
    const row = some.data.subarray(i * X.cols, (i + 1) * X.cols);
    const others = b.reduce((sum, c, k) => (k === index ? sum : sum + c * (row[k] - mean[k])), 0);
    return [row[index], row[effect] - others];
  });
  return { kind: "line", x, y: x.map((at) => b[index] * (at - mean[index]) + mean[effect]), points };
}

function smooth(X: Matrix, index: number): EffectCurve {
  const effect = X.cols - 1;
  const parents = Array.from({ length: effect }, (_, k) => k);
  const scatter = basisScatter(X);
  const { beta, columns, terms } = additiveFit(scatter, effect, parents);
  const y = column(X, effect);
  const { mean, deviation } = spreadOf(y);
  /** The contribution of parent k in each row; its functions sum to 0 over the rows. */
  const part = (k: number): Float64Array => {
    const basis = splineBasis(column(X, k));
    const out = new Float64Array(X.rows);
    for (let c = terms[k].from; c < terms[k].to; c++) {
      const at = columns[c] - scatter.start[k];
      for (let i = 0; i < X.rows; i++) out[i] += deviation * beta[c] * basis.data[i * basis.cols + at];
    }
    return out;
  };
  const curve = part(index);
  const others = parents.filter((k) => k !== index).map(part);
  const x = column(X, index);
  const grid = gridOf(x);
  const points = placesOf(X.rows, mostPoints).map((i): [number, number] => [
    x[i],
    others.reduce((value, of) => value - of[i], y[i]),
  ]);
  return { kind: "smooth", x: grid, y: grid.map(interpolation(x, curve)).map((f) => f + mean), points };
}

/** Linear interpolation: there are so many rows that the curve is nearly straight between neighbouring values of x. */
function interpolation(x: Float64Array, f: Float64Array): (at: number) => number {
  const order = Array.from(x, (_, i) => i).sort((a, b) => x[a] - x[b]);
  return (at) => {
    let [low, high] = [0, order.length - 1];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (x[order[middle]] <= at) low = middle;
      else high = middle;
    }
    const [a, b] = [order[low], order[high]];
    const share = x[b] > x[a] ? (at - x[a]) / (x[b] - x[a]) : 0;
    return f[a] + share * (f[b] - f[a]);
  };
}

/** The distinct values if they are few, otherwise equal steps from the smallest to the largest. */
function gridOf(x: Float64Array): number[] {
  const distinct = [...new Set(x)].sort((a, b) => a - b);
  if (distinct.length <= gridPoints) return distinct;
  const { min, max } = rangeOf(x);
  return Array.from({ length: gridPoints }, (_, k) =>
    k === gridPoints - 1 ? max : min + ((max - min) * k) / (gridPoints - 1),
  );
}

function evenly(X: Matrix, most: number): Matrix {
  return X.rows <= most ? X : selectRows(X, placesOf(X.rows, most));
}

/** At most `most` row numbers, at equal steps. */
function placesOf(rows: number, most: number): number[] {
  const count = Math.min(rows, most);
  return Array.from({ length: count }, (_, k) => Math.floor((k * rows) / count));
}

function rangeOf(x: Float64Array): { min: number; max: number } {
  return { min: x.reduce((a, b) => Math.min(a, b)), max: x.reduce((a, b) => Math.max(a, b)) };
}

/** Mean and population standard deviation. */
function spreadOf(x: Float64Array): { mean: number; deviation: number } {
  const mean = x.reduce((sum, value) => sum + value / x.length, 0);
  const variance = x.reduce((sum, value) => sum + ((value - mean) * (value - mean)) / x.length, 0);
  return { mean, deviation: Math.sqrt(variance) };
}
