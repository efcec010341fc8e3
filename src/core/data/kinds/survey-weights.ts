// Columns that look like survey weights: how many members of the population each row stands for.
//
// The name suggests it (column-names.ts) and no number is negative. Unless the name is certain, the mean must also be about 1, or the
// numbers vary more widely than body weights do. "weight" alone may be body weight: its mean must be about 1.

import type { RawColumn } from "../cells.ts";
import type { ReadingDoubt } from "../reading-doubt.ts";
import { weightIn } from "./column-names.ts";

/** Largest deviation from 1 of the mean of weights that were scaled to the number of rows. */
const mostOff = 0.02;
/** Minimum mean and coefficient of variation of weights that sum to a population. */
const [leastMean, leastVariation] = [20, 0.4];

export function weightDoubts({ name, values }: Pick<RawColumn, "name" | "values">): ReadingDoubt[] {
  const found = weightIn(name);
  if (found === null) return [];
  let [rows, sum, squares] = [0, 0, 0];
  for (const x of values) {
    if (Number.isNaN(x)) continue;
    if (x < 0) return [];
    rows++;
    sum += x;
    squares += x * x;
  }
  const mean = sum / rows;
  const isScaled = Math.abs(mean - 1) <= mostOff;
  const variation = Math.sqrt(Math.max(0, squares / rows - mean * mean)) / mean;
  const isWide = mean >= leastMean && variation >= leastVariation;
  const isWeight = found === "surely" || isScaled || (found === "likely" && isWide);
  return isWeight ? [{ about: "weights", mean, rows }] : [];
}
