// Columns that look like survey weights: how many members of the population each row stands for.
//
// The name says so (column-names.ts), the numbers are not negative, and most of the time their mean is 1, or they vary as widely
// as a body's weight does not. "weight" alone may be a body's: its mean must be 1.

import type { RawColumn } from "../cells.ts";
import type { ReadingDoubt } from "../reading-doubt.ts";
import { weightIn } from "./column-names.ts";

/** How far from 1 the mean of weights may be that were scaled to the number of rows. */
const mostOff = 0.02;
/** The least mean and the least coefficient of variation of weights that sum to a population. */
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
