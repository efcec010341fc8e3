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

/** Do the ranges of `fine` within the values of `coarse` lie apart? */
function isBinned(fine: Float64Array, coarse: Float64Array): boolean {
  return areApart(fine.subarray(0, firstRows), coarse) && areApart(fine, coarse, rowsPerValue);
}

/** `rows`: minimum number of rows with both values, and half of it of distinct fine ones, for each coarse one. */
function areApart(fine: Float64Array, coarse: Float64Array, rows = 0): boolean {
  const ranges = new Map<number, { min: number; max: number }>();
  const distinct = new Set<number>();
  let shared = 0;
  for (let i = 0; i < fine.length; i++) {
    if (Number.isNaN(fine[i]) || Number.isNaN(coarse[i])) continue;
    shared++;
    const range = ranges.get(coarse[i]);
    if (range === undefined) ranges.set(coarse[i], { min: fine[i], max: fine[i] });
    else [range.min, range.max] = [Math.min(range.min, fine[i]), Math.max(range.max, fine[i])];
    if (rows > 0) distinct.add(fine[i]);
  }
  if (
    rows > 0 &&
    (ranges.size < 3 || shared < rows * ranges.size || distinct.size < finePerValue * ranges.size)
  )
    return false;
  const sorted = [...ranges.values()].sort((a, b) => a.min - b.min);
  return sorted.every(({ min }, k) => k === 0 || min > sorted[k - 1].max);
}
