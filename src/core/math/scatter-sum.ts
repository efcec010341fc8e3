// Means and scatter matrix of rows that arrive in blocks and are read once. Each block has its own means, so that no precision is
// lost if numbers are large relative to their spread, and blocks are merged:
//
//     S = S_a + S_b + n_a n_b / (n_a + n_b) · (mean_b − mean_a)(mean_b − mean_a)ᵀ
//
// Chan, Golub, LeVeque. "Updating formulae and a pairwise algorithm for computing sample variances." Stanford, 1979.
//
// A block is stored column by column and multiplied by its transpose (kernels/statistics/product.ts): n·d²/2 multiplications.

import { type Matrix, matrix } from "./matrix.ts";
import type { Scatter } from "./scatter.ts";
import { createKernels } from "./wasm/wasm.ts";

export interface ScatterSum {
  /** Buffer for the next rows, one array for each column. */
  readonly room: readonly Float64Array[];
  /** Removes rows with a missing (non-finite) number from the first `rows` rows; returns the number of rows left. */
  readonly closeGaps: (rows: number) => number;
  /** Adds the first `rows` rows of the buffer, which are overwritten. */
  readonly add: (rows: number) => void;
  readonly total: () => Scatter;
}

/** An accumulator for d columns, with a buffer of `roomRows` rows. */
export function scatterSum(d: number, roomRows: number): ScatterSum {
  const step = d + (d % 2);
  const work = Math.min(roomRows * (2 * d + 6), 300_000) + 16; // the kernel's blocks need no more
  const kernels = createKernels(8 * (d * roomRows + d * step + d + work) + 64);
  const rows = kernels.allocateFloats(d * roomRows);
  const out = kernels.allocateFloats(d * step);
  const means = kernels.allocateFloats(d);
  const free = kernels.allocateFloats(work);
  const room = Array.from({ length: d }, (_, j) => kernels.floats(rows + 8 * j * roomRows, roomRows));
  let sum: Scatter = { n: 0, mean: new Float64Array(d), S: matrix(d, d) };
  return {
    room,
    closeGaps: (n) => (kernels.call.areFinite(rows, roomRows, d, n) ? n : closeGapsInto(room, n)),
    add: (n) => {
      if (n === 0) return;
      kernels.call.centreInto(rows, roomRows, d, n, means);
      kernels.call.productInto(out, step, rows, roomRows, 1, rows, 1, roomRows, d, d, n, 0, 1, free);
      kernels.call.mirrorInto(out, step, d);
      const mean = kernels.floats(means, d).slice();
      sum = joinedScatter(sum, { n, mean, S: readRows(kernels.floats(out, d * step), step, d) });
    },
    // The two triangles of the sum may differ by rounding.
    total: () => ({ ...sum, S: mirrored(sum.S) }),
  };
}

function closeGapsInto(room: readonly Float64Array[], n: number): number {
  const isComplete = new Uint8Array(n).fill(1);
  for (const column of room) for (let i = 0; i < n; i++) if (!Number.isFinite(column[i])) isComplete[i] = 0;
  let count = 0;
  for (const column of room) {
    count = 0;
    for (let i = 0; i < n; i++) if (isComplete[i] === 1) column[count++] = column[i];
  }
  return count;
}

function mirrored({ rows: d, data }: Matrix): Matrix {
  const out = matrix(d, d);
  for (let i = 0; i < d; i++)
    for (let j = i; j < d; j++) out.data[i * d + j] = out.data[j * d + i] = data[i * d + j];
  return out;
}

function readRows(from: Float64Array, step: number, d: number): Matrix {
  const S = matrix(d, d);
  for (let i = 0; i < d; i++) S.data.set(from.subarray(i * step, i * step + d), i * d);
  return S;
}

/** The scatter of two sets of rows together. */
export function joinedScatter(a: Scatter, b: Scatter): Scatter {
  const n = a.n + b.n;
  const d = a.mean.length;
  const mean = a.mean.map((m, f) => m + ((b.mean[f] - m) * b.n) / n);
  const S = matrix(d, d);
  for (let f = 0; f < d; f++) {
    const gap = ((b.mean[f] - a.mean[f]) * a.n * b.n) / n;
    for (let g = 0; g < d; g++) {
      const at = f * d + g;
      S.data[at] = a.S.data[at] + b.S.data[at] + gap * (b.mean[g] - a.mean[g]);
    }
  }
  return { n, mean, S };
}
