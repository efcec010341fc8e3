import { describe, expect, it } from "vitest";
import { tableFromCsv } from "../columns.ts";
import { examine } from "../doctor/doctor.ts";
import { cellsFromCsv, csvShape } from "./text.ts";

const hasHeader = (text: string) => csvShape(text).hasHeader;

describe("the header rule", () => {
  it("takes distinct whole numbers for names where some column below is not all whole", () => {
    for (const text of [
      "1,2\n0.5,3\n2,4\n",
      "2019,2020\n1,low\n2,high\n",
      "10;20\n1,5;2\n3;4\n",
      " 7 ,8\n1,2\n3,1e-3\n",
      "1,2\n,\nNA,0.5\n",
    ]) {
      expect([text, hasHeader(text)]).toEqual([text, true]);
      expect(csvShape(text).doubt).toEqual({ taken: "names", isAllNumbers: true });
    }
    expect(tableFromCsv("1,2\n0.5,3\n2,4\n").names).toEqual(["1", "2"]);
  });

  it("takes any other row with numbers for data, and says so", () => {
    for (const [text, isAllNumbers] of [
      ["1,2\n3,4\n5,6\n", true], // whole numbers below too
      ["1,1\n0.5,3\n2,4\n", true], // not distinct
      ["1,01\n0.5,3\n2,4\n", true],
      ["1.5,2\n0.5,3\n2,4\n", true], // not whole
      ["1.0,2\n0.5,3\n2,4\n", true], // not written as one
      ["1,2\n3.0,4\n5,\n", true], // 3.0 is whole, and no value says nothing
      ["1,2\n", true], // nothing below
      ["a,2\n0.5,3\n2,4\n", false],
      ["1,\n0.5,3\n2,4\n", false],
    ] as const) {
      expect([text, hasHeader(text)]).toEqual([text, false]);
      expect([text, csvShape(text).doubt]).toEqual([text, { taken: "data", isAllNumbers }]);
    }
  });

  it("has no doubt about a row without numbers, and quoted numbers above unquoted ones", () => {
    for (const text of ["a,b\n1,2\n", "NA,b\n1,2\n", '"1","2"\n3,4\n5,6\n', '"1",b\n3,4\n'])
      expect([text, csvShape(text)]).toEqual([
        text,
        expect.not.objectContaining({ doubt: expect.anything() }),
      ]);
    expect(hasHeader('"1","2"\n3,4\n5,6\n')).toBe(true);
  });

  it("obeys the caller's word, without a note", () => {
    const named = tableFromCsv("1,2\n3,4\n5,6\n7,9\n", { header: "yes" });
    expect([named.names, named.X.rows, named.doubt]).toEqual([["1", "2"], 3, undefined]);
    const bare = tableFromCsv("1,2\n0.5,4\n5,6\n", { header: "no" });
    expect([bare.names, bare.X.rows, bare.doubt]).toEqual([["X1", "X2"], 3, undefined]);
    expect(cellsFromCsv("a,b\n1,2\n3,4\n", { header: "no" }).columns[0].labels).toEqual(["1", "3", "a"]);
  });

  it("is told in a note of the doctor, with the option that decides otherwise", () => {
    const rows = Array.from({ length: 30 }, (_, i) => `${(i * i) % 17},${(i * 7) % 11}`);
    const noteOf = (text: string) => {
      const table = tableFromCsv(text);
      return examine(table, table).find(({ kind }) => kind === "header");
    };
    expect(noteOf(rows.join("\n"))).toMatchObject({
      severity: "note",
      message: expect.stringMatching(/^header none: the first row is all numbers, .* called X1, X2$/),
      remedy: "if it is a header, set header to yes",
    });
    expect(noteOf(`1,2\n0.5,1\n${rows.join("\n")}`)).toMatchObject({
      message: expect.stringMatching(/read as the names of the columns \(1, 2\)/),
      remedy: "if it is data, set header to no",
    });
    expect(noteOf(`a,b\n${rows.join("\n")}`)).toBeUndefined();
  });
});
