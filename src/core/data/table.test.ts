import { describe, expect, it } from "vitest";
import { matrix, matrixFromRows } from "../math/matrix.ts";
import { createRng } from "../math/rng.ts";
import { scatterOf } from "../math/scatter.ts";
import {
  createTable,
  nameOrder,
  sampleSize,
  standardised,
  summedTable,
  type Table,
  tableFromScatter,
  tableScatter,
  withColumns,
} from "./table.ts";

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

describe("a table that is given by its scatter matrix", () => {
  const names = ["a", "b", "c"];
  const given = tableFromScatter(names, { ...scatterOf(X), origin: "computed" });

  it("has the rows, means and scatter matrix of the rows that it stands for, and none of them", () => {
    expect([given.X.rows, sampleSize(given), sampleSize(createTable(names, X))]).toEqual([0, 2, 2]);
    expect(tableScatter(given)).toMatchObject(tableScatter(createTable(names, X)));
    expect(given.scatter?.origin).toBe("computed");
  });

  it("is cut, put in order and standardised as those rows are", () => {
    for (const changed of [
      (table: typeof given) => withColumns(table, [2, 0]),
      (table: typeof given) => standardised(table),
    ]) {
      const { n, mean, S } = tableScatter(changed(given));
      const own = tableScatter(changed(createTable(names, X)));
      expect({ n, mean, S }).toEqual(own);
    }
  });

  it("is refused where names and matrix differ in number", () => {
    expect(() => tableFromScatter(["a", "b"], { ...scatterOf(X), origin: "" })).toThrow(
      "table: 2 columns need as many means and a scatter matrix of their size, got 3 and one of 3 by 3",
    );
  });
});

describe("summedTable", () => {
  const rng = createRng("summed");
  const X = matrix(
    70,
    5,
    Float64Array.from({ length: 350 }, () => 3 + rng.normal()),
  );
  const table = createTable(["e", "b", "d", "a", "c"], X);
  const drained = (steps: ReturnType<typeof summedTable<Table>>) => {
    for (;;) {
      const { value, done } = steps.next();
      if (done) return value;
    }
  };

  it("has at hand what tableScatter sums from the rows, also for some of its columns in another order, bit for bit", () => {
    const summed = drained(summedTable(table));
    expect(tableScatter(summed)).toEqual(scatterOf(X));
    expect(tableScatter(summed)).toBe(tableScatter(summed));
    for (const chosen of [
      [3, 1, 4, 2, 0],
      [2, 0],
    ])
      expect(tableScatter(withColumns(summed, chosen))).toEqual(tableScatter(withColumns(table, chosen)));
  });

  it("does so for rows with weights", () => {
    const weights = Float64Array.from({ length: 70 }, () => rng.uniform());
    const summed = drained(summedTable({ ...table, weights }));
    expect(tableScatter(summed)).toEqual(tableScatter({ ...table, weights }));
    expect(tableScatter(withColumns(summed, [4, 0]))).toEqual(
      tableScatter(withColumns({ ...table, weights }, [4, 0])),
    );
    expect(tableScatter({ ...drained(summedTable(table)), weights })).toEqual(tableScatter(summed));
  });

  it("does not take the sums of other rows for its own", () => {
    const other = matrix(
      2,
      5,
      Float64Array.from({ length: 10 }, (_, k) => k * k),
    );
    const summed = { ...drained(summedTable(table)), X: other };
    expect(tableScatter(summed)).toEqual(scatterOf(other));
  });
});
