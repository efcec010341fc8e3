// How many complete rows would tell as much about links as rows with gaps: their number is what scores take for n.
//
//     n_ij   rows in which columns i and j both have a value
//     rows   the harmonic mean of n_ij over all pairs of columns
//
// What chance adds to the fit of a link between two columns decreases with n_ij, as the variance of their correlation does; the
// harmonic mean is the number of complete rows for which its average is the same. It takes no account of what the other columns
// tell about missing values, so it is rather too small than too large.
//
// After the average over pairs in network models of incomplete data: Epskamp, Borsboom & Fried, "Estimating psychological networks and
// their accuracy", Behavior Research Methods 50, 2018 (bootnet, `pairwise_average`). Differs: harmonic, since with the arithmetic mean
// one column with few values would still link to others by chance. A pair counts with at least a tenth of the rows, so that it does not
// decide for all others.

import { bitCount } from "../math/bit-sets.ts";
import type { Matrix } from "../math/matrix.ts";

/** Share of the rows with which a pair counts at least. */
const leastShare = 0.1;

/** The number of rows with a value if no cell is missing (NaN); otherwise smaller, and at least 2. */
export function evidenceRows(X: Matrix): number {
  const { rows: n, cols: d, data } = X;
  const words = (n + 31) >>> 5;
  const observed = new Uint32Array(d * words);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < d; j++)
      if (!Number.isNaN(data[i * d + j])) observed[j * words + (i >>> 5)] |= 1 << (i & 31);
  const all = rowsWithValue(observed, d, words);
  let [inverse, pairs] = [0, 0];
  for (let i = 0; i < d; i++)
    for (let j = 0; j < i; j++, pairs++) {
      let both = 0;
      for (let w = 0; w < words; w++) both += bitCount(observed[i * words + w] & observed[j * words + w]);
      inverse += 1 / Math.max(both, leastShare * all);
    }
  return Math.max(2, pairs === 0 ? all : Math.round(pairs / inverse));
}

function rowsWithValue(observed: Uint32Array, d: number, words: number): number {
  let count = 0;
  for (let w = 0; w < words; w++) {
    let any = 0;
    for (let j = 0; j < d; j++) any |= observed[j * words + w];
    count += bitCount(any);
  }
  return count;
}
