import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { matrixFromRows } from "../math/matrix.ts";
import { scatterOf } from "../math/scatter.ts";
import { dataHash } from "./data-hash.ts";
import { tableFromScatter, withColumns } from "./table.ts";

const table = {
  names: ["b", "a"],
  X: matrixFromRows([
    [1, 2],
    [3, 4.5],
  ]),
};

describe("dataHash", () => {
  it("is SHA-256 of the sorted names as JSON, a zero byte and the columns as little-endian doubles", () => {
    const bytes = Buffer.alloc(32);
    [2, 4.5, 1, 3].forEach((x, k) => {
      bytes.writeDoubleLE(x, 8 * k);
    });
    const expected = createHash("sha256").update('["a","b"]\0').update(bytes).digest("hex");
    expect(dataHash(table)).toBe(expected);
  });

  it("does not change with the order of the columns", () => {
    expect(dataHash(withColumns(table, [1, 0]))).toBe(dataHash(table));
  });

  it("changes with a name, a number, the order of the rows, and names swapped over the numbers", () => {
    const others = [
      { names: ["b", "c"], X: table.X },
      {
        names: ["b", "a"],
        X: matrixFromRows([
          [1, 2],
          [3, 4.500000000000001],
        ]),
      },
      {
        names: ["b", "a"],
        X: matrixFromRows([
          [3, 4.5],
          [1, 2],
        ]),
      },
      { names: ["a", "b"], X: table.X },
    ];
    expect(new Set([table, ...others].map((table) => dataHash(table))).size).toBe(5);
  });

  it("is of [names, labels] and codes where columns are categorical, and changes with a label", () => {
    const X = matrixFromRows([
      [1, 2],
      [0, 4.5],
    ]);
    const bytes = Buffer.alloc(32);
    [2, 4.5, 1, 0].forEach((x, k) => {
      bytes.writeDoubleLE(x, 8 * k);
    });
    const head = '[["a","b"],[null,["no","yes"]]]\0';
    const labelled = { names: ["b", "a"], X, levels: [["no", "yes"], null] };
    expect(dataHash(labelled)).toBe(createHash("sha256").update(head).update(bytes).digest("hex"));
    expect(dataHash(withColumns(labelled, [1, 0]))).toBe(dataHash(labelled));
    const others = [
      { ...labelled, levels: [["no", "yep"], null] },
      { names: ["b", "a"], X },
    ];
    expect(new Set([labelled, ...others].map((table) => dataHash(table))).size).toBe(3);
  });

  it("has means and scatter matrix in it where the table is given by them", () => {
    const scatter = { ...scatterOf(table.X), origin: "computed" };
    const numbers = [2, 4.5, 1, 3, 3.25, 2, 3.125, 2.5, 2.5, 2];
    const bytes = Buffer.from(Float64Array.from(numbers).buffer);
    const expected = createHash("sha256").update('{"names":["a","b"],"rows":2}\0').update(bytes);
    const given = { ...table, scatter };
    expect(dataHash(given)).toBe(expected.digest("hex"));
    expect(dataHash(withColumns(given, [1, 0]))).toBe(dataHash(given));
    expect(dataHash({ ...given, scatter: { ...scatter, n: 3 } })).not.toBe(dataHash(given));
    expect(dataHash(tableFromScatter(table.names, scatter))).not.toBe(dataHash(given));
  });

  it("hashes more rows than fit one block as it hashes few", () => {
    const rows = Array.from({ length: 10_000 }, (_, i) => [i, -i]);
    const bytes = Buffer.from(Float64Array.from([...rows.map((r) => r[0]), ...rows.map((r) => r[1])]).buffer);
    const expected = createHash("sha256").update('["x","y"]\0').update(bytes).digest("hex");
    expect(dataHash({ names: ["x", "y"], X: matrixFromRows(rows) })).toBe(expected);
  });
});
