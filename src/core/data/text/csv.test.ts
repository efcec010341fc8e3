import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InputError } from "../../check.ts";
import { matrix, matrixFromRows } from "../../math/matrix.ts";
import { tableFromCsv } from "../columns.ts";
import { cellNumber, cellsFromCsv, csvOf, csvShape } from "./text.ts";

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

  it("takes 1.234 beside decimal commas for a thousand, and says so", () => {
    const { X, kinds } = tableFromCsv("a;b\n1,5;2\n2,5;1.234\n3,5;7\n");
    expect([X.data[1], X.data[3], X.data[5]]).toEqual([2, 1234, 7]);
    expect(kinds?.[1].reason).toBe('numbers such as "1.234" are read as 1234');
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

  it("takes missing markers for gaps", () => {
    const [, b] = cellsFromCsv("a,b\n1,\n2,NA\n3,n/a\n4,NaN\n5,null\n6,.\n7,?\n8,*\n9,9\n").columns;
    expect([...b.values]).toEqual([...new Array(8).fill(Number.NaN), 9]);
  });

  it("says what is wrong with bad input, and the way out", () => {
    const cases: [string, RegExp][] = [
      ["", /^table: .*got an empty file; write the data first$/],
      ["\n \n\n".replace(" ", ""), /^table: .*got an empty file/],
      [
        "a,b,c\n",
        /^table: rows of cells must follow the header, got only the names "a", "b" and "c"; add the observations$/,
      ],
      ["a\n1\n2\n", /^table: at least 2 columns are needed, .*got 1 \("a"\); give a table with more of them/],
      ["a,b\n1,2\n", /^table: at least 2 rows are needed, got 1; add observations, one per row$/],
      ["a,b,a\n1,2,3\n4,5,6\n", /^table: two columns are called "a"; rename one, or leave out "a"$/],
      [
        "a,b\n1,\n3,NA\n",
        /got 1 \("a"\): "b" has no value in any row; give a table with at least two columns that vary/,
      ],
    ];
    for (const [text, pattern] of cases) expect(sentence(text)).toMatch(pattern);
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
      /"age" is listed twice among the columns; list each column once$/,
    );
    expect(sentence(text, { columns: ["age"] })).toMatch(
      /at least 2 columns are needed, .*got 1 \("age"\); list more columns$/,
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

describe("cellsFromCsv", () => {
  it("gives numbers, and labels of every cell where a column holds text", () => {
    const [a, b] = cellsFromCsv("a,b\nNA,1\nx,2\n7,?\n").columns;
    expect([a.labels, [...a.values]]).toEqual([
      ["7", "x"],
      [Number.NaN, 1, 0],
    ]);
    expect([b.labels, [...b.values]]).toEqual([undefined, [1, 2, Number.NaN]]);
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
        const { columns } = cellsFromCsv(csvOf(table));
        expect(columns.map((column) => column.name)).toEqual(table.names);
        columns.forEach(({ values }, j) => {
          for (let i = 0; i < table.X.rows; i++)
            expect(Object.is(values[i], table.X.data[i * table.X.cols + j])).toBe(true);
        });
      }),
      { seed: 1, numRuns: 500 },
    );
  });
});
