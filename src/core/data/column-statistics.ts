// Descriptive statistics of each column, on all rows that have a value in it, whether or not other columns do.
//
//     min, 25 %, median, 75 %, max     by linear interpolation
//     mean, SD                         the sum of squares divided by n − 1
//     skewness                         adjusted for sample size, √(n (n−1)) / (n−2) times m₃ / m₂^1.5
//
// Costs a sort of every column, O(d · n log n).

import type { NamedReading } from "./kinds/kinds.ts";

export interface NumberStatistics {
  readonly min: number;
  /** 25 %, median, 75 %. */
  readonly quartiles: readonly [number, number, number];
  readonly max: number;
  readonly mean: number;
  /** Null for a single value. */
  readonly deviation: number | null;
  /** Null for fewer than three values, and where they do not vary. */
  readonly skewness: number | null;
  /** Number of values in each of 20 bins of equal width. */
  readonly histogram: readonly number[];
}

export interface ColumnStatistics {
  readonly name: string;
  /** Number of rows with a value, and without. */
  readonly n: number;
  readonly missing: number;
  readonly distinct: number;
  /** Null for labels, and where there is no value. */
  readonly numbers: NumberStatistics | null;
  /** The most frequent labels, or values of a column with few distinct ones, in descending order of frequency. */
  readonly labels: readonly { readonly label: string; readonly rows: number }[];
}

const parts = 20;
const mostLabels = 20;

export function columnStatistics(columns: readonly NamedReading[]): ColumnStatistics[] {
  return columns.map(({ name, values, levels }) => {
    const sorted = values.filter((x) => !Number.isNaN(x)).sort();
    const counts = countsOf(sorted);
    return {
      name,
      n: sorted.length,
      missing: values.length - sorted.length,
      distinct: counts.length,
      numbers: levels === null && sorted.length > 0 ? numbersOf(sorted) : null,
      labels:
        levels === null && counts.length > mostLabels
          ? []
          : counts
              .toSorted((a, b) => b.rows - a.rows)
              .slice(0, mostLabels)
              .map(({ value, rows }) => ({ label: levels?.[value] ?? String(value), rows })),
    };
  });
}

/** How often each value occurs, ascending. */
function countsOf(sorted: Float64Array): { value: number; rows: number }[] {
  const out: { value: number; rows: number }[] = [];
  for (const value of sorted) {
    const last = out.at(-1);
    if (last?.value === value) last.rows++;
    else out.push({ value, rows: 1 });
  }
  return out;
}

function numbersOf(sorted: Float64Array): NumberStatistics {
  const n = sorted.length;
  const [min, max] = [sorted[0], sorted[n - 1]];
  let sum = 0;
  // Divided before summing: cells near the largest number would overflow.
  for (const x of sorted) sum += x / n;
  // A constant is its own mean, to the last bit; rounding must not give it a deviation.
  const mean = min === max ? min : sum;
  let [second, third] = [0, 0];
  for (const x of sorted) {
    const off = x - mean;
    second += (off * off) / n;
    third += (off * off * off) / n;
  }
  const at = (share: number) => {
    const place = share * (n - 1);
    const k = Math.floor(place);
    return k + 1 < n ? sorted[k] + (place - k) * (sorted[k + 1] - sorted[k]) : sorted[k];
  };
  const skewness = (Math.sqrt(n * (n - 1)) / (n - 2)) * (third / (second * Math.sqrt(second)));
  return {
    min,
    quartiles: [at(0.25), at(0.5), at(0.75)],
    max,
    mean,
    deviation: n < 2 ? null : Math.min(Math.sqrt(second) * Math.sqrt(n / (n - 1)), Number.MAX_VALUE),
    skewness: n < 3 || !Number.isFinite(skewness) ? null : skewness,
    histogram: histogramOf(sorted),
  };
}

function histogramOf(sorted: Float64Array): number[] {
  const [min, max] = [sorted[0], sorted[sorted.length - 1]];
  const out = new Array<number>(parts).fill(0);
  const width = (max - min) / parts;
  for (const x of sorted)
    out[width > 0 && Number.isFinite(width) ? Math.min(Math.floor((x - min) / width), parts - 1) : 0]++;
  return out;
}
