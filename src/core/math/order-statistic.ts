// The k-th smallest of some numbers by quickselect: expected O(n), in place.
//
// Hoare, C. A. R. "Algorithm 65: Find." Communications of the ACM 4(7), 1961. The pivot is drawn from a seeded stream,
// so naturally occurring orders of the data are not slow, and the work is the same on every run.

import { createRng } from "./rng.ts";

/** The k-th smallest (from 0) of `values`, which it rearranges. */
export function orderStatisticInto(values: Float64Array, k: number): number {
  const rng = createRng("order-statistic");
  let low = 0;
  let high = values.length - 1;
  while (low < high) {
    const pivot = values[low + rng.integer(high - low + 1)];
    let i = low;
    let j = high;
    while (i <= j) {
      while (values[i] < pivot) i++;
      while (values[j] > pivot) j--;
      if (i <= j) {
        const swapped = values[i];
        values[i++] = values[j];
        values[j--] = swapped;
      }
    }
    if (k <= j) high = j;
    else if (k >= i) low = i;
    else break;
  }
  return values[k];
}
