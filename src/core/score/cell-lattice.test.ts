import { describe, expect, it } from "vitest";
import { subsetsOf } from "../../../test/problems.ts";
import { createRng } from "../math/rng.ts";
import { cellLattice, smallCounts, type Tally } from "./cell-lattice.ts";
import type { CodedRows } from "./row-counts.ts";

/** Random codes, most of them small; with weights from 1 to 90. */
function codedRows(seed: string, sizes: readonly number[], rows: number, isWeighed = false): CodedRows {
  const { uniform, integer } = createRng(seed);
  const columns = sizes.map((size) =>
    Int32Array.from({ length: rows }, () => Math.floor(size * uniform() * uniform())),
  );
  const weights = Int32Array.from({ length: rows }, () => 1 + integer(90));
  return { columns, sizes, rows, ...(isWeighed && { weights }) };
}

/** Row by row, in the order of first occurrence. */
function slowCounts({ columns, rows, weights }: CodedRows, set: readonly number[]): number[] {
  const counts = new Map<string, number>();
  for (let i = 0; i < rows; i++) {
    const key = set.map((j) => columns[j][i]).join();
    counts.set(key, (counts.get(key) ?? 0) + (weights?.[i] ?? 1));
  }
  return [...counts.values()];
}

/** What is told of every set, by its bits. */
function talliesOf(coded: CodedRows): Map<number, { set: readonly number[]; tally: Tally }> {
  const told = new Map<number, { set: readonly number[]; tally: Tally }>();
  const work = cellLattice(coded)!.values((set, { length, often, large }) => {
    const bits = set.reduce((sum, j) => sum + 2 ** j, 0);
    expect(told.has(bits)).toBe(false);
    told.set(bits, {
      set,
      tally: { length, often: Array.from(often).slice(0, smallCounts), large: Array.from(large) },
    });
    return 3 * bits + 1;
  });
  let next = work.next();
  for (let share = 0; !next.done; next = work.next()) {
    expect(next.value).toBeGreaterThan(share);
    share = next.value;
  }
  expect([...next.value]).toEqual(Array.from(next.value, (_, bits) => 3 * bits + 1));
  return told;
}

function expectCounts(coded: CodedRows): void {
  const told = talliesOf(coded);
  const sets = subsetsOf(coded.sizes.map((_, j) => j));
  expect(told.size).toBe(sets.length);
  for (const set of sets) {
    const { set: members, tally } = told.get(set.reduce((sum, j) => sum + 2 ** j, 0))!;
    const counts = slowCounts(coded, set);
    expect(members).toEqual([...set].sort((a, b) => a - b));
    expect(tally.length).toBe(counts.length);
    expect(tally.large).toEqual(counts.filter((count) => count >= smallCounts));
    const often = new Array(smallCounts).fill(0);
    for (const count of counts) if (count < smallCounts) often[count]++;
    expect(tally.often).toEqual(often);
  }
}

describe("cellLattice", () => {
  it("counts every set of columns like a separate pass over the rows for each", () => {
    expectCounts(codedRows("one", [3], 40));
    expectCounts(codedRows("row", [2, 3], 1));
    expectCounts(codedRows("few", [2, 3, 2, 4, 1, 3], 100));
    expectCounts(codedRows("many", [2, 2, 3, 2], 3000));
    expectCounts(codedRows("deep", [2, 3, 2, 2, 3, 2, 2, 2, 3, 2], 300));
  });

  it("does so with keys in both halves, with columns of one label, and with rows that represent many", () => {
    expectCounts(codedRows("wide", [5000, 70_000, 3, 1, 2, 300, 1, 9], 500));
    expectCounts(codedRows("weighed", [3, 2, 4, 2, 2], 400, true));
  });

  it("is undefined if labels do not fit into 64 bits, or there are too many columns and rows", () => {
    expect(cellLattice(codedRows("bits", [70_000, 70_000, 70_000, 70_000], 10))).toBeUndefined();
    expect(cellLattice(codedRows("columns", new Array(21).fill(2), 10))).toBeUndefined();
    expect(cellLattice(codedRows("rows", new Array(20).fill(2), 200_000))).toBeUndefined();
    expect(cellLattice(codedRows("none", [2, 2], 0))).toBeUndefined();
  });
});
