import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { randomTable } from "../../../test/problems.ts";
import { quadraticTerms } from "../data/simulate/mechanisms.ts";
import { type Matrix, matrix, matrixFromRows } from "./matrix.ts";
import { featureCount, featuresOf, quadraticCoefficients, quadraticFeatures } from "./quadratic-features.ts";
import { createRng } from "./rng.ts";

/** Scatter of the explicit features, row by row. */
function slowScatter(X: Matrix): number[][] {
  const { rows: n, cols: d } = X;
  const at = (i: number, j: number) => X.data[i * d + j];
  const average = (values: readonly number[]) => values.reduce((s, x) => s + x / values.length, 0);
  const columns = Array.from({ length: d }, (_, j) => {
    const x = Array.from({ length: n }, (_, i) => at(i, j));
    const m = average(x);
    const s = Math.sqrt(average(x.map((v) => (v - m) * (v - m))));
    return x.map((v) => (s > 0 ? (v - m) / s : 0));
  });
  const features = quadraticTerms(d).map((term) =>
    Array.from({ length: n }, (_, i) => term.reduce((product, a) => product * columns[a][i], 1)),
  );
  const centred = features.map((f) => f.map((x) => x - average(f)));
  return centred.map((f) => centred.map((g) => f.reduce((s, x, i) => s + x * g[i], 0)));
}

describe("quadraticFeatures", () => {
  it("is the scatter of the features of the standardised columns", () => {
    for (const [d, n] of [
      [1, 12],
      [3, 30],
      [5, 40],
    ]) {
      const { X } = randomTable(createRng(`features/${d}`), d, n);
      const { S, ...facts } = quadraticFeatures(X);
      expect([facts.n, facts.d, S.cols]).toEqual([n, d, featureCount(d)]);
      slowScatter(X).forEach((row, f) => {
        row.forEach((value, g) => {
          expect(Math.abs(S.data[f * S.cols + g] - value)).toBeLessThan(1e-10 * n);
        });
      });
    }
  });

  it("gives the same matrix when the rows are read in blocks", () => {
    // 40 variables have 860 features: 4,877 rows per block.
    const { X } = randomTable(createRng("blocks"), 40, 5000, 0.05);
    const whole = quadraticFeatures(X);
    const pick = [0, 7, 39];
    const few = quadraticFeatures(
      matrixFromRows(Array.from({ length: 5000 }, (_, i) => pick.map((j) => X.data[i * 40 + j]))),
    );
    const rows = featuresOf(40, pick);
    rows.forEach((f, a) => {
      rows.forEach((g, b) => {
        expect(whole.S.data[f * whole.S.cols + g]).toBeCloseTo(few.S.data[a * few.S.cols + b], 6);
      });
    });
  });

  it("has features of 0 for a constant column and for the square of a ±1 column", () => {
    const X = matrixFromRows(Array.from({ length: 9 }, (_, i) => [7.1, i % 2 === 0 ? 1 / 3 : -1 / 3, i]));
    const { S, scale } = quadraticFeatures(X);
    expect(scale[0]).toBe(0);
    const balanced = matrixFromRows(Array.from({ length: 10 }, (_, i) => [i % 2 === 0 ? 0.3 : -0.1, i]));
    const two = quadraticFeatures(balanced).S;
    for (let f = 0; f < S.cols; f++) expect(S.data[f]).toBe(0);
    const [square] = featuresOf(2, [0]).slice(1);
    for (let f = 0; f < two.cols; f++) expect(two.data[square * two.cols + f]).toBe(0);
  });

  it("does not overflow where squares would", () => {
    const { X } = randomTable(createRng("large"), 3, 30);
    const large = quadraticFeatures({ ...X, data: X.data.map((x) => 1e200 * x) });
    const same = quadraticFeatures(X);
    large.S.data.forEach((x, k) => {
      expect(x).toBeCloseTo(same.S.data[k], 9);
    });
  });

  it("refuses more variables than a matrix of their features has room for", () => {
    expect(() => quadraticFeatures(matrix(2, 101))).toThrow(
      "quadratic: 101 variables have 5252 features, and a matrix of at most 5150 is made (100 variables); use fewer columns",
    );
  });
});

describe("featuresOf", () => {
  it("lists the features in the order of the terms, as rows of the whole matrix", () => {
    const all = quadraticTerms(6);
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(5)), (chosen) => {
        const variables = chosen.sort((a, b) => a - b);
        expect(featuresOf(6, variables).map((f) => all[f])).toEqual(
          quadraticTerms(variables.length).map((term) => term.map((a) => variables[a])),
        );
      }),
      { seed: 1, numRuns: 60 },
    );
  });
});

describe("quadraticCoefficients", () => {
  it("recovers a polynomial, on the scale of the data and far from 0", () => {
    const rng = createRng("polynomial");
    const rows = Array.from({ length: 60 }, () => {
      const [a, b, c] = [100 + 3 * rng.normal(), 0.01 * rng.normal(), 5 * rng.normal() - 20];
      return [a, 2 * a - 300 * b + 0.5 * a * a - 7 * a * b + 1e4 * b * b + 0.25 * b * c - c * c + 11, b, c];
    });
    const found = quadraticCoefficients(quadraticFeatures(matrixFromRows(rows)), 1, [0, 2, 3]);
    [2, -300, 0, 0.5, -7, 0, 1e4, 0.25, -1].forEach((value, k) => {
      expect(Math.abs(found[k] - value)).toBeLessThan(1e-6 * Math.max(1, Math.abs(value)));
    });
  });

  it("attributes the whole effect of a 0/1 column to the column and none to its square", () => {
    const rows = Array.from({ length: 12 }, (_, i) => [i % 3 === 0 ? 1 : 0, 4 * (i % 3 === 0 ? 1 : 0) + 2]);
    const [first, second] = quadraticCoefficients(quadraticFeatures(matrixFromRows(rows)), 1, [0]);
    expect(first).toBeCloseTo(4, 10);
    expect(second).toBe(0);
  });

  it("is 0 for a constant parent, and empty for no parents", () => {
    const features = quadraticFeatures(matrixFromRows(Array.from({ length: 8 }, (_, i) => [5, i, i * i])));
    const found = quadraticCoefficients(features, 2, [0, 1]);
    [0, 0, 0, 0, 1].forEach((value, k) => {
      expect(found[k]).toBeCloseTo(value, 10);
    });
    expect(quadraticCoefficients(features, 2, []).length).toBe(0);
  });
});
