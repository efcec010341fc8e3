// The data doctor's finding about columns of few values that stand for ranges of another column: age groups beside ages, directions
// rounded to points of the compass.

import { column } from "../../math/matrix.ts";
import type { Table } from "../table.ts";
import { type Finding, finding } from "./findings.ts";
import { listed } from "./gap-findings.ts";

/** Maximum number of values of the coarse column; minimum numbers of rows, and of values of the fine one, for each of these. */
const [mostValues, rowsPerValue, finePerValue] = [50, 5, 2];
/** Most pairs already differ in so many rows. */
const firstRows = 200;

/** `numbers`: columns of numbers; `categories`: of labels. */
export function binnedFindings(
  { names, X }: Table,
  numbers: readonly number[],
  categories: readonly number[],
): Finding[] {
  const coarse = [...numbers, ...categories].filter((j) => isCoarse(column(X, j)));
  const pairs = coarse.flatMap((j) => {
    const by = numbers.find((i) => i !== j && isBinned(column(X, i), column(X, j)));
    return by === undefined ? [] : [{ j, by }];
  });
  if (pairs.length === 0) return [];
  return [
    finding({
      kind: "near-deterministic",
      severity: "warning",
      columns: pairs.map(({ j }) => names[j]),
      message: `values that each stand for a range of another column: ${listed(pairs.map(({ j, by }) => `"${names[j]}" from "${names[by]}"`))}`,
      meaning:
        "What explains one of the two explains the other: which of them a third column is linked with, and in which direction, the data cannot show.",
      remedies: [
        { drop: pairs.map(({ j }) => names[j]) },
        { drop: [...new Set(pairs.map(({ by }) => names[by]))] },
      ],
    }),
  ];
}

function isCoarse(values: Float64Array): boolean {
  const seen = new Set<number>();
  for (const x of values) if (!Number.isNaN(x) && seen.add(x).size > mostValues) return false;
  return seen.size > 2 && values.length >= rowsPerValue * seen.size;
}

/** Do the ranges of `fine` within the values of `coarse` lie apart? Those of values with one row or two do so by chance. */
function isBinned(fine: Float64Array, coarse: Float64Array): boolean {
  if (!areApart(rangesOf(fine.subarray(0, firstRows), coarse))) return false;
  const ranges = rangesOf(fine, coarse);
  const rows = ranges.reduce((sum, range) => sum + range.rows, 0);
  const common = ranges.filter((range) => range.rows >= rowsPerValue);
  return (
    common.length > 2 &&
    rows >= rowsPerValue * ranges.length &&
    new Set(fine).size >= finePerValue * ranges.length &&
    areApart(ranges)
  );
}

interface Range {
  min: number;
  max: number;
  rows: number;
}

/** The range of `fine` for each value of `coarse`. */
function rangesOf(fine: Float64Array, coarse: Float64Array): Range[] {
  const ranges = new Map<number, Range>();
  for (let i = 0; i < fine.length; i++) {
    if (Number.isNaN(fine[i]) || Number.isNaN(coarse[i])) continue;
    const range = ranges.get(coarse[i]) ?? { min: fine[i], max: fine[i], rows: 0 };
    range.min = Math.min(range.min, fine[i]);
    range.max = Math.max(range.max, fine[i]);
    range.rows++;
    ranges.set(coarse[i], range);
  }
  return [...ranges.values()];
}

function areApart(ranges: readonly Range[]): boolean {
  const sorted = ranges.toSorted((a, b) => a.min - b.min);
  return sorted.every(({ min }, k) => k === 0 || min > sorted[k - 1].max);
}
