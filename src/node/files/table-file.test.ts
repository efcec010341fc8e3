import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { sentence, sql, tableFolder } from "../../../test/table-files.ts";
import { readCells } from "./read-table.ts";

const { folder, file } = tableFolder();

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
      /^table: ".*cut.parquet" must be Parquet that can be read, got No magic bytes found.*; check that the file is complete$/,
    );
    expect(await sentence(file("text.parquet", "a,b\n1,2\n"))).toMatch(
      /must be a Parquet file, got other bytes/,
    );
    const gz = gzipSync("a,b\n1,2\n3,4\n5,6\n");
    expect(await sentence(file("cut.csv.gz", gz.subarray(0, gz.length - 9)))).toMatch(
      /must be a whole gzip file, got a broken one \(unexpected end of file\)/,
    );
    expect(await sentence(file("book.xlsx", "PK\x03\x04\0\0"))).toMatch(
      /must be a whole workbook, got one that is damaged \(cut off\); copy it again, or save it again/,
    );
    const compound = Buffer.from("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0", "latin1");
    expect(await sentence(file("old.xls", compound))).toMatch(
      /must be CSV, TSV, Excel \(\.xlsx\), .* got an old Excel workbook \(\.xls\), or one with a password; save it as \.xlsx without one, or as CSV/,
    );
    expect(await sentence(file("locked.xlsx", compound))).toMatch(
      /got a workbook with a password; save it without one/,
    );
    expect(await sentence(file("image.foo", Buffer.from([1, 0, 2])))).toMatch(
      /got a binary file of another kind/,
    );
    expect(await sentence(file("letter.foo", "Dear Sir\nGoodbye\n"))).toMatch(
      /got text without columns and the extension "foo"/,
    );
    expect(await sentence(file("cut.json", '[{"a": 1, "b": 2}, {"a"'))).toMatch(
      /must be JSON that can be read, got Malformed JSON/,
    );
    expect(await sentence(file("list.json", "[1, 2, 3]"))).toMatch(/must hold a record for each row/);
    expect(await sentence(file("none.json", "[]"))).toMatch(/got an empty file/);
    expect(await sentence(file("none.parquet", ""))).toMatch(/got an empty file/);
    expect(await sentence(file("gz.csv.gz", gzipSync("")))).toMatch(/got an empty file/);
  });

  it("not text in other encodings, wherever its letters stand, and says how it was read", async () => {
    const rows = "1,2\n".repeat(2 ** 18);
    for (const [text, as, encoding] of [
      ["a,b\n1,é\n2,3\n", "latin1", "windows-1252"],
      [`a,b\n${rows}1,é\n`, "latin1", "windows-1252"],
      ["\ufeffa,b\n1,é\n", "utf16le", "utf-16le"],
      ["a,b\n1,é\n", "utf8", undefined],
    ] as const) {
      const cells = await readCells(file("other.csv", Buffer.from(text, as)));
      expect([cells.columns[1].labels?.at(-1), cells.encoding]).toEqual(["é", encoding]);
    }
  });

  it("nothing of dates, lists and gaps in typed files", async () => {
    const path = join(folder, "typed.parquet");
    await sql(
      `COPY (SELECT i AS a, DATE '2020-01-01' AS day, [i] AS list, CASE WHEN i <> 2 THEN i END AS gap, CASE i WHEN 3 THEN 'nan'::DOUBLE ELSE i END AS nan, CASE i WHEN 1 THEN 'inf'::DOUBLE ELSE i END AS inf FROM range(5) r(i)) TO '${path}'`,
    );
    const { columns } = await readCells(path);
    expect(columns.map(({ labels }) => labels)).toEqual([
      ...[undefined, ["2020-01-01"], ["[0]", "[1]", "[2]", "[3]", "[4]"]],
      ...[undefined, undefined, undefined],
    ]);
    expect(columns.slice(3).map(({ values }) => [...values])).toEqual([
      [0, 1, Number.NaN, 3, 4],
      [0, 1, 2, Number.NaN, 4],
      [0, Infinity, 2, 3, 4],
    ]);
    const json = await readCells(file("typed.json", '[{"a":1,"b":2},{"a":{"x":1},"b":3}]'));
    expect(json.columns[0].labels).toEqual(["1", '{"x":1}']);
  });

  it("two columns of one name in Parquet and JSON, which DuckDB would rename", async () => {
    const path = join(folder, "named.parquet");
    await sql(`COPY (SELECT i AS same, i * 2 AS sane, i * 3 AS c FROM range(5) r(i)) TO '${path}'`);
    // No writer at hand makes such a file, so one name is changed in its bytes, as long as the other.
    const bytes = Buffer.from(readFileSync(path).toString("latin1").replaceAll("sane", "same"), "latin1");
    expect(await sentence(file("twice.parquet", bytes))).toBe(
      'table: two columns are called "same"; rename one, or leave out "same"',
    );
    expect(await sentence(file("twice.json", '[{"a":1,"b":2,"a":3},{"a":1,"b":2}]'))).toMatch(
      /^table: two columns are called "a"/,
    );
  });

  it("a Parquet file without rows", async () => {
    const path = join(folder, "rowless.parquet");
    await sql(`COPY (SELECT 1 AS a, 2 AS b WHERE false) TO '${path}'`);
    expect(await sentence(path)).toMatch(
      /rows of cells must follow the header, got only the names "a" and "b"/,
    );
  });
});
