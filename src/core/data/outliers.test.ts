import { describe, expect, it } from "vitest";
import { matrixFromRows } from "../math/matrix.ts";
import { rowsOfSmallestNorm, withoutOutliers } from "./outliers.ts";
import { createTable, withColumns } from "./table.ts";

describe("rowsOfSmallestNorm", () => {
  const X = matrixFromRows([
    [3, 4],
    [1, 0],
    [-9, 1],
    [0, 2],
    [Number.NaN, 0],
    [Infinity, 0],
  ]);

  it("keeps the rows of smallest norm in the order they came", () => {
    expect(rowsOfSmallestNorm(X, 3)).toEqual(
      matrixFromRows([
        [3, 4],
        [1, 0],
        [0, 2],
      ]),
    );
  });

  it("keeps rows that overflowed last of all", () => {
    expect([...rowsOfSmallestNorm(X, 4).data]).toEqual([3, 4, 1, 0, -9, 1, 0, 2]);
  });

  it("tells rows apart whose squares overflow or vanish", () => {
    expect([...rowsOfSmallestNorm(matrixFromRows([[3e200], [1e200], [2e200]]), 1).data]).toEqual([1e200]);
    expect([...rowsOfSmallestNorm(matrixFromRows([[3e-200], [0], [2e-200]]), 2).data]).toEqual([0, 2e-200]);
  });

  it("of equal rows keeps the first", () => {
    expect([...rowsOfSmallestNorm(matrixFromRows([[1], [-1], [1]]), 2).data]).toEqual([1, -1]);
  });
});

describe("withoutOutliers", () => {
  const table = createTable(
    ["a", "b"],
    matrixFromRows([
      [3, 4],
      [1, 0],
      [-6, 8],
      [0, 2],
      [0, 0],
    ]),
  );

  it("drops the share of largest norm and tells what it dropped", () => {
    const { table: kept, outliers } = withoutOutliers(table, 0.4);
    expect(kept.names).toEqual(["a", "b"]);
    expect([...kept.X.data]).toEqual([1, 0, 0, 2, 0, 0]);
    expect(outliers).toEqual({ rows: 2, of: 5, largestKept: 2, largest: 10 });
  });

  it("drops nothing at share 0, and leaves the data as they were", () => {
    const before = new Float64Array(table.X.data);
    const { table: kept, outliers } = withoutOutliers(table, 0);
    expect(kept).toEqual(table);
    expect(outliers).toEqual({ rows: 0, of: 5, largestKept: 10, largest: 10 });
    withoutOutliers(table, 0.5);
    expect(table.X.data).toEqual(before);
  });

  it("counts the size of numbers alone where there are categories, and refuses categories alone", () => {
    const mixed = createTable(
      ["a", "x"],
      matrixFromRows([
        [2, 1],
        [0, 5],
        [1, -2],
        [0, 3],
      ]),
      [["p", "q", "r"], null],
    );
    const { table: kept, outliers } = withoutOutliers(mixed, 0.5);
    expect([...kept.X.data]).toEqual([2, 1, 1, -2]);
    expect(kept.levels).toEqual(mixed.levels);
    expect(outliers).toEqual({ rows: 2, of: 4, largestKept: 2, largest: 5 });
    expect(() => withoutOutliers(withColumns(mixed, [0]), 0.5)).toThrow(
      "outliers: rows of categories have no norm by which to drop them; leave dropOutliers out",
    );
  });

  it("refuses shares that are none, and shares that leave no table", () => {
    for (const share of [-0.1, 1, Number.NaN]) {
      expect(() => withoutOutliers(table, share)).toThrow(
        `outliers: the share of rows to drop must be from 0 to below 1, got ${share}; the paper's is 0.4`,
      );
    }
    expect(() => withoutOutliers(table, 0.9)).toThrow(
      "outliers: at least 2 rows must be kept, got 0 of 5; drop a smaller share than 0.9",
    );
  });
});
