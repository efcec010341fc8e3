// A nearest-neighbour Gaussian process: each row conditioned on the nearest of the earlier rows instead of all (Vecchia's likelihood).
//
//     p(y) = Π_i p(y_i | y of the rows before i)  ≈  Π_i p(y_i | y of the m nearest of them)
//     q = Σ_i (y_i − mean_i)² / v_i   and   log det = Σ_i log v_i,   mean_i = kᵀ (K + τ I)⁻¹ y,   v_i = 1 + τ − kᵀ (K + τ I)⁻¹ k
//
// This is also the likelihood of a process, one with a sparse inverse kernel matrix, and for m = n − 1 that of the full kernel matrix.
// n (m³/6 + m² + m d) multiplications for a cell, and n² / 2 for each parent to find the neighbours.
//
// The order of the rows depends on their values: by the fractional part of 1,000 Σ |value| of the standardised row, which is effectively
// random (Guinness found random orders as good as the best). So neither the order of the rows in the table nor the units or order of the
// columns matter. The median distance, by which bandwidths are multiplied, is that of the first 500 in this order.
//
// Vecchia, "Estimation and model identification for continuous spatial processes", JRSS B 50(2), 1988; Guinness, "Permutation and
// grouping methods for sharpening Gaussian process approximations", Technometrics 60(4), 2018; Katzfuss, Guinness & Lawrence,
// "Scaled Vecchia approximation for fast computer-model emulation", SIAM/ASA JUQ 10(2), 2022.
//
// Why not a low-rank kernel matrix (gp-low-rank.ts): from four parents on the functions are too rough for a hundred points, and
// the likelihoods rank parents differently from the full matrix (see the numbers in docs/scores/gp.md).

import { logarithm } from "../math/elementary.ts";
import { type Matrix, matrix } from "../math/matrix.ts";
import { medianDistance } from "../math/median-distance.ts";
import { createKernels, type Kernels } from "../math/wasm/wasm.ts";

export interface NearestOptions {
  /** Number of rows that each row is conditioned on. */
  readonly nearestRows: number;
  readonly wide?: WebAssembly.Module | undefined;
  /** Called every few rows; it may abort the work by throwing. */
  readonly beat?: (() => void) | undefined;
}

/** Number of rows for the median distance. */
const medianRows = 500;
/** Number of rows between two beats; even. */
const blockRows = 16;

/**
 * For a parent set whose rows are `inputs`: for each bandwidth and, within it, each noise, q of every column of Y and then the
 * log-determinant; d + 1 numbers per cell.
 */
export function nearestStatistics(
  Y: Matrix,
  { bandwidths, noises }: { readonly bandwidths: readonly number[]; readonly noises: readonly number[] },
  { nearestRows, wide, beat }: NearestOptions,
): (inputs: Matrix) => Float64Array {
  const { rows: n, cols: d } = Y;
  const most = Math.max(1, Math.min(nearestRows, n - 1));
  const order = orderOfRows(Y);
  const cells = bandwidths.length * noises.length;
  let room: Room | undefined; // allocated on first use
  return (inputs) => {
    if (room === undefined || room.features < inputs.cols)
      room = roomFor(Y, order, { most, bandwidths: bandwidths.length, noises, wide, features: inputs.cols });
    const { call, floats, at, step, stride } = room;
    const median = medianDistance(firstRows(inputs, order, medianRows));
    writeFeatures(floats(at.features, stride * inputs.cols), stride, inputs, order);
    floats(at.factors, bandwidths.length).set(bandwidths.map((b) => -0.5 / (b * median * (b * median))));
    for (let from = 0; from < n; from += blockRows) {
      beat?.();
      const to = Math.min(n, from + blockRows);
      call.nearestInto(at.nearest, at.features, stride, n, inputs.cols, most, from, to, at.work);
      call.conditionalInto(
        ...([at.cells, at.nearest, most, at.features, stride, n, inputs.cols] as const),
        ...([at.Y, step, at.factors, bandwidths.length, at.noises, noises.length] as const),
        ...([from, to, at.work] as const),
      );
    }
    const out = new Float64Array(cells * (d + 1));
    const each = step + n + (n % 2);
    for (let cell = 0; cell < cells; cell++) {
      const numbers = floats(at.cells + 8 * cell * each, each);
      out.set(numbers.subarray(0, d), cell * (d + 1));
      let logdet = 0;
      for (let i = 0; i < n; i++) logdet += logarithm(numbers[step + i]);
      out[cell * (d + 1) + d] = logdet;
    }
    return out;
  };
}

