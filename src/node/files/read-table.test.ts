import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { expectPlain, file, folder, sentence, sql } from "../../../test/table-files.ts";
import { csvOf, examine, fatalError, InputError, tableFromCsv } from "../../core/index.ts";
import { dataHash } from "./data-hash.ts";
import { type ReadTableOptions, readTable } from "./read-table.ts";

describe("readTable", () => {
  it("reads CSV, TSV, semicolons, pipes, JSON and NDJSON, each also gzipped", async () => {
    const contents = {
      "t.csv": "a,b\n1,2.5\n-3,4e-3\n",
      "t.tsv": "a\tb\n1\t2.5\n-3\t4e-3\n",
      "mixed.csv": "a,b\r\n1,2.5\n-3,4e-3\r\n",
      "semicolon.csv": "a;b\r\n1;2,5\r\n-3;4e-3\r\n",
      "pipe.txt": "a|b\n1|2.5\n-3|0.004",
      "t.json": '[{"a": 1, "b": 2.5}, {"a": -3, "b": 4e-3}]',
      "t.ndjson": '{"a": 1, "b": 2.5}\n{"b": "0.004", "a": -3}\n',
      "t.jsonl": '{"a": 1, "b": 2.5}\n{"a": -3, "b": 4e-3}',
      "records.data": '{"a": 1, "b": 2.5}\n{"a": -3, "b": 4e-3}',
    };
    for (const [name, content] of Object.entries(contents)) {
      await expectPlain(file(name, content));
      await expectPlain(file(`${name}.gz`, gzipSync(content)));
    }
  });

  it("reads Parquet, also gzipped, also under another name, with integers, decimals and booleans", async () => {
    const path = join(folder, "t.parquet");
    await sql(
      `COPY (SELECT i::TINYINT AS i, i::HUGEINT AS h, (i / 4)::DECIMAL(9, 2) AS m, i % 2 = 0 AS even, (i / 8)::FLOAT AS f, i::VARCHAR AS s FROM range(3) r(i)) TO '${path}'`,
    );
    for (const copy of [
      path,
      file("t2.parquet.gz", gzipSync(readFileSync(path))),
      file("misnamed.csv", readFileSync(path)),
    ]) {
      const { names, X } = await readTable(copy);
      expect(names).toEqual(["i", "h", "m", "even", "f", "s"]);
      expect([...X.data]).toEqual([0, 0, 0, 1, 0, 0, 1, 1, 0.25, 0, 0.125, 1, 2, 2, 0.5, 1, 0.25, 2]);
    }
  });

  it("says the same as core about bad CSV", async () => {
    const bad: [string, string, ReadTableOptions?][] = [
      ["empty", ""],
      ["blank lines", "\n\n"],
      ["header only", "a,b\n"],
      ["one column", "a\n1\n2\n"],
      ["one row", "a,b\n1,2\n"],
      ["one line", "1,2\n"],
      ["text", "a,b\n1,2\n3,low\n"],
      ["text in two columns", "a,b,c,d\n1,2,x,3\n3,4,5,y\n"],
      ["NaN", "a,b\n1,2\n3,NaN\n"],
      ["gaps", "a,b\n1,\n,3\n,4\n"],
      ["Inf", "a,b\n1,2\n3,-Inf\n"],
      ["overflow", "a,b\n1,2\n3,1e400\n"],
      ["one name", "a,b,a\n1,2,3\n4,5,6\n"],
      ["nothing in a column", "a,b\n1,\n3,NA\n"],
      ["too few cells", "a,b\n\n1,2\n3\n"],
      ["too many cells", "a,b\n1,2\n3,4,5\n"],
      ["open quote", 'a,b\n1,"2\n3,4\n'],
      ["early quote", 'a,b\n1,"2"x\n3,4\n'],
      ["mixed decimals", "a;b\n1,5;2\n2,5;1.234\n"],
      ["unknown column", "a,b\n1,2\n3,4\n", { columns: ["a", "bb"] }],
      ["one chosen", "a,b\n1,2\n3,4\n", { columns: ["a"] }],
      ["nothing left", "a,b\n1,\n,2\n3,4\n", { missing: "drop" }],
    ];
    for (const [name, content, options] of bad) {
      const path = file(`bad ${name}.csv`, content);
      expect(() => tableFromCsv(content, options), name).toThrow(await sentence(path, options));
      expect(await sentence(file(`bad ${name}.csv.gz`, gzipSync(content)), options), name).toBe(
        await sentence(path, options),
      );
    }
  });

  it("takes a first row for names or for data as core does, and as it is told", async () => {
    for (const text of [
      "1,2\n0.5,3\n2,4\n",
      "1,2\n3,4\n5,7\n",
      "3,3\n0.5,3\n2,4\n",
      "1.5,2\n0.5,3\n2,4\n",
      '"1","2"\n3,4\n5,7\n',
      "a,b\n3,4\n5,7\n",
      "10;20\n1,5;2\n3;4\n",
    ]) {
      for (const header of [undefined, "auto", "yes", "no"] as const) {
        const there = await outcome(() => readTable(file("header.csv", text), { header }));
        expect([text, header, there]).toEqual([
          text,
          header,
          await outcome(() => tableFromCsv(text, { header })),
        ]);
      }
    }
    const named = file("header.json", '[{"a":1,"b":2},{"a":2,"b":5}]');
    expect((await readTable(named, { header: "yes" })).names).toEqual(["a", "b"]);
    expect(await sentence(named, { header: "no" })).toMatch(
      /has the names of its columns in it, as JSON does/,
    );
  });

  it("reads text as categories where that is wanted, as core does", async () => {
    const text = [
      "id,kind,size,code,when",
      'a, red ,1,7,"x, y"',
      "b,blue,2,8,NA",
      'c,"red",3,9,1',
      "d,,4,7,inf",
      "e,Blue,5,08,1.0",
      "f,2,6,8.0,TRUE",
    ].join("\n");
    const path = file("kinds.csv", text);
    const ways: ReadTableOptions[] = [
      { categorical: "text", missing: "drop" },
      { categorical: ["kind", "code"], missing: "drop", columns: ["kind", "size", "code"] },
      { categorical: ["when", "kind", "id"], missing: "drop", columns: ["when", "size", "id", "kind"] },
      { categorical: ["id", "size"], columns: ["id", "size"] },
    ];
    for (const options of ways) {
      const table = await readTable(path, options);
      expect(table).toEqual(tableFromCsv(text, options));
      expect(await readTable(file("kinds.csv.gz", gzipSync(text)), options)).toEqual(table);
      expect(tableFromCsv(csvOf(table), { ...options, missing: "fail" }).levels).toEqual(table.levels);
    }
    const { levels, X } = await readTable(path, ways[1]);
    expect(levels).toEqual([["2", "Blue", "blue", "red"], null, ["7", "8", "9"]]);
    expect([...X.data]).toEqual([3, 1, 0, 2, 2, 1, 3, 3, 2, 1, 5, 1, 0, 6, 1]);
    for (const options of [
      { categorical: ["kind"], columns: ["id", "kind"] },
      { categorical: ["kind"], columns: ["size", "kind"] },
      { categorical: ["sise"], columns: ["size", "code"] },
    ])
      expect(() => tableFromCsv(text, options)).toThrow(await sentence(path, options));
  });

  it("reads categories from Parquet and JSON, dates too, and after a condition", async () => {
    const path = join(folder, "kinds.parquet");
    await sql(
      `COPY (SELECT i, CASE i % 3 WHEN 0 THEN 'x' WHEN 1 THEN ' y ' ELSE NULL END AS kind, DATE '2020-01-01' + (i % 2)::INTEGER AS day FROM range(8) r(i)) TO '${path}'`,
    );
    const table = await readTable(path, { categorical: "text", missing: "drop", where: "i > 0" });
    expect(table.names).toEqual(["i", "kind", "day"]);
    expect(table.levels).toEqual([null, ["x", "y"], ["2020-01-01", "2020-01-02"]]);
    expect([...table.X.data]).toEqual([1, 1, 1, 3, 0, 1, 4, 1, 0, 6, 0, 0, 7, 1, 1]);
    const json = file("kinds.json", '[{"a": "x", "b": 1}, {"a": "y", "b": 2}, {"a": 3, "b": 4}]');
    expect((await readTable(json, { categorical: "text" })).levels).toEqual([["3", "x", "y"], null]);
  });

  it("leaves constant, repeated and collinear columns to the doctor", async () => {
    const rows = Array.from({ length: 40 }, (_, i) => [Math.sin(i * 7), Math.cos(i * i)]);
    const write = (name: string, header: string, row: (a: number, b: number) => number[]) =>
      file(name, `${header}\n${rows.map(([a, b]) => row(a, b).join(",")).join("\n")}\n`);
    const cases: [string, RegExp][] = [
      [
        write("constant.csv", "a,b,k", (a, b) => [a, b, 7]),
        /^table: column "k" must vary, got 7 in every row; leave out "k"$/,
      ],
      [
        write("twins.csv", "a,b,c", (a, b) => [a, b, a]),
        /^table: columns "a" and "c" must differ, .*; leave out "c" or "a"$/,
      ],
      [
        write("total.csv", "a,b,total", (a, b) => [a, b, a + b]),
        /got exactly total = 1·a \+ 1·b; leave out "total", "a" or "b"$/,
      ],
    ];
    for (const [path, pattern] of cases) {
      expect(fatalError(examine(await readTable(path)))?.message).toMatch(pattern);
      expect(fatalError(examine(await readTable(path, { columns: ["a", "b"] })))).toBeUndefined();
    }
  });

  const cells = [
    ..."1|-2.5|+.5e1|1.|3e|e5|NA| ||null|?|.|nan|-nan|+NaN|inf|-Infinity|+INF|TRUE|false|x|0x1|0b1|1_0|_| 7 |\t8|9\t|1e400|1e-400|4.9e-324|N/A|--1|1 2|\u00a03|é|'|\\|1e5.5|00012|5\"x|- 1|1d|infin|true |0.1e+07".split(
      "|",
    ),
    "123456789012345678901234567890",
    "0.1000000000000000055511151231257827021181583404541015625",
    '"1,5"',
    '"a ""b"""',
    '" 6"',
    '""',
  ];
  const outcome = async (read: () => unknown) => {
    try {
      return await read();
    } catch (error) {
      expect(error).toBeInstanceOf(InputError);
      return (error as Error).message;
    }
  };

  it("agrees with core on every cell that has ever been a surprise", async () => {
    for (const cell of cells) {
      const text = `u,v\n1,2\n${cell},3\n2,4\n`;
      const there = await outcome(() => readTable(file("cell.csv", text), { missing: "drop" }));
      expect(there, cell).toEqual(await outcome(() => tableFromCsv(text, { missing: "drop" })));
    }
  });

  it("agrees with core on random tables of such cells and others", async () => {
    const random = fc
      .string({ unit: "grapheme-composite", maxLength: 4 })
      .map((s) => `"${s.replace(/[\r\n\0]/g, "").replaceAll('"', '""')}"`);
    const cell = fc.oneof(fc.constantFrom(...cells), fc.double().map(String), random);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(cell, cell, fc.double().map(String)), { minLength: 3, maxLength: 30 }),
        async (rows) => {
          const text = `u,v,w\n${rows.map((row) => row.join(",")).join("\n")}\n`;
          const there = await outcome(() => readTable(file("cells.csv", text)));
          expect(there).toEqual(await outcome(() => tableFromCsv(text)));
        },
      ),
      { seed: 1, numRuns: 20 },
    );
  });

  it("finds text, a gap and infinity late in a long file, in their rows", async () => {
    const lines = Array.from({ length: 60_000 }, (_, i) => `${i},${i / 2}`);
    const late = (cell: string) => `a,b\n${lines.with(54_320, `5,${cell}`).join("\n")}\n`;
    expect(await sentence(file("late.csv", late("oops")))).toContain(
      'column "b" must be numeric, got "oops" in row 54321',
    );
    expect(await sentence(file("late.csv", late("NA")))).toContain('column "b" has no value in row 54321');
    expect(await sentence(file("late.csv", late("inf")))).toContain(
      'column "b" must be finite, got infinity in row 54321',
    );
    expect((await readTable(file("late.csv", late("NA")), { missing: "drop" })).dropped).toEqual({
      rows: 1,
      of: 60_000,
      missing: [{ name: "b", count: 1 }],
    });
  });

  it("reads a million rows in the order of the file, and tells how far it is", async () => {
    const path = join(folder, "million.csv");
    await sql(`COPY (SELECT i AS a, i * 0.5 AS b, 1000000 - i AS c FROM range(1000000) r(i)) TO '${path}'`);
    const progress: { rows: number; totalRows?: number }[] = [];
    const { X } = await readTable(path, { onProgress: (p) => progress.push(p) });
    expect(X.rows).toBe(1_000_000);
    let wrong = 0;
    for (let i = 0; i < X.rows; i++) {
      if (X.data[3 * i] !== i || X.data[3 * i + 1] !== i / 2 || X.data[3 * i + 2] !== 1_000_000 - i) wrong++;
    }
    expect(wrong).toBe(0);
    expect(progress[0]).toEqual({ rows: 0 });
    expect(progress.at(-1)).toEqual({ rows: 1_000_000, totalRows: 1_000_000 });
    expect(progress.length).toBeGreaterThan(10);
    expect(progress.every((p, k) => k === 0 || p.rows > progress[k - 1].rows)).toBe(true);
  });

  it("reads back what csvOf wrote, with the same hash in any column order", async () => {
    const table = tableFromCsv(
      "a,b\n0.1,1e-310\n0.30000000000000004,123456789.123456789\n-0,1.7976931348623157e308\n",
    );
    const path = file("round.csv", csvOf(table));
    const back = await readTable(path);
    expect([...new BigUint64Array(back.X.data.buffer)]).toEqual([...new BigUint64Array(table.X.data.buffer)]);
    expect(dataHash(await readTable(path, { columns: ["b", "a"] }))).toBe(dataHash(table));
  });

  it("reads files with spaces, quotes and glob characters in their names, and only those", async () => {
    file("x1.csv", "a,b\n9,9\n9,9\n");
    file("xy.csv", "a,b\n9,9\n9,9\n");
    for (const name of [
      "two words.csv",
      'it\'s "quoted".csv',
      "'); DROP TABLE x; --.csv",
      "x[1].csv",
      "x*.csv",
      "x?.csv",
      "{x1,xy}.csv",
    ]) {
      await expectPlain(file(name, "a,b\n1,2.5\n-3,4e-3\n"));
    }
    mkdirSync(join(folder, "year=2020"), { recursive: true });
    await expectPlain(file("year=2020/t.csv", "a,b\n1,2.5\n-3,4e-3\n"));
  });

  it("leaves no temporary files", async () => {
    const temporary = join(folder, "temporary");
    mkdirSync(temporary);
    vi.stubEnv("TMPDIR", temporary);
    try {
      await readTable(file("clean.csv.gz", gzipSync("a,b\n1,2\n3,4\n")));
      await sentence(file("clean.csv.gz", gzipSync("a,b\n1,x\n3,4\n")));
      await sentence(file("clean.csv.gz", gzipSync("a,b\n1,2\n3,4\n").subarray(0, 20)));
      await sentence(file("clean.parquet", "PAR1 no PAR1"));
      expect(readdirSync(temporary)).toEqual([]);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it("refuses more rows, columns or cells than are taken, before they are read", async () => {
    const path = file("size.csv", "a,b,c\n1,2,3\n4,5,6\n");
    const limits = { rows: 2, columns: 3, cells: 6 };
    expect((await readTable(path, { limits })).X.rows).toBe(2);
    for (const [less, said] of [
      [{ rows: 1 }, "at most 1 rows are taken here, got 2"],
      [{ columns: 2 }, "at most 2 columns are taken here, got 3"],
      [{ cells: 5 }, "at most 5 cells are taken here, got 6"],
    ] as const)
      expect(await sentence(path, { limits: { ...limits, ...less } })).toContain(said);
    expect((await readTable(path, { limits: { ...limits, columns: 2 }, columns: ["a", "c"] })).names).toEqual(
      ["a", "c"],
    );
  });

  it("calls a file as it is told in sentences, and goes by that name's extension", async () => {
    const path = file("stored", "PAR1 no PAR1");
    expect(await sentence(path, { shown: "mine.parquet" })).toMatch(/^table: "mine\.parquet" must be/);
    const tsv = file("stored-too", "a b\tc\n1\t2\n3\t4\n");
    expect((await readTable(tsv, { shown: "mine.tsv" })).names).toEqual(["a b", "c"]);
  });
});
