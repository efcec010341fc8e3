import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { subsetsOf } from "../../../test/problems.ts";
import { createTable, type Table } from "../data/table.ts";
import { matrix } from "../math/matrix.ts";
import { createRng } from "../math/rng.ts";
import { contingency, sumOverCounts } from "./contingency.ts";

/** Random codes, most of them equal to that of the previous column. */
function tableOf(seed: string, sizes: readonly number[], n: number): Table {
  const rng = createRng(seed);
  const d = sizes.length;
  const X = matrix(n, d);
  for (let i = 0; i < n; i++)
    sizes.forEach((size, j) => {
      const before = j > 0 ? X.data[i * d + j - 1] : size;
      X.data[i * d + j] = before < size && rng.uniform() < 0.6 ? before : rng.integer(size);
    });
  const labels = sizes.map((size) => Array.from({ length: size }, (_, k) => String(k)));
  return createTable(
    sizes.map((_, j) => `x${j}`),
    X,
    labels,
  );
}

/** Rows, or their weights, by the labels themselves, in the order of first occurrence. */
function slowCounts({ X, weights }: Table, set: readonly number[]): number[] {
  const counts = new Map<string, number>();
  for (let i = 0; i < X.rows; i++) {
    const key = set.map((j) => X.data[i * X.cols + j]).join();
    counts.set(key, (counts.get(key) ?? 0) + (weights?.[i] ?? 1));
  }
  return [...counts.values()];
}

describe("contingency", () => {
  it("counts rows in the order of first occurrence, for every set of columns", () => {
    const shape = fc.record({
      sizes: fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 5 }),
      n: fc.integer({ min: 1, max: 60 }),
      seed: fc.string(),
    });
    fc.assert(
      fc.property(shape, ({ sizes, n, seed }) => {
        const table = tableOf(seed, sizes, n);
        const { countsOf } = contingency(table);
        for (const set of subsetsOf(sizes.map((_, j) => j)))
          expect([...countsOf(set)]).toEqual(slowCounts(table, set));
      }),
      { seed: 1, numRuns: 60 },
    );
  });

  it("counts many rows from short tables of some columns, whatever was requested before", () => {
    const table = tableOf("many", [3, 4, 2, 300, 5, 3, 2, 7, 3, 2], 9000);
    const { countsOf } = contingency(table);
    const rng = createRng("sets");
    for (let k = 0; k < 50; k++) {
      const set = [...rng.permutation(10).slice(0, rng.integer(8))].sort((a, b) => a - b);
      expect([...countsOf(set)]).toEqual(slowCounts(table, set));
    }
  });

  it("counts if a code has two halves, and if there are too many combinations for an array", () => {
    const table = tableOf("halves", [200, 250, 40, 9, 256], 30_000);
    const { countsOf } = contingency(table);
    for (const set of [
      [0, 1],
      [0, 1, 2],
      [1, 2, 3],
      [0, 2, 3],
      [0, 1, 2, 3, 4],
      [3, 4],
    ])
      expect([...countsOf(set)]).toEqual(slowCounts(table, set));
  });

  it("sums weights in the order of the rows", () => {
    const table = tableOf("weights", [2, 3, 4], 500);
    const rng = createRng("weight");
    const weights = Float64Array.from({ length: 500 }, () => rng.uniform());
    const { countsOf, n } = contingency({ ...table, weights });
    expect(n).toBeCloseTo(weights.reduce((a, b) => a + b));
    for (const set of subsetsOf([0, 1, 2])) {
      const expected = slowCounts({ ...table, weights }, set);
      [...countsOf(set)].forEach((count, k) => {
        expect(count).toBeCloseTo(expected[k], 9);
      });
    }
  });

  it("gives the number of possible cells, and its logarithm", () => {
    const { cellsOf, logCellsOf } = contingency(tableOf("cells", [2, 3, 4], 50));
    for (const set of subsetsOf([0, 1, 2])) {
      expect(cellsOf(set)).toBe(set.reduce((product, j) => product * [2, 3, 4][j], 1));
      expect(logCellsOf(set)).toBeCloseTo(Math.log(cellsOf(set)), 12);
    }
  });
});

describe("sumOverCounts", () => {
  it("is the plain sum, for small and large counts", () => {
    const counts = Int32Array.from([1, 1, 2, 63, 64, 1000, 7, 7, 7]);
    const plain = counts.reduce((sum, N) => sum + Math.log(N) * N, 0);
    expect(sumOverCounts(counts, (N) => Math.log(N) * N)).toBeCloseTo(plain, 9);
  });
});
