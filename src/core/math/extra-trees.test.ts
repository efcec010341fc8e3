import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { forestTable, granDagGolden } from "../../../test/golden/gran-dag.ts";
import { extraTrees } from "./extra-trees.ts";
import { type Matrix, matrix } from "./matrix.ts";
import { createRng, type Rng } from "./rng.ts";
import { createKernels } from "./wasm/kernels.ts";

function importances(X: Matrix, target: number, rng: Rng, trees: number): Float64Array {
  const forest = extraTrees(X, target, rng);
  for (let k = 0; k < trees; k++) forest.grow(k);
  return forest.importances();
}

describe("forests of extremely randomised trees", () => {
  for (const given of granDagGolden.forests) {
    it(`have scikit-learn's importances up to chance: ${given.kind}`, () => {
      const found = importances(forestTable(given), 0, createRng("golden"), 500);
      given.mean.forEach((mean, j) => {
        // One of our forests against the mean of 12 of theirs: √(1 + 1/12) of a forest's deviation; five of those never occur.
        const allowed = 5 * Math.sqrt(13 / 12) * given.deviation[j] + 1e-12;
        expect(Math.abs(found[j] - mean), `column ${j}`).toBeLessThan(allowed);
      });
    });
  }

  it("have importances that sum to 1, with 0 for the target and for constants", () => {
    const X = forestTable(granDagGolden.forests[2]); // column 3 is constant
    const found = importances(X, 0, createRng(1), 5);
    expect(found.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12);
    expect(found[0]).toBe(0);
    expect(found[3]).toBe(0);
  });

  it("identify the columns that a target depends on", () => {
    const rng = createRng("depends");
    const X = matrix(200, 5);
    for (let i = 0; i < 200; i++) {
      const [a, b, c, e] = Array.from({ length: 4 }, () => rng.normal());
      X.data.set([a, b, c, e, a * b + 0.1 * rng.normal()], 5 * i);
    }
    const [a, b, c, e] = importances(X, 4, createRng(1), 50);
    expect(Math.min(a, b)).toBeGreaterThan(2 * Math.max(c, e));
  });

  it("are 0 for a constant target, and if no other column varies", () => {
    const flat = matrix(10, 3);
    for (let i = 0; i < 10; i++) flat.data.set([1, i, i * i], 3 * i);
    expect(Array.from(importances(flat, 0, createRng(1), 3))).toEqual([0, 0, 0]);
    for (let i = 0; i < 10; i++) flat.data.set([i, 2, 2], 3 * i);
    expect(Array.from(importances(flat, 0, createRng(1), 3))).toEqual([0, 0, 0]);
    expect(Array.from(importances(matrix(1, 2), 0, createRng(1), 3))).toEqual([0, 0]);
  });

  it("do not depend on units and offsets", () => {
    const X = forestTable(granDagGolden.forests[0]);
    const other = matrix(
      X.rows,
      X.cols,
      X.data.map((x, e) => 2 ** ((e % X.cols) * 20 - 40) * x),
    );
    const found = importances(other, 0, createRng(3), 20);
    importances(X, 0, createRng(3), 20).forEach((importance, j) => {
      expect(found[j]).toBeCloseTo(importance, 9);
    });
  });

  it("are the same for the same seed, whatever the order in which trees are grown", () => {
    const X = forestTable(granDagGolden.forests[1]);
    const [forward, backward] = [extraTrees(X, 0, createRng(1)), extraTrees(X, 0, createRng(1))];
    for (let k = 0; k < 4; k++) {
      forward.grow(k);
      backward.grow(3 - k);
    }
    forward.importances().forEach((importance, j) => {
      expect(backward.importances()[j]).toBeCloseTo(importance, 14);
    });
    expect(importances(X, 0, createRng(1), 6)).toEqual(importances(X, 0, createRng(1), 6));
    expect(importances(X, 0, createRng(2), 6)).not.toEqual(importances(X, 0, createRng(1), 6));
  });
});

describe("the kernels of a tree's nodes", () => {
  it("equal slow references, for any rows and columns", () => {
    fc.assert(
      fc.property(
        fc.nat(),
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 3 }),
        (seed, size, fours) => {
          const [rng, n, stride] = [createRng(seed), 12, 4 * fours];
          const { call, allocateFloats, floats, words } = createKernels(
            8 * (n * (stride + 2) + 5 * stride) + 128,
          );
          const [X, y, order] = [allocateFloats(n * stride), allocateFloats(n), allocateFloats(n)];
          const [least, most, thresholds, sums, counts] = Array.from({ length: 5 }, () =>
            allocateFloats(stride),
          );
          for (const numbers of [floats(X, n * stride), floats(y, n), floats(thresholds, stride)])
            numbers.forEach((_, i) => {
              numbers[i] = Math.round(4 * rng.normal()) + 0; // thresholds coincide with values; no −0
            });
          words(order, n).set(rng.permutation(n));
          const from = rng.integer(n - size + 1);
          call.columnRangesInto(least, most, X, order + 4 * from, size, stride);
          call.sumsBelowInto(sums, counts, thresholds, X, y, order + 4 * from, size, stride);
          const rows = Array.from(words(order, n).slice(from, from + size));
          for (let j = 0; j < stride; j++) {
            const x = (i: number) => floats(X, n * stride)[i * stride + j];
            const below = rows.filter((i) => x(i) <= floats(thresholds, stride)[j]);
            expect(floats(least, stride)[j]).toBe(Math.min(...rows.map(x)));
            expect(floats(most, stride)[j]).toBe(Math.max(...rows.map(x)));
            expect(floats(counts, stride)[j]).toBe(below.length);
            expect(floats(sums, stride)[j] + 0).toBe(below.reduce((sum, i) => sum + floats(y, n)[i], 0));
          }
        },
      ),
      { seed: 1, numRuns: 60 },
    );
  });
});
