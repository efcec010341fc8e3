import { describe, expect, it } from "vitest";
import { matrixFromRows } from "../math/matrix.ts";
import { rowsOfSmallestNorm } from "./outliers.ts";

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
