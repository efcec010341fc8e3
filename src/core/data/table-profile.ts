// What the cells of each column look like, in numbers: range, quartiles, mean and spread, a histogram; of categories, how
// often each label occurs. Of the complete rows. Costs a sort of every column, O(d · n log n).

import type { Matrix } from "../math/matrix.ts";
import type { Levels } from "./table.ts";

export interface NumberProfile {
  readonly kind: "number";
  readonly min: number;
  /** A quarter, half and three quarters of the rows are at most this, by linear interpolation. */
  readonly quartiles: readonly [number, number, number];
  readonly max: number;
  readonly mean: number;
  /** Of the rows as they are: the sum of squares is divided by n. */
  readonly deviation: number;
  /** Rows in each of so many equal parts of the range. */
  readonly histogram: readonly number[];
}

export interface CategoryProfile {
  readonly kind: "category";
  readonly distinct: number;
  /** The most frequent ones, the first of them first. */
  readonly labels: readonly { readonly label: string; readonly rows: number }[];
}

const parts = 20;
const shownLabels = 20;

export interface ProfiledCells {
  readonly names: readonly string[];
  /** The complete rows. */
  readonly X: Matrix;
  readonly levels: Levels;
}

/** By column; null for one that holds an infinite cell, and for all where no row is complete. */
export function tableProfile({ names, X, levels }: ProfiledCells): {
  name: string;
  profile: NumberProfile | CategoryProfile | null;
}[] {
  return names.map((name, j) => {
    const values = new Float64Array(X.rows);
    for (let i = 0; i < X.rows; i++) values[i] = X.data[i * X.cols + j];
    const labels = levels[j];
    if (values.length === 0 || !values.every(Number.isFinite)) return { name, profile: null };
    return { name, profile: labels ? categoryProfile(values, labels) : numberProfile(values) };
  });
}

function numberProfile(values: Float64Array): NumberProfile {
  const sorted = values.toSorted();
  const n = sorted.length;
  const [min, max] = [sorted[0], sorted[n - 1]];
  let sum = 0;
  // Divided first: cells near the largest number would overflow.
  for (const x of sorted) sum += x / n;
  // A constant is its own mean, to the last bit; rounding must not give it a deviation.
  const mean = min === max ? min : sum;
  let squares = 0;
  for (const x of sorted) squares += ((x - mean) * (x - mean)) / n;
  const at = (share: number) => {
    const place = share * (n - 1);
    const k = Math.floor(place);
    return k + 1 < n ? sorted[k] + (place - k) * (sorted[k + 1] - sorted[k]) : sorted[k];
  };
  const histogram = new Array<number>(parts).fill(0);
  const width = (max - min) / parts;
  for (const x of sorted)
    histogram[width > 0 && Number.isFinite(width) ? Math.min(Math.floor((x - min) / width), parts - 1) : 0]++;
  const quartiles = [at(0.25), at(0.5), at(0.75)] as const;
  return {
    kind: "number",
    min,
    quartiles,
    max,
    mean,
    deviation: Math.min(Math.sqrt(squares), Number.MAX_VALUE),
    histogram,
  };
}

function categoryProfile(codes: Float64Array, labels: readonly string[]): CategoryProfile {
  const counts = new Array<number>(labels.length).fill(0);
  for (const code of codes) counts[code]++;
  const seen = labels.map((label, k) => ({ label, rows: counts[k] })).filter(({ rows }) => rows > 0);
  return {
    kind: "category",
    distinct: seen.length,
    labels: seen.toSorted((a, b) => b.rows - a.rows).slice(0, shownLabels),
  };
}
