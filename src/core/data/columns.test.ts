import { describe, expect, it } from "vitest";
import { InputError } from "../check.ts";
import { cellsOf, type RawColumn } from "./cells.ts";
import { chosenColumns, tableFromCells } from "./columns.ts";

const column = (name: string, values: number[]): RawColumn => ({ name, values: Float64Array.from(values) });
const loaded = (columns: readonly RawColumn[], options = {}) =>
  tableFromCells(cellsOf(columns, { decimal: "." }), options);

describe("tableFromCells", () => {
  it("puts columns side by side, row by row", () => {
    const { names, X } = loaded([column("a", [1, 2, 3]), column("b", [4, 5, 7])]);
    expect(names).toEqual(["a", "b"]);
    expect([...X.data]).toEqual([1, 4, 2, 5, 3, 7]);
  });

  it("keeps gaps, and takes infinity for one, said in the column's kind", () => {
    const { X, kinds } = loaded([column("a", [1, 2, 3, 4]), column("b", [4, Infinity, Number.NaN, 7])]);
    expect([...X.data]).toEqual([1, 4, 2, Number.NaN, 3, Number.NaN, 4, 7]);
    expect(kinds?.[1]).toMatchObject({ isUsed: true, reason: "1 infinite cell counts as missing" });
  });

  it("sorts labels by code unit, whatever order they came in", () => {
    const b = { ...column("b", [0, 1, Number.NaN, 2]), labels: ["z", "a", "B"] };
    const { X, levels } = loaded([column("a", [1, 2, 3, 4]), b], { kinds: { b: "category" } });
    expect(levels).toEqual([null, ["B", "a", "z"]]);
    expect([1, 3, 5, 7].map((k) => X.data[k])).toEqual([2, 1, Number.NaN, 0]);
  });

  it("refuses a table in which fewer than two columns take part, and says why each does not", () => {
    expect(() => loaded([column("a", [1, 1, 1]), column("b", [1, 2, 4])])).toThrow(
      'table: at least 2 columns are needed, got 1 ("b"): "a" is 1 in every row; give a table with at least two columns that vary',
    );
    // That the user calls it a number makes no number of it.
    expect(() =>
      loaded([column("a", [1, 1, 1]), column("b", [1, 2, 4])], { kinds: { a: "number" } }),
    ).toThrow('"a" is 1 in every row; give a table');
    const ids = Array.from({ length: 20 }, (_, i) => i + 1);
    expect(() =>
      loaded([
        column("a", ids),
        column(
          "b",
          ids.map((i) => (i * i) % 7),
        ),
      ]),
    ).toThrow('"a" numbers the rows; specify the kind');
  });
});

describe("chosenColumns", () => {
  it("gives positions in the order wanted, without those excluded", () => {
    expect(chosenColumns(["a", "b", "c"], ["c", "a"])).toEqual([2, 0]);
    expect(chosenColumns(["a", "b", "c"])).toEqual([0, 1, 2]);
    expect(chosenColumns(["a", "b", "c"], undefined, ["b"])).toEqual([0, 2]);
    expect(() => chosenColumns(["a", "b", "c"], undefined, ["d"])).toThrow('no column is called "d"');
  });

  it("refuses no columns at all", () => {
    expect(() => chosenColumns([])).toThrow(InputError);
    expect(() => chosenColumns(["a", "b"], [])).toThrow(
      "at least 2 columns are needed, got 0; list more columns",
    );
  });
});
