// Detects a last row that is the sum of all others, as spreadsheets have below a column.

import type { ReadingDoubt } from "../reading-doubt.ts";
import type { ReadAs } from "./reading.ts";

/** Fewer numbers than this may sum to another by chance. */
const fewest = 8;
/** Relative rounding error allowed in a total. */
const precision = 1e-5;

export function totalDoubts({ kind, isUsed, values }: ReadAs): ReadingDoubt[] {
  if (!isUsed || kind !== "number") return [];
  const total = values[values.length - 1];
  let [sum, size, count] = [0, 0, 0];
  for (const x of values.subarray(0, -1)) {
    if (Number.isNaN(x) || x === 0) continue;
    sum += x;
    size += Math.abs(x);
    count++;
  }
  const isTotal = count >= fewest && total !== 0 && Math.abs(total - sum) <= precision * size;
  // Numbers of both signs can sum to an ordinary value by chance; a total must be large.
  return isTotal && 2 * Math.abs(total) > size ? [{ about: "total-row", total }] : [];
}
