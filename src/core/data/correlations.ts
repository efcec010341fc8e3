// Pearson correlations between up to 60 numeric columns, for display: each pair on the rows where both have a value, rounded to three
// decimals. Costs n · d² multiplications.

import type { NamedReading } from "./kinds/kinds.ts";

export interface Correlations {
  readonly columns: readonly string[];
  /** Row by column; 0 where a column does not vary in the rows of a pair. */
  readonly values: readonly (readonly number[])[];
}

const mostColumns = 60;

/** Correlations of the first numeric columns that are used; null if there are fewer than two. */
export function correlations(columns: readonly NamedReading[]): Correlations | null {
  const numeric = columns.filter(({ isUsed, levels }) => isUsed && levels === null).slice(0, mostColumns);
  if (numeric.length < 2) return null;
  const scaled = numeric.map(({ values }) => unitScaled(values));
  const values = numeric.map(() => new Array<number>(numeric.length).fill(1));
  for (let i = 0; i < numeric.length; i++)
    for (let j = 0; j < i; j++) values[i][j] = values[j][i] = correlation(scaled[i], scaled[j]);
  return { columns: numeric.map(({ name }) => name), values };
}

/** Shifted by the first value and scaled to a maximum of 1 in size: squares would overflow or cancel otherwise. */
function unitScaled(values: Float64Array): Float64Array {
  const first = values.find((x) => !Number.isNaN(x)) ?? 0;
  let most = 0;
  for (const x of values) if (Math.abs(x - first) > most) most = Math.abs(x - first);
  return values.map((x) => (most > 0 ? (x - first) / most : 0 * x));
}

function correlation(x: Float64Array, y: Float64Array): number {
  let [n, sumX, sumY, xx, yy, xy] = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < x.length; i++) {
    if (Number.isNaN(x[i]) || Number.isNaN(y[i])) continue;
    n++;
    sumX += x[i];
    sumY += y[i];
    xx += x[i] * x[i];
    yy += y[i] * y[i];
    xy += x[i] * y[i];
  }
  const scale = Math.sqrt((n * xx - sumX * sumX) * (n * yy - sumY * sumY));
  return scale > 0 ? Math.round((1000 * (n * xy - sumX * sumY)) / scale) / 1000 : 0;
}
