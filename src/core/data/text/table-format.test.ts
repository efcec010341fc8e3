import { expect, it } from "vitest";
import { cutAfterLine } from "./csv-records.ts";
import { isGzip, tableExtension, tableFormatOf } from "./table-format.ts";

const found = (shown: string, content: string | Uint8Array) => {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return tableFormatOf({ shown, bytes, text: new TextDecoder().decode(bytes) });
};

it("goes by the magic bytes, then by the extension, then by the first characters", () => {
  expect(found("a.csv", "PAR1…")).toEqual({ format: "parquet" });
  expect(found("a.json", "a,b\n1,2\n")).toEqual({ format: "json" });
  expect(found("a", ' [{"a": 1}]')).toEqual({ format: "json" });
  expect(found("a.txt", "a;b\n1;2\n")).toEqual({ format: "csv" });
  expect(found("a.tsv", "a\tb\n1\t2\n")).toEqual({ format: "csv", delimiter: "\t" });
  expect(found("a.tsv", "a,b\n1,2\n")).toEqual({ format: "csv" });
});

it("refuses what is no table, and says what it seems to be", () => {
  expect(() => found("a.parquet", "a,b\n")).toThrow(/must be a Parquet file, got other bytes/);
  expect(() => found("a.csv", Uint8Array.of(97, 10, 0xe4))).toThrow(/got other bytes in line 2/);
  const compound = Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0);
  expect(() => found("a.xls", compound)).toThrow(
    /got an old Excel workbook \(\.xls\), or one with a password/,
  );
  expect(() => found("a.xlsx", compound)).toThrow(/got a workbook with a password; save it without one/);
  expect(found("export.xlsx", "a\tb\n1\t2\n")).toEqual({ format: "csv" });
  expect(() => found("a.bin", Uint8Array.of(1, 0))).toThrow(/got a binary file of another kind/);
  expect(() => found("a.txt", "no columns\n")).toThrow(/got text without columns and the extension "txt"/);
});

it("counts no .gz as an extension, and knows gzip by its bytes", () => {
  expect(["a.CSV.gz", "x/y.b/c", "c.tar.json"].map(tableExtension)).toEqual(["csv", "", "json"]);
  expect([isGzip(Uint8Array.of(0x1f, 0x8b)), isGzip(Uint8Array.of(0x1f))]).toEqual([true, false]);
});

it("cuts a text after its last whole line", () => {
  expect(["a\nb\nc", "a\rb", "abc"].map(cutAfterLine)).toEqual(["a\nb\n", "a\r", "abc"]);
});
