import { describe, expect, it } from "vitest";
import { matrixFromRows } from "../math/matrix.ts";
import { createTable, nameOrder, standardised, withColumns } from "./table.ts";

const X = matrixFromRows([
  [1, 10, 7],
  [3, 30, 7],
]);

describe("createTable", () => {
  it("joins names and columns", () => {
    expect(createTable(["a", "b", "c"], X)).toEqual({ names: ["a", "b", "c"], X });
  });

  it("refuses too few names, and one name twice", () => {
    expect(() => createTable(["a"], X)).toThrow("table: 3 columns need as many names, got 1");
    expect(() => createTable(["a", "b", "a"], X)).toThrow(
      'table: two columns are called "a"; rename one, or leave out "a"',
    );
  });
});

describe("withColumns", () => {
  it("keeps names and values together", () => {
    const { names, X: Y } = withColumns(createTable(["a", "b", "c"], X), [2, 0]);
    expect(names).toEqual(["c", "a"]);
    expect([...Y.data]).toEqual([7, 1, 7, 3]);
  });
});

describe("nameOrder", () => {
  it("sorts by code unit: capitals first, numbers as text, no locale", () => {
    expect(nameOrder(["b", "a", "B", "é", "x10", "x9"])).toEqual([2, 1, 0, 4, 5, 3]);
    expect(nameOrder([])).toEqual([]);
  });
});

describe("standardised", () => {
  it("gives mean 0 and population standard deviation 1, and 0 for a constant column", () => {
    const table = createTable(["a", "b", "c"], X);
    const before = new Float64Array(X.data);
    expect([...standardised(table).X.data]).toEqual([-1, -1, 0, 1, 1, 0]);
    expect(X.data).toEqual(before);
  });
});