/** The rows sorted by the fractional part of 1,000 times the sum of their absolute values. */
export function orderOfRows({ rows, cols, data }: Matrix): Uint32Array {
  const keys = new Float64Array(rows);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < cols; j++) keys[i] += 1000 * Math.abs(data[i * cols + j]);
    keys[i] -= Math.floor(keys[i]);
  }
  return Uint32Array.from({ length: rows }, (_, i) => i).sort((a, b) => keys[a] - keys[b]);
}

function firstRows({ rows, cols, data }: Matrix, order: Uint32Array, count: number): Matrix {
  const out = matrix(Math.min(rows, count), cols);
  for (let i = 0; i < out.rows; i++)
    out.data.set(data.subarray(order[i] * cols, (order[i] + 1) * cols), i * cols);
  return out;
}

/** Writes feature by feature, with the rows in this order. */
function writeFeatures(
  out: Float64Array,
  stride: number,
  { rows, cols, data }: Matrix,
  order: Uint32Array,
): void {
  for (let f = 0; f < cols; f++)
    for (let i = 0; i < rows; i++) out[f * stride + i] = data[order[i] * cols + f];
}

interface Room extends Pick<Kernels, "call" | "floats"> {
  /** Maximum number of features that fit. */
  readonly features: number;
  /** Strides in numbers, of the rows of Y and of features. */
  readonly step: number;
  readonly stride: number;
  /** Addresses. */
  readonly at: Readonly<
    Record<"Y" | "features" | "nearest" | "factors" | "noises" | "cells" | "work", number>
  >;
}

interface RoomSizes extends Pick<NearestOptions, "wide"> {
  readonly most: number;
  readonly bandwidths: number;
  readonly noises: readonly number[];
  readonly features: number;
}

function roomFor(
  Y: Matrix,
  order: Uint32Array,
  { most, bandwidths, noises, wide, features: widest }: RoomSizes,
): Room {
  const { rows: n, cols: d } = Y;
  const step = d + (d % 2);
  const stride = 8 * Math.ceil(n / 8); // a multiple of eight
  const features = Math.min(d, Math.max(4, 2 * widest)); // so that it rarely has to grow
  const points = most + 1;
  const mostWork = Math.max(stride + most, 2 * points * (features + 3 * (points + 1) + 2) + 48 + step);
  const cells = bandwidths * noises.length * (step + n + 1);
  const sizes = [(n + 1) * step, stride * features, n * most, bandwidths, noises.length, cells, mostWork];
  const { allocateFloats, floats, call } = createKernels(
    8 * (sizes.reduce((sum, size) => sum + size, 0) + 4 * sizes.length) + 256,
    { wide },
  );
  const [atY, ...rest] = sizes.map((size) => allocateFloats(size));
  const [atFeatures, nearest, factors, atNoises, atCells, work] = rest;
  const rows = floats(atY, n * step);
  for (let i = 0; i < n; i++) rows.set(Y.data.subarray(order[i] * d, (order[i] + 1) * d), i * step);
  floats(atNoises, noises.length).set(noises);
  const at = { Y: atY, features: atFeatures, nearest, factors, noises: atNoises, cells: atCells, work };
  return { call, floats, features, step, stride, at };
}
