import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InputError } from "../../check.ts";
import { matrix, matrixFromRows } from "../../math/matrix.ts";
import { cellNumber, columnsFromCsv, csvOf, csvShape, tableFromCsv } from "./csv.ts";

const rowsOf = (text: string, options = {}) => {
  const { X } = tableFromCsv(text, options);
  return Array.from({ length: X.rows }, (_, i) => [...X.data.subarray(i * X.cols, (i + 1) * X.cols)]);
};
const sentence = (text: string, options = {}) => {
  try {
    tableFromCsv(text, options);
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    return (error as Error).message;
  }
  return "no error";
};

describe("tableFromCsv", () => {
  it("reads every delimiter", () => {
    for (const delimiter of [",", ";", "\t", "|"]) {
      const text = "a,b,c\n1,2.5,-3e-2\n4,5,6\n".replaceAll(",", delimiter);
      expect(tableFromCsv(text).names).toEqual(["a", "b", "c"]);
      expect(rowsOf(text)).toEqual([
        [1, 2.5, -0.03],
        [4, 5, 6],
      ]);
    }
  });

  it("reads a byte-order mark, CRLF, CR, mixed line ends, blank lines and a missing last line end", () => {
    for (const text of [
      "\uFEFFa,b\r\n1,2\r\n\r\n3,4\r\n",
      "a,b\r1,2\r3,4",
      "\n\na,b\n1,2\r\n3,4",
      "a,b\n1,2,\n3,4,\n",
    ]) {
      expect(tableFromCsv(text).names).toEqual(["a", "b"]);
      expect(rowsOf(text)).toEqual([
        [1, 2],
        [3, 4],
      ]);
    }
  });

  it("reads quoted cells with delimiters, doubled quotes and line ends in them", () => {
    const text = '"a, or ""A""","b\nc"\n"1", "2"\n3,"4" \n';
    expect(tableFromCsv(text).names).toEqual(['a, or "A"', "b\nc"]);
    expect(rowsOf(text)).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  it("reads decimal commas between semicolons, with and without header", () => {
    expect(rowsOf("a;b\n1,5;2\n-,5;1e3\n")).toEqual([
      [1.5, 2],
      [-0.5, 1000],
    ]);
    expect(rowsOf("1,5;2,5\n3,5;4,5\n")).toEqual([
      [1.5, 2.5],
      [3.5, 4.5],
    ]);
  });

  it("refuses 1.234 beside decimal commas, where it may be a thousand", () => {
    expect(sentence("a;b\n1,5;2\n2,5;1.234\n")).toMatch(/column "b" must be numeric, got "1\.234" in row 2/);
  });

  it("calls the columns X01 … Xd where there is no header", () => {
    const { names, X } = tableFromCsv("1,2,3,4,5,6,7,8,9,10\n2,3,4,5,6,7,8,9,10,12\n");
    expect(names.slice(0, 2)).toEqual(["X01", "X02"]);
    expect(names[9]).toBe("X10");
    expect(X.rows).toBe(2);
  });

  it("takes quoted numbers above unquoted ones for names", () => {
    expect(tableFromCsv('"2019","2020"\n1,2\n3,4\n').names).toEqual(["2019", "2020"]);
    expect(tableFromCsv('"2019","2020"\n"1","2"\n"3","4"\n').X.rows).toBe(3);
  });

  it("reads true and false as 1 and 0", () => {
    expect(rowsOf("a,b\ntrue,1\nFALSE,2\n")).toEqual([
      [1, 1],
      [0, 2],
    ]);
  });

  it("keeps the columns asked for, in that order, whatever the others hold", () => {
    expect(rowsOf("a,name,b\n1,x,2\n3,y,4\n", { columns: ["b", "a"] })).toEqual([
      [2, 1],
      [4, 3],
    ]);
  });

  it("drops rows with missing markers where asked, and says how many", () => {
    const text = "a,b,c\n1,,1\n2,NA,1\n3,n/a,1\n4,NaN,1\n5,null,?\n6,.,1\n7,?,1\n8,8,1\n9,9,2\n";
    const table = tableFromCsv(text, { missing: "drop" });
    expect([...table.X.data]).toEqual([8, 8, 1, 9, 9, 2]);
    expect(table.dropped).toEqual({
      rows: 7,
      of: 9,
      missing: [
        { name: "b", count: 7 },
        { name: "c", count: 1 },
      ],
    });
    expect(tableFromCsv("a,b\n1,2\n3,4\n", { missing: "drop" })).not.toHaveProperty("dropped");
  });

  it("says what is wrong with bad input, and the way out", () => {
    const cases: [string, RegExp][] = [
      ["", /^table: .*got an empty file; write the data first$/],
      ["\n \n\n".replace(" ", ""), /^table: .*got an empty file/],
      [
        "a,b,c\n",
        /^table: rows of numbers must follow the header, got only the names "a", "b", "c"; add the observations$/,
      ],
      ["a\n1\n2\n", /^table: at least 2 columns are needed .*got 1 \("a"\); give a table with more of them/],
      ["a,b\n1,2\n", /^table: at least 2 rows are needed, got 1; add observations, a row for each$/],
      [
        "a,b\n1,2\n3,low\n",
        /^table: column "b" must be numeric, got "low" in row 2; correct the cell, or where it .*bic-mixed$/,
      ],
      [
        "a,b,c,d\n1,2,x,3\n3,4,5,y\n",
        /got "x" in row 1 \(text also in "d"\); correct the cell, or leave out "c" and "d", or where/,
      ],
      ["a,b\n1,2\n3,NaN\n", /^table: column "b" has no value in row 2; set missing to drop$/],
      [
        "a,b\n1,2\n,3\n,4\n",
        /^table: column "a" has no value in row 2 \(in 2 of 3 rows\); set missing to drop/,
      ],
      [
        "a,b\n1,2\n3,-Inf\n",
        /^table: column "b" must be finite, got infinity in row 2; correct the cell, or leave out "b"$/,
      ],
      ["a,b\n1,2\n3,1e999\n", /^table: column "b" must be finite, got infinity in row 2/],
      ["a,b,a\n1,2,3\n4,5,6\n", /^table: two columns are called "a"; rename one, or leave out "a"$/],
      ["a,b\n1,\n3,NA\n", /^table: column "b" has no value in any row; leave out "b"$/],
    ];
    for (const [text, pattern] of cases) expect(sentence(text)).toMatch(pattern);
    expect(sentence("a,b\n1,\n,2\n3,4\n", { missing: "drop" })).toMatch(
      /^table: at least 2 rows must have a value in every column, got 1 of 3; leave out the columns with most gaps \("a", "b"\)$/,
    );
  });

  it("names the line of a broken record", () => {
    expect(sentence("a,b\n\n1,2\n3\n")).toMatch(/^table: line 4 must have 2 cells like the first, got 1/);
    expect(sentence('a,b\n"1\n2",2\n3,4,5\n')).toMatch(
      /^table: line 4 must have 2 cells like the first, got 3/,
    );
    expect(sentence('a,b\n1,"2\n3,4\n')).toMatch(/^table: line 2 has a quote that does not end its cell/);
    expect(sentence('a,b\n1,"2"x\n3,4\n')).toMatch(/^table: line 2 has a quote that does not end its cell/);
    expect(sentence('"a,b\n1,2\n3,4\n')).toMatch(/^table: line 1 has a quote/);
  });

  it("says which columns there are when another is named, one twice, or too few", () => {
    const text = "age,income\n1,2\n3,4\n";
    expect(sentence(text, { columns: ["aeg", "income"] })).toMatch(
      /no column is called "aeg"; did you mean "age"\? \(known: age, income\)/,
    );
    expect(sentence(text, { columns: ["age", "age"] })).toMatch(
      /"age" is named twice among the columns; name each column once$/,
    );
    expect(sentence(text, { columns: ["age"] })).toMatch(
      /at least 2 columns are needed .*got 1 \("age"\); name more columns$/,
    );
    expect(sentence("a,b,a\n1,2,3\n4,5,6\n", { columns: ["a", "b"] })).toMatch(/two columns are called "a"/);
  });

  it("does not mind two columns of one name that nobody asked for", () => {
    expect(rowsOf("x,a,b,x\n9,1,2,9\n9,3,4,9\n", { columns: ["a", "b"] })).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });
});

describe("columnsFromCsv", () => {
  it("counts missing cells and keeps the first text cell of each column", () => {
    const [a, b] = columnsFromCsv("a,b\nNA,1\nx,2\ny,?\n");
    expect(a.missing).toBe(1);
    expect(a.text).toEqual({ row: 2, value: "x" });
    expect([...a.values]).toEqual([NaN, NaN, NaN]);
    expect(b.missing).toBe(1);
    expect(b).not.toHaveProperty("text");
  });
});

describe("csvShape", () => {
  it("is not misled by commas inside quoted names", () => {
    expect(csvShape('"a, x";"b, y"\n1;2\n').delimiter).toBe(";");
  });
  it("takes the delimiter it is given", () => {
    expect(csvShape("a,b\tc\n1\t2\n", "\t").names).toEqual(["a,b", "c"]);
  });
});

describe("cellNumber", () => {
  it("takes no number for more than it says", () => {
    for (const cell of ["0x10", "1_000", "1,5", "1e", "--1", "1 2", "Infinit", "\u00a03", "0b1"]) {
      expect(cellNumber(cell, ".")).toBeUndefined();
    }
  });
});

describe("csvOf", () => {
  it("writes numbers in their shortest round-trip form", () => {
    const text = csvOf({
      names: ["a", "b,c"],
      X: matrixFromRows([
        [0.1 + 0.2, -0],
        [1e21, 5e-324],
      ]),
    });
    expect(text).toBe('a,"b,c"\n0.30000000000000004,-0\n1e+21,5e-324\n');
  });

  it("is read back bit for bit, whatever the names and numbers", () => {
    // \r is left out: the reader takes every line end, inside quotes too, for \n.
    const name = fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 }).filter((s) => !s.includes("\r"));
    const cell = fc.double({ noNaN: true, noDefaultInfinity: true });
    const tables = fc
      .tuple(fc.uniqueArray(name, { minLength: 2, maxLength: 5 }), fc.integer({ min: 2, max: 6 }))
      .chain(([names, n]) =>
        fc
          .array(cell, { minLength: n * names.length, maxLength: n * names.length })
          .map((x) => ({ names, X: matrix(n, names.length, Float64Array.from(x)) })),
      );
    fc.assert(
      fc.property(tables, (table) => {
        const back = tableFromCsv(csvOf(table));
        expect(back.names).toEqual(table.names);
        expect([...new BigUint64Array(back.X.data.buffer)]).toEqual([
          ...new BigUint64Array(table.X.data.buffer),
        ]);
      }),
      { seed: 1, numRuns: 500 },
    );
  });
});
