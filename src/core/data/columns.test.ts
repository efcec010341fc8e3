import { describe, expect, it } from "vitest";
import { InputError } from "../check.ts";
import { checkColumns, chosenColumns, type RawColumn, tableFromColumns } from "./columns.ts";

const column = (name: string, values: number[]): RawColumn => ({
  name,
  values: Float64Array.from(values),
  missing: values.filter((x) => Number.isNaN(x)).length,
});

describe("tableFromColumns", () => {
  it("puts columns side by side, row by row", () => {
    const { names, X } = tableFromColumns([column("a", [1, 2, 3]), column("b", [4, 5, 6])]);
    expect(names).toEqual(["a", "b"]);
    expect([...X.data]).toEqual([1, 4, 2, 5, 3, 6]);
  });

  it("drops only the rows that lack a value in a chosen column", () => {
    const columns = [
      column("a", [1, 2, 3]),
      column("b", [4, 5, 6]),
      column("c", [Number.NaN, Number.NaN, 9]),
    ];
    expect(tableFromColumns(columns, { missing: "drop", columns: ["a", "b"] }).X.rows).toBe(3);
    const gap = [column("a", [1, 2, 3, 4]), column("b", [4, Number.NaN, 6, 7])];
    const table = tableFromColumns(gap, { missing: "drop" });
    expect([...table.X.data]).toEqual([1, 4, 3, 6, 4, 7]);
    expect(table.dropped).toEqual({ rows: 1, of: 4, missing: [{ name: "b", count: 1 }] });
  });

  it("refuses infinity even where missing values are dropped", () => {
    const columns = [column("a", [1, 2, 3]), column("b", [4, Infinity, 6])];
    expect(() => tableFromColumns(columns, { missing: "drop" })).toThrow(
      'table: column "b" must be finite, got infinity in row 2; correct the cell, or leave out "b"',
    );
  });

  it("shows a long text cell shortened and on one line", () => {
    const text = {
      ...column("b", [Number.NaN, 1]),
      missing: 0,
      text: { row: 1, value: `x\n${"y".repeat(100)}` },
    };
    expect(() => tableFromColumns([column("a", [1, 2]), text])).toThrow(
      `got "x ${"y".repeat(38)}…" in row 1`,
    );
  });
});

describe("chosenColumns", () => {
  it("gives positions in the order wanted", () => {
    expect(chosenColumns(["a", "b", "c"], ["c", "a"])).toEqual([2, 0]);
    expect(chosenColumns(["a", "b", "c"])).toEqual([0, 1, 2]);
  });

  it("refuses no columns at all", () => {
    expect(() => chosenColumns([])).toThrow(InputError);
    expect(() => chosenColumns(["a", "b"], [])).toThrow(
      "at least 2 columns are needed to find causes among, got 0; name more columns",
    );
  });
});

describe("checkColumns", () => {
  it("says which other columns have gaps", () => {
    const facts = [
      { name: "age", missing: 1, missingRow: 17 },
      { name: "b", missing: 2, missingRow: 3 },
      { name: "c", missing: 0 },
      { name: "d", missing: 0 },
    ];
    expect(() => checkColumns(facts, { rows: 50, completeRows: 47, missing: "fail" })).toThrow(
      'table: column "age" has no value in row 17 (gaps also in "b"); set missing to drop, or leave out "age" and "b"',
    );
    expect(() => checkColumns(facts, { rows: 50, completeRows: 47, missing: "drop" })).not.toThrow();
  });
});
