import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { DuckDBInstance } from "@duckdb/node-api";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { csvOf, examine, fatalSentence, InputError, tableFromCsv } from "../../core/index.ts";
import { dataHash } from "./data-hash.ts";
import { type ReadTableOptions, readTable } from "./read-table.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "read-table-test-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function sql(statement: string): Promise<void> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  await connection.run(statement);
  connection.closeSync();
  instance.closeSync();
}

async function sentence(path: string, options?: ReadTableOptions): Promise<string> {
  const error = await readTable(path, options).then(
    () => "no error",
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(InputError);
  return (error as Error).message;
}

const plain = { names: ["a", "b"], rows: [1, 2.5, -3, 4e-3] };
async function expectPlain(path: string): Promise<void> {
  const table = await readTable(path);
  expect(table.names).toEqual(plain.names);
  expect([...table.X.data]).toEqual(plain.rows);
}

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

  it("leaves constant, repeated and collinear columns to the doctor, who says --columns", async () => {
    const rows = Array.from({ length: 40 }, (_, i) => [Math.sin(i * 7), Math.cos(i * i)]);
    const write = (name: string, header: string, row: (a: number, b: number) => number[]) =>
      file(name, `${header}\n${rows.map(([a, b]) => row(a, b).join(",")).join("\n")}\n`);
    const cases: [string, RegExp][] = [
      [
        write("constant.csv", "a,b,k", (a, b) => [a, b, 7]),
        /^table: column "k" must vary, got 7 in every row; leave the column out with --columns$/,
      ],
      [
        write("twins.csv", "a,b,c", (a, b) => [a, b, a]),
        /^table: columns "a" and "c" must differ, .*--columns$/,
      ],
      [
        write("total.csv", "a,b,total", (a, b) => [a, b, a + b]),
        /got exactly total = 1·a \+ 1·b; leave one of them out with --columns$/,
      ],
    ];
    for (const [path, pattern] of cases) {
      expect(fatalSentence(examine(await readTable(path)))).toMatch(pattern);
      expect(fatalSentence(examine(await readTable(path, { columns: ["a", "b"] })))).toBeUndefined();
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
});

describe("readTable with a condition", () => {
  const people = 'id,age,sex,"body mass"\n1,20,m,21.5\n2,30,f,NA\n3,40,m,24\n4,50,f,28\n5,unknown,f,30\n';

  it("keeps the rows that satisfy it, numbers as numbers and text as text", async () => {
    const path = file("people.csv", people);
    expect([
      ...(await readTable(path, { columns: ["id", "age"], where: "sex = 'm' AND id > 1.5 OR id = 4" })).X
        .data,
    ]).toEqual([3, 40, 4, 50]);
    expect([
      ...(
        await readTable(path, {
          columns: ["id", "age"],
          where: "\"body mass\" >= 24 AND age <> 'unknown' -- why not",
        })
      ).X.data,
    ]).toEqual([3, 40, 4, 50]);
    expect([
      ...(
        await readTable(path, { columns: ["id", "body mass"], where: '"body mass" IS NOT NULL AND id < 5' })
      ).X.data,
    ]).toEqual([1, 21.5, 3, 24, 4, 28]);
  });

  it("counts rows as the file does", async () => {
    const path = file("people.csv", people);
    expect(await sentence(path, { columns: ["id", "age"], where: "sex = 'f'" })).toContain(
      'column "age" must be numeric, got "unknown" in row 5',
    );
    expect(await sentence(path, { columns: ["id", "body mass"], where: "sex = 'f'" })).toContain(
      '"body mass" has no value in row 2',
    );
  });

  it("works on Parquet and JSON", async () => {
    const path = join(folder, "where.parquet");
    await sql(
      `COPY (SELECT i AS a, i * i AS b, DATE '2020-01-01' + i::INTEGER AS day FROM range(5) r(i)) TO '${path}'`,
    );
    expect([
      ...(await readTable(path, { columns: ["a", "b"], where: "day >= DATE '2020-01-04'" })).X.data,
    ]).toEqual([3, 9, 4, 16]);
    const json = file("where.json", '[{"a":1,"b":"u","c":1},{"a":2,"b":"v","c":4},{"a":3,"b":"v","c":9}]');
    expect([
      ...(await readTable(json, { columns: ["a", "c"], where: "b = 'v' AND a + c < 100" })).X.data,
    ]).toEqual([2, 4, 3, 9]);
  });

  it("says why a condition cannot be used", async () => {
    const path = file("people.csv", people);
    expect(await sentence(path, { where: "aeg > 3" })).toMatch(
      /^table: --where must be an SQL condition on the columns, got aeg > 3, of which DuckDB says: .*"aeg" not found.*"age"/,
    );
    expect(await sentence(path, { where: "id >" })).toMatch(/^table: --where .*syntax error/);
    expect(await sentence(path, { where: "true; DROP TABLE x" })).toMatch(/^table: --where /);
    expect(await sentence(path, { where: "id > 100" })).toBe(
      "table: --where must leave rows, got none that satisfy id > 100; widen the condition",
    );
    expect(await sentence(file("case.csv", "a,A\n1,2\n3,4\n"), { where: "a > 0" })).toMatch(
      /--where cannot tell the columns "a" and "A" apart/,
    );
  });

  it("cannot open another file", async () => {
    const other = file("other.csv", "a,b\n1,2\n");
    const where = `EXISTS (SELECT * FROM read_csv('${other}'))`;
    expect(await sentence(file("people.csv", people), { where })).toMatch(
      /^table: --where .*disabled by configuration/,
    );
  });
});

describe("readTable refuses", () => {
  it("a file that does not exist, and names one that does", async () => {
    file("present.csv", "a,b\n1,2\n");
    expect(await sentence(join(folder, "presnt.csv"))).toBe(
      `table: no file is called "${join(folder, "presnt.csv")}"; did you mean "${join(folder, "present.csv")}"?`,
    );
    expect(await sentence(join(folder, "nowhere", "t.csv"))).toMatch(
      /^table: no file is called .*; check the path$/,
    );
  });

  it("a directory", async () => {
    expect(await sentence(folder)).toMatch(
      /^table: ".*" must be a file, got a directory; name a file in it, such as /,
    );
  });

  it("broken, misnamed and foreign files", async () => {
    const whole = join(folder, "whole.parquet");
    await sql(`COPY (SELECT i AS a, i AS b FROM range(1000) r(i)) TO '${whole}'`);
    const bytes = readFileSync(whole);
    expect(await sentence(file("cut.parquet", bytes.subarray(0, bytes.length - 100)))).toMatch(
      /^table: ".*cut.parquet" must be Parquet that can be read, got No magic bytes found.*; check that it was written whole$/,
    );
    expect(await sentence(file("text.parquet", "a,b\n1,2\n"))).toMatch(
      /must be a Parquet file, got other bytes/,
    );
    const gz = gzipSync("a,b\n1,2\n3,4\n5,6\n");
    expect(await sentence(file("cut.csv.gz", gz.subarray(0, gz.length - 9)))).toMatch(
      /must be a whole gzip file, got a broken one \(unexpected end of file\)/,
    );
    expect(await sentence(file("book.xlsx", "PK\x03\x04\0\0"))).toMatch(
      /must be CSV, TSV, Parquet, JSON or NDJSON \(each also \.gz\), got a workbook or zip archive; save it as CSV/,
    );
    expect(await sentence(file("image.foo", Buffer.from([1, 0, 2])))).toMatch(
      /got a binary file of another kind/,
    );
    expect(await sentence(file("letter.foo", "Dear Sir\nGoodbye\n"))).toMatch(
      /got text without columns and the extension "foo"/,
    );
    expect(await sentence(file("latin.csv", Buffer.from("a,b\n1,\xe9\n2,3\n", "latin1")))).toMatch(
      /must be UTF-8 text, got other bytes in line 2/,
    );
    expect(await sentence(file("wide.csv", Buffer.from("\ufeffa,b\n1,2\n", "utf16le")))).toMatch(
      /must be UTF-8 text, got UTF-16/,
    );
    expect(await sentence(file("cut.json", '[{"a": 1, "b": 2}, {"a"'))).toMatch(
      /must be JSON that can be read, got Malformed JSON/,
    );
    expect(await sentence(file("list.json", "[1, 2, 3]"))).toMatch(/must hold a record for each row/);
    expect(await sentence(file("none.json", "[]"))).toMatch(/got an empty file/);
    expect(await sentence(file("none.parquet", ""))).toMatch(/got an empty file/);
    expect(await sentence(file("gz.csv.gz", gzipSync("")))).toMatch(/got an empty file/);
  });

  it("dates, lists and gaps in typed files, by column and row", async () => {
    const path = join(folder, "typed.parquet");
    await sql(
      `COPY (SELECT i AS a, DATE '2020-01-01' AS day, [i] AS list, CASE WHEN i <> 2 THEN i END AS gap, CASE i WHEN 3 THEN 'nan'::DOUBLE ELSE i END AS nan, CASE i WHEN 1 THEN 'inf'::DOUBLE ELSE i END AS inf FROM range(5) r(i)) TO '${path}'`,
    );
    expect(await sentence(path)).toMatch(
      /column "day" must be numeric, got "2020-01-01" in row 1 \(text also in "list"\)/,
    );
    expect(await sentence(path, { columns: ["a", "gap"] })).toMatch(/column "gap" has no value in row 3;/);
    expect(await sentence(path, { columns: ["a", "nan"] })).toMatch(/column "nan" has no value in row 4;/);
    expect(await sentence(path, { columns: ["a", "inf"] })).toMatch(
      /column "inf" must be finite, got infinity in row 2;/,
    );
    expect(await sentence(file("typed.json", '[{"a":1,"b":2},{"a":{"x":1},"b":3}]'))).toMatch(
      /column "a" must be numeric, got "\{"x":1\}" in row 2/,
    );
  });

  it("two columns of one name in Parquet and JSON, which DuckDB would rename", async () => {
    const path = join(folder, "named.parquet");
    await sql(`COPY (SELECT i AS same, i * 2 AS sane, i * 3 AS c FROM range(5) r(i)) TO '${path}'`);
    // No writer at hand makes such a file, so one name is changed in its bytes, as long as the other.
    const bytes = Buffer.from(readFileSync(path).toString("latin1").replaceAll("sane", "same"), "latin1");
    expect(await sentence(file("twice.parquet", bytes))).toBe(
      'table: two columns are called "same"; rename one, or leave both out with --columns',
    );
    expect(await sentence(file("twice.json", '[{"a":1,"b":2,"a":3},{"a":1,"b":2}]'))).toMatch(
      /^table: two columns are called "a"/,
    );
  });

  it("a Parquet file without rows", async () => {
    const path = join(folder, "rowless.parquet");
    await sql(`COPY (SELECT 1 AS a, 2 AS b WHERE false) TO '${path}'`);
    expect(await sentence(path)).toMatch(
      /rows of numbers must follow the header, got only the names "a", "b"/,
    );
  });
});
