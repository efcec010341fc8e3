import { describe, expect, it } from "vitest";
import { randomTable } from "../../../test/problems.ts";
import { noises } from "../data/simulate/noise.ts";
import { product } from "./dense/dense.ts";
import { contrastNames, decorrelated, type FastIca, fastIca } from "./fast-ica.ts";
import { column, type Matrix, matrix } from "./matrix.ts";
import { createRng, type Rng } from "./rng.ts";
import { scatterOf } from "./scatter.ts";

const gaussianMatrix = (d: number, rng: Rng) =>
  matrix(d, d, Float64Array.from({ length: d * d }, rng.normal));

function converged(ica: FastIca, start: Matrix, tolerance = 1e-8): Matrix {
  let W = decorrelated(start);
  for (let k = 0; k < 500; k++) {
    const next = ica.next(W);
    W = next.W;
    if (next.change < tolerance) return W;
  }
  throw new Error("not converged");
}

describe("fastIca", () => {
  const [n, d] = [6000, 5];
  const rng = createRng("sources");
  const sources = matrix(n, d);
  (["uniform", "laplace", "exponential", "power", "gumbel"] as const).forEach((noise, j) => {
    noises[noise].sample(n, rng.fork(noise)).forEach((x, i) => {
      sources.data[i * d + j] = x;
    });
  });
  const A = gaussianMatrix(d, rng);
  const X = product(sources, A);

  it("whitens: the transformed columns have covariance I", () => {
    const { whitening } = fastIca(X)!;
    const { S } = scatterOf(product(X, whitening, { transposeB: true }));
    S.data.forEach((s, k) => {
      expect(s / n).toBeCloseTo(k % (d + 1) === 0 ? 1 : 0, 9);
    });
  });

  it("finds each source once, with either contrast, from any start", () => {
    for (const contrast of contrastNames) {
      for (const seed of [1, 2, 3]) {
        const ica = fastIca(X, { contrast })!;
        const W = converged(ica, gaussianMatrix(d, createRng(seed)));
        const found = product(X, product(W, ica.whitening), { transposeB: true });
        const matches = Array.from({ length: d }, (_, k) => {
          const y = column(found, k);
          const sizes = Array.from({ length: d }, (_, j) => Math.abs(correlation(y, column(sources, j))));
          expect(Math.max(...sizes)).toBeGreaterThan(0.99);
          return sizes.indexOf(Math.max(...sizes));
        });
        expect(matches.sort()).toEqual([0, 1, 2, 3, 4]);
      }
    }
  });

  it("is one step of the formula, for any number of rows", () => {
    for (const rows of [3, 40, 1023, 1025]) {
      const table = randomTable(createRng(rows), 3, rows + 4);
      const ica = fastIca(table.X)!;
      const W = decorrelated(gaussianMatrix(3, createRng(1)));
      const { data } = ica.next(W).W;
      slowStep(table.X, ica.whitening, W).forEach((w, k) => {
        expect(Math.abs(data[k] - w)).toBeLessThan(1e-10);
      });
    }
  });

  it("converges by half steps where whole ones cycle: Gaussian data", () => {
    const { X: gaussian } = randomTable(createRng("circles"), 6, 300);
    const ica = fastIca(gaussian)!;
    const changes = (step: "whole" | "half") => {
      let W = decorrelated(gaussianMatrix(6, createRng(1)));
      return Array.from({ length: 300 }, () => {
        const next = ica.next(W, step);
        W = next.W;
        return next.change;
      });
    };
    expect(Math.min(...changes("whole"))).toBeGreaterThan(1e-4);
    expect(changes("half").at(-1)).toBeLessThan(1e-8);
  });

  it("reports the change in W, and that linearly dependent columns cannot be whitened", () => {
    const ica = fastIca(X)!;
    const W = converged(ica, gaussianMatrix(d, createRng(4)), 1e-12);
    expect(ica.next(W).change).toBeLessThan(1e-11);
    const copied = matrix(100, 2);
    for (let i = 0; i < 100; i++) copied.data[2 * i] = copied.data[2 * i + 1] = i;
    expect(fastIca(copied)).toBeNull();
  });
});

describe("decorrelated", () => {
  it("has orthonormal rows, and leaves an orthogonal matrix unchanged", () => {
    const Q = decorrelated(gaussianMatrix(6, createRng(2)));
    product(Q, Q, { transposeB: true }).data.forEach((x, k) => {
      expect(x).toBeCloseTo(k % 7 === 0 ? 1 : 0, 12);
    });
    decorrelated(Q).data.forEach((x, k) => {
      expect(x).toBeCloseTo(Q.data[k], 12);
    });
  });

  it("is finite if a row repeats another", () => {
    const W = matrix(2, 2, Float64Array.of(1, 1, 1, 1));
    expect(decorrelated(W).data.every(Number.isFinite)).toBe(true);
  });
});

/** tanh with every sum written out. */
function slowStep(X: Matrix, K: Matrix, W: Matrix): number[] {
  const { rows: n, cols: d } = X;
  const mean = Array.from({ length: d }, (_, j) => column(X, j).reduce((a, b) => a + b, 0) / n);
  const next = matrix(d, d);
  for (let i = 0; i < n; i++) {
    const x = Array.from({ length: d }, (_, j) => X.data[i * d + j] - mean[j]);
    const z = mean.map((_, k) => x.reduce((sum, v, j) => sum + K.data[k * d + j] * v, 0));
    for (let k = 0; k < d; k++) {
      const g = Math.tanh(z.reduce((sum, v, j) => sum + W.data[k * d + j] * v, 0));
      for (let j = 0; j < d; j++) next.data[k * d + j] += (g * z[j] - (1 - g * g) * W.data[k * d + j]) / n;
    }
  }
  return [...decorrelated(next).data];
}

function correlation(x: Float64Array, y: Float64Array): number {
  const centred = (v: Float64Array) => {
    const mean = v.reduce((sum, a) => sum + a, 0) / v.length;
    return v.map((a) => a - mean);
  };
  const [a, b] = [centred(x), centred(y)];
  const dot = (u: Float64Array, v: Float64Array) => u.reduce((sum, s, i) => sum + s * v[i], 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}
