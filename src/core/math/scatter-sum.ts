// Means and scatter matrix of rows that come in blocks and are read once. Each block has its own means, so that no digits are lost
// where numbers are large beside their spread, and blocks are joined:
//
//     S = S_a + S_b + n_a n_b / (n_a + n_b) · (mean_b − mean_a)(mean_b − mean_a)ᵀ
//
// Chan, Golub, LeVeque. "Updating formulae and a pairwise algorithm for computing sample variances." Stanford, 1979.
//
// A block stands column by column and is multiplied by its transpose (kernels/statistics/product.ts): n·d²/2 multiplications.

import { type Matrix, matrix } from "./matrix.ts";
import type { Scatter } from "./scatter.ts";
import { createKernels } from "./wasm/wasm.ts";

export interface ScatterSum {
  /** Where the next rows are written: of each column its numbers. */
  readonly room: readonly Float64Array[];
  /** Adds the first `rows` rows of the room, whose numbers are lost. */
  readonly add: (rows: number) => void;
  readonly total: () => Scatter;
}

/** Means and scatter matrix of rows that come in blocks, column by column. */
export function scatterSum(d: number, roomRows: number): ScatterSum {
  const step = d + (d % 2);
  const work = Math.min(roomRows * (2 * d + 6), 300_000) + 16; // the kernel's blocks need no more
  const kernels = createKernels(8 * (d * roomRows + d * step + work) + 64);
  const rows = kernels.allocateFloats(d * roomRows);
  const out = kernels.allocateFloats(d * step);
  const free = kernels.allocateFloats(work);
  const room = Array.from({ length: d }, (_, j) => kernels.floats(rows + 8 * j * roomRows, roomRows));
  let sum: Scatter = { n: 0, mean: new Float64Array(d), S: matrix(d, d) };
  return {
    room,
    add: (n) => {
      if (n === 0) return;
      const mean = Float64Array.from(room, (numbers) => centreInto(numbers, n));
      kernels.call.productInto(out, step, rows, roomRows, 1, rows, 1, roomRows, d, d, n, 0, 1, free);
      kernels.call.mirrorInto(out, step, d);
      sum = joinedScatter(sum, { n, mean, S: readRows(kernels.floats(out, d * step), step, d) });
    },
    // Rounding may leave the two triangles of a sum a bit apart.
    total: () => ({ ...sum, S: mirrored(sum.S) }),
  };
}

/** Takes the mean of the first n numbers off them, and returns it. Counted from the first, so that a constant becomes exact zeros. */
function centreInto(numbers: Float64Array, n: number): number {
  const first = numbers[0];
  let sum = 0;
  for (let i = 0; i < n; i++) sum += numbers[i] - first;
  const mean = first + sum / n;
  for (let i = 0; i < n; i++) numbers[i] -= mean;
  return mean;
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

/** Of two sets of rows together. */
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
