import { describe, expect, it } from "vitest";
import { matrix, matrixFromRows } from "../../math/matrix.ts";
import { createRng } from "../../math/rng.ts";
import { gpDraw } from "./gp-draw.ts";

describe("gpDraw", () => {
  it("has mean 0 and the covariance exp(−distance² / (2 bandwidth²)) between any two points", () => {
    const rows = [
      [0, 0],
      [0.5, -0.2],
      [1.5, 1],
      [-2, 0.3],
    ];
    const bandwidth = 1.3;
    const draws = 20_000;
    const rng = createRng(1);
    const sum = rows.map(() => 0);
    const products = rows.map(() => rows.map(() => 0));
    for (let k = 0; k < draws; k++) {
      const f = gpDraw(matrixFromRows(rows), bandwidth, rng);
      rows.forEach((_, a) => {
        sum[a]! += f[a]! / draws;
        rows.forEach((_, b) => {
          products[a]![b]! += (f[a]! * f[b]!) / draws;
        });
      });
    }
    rows.forEach((x, a) => {
      expect(Math.abs(sum[a]!)).toBeLessThan(5 / Math.sqrt(draws));
      rows.forEach((y, b) => {
        const covariance = Math.exp(-((x[0]! - y[0]!) ** 2 + (x[1]! - y[1]!) ** 2) / (2 * bandwidth ** 2));
        // The product of two unit normals with correlation ρ has variance 1 + ρ².
        const error = 5 * Math.sqrt((1 + covariance ** 2) / draws);
        expect(Math.abs(products[a]![b]! - covariance)).toBeLessThan(error);
      });
    });
  });

  it("gives equal points equal values, where the kernel matrix is singular", () => {
    const f = gpDraw(matrixFromRows([[1], [2], [1], [2], [1]]), 1, createRng(2));
    expect(f[2]).toBeCloseTo(f[0]!, 4);
    expect(f[4]).toBeCloseTo(f[0]!, 4);
    expect(f[3]).toBeCloseTo(f[1]!, 4);
    expect(Math.abs(f[0]! - f[1]!)).toBeGreaterThan(0.01);
  });

  it("is smooth: on a fine grid the steps are small and so are their differences", () => {
    const step = 0.02;
    const f = gpDraw(matrixFromRows(Array.from({ length: 400 }, (_, i) => [i * step])), 1, createRng(3));
    for (let i = 2; i < 400; i++) {
      // f″ has standard deviation √3; the part left out of the factor is below 1e-5.
      expect(Math.abs(f[i]! - 2 * f[i - 1]! + f[i - 2]!)).toBeLessThan(6 * Math.sqrt(3) * step * step + 1e-4);
    }
  });

  it("handles thousands of points of one input in a moment, as the numerical rank is small", () => {
    const rng = createRng(4);
    const points = matrixFromRows(Array.from({ length: 20_000 }, () => [rng.normal()]));
    expect(gpDraw(points, 1, rng).every(Number.isFinite)).toBe(true);
  });

  it("refuses a factor that would not fit, with its cost and the way out", () => {
    const n = 1_000_000; // far apart, so that no column of the kernel explains another
    const spread = matrix(
      n,
      1,
      Float64Array.from({ length: n }, (_, i) => 100 * i),
    );
    expect(() => gpDraw(spread, 1, createRng(5))).toThrow(
      /over 1000000 samples may need 8000.0 GB and 166666667 billion operations for each node; take fewer/,
    );
  });
});
