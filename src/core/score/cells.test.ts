import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { subsetsOf } from "../../../test/problems.ts";
import { createRng } from "../math/rng.ts";
import { grouped, partitions } from "./cells.ts";

/** Random codes, a column for each size. */
function codes(seed: string, sizes: readonly number[], n: number): Int32Array[] {
  const rng = createRng(seed);
  return sizes.map((size) => Int32Array.from({ length: n }, () => rng.integer(size)));
}

/** Rows grouped by the labels themselves, in order of first occurrence. */
function slowCells(columns: readonly Int32Array[], set: readonly number[], n: number): number[] {
  const seen: string[] = [];
  return Array.from({ length: n }, (_, i) => {
    const key = set.map((j) => columns[j][i]).join();
    if (!seen.includes(key)) seen.push(key);
    return seen.indexOf(key);
  });
}

describe("partitions", () => {
  it("puts rows into one cell exactly if they agree, whatever was requested before", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 40 }),
        fc.array(fc.nat(31), { minLength: 1, maxLength: 12 }),
        fc.string(),
        (sizes, n, masks, seed) => {
          const columns = codes(seed, sizes, n);
          const partition = partitions(columns, sizes, n);
          const sets = subsetsOf(sizes.map((_, j) => j));
          for (const mask of masks) {
            const set = sets[mask % sets.length];
            const { cell, count } = partition(set);
            const expected = slowCells(columns, set, n);
            expect([...cell]).toEqual(expected);
            expect(count).toBe(Math.max(...expected) + 1);
          }
        },
      ),
      { seed: 1, numRuns: 100 },
    );
  });

  it("counts by hash if combinations far outnumber the rows", () => {
    const sizes = [3000, 3000, 2, 3000];
    const n = 300;
    const columns = codes("hash", sizes, n).map((column) => column.map((x, i) => (i % 3 === 0 ? 1 : x)));
    const partition = partitions(columns, sizes, n);
    for (const set of subsetsOf([0, 1, 2, 3])) {
      expect([...partition(set).cell]).toEqual(slowCells(columns, set, n));
    }
  });
});

describe("grouped", () => {
  it("lists rows by their codes, in their order, with empty lists for unused codes", () => {
    const rows = Int32Array.from([5, 0, 3, 1]);
    const codes = Int32Array.from([2, 0, 9, 2, 9, 0]);
    expect(grouped(rows, codes).map((group) => [...group])).toEqual([[5, 1], [], [0, 3]]);
    expect(grouped(new Int32Array(0), codes)).toEqual([]);
  });
});
