// Matrices for the tests of dense algebra, and slow reference versions of it: the definitions, entry by entry.

import fc from "fast-check";
import { expect } from "vitest";
import { type Matrix, matrix } from "../src/core/math/matrix.ts";
import { createRng } from "../src/core/math/rng.ts";
import { transpose } from "./problems.ts";

/** Sizes around the tile (4), the blocks (64, 128, 256) and their edges, and random ones between. */
export const edges = [0, 1, 2, 3, 4, 5, 63, 64, 65, 130] as const;
export const size = fc.oneof(fc.constantFrom(...edges), fc.integer({ min: 1, max: 80 }));
export const runs = { seed: 1, numRuns: 60 };

export function randomMatrix(rows: number, cols: number, label: string): Matrix {
  const rng = createRng(`dense/${label}/${rows}/${cols}`);
  return matrix(rows, cols, Float64Array.from({ length: rows * cols }, rng.normal));
}

export function positiveDefinite(n: number): Matrix {
  const X = randomMatrix(n, n, "positive");
  const A = sumOfProducts(X, transpose(X));
  for (let i = 0; i < n; i++) A.data[i * n + i] += n / 4 + 0.5;
  return A;
}

export function sumOfProducts(A: Matrix, B: Matrix): Matrix {
  const out = matrix(A.rows, B.cols);
  for (let i = 0; i < A.rows; i++) {
    for (let k = 0; k < A.cols; k++) {
      for (let j = 0; j < B.cols; j++)
        out.data[i * B.cols + j] += A.data[i * A.cols + k] * B.data[k * B.cols + j];
    }
  }
  return out;
}

export function textbookCholesky(A: Matrix): Matrix {
  const n = A.rows;
  const L = matrix(n, n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let x = A.data[i * n + j];
      for (let k = 0; k < j; k++) x -= L.data[i * n + k] * L.data[j * n + k];
      L.data[i * n + j] = i === j ? Math.sqrt(x) : x / L.data[j * n + j];
    }
  }
  return L;
}

export function gaussians(X: Matrix, h: number): Matrix {
  const { rows: n, cols } = X;
  const K = matrix(n, n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      let square = 0;
      for (let f = 0; f < cols; f++) square += (X.data[i * cols + f] - X.data[j * cols + f]) ** 2;
      K.data[i * n + j] = Math.exp(-square / (2 * h * h));
    }
  }
  return K;
}

export function largest(A: Matrix): number {
  return A.data.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
}

/** Largest difference of entries; NaN on either side is a difference. */
export function expectNear(ours: Matrix, wanted: Matrix, tolerance: number): void {
  expect([ours.rows, ours.cols]).toEqual([wanted.rows, wanted.cols]);
  let worst = 0;
  ours.data.forEach((x, at) => {
    const difference = Math.abs(x - wanted.data[at]);
    if (!(difference <= worst)) worst = difference;
  });
  expect(worst).toBeLessThanOrEqual(tolerance);
}
