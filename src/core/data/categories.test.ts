import { describe, expect, it } from "vitest";
import { matrixFromRows } from "../math/matrix.ts";
import { asCategories, withCategories } from "./categories.ts";
import { tableFromCsv } from "./columns.ts";
import { createTable, standardised, withColumns } from "./table.ts";
import { csvOf } from "./text/csv.ts";

const numbers = createTable(
  ["a", "b"],
  matrixFromRows([
    [10, 0.5],
    [9, -1],
    [10, 3],
    [2, 3],
  ]),
);

describe("withCategories", () => {
  it("gives each distinct number a label, in the order of the numbers, and leaves other columns as they are", () => {
    const { names, X, levels } = withCategories(numbers, ["a"]);
    expect(names).toEqual(["a", "b"]);
    expect(levels).toEqual([["2", "9", "10"], null]);
    expect([...X.data]).toEqual([2, 0.5, 1, -1, 2, 3, 0, 3]);
  });

  it("keeps what else the table has, and changes nothing that is categorical already", () => {
    const table = { ...withCategories(numbers, ["a"]), doubt: { taken: "names", isAllNumbers: true } };
    expect(withCategories(table, ["a"])).toBe(table);
    expect(withCategories(table, ["b"])).toMatchObject({ doubt: table.doubt });
  });

  it("refuses a column that is not there, and leaves gaps", () => {
    expect(() => withCategories(numbers, ["aa"])).toThrow(
      'table: no column is called "aa"; did you mean "a"? (known: a, b)',
    );
    const holed = createTable(["a"], matrixFromRows([[1], [Number.NaN]]));
    expect([...withCategories(holed, ["a"]).X.data]).toEqual([0, Number.NaN]);
  });
});

describe("asCategories", () => {
  it("takes every column, of up to fifty distinct numbers", () => {
    expect(asCategories(numbers).levels).toEqual([
      ["2", "9", "10"],
      ["-1", "0.5", "3"],
    ]);
    const many = createTable(
      ["a", "b", "c"],
      matrixFromRows(Array.from({ length: 51 }, (_, i) => [i % 50, i, -i])),
    );
    expect(() => asCategories(many)).toThrow(
      'table: column "b" must have at most 50 distinct numbers to be treated as categories, got 51 (too many also in "c"); bin it,',
    );
    const named = withCategories(many, ["b", "c"]);
    expect(asCategories(named).levels!.map((labels) => labels!.length)).toEqual([50, 51, 51]);
  });
});

describe("a table with categories", () => {
  const table = withCategories(numbers, ["a"]);

  it("keeps its labels with its columns, and loses the field with the last categorical column", () => {
    expect(withColumns(table, [1, 0]).levels).toEqual([null, ["2", "9", "10"]]);
    expect(withColumns(table, [1])).toEqual({ names: ["b"], X: matrixFromRows([[0.5], [-1], [3], [3]]) });
  });

  it("is standardised in its numbers alone", () => {
    const { X, levels } = standardised(table);
    expect([0, 1, 2, 3].map((i) => X.data[2 * i])).toEqual([2, 1, 2, 0]);
    expect([0, 1, 2, 3].reduce((sum, i) => sum + X.data[2 * i + 1], 0)).toBeCloseTo(0, 12);
    expect(levels).toEqual(table.levels);
  });

  it("refuses codes without a label", () => {
    const X = matrixFromRows([[0], [2]]);
    expect(() => createTable(["a"], X, [["x", "y"]])).toThrow(
      'table: column "a" must hold codes from 0 to 1 into its labels, got 2 in row 2',
    );
    expect(() => createTable(["a"], X, [["x"], null])).toThrow("1 columns need as many lists of labels");
  });

  it("is written with its labels and reads back the same, gaps too", () => {
    const text = 'sex,"place",x\nf,"a, b",1\nm,"quote ""q""",2\nf,"  ",3\nm,1,4\nf,"a, b",5\n';
    const columns = ["sex", "place", "x"];
    const { kinds: _, ...read } = tableFromCsv(text, { columns });
    expect(read.levels).toEqual([["f", "m"], ["1", "a, b", 'quote "q"'], null]);
    expect([...read.X.data]).toEqual([0, 1, 1, 1, 2, 2, 0, Number.NaN, 3, 1, 0, 4, 0, 1, 5]);
    expect(tableFromCsv(csvOf(read), { columns })).toMatchObject(read);
  });
});
