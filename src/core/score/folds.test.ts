import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changedValues, randomTable, reorderedRows } from "../../../test/problems.ts";
import type { Table } from "../data/table.ts";
import { createRng } from "../math/rng.ts";
import { dealtRows, foldsOf } from "./folds.ts";

const rowsOf = ({ X }: Table, from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) =>
    X.data.subarray((from + i) * X.cols, (from + i + 1) * X.cols).join(),
  );

describe("foldsOf", () => {
  it("splits the rows into consecutive blocks, of nearly equal size or with the remainder in the last", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 60 }), fc.integer({ min: 2, max: 12 }), (n, wanted) => {
        const count = Math.min(n, wanted);
        for (const order of ["balanced", "rows"] as const) {
          const folds = foldsOf(n, count, order);
          expect(folds.length).toBe(count);
          expect(folds[0].from).toBe(0);
          expect(folds[count - 1].to).toBe(n);
          for (let f = 1; f < count; f++) expect(folds[f].from).toBe(folds[f - 1].to);
          const sizes = folds.map(({ from, to }) => to - from);
          const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
          expect(least).toBe(Math.floor(n / count));
          expect(most - least).toBeLessThanOrEqual(order === "rows" ? n % count : 1);
        }
      }),
      { seed: 1, numRuns: 100 },
    );
  });
});

describe("dealtRows", () => {
  it("puts the same rows together whatever their order and units, also if many are alike", () => {
    for (const table of [
      randomTable(createRng("numbers"), 3, 23),
      changedValues(randomTable(createRng("labels"), 3, 40), (x) => (x > 0 ? 1 : 0)),
    ]) {
      const n = table.X.rows;
      const moved = reorderedRows(table, createRng("order").permutation(n));
      const [one, two] = [dealtRows(table, 5), dealtRows(moved, 5)];
      for (const { from, to } of foldsOf(n, 5, "balanced"))
        expect(rowsOf(two, from, to)).toEqual(rowsOf(one, from, to));
      const scaled = changedValues(table, (x, j) => 4 ** j * x);
      expect(dealtRows(scaled, 5)).toEqual(changedValues(one, (x, j) => 4 ** j * x));
      expect(rowsOf(one, 0, n).sort()).toEqual(rowsOf(table, 0, n).sort());
    }
  });

  it("gives every fold its share of outlying rows", () => {
    const table = changedValues(randomTable(createRng("far"), 2, 50, 0), (x) => x);
    for (let i = 0; i < 5; i++) table.X.data[2 * i] = 100 + i;
    const dealt = dealtRows(table, 5);
    for (const { from, to } of foldsOf(50, 5, "balanced")) {
      const far = Array.from({ length: to - from }, (_, i) => dealt.X.data[2 * (from + i)]).filter(
        (x) => x > 50,
      );
      expect(far.length).toBe(1);
    }
  });
});
