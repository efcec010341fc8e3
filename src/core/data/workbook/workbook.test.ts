import { describe, expect, it } from "vitest";
import { type MadeWorkbook, sheetOf, workbookBytes, zipped } from "../../../../test/workbooks.ts";
import { cellsFromCsv } from "../text/text.ts";
import { isZip, sheetText } from "./workbook.ts";

const read = (bytes: Uint8Array, sheet?: string) => {
  const { csv, ...facts } = sheetText(bytes, { shown: "a.xlsx", most: 1e7, sheet });
  return { ...facts, text: [...csv].join("") };
};
/** The CSV of a workbook with one sheet of these rows. */
const csvOf = (rows: string, made: Partial<MadeWorkbook> = {}) =>
  read(workbookBytes({ sheets: [{ name: "Data", rows }], ...made })).text;

const numbers = sheetOf([
  ["a", "b"],
  [1, 2],
  [3, 5],
]);

describe("the cells of a sheet", () => {
  it("are numbers as stored, booleans, and texts of every kind", () => {
    const rows = `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="inlineStr"><is><t>third</t></is></c></row>
      <row r="2"><c r="A2"><v>1.0000000000000001E-2</v></c><c r="B2" t="b"><v>1</v></c><c r="C2" t="str"><f>A1&amp;"x"</f><v>x &lt; y</v></c></row>
      <row r="3"><c r="A3"><v>-0</v></c><c r="B3" t="b"><v>0</v></c><c r="C3" t="n"><v> 7 </v></c></row>`;
    const strings = "<si><t>first</t></si><si><t>second</t></si>";
    expect(csvOf(rows, { strings })).toBe(
      "first,second,third\n1.0000000000000001E-2,true,x < y\n-0,false,7\n",
    );
  });

  it("are empty where they hold an error, no value, or refer to no string", () => {
    const rows = `<row><c t="inlineStr"><is><t>a</t></is></c><c t="inlineStr"><is><t>b</t></is></c></row>
      <row><c t="e"><v>#DIV/0!</v></c><c><v>1</v></c></row><row><c><v>2</v></c><c s="1"/></row><row><c><v>3</v></c><c t="s"><v>9</v></c></row>`;
    expect(csvOf(rows)).toBe("a,b\n,1\n2,\n3,\n");
  });

  it("stand where their references say, and else beside the one before", () => {
    const rows = `<row r="5"><c r="C5"><v>1</v></c><c><v>2</v></c><c r="AB5"><v>3</v></c></row><row><c r="D6"><v>5</v></c><c r="C6"><v>4</v></c></row>`;
    expect(csvOf(rows)).toBe("1,2,3\n4,5,\n");
  });

  it("of text join the runs of rich text, without its phonetic reading", () => {
    const strings = `<si><r><rPr><b/></rPr><t>bold</t></r><r><t xml:space="preserve"> plain</t></r></si>
      <si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/></si><si/><si><t/></si><si><t>last</t></si>`;
    const rows = [0, 1, 2, 3, 4].map((k) => `<row><c><v>${k}</v></c><c t="s"><v>${k}</v></c></row>`).join("");
    expect(csvOf(rows, { strings })).toBe("0,bold plain\n1,東京\n2,\n3,\n4,last\n");
  });

  it("of text are one line each, quoted where they hold a comma or look like a number", () => {
    const texts = [
      "a, b",
      'say "x"',
      "two\nlines",
      "_x000D_cr_x005F_x000D_",
      "007",
      "-1.5",
      " x ",
      "2 - seldom",
    ];
    const rows = sheetOf(texts.map((text) => [1, text]));
    expect(csvOf(rows)).toBe(
      '1,"a, b"\n1,"say ""x"""\n1,two lines\n1, cr_x000D_\n1,"007"\n1,"-1.5"\n1, x \n1,"2 - seldom"\n',
    );
  });

  it("of names that are years stay names", () => {
    const rows = sheetOf([
      ["2019", "2020"],
      [1.5, 2],
      [3, 4],
      [2, 7],
    ]);
    expect(cellsFromCsv(csvOf(rows)).columns.map(({ name }) => name)).toEqual(["2019", "2020"]);
  });

  it("are dates and times by their number formats, of both calendars", () => {
    const formats = [0, 14, 22, 21, "yyyy-mm-dd;@", "0.0%", "[h]:mm", '"d"0.0', "[$-409]mmm\\ yy"];
    const row = (serial: number) =>
      `<row>${formats.map((_, s) => `<c s="${s}"><v>${serial}</v></c>`).join("")}</row>`;
    const rows = row(45356.75) + row(1) + row(0.25);
    expect(
      csvOf(rows, { formats }),
    ).toBe(`45356.75,2024-03-05 18:00:00,2024-03-05 18:00:00,2024-03-05 18:00:00,2024-03-05 18:00:00,45356.75,45356.75,45356.75,2024-03-05 18:00:00
1,1900-01-01,1900-01-01 00:00:00,1900-01-01 00:00:00,1900-01-01,1,1,1,1900-01-01
0.25,06:00:00,06:00:00,06:00:00,06:00:00,0.25,0.25,0.25,06:00:00
`);
    const two = `<row><c s="1"><v>43894</v></c><c t="d"><v>2024-03-05T00:00:00</v></c><c t="d"><v>2024-03-05T10:30:00Z</v></c></row>`;
    expect(csvOf(two, { formats, is1904: true })).toBe("2024-03-05,2024-03-05,2024-03-05 10:30:00Z\n");
  });

  it("of formulas that were never computed are counted", () => {
    const rows = `${numbers}<row><c><f>A2+1</f></c><c><f>B2</f><v></v></c></row><row><c t="str"><f>""</f><v></v></c><c><f>1+1</f><v>2</v></c></row>`;
    const { workbook, text } = read(workbookBytes({ sheets: [{ name: "Data", rows }] }));
    expect([workbook.uncomputed, text]).toEqual([2, "a,b\n1,2\n3,5\n,2\n"]);
  });
});

describe("the table in a sheet", () => {
  it("is without empty rows and columns, however far away a stray cell is", () => {
    const stray = `<row r="1048576"><c r="XFD1048576"><v>9</v></c></row>`;
    const rows = `<row r="3"><c r="B3"><v>1</v></c><c r="D3"><v>2</v></c></row><row r="4"><c r="B4"/></row><row r="9"><c r="B9"><v>3</v></c></row>${stray}`;
    expect(csvOf(rows)).toBe("1,2,\n3,,\n,,9\n");
  });

  it("begins below lines of one cell, which are passed over as in CSV", () => {
    const above = sheetOf([["Sales, 2024"], [null], ["in thousands"]]);
    const long = numbers + sheetOf([[6, 7]]);
    const { preface, text } = read(workbookBytes({ sheets: [{ name: "Data", rows: above + long }] }));
    expect([preface, text]).toEqual([{ lines: 2, first: "Sales, 2024" }, "a,b\n1,2\n3,5\n6,7\n"]);
    const list = sheetOf(Array.from({ length: 60 }, (_, k) => [`item ${k}`]));
    expect(read(workbookBytes({ sheets: [{ name: "Data", rows: list }] })).preface).toBeUndefined();
  });
});

describe("the sheet", () => {
  const list = sheetOf([["notes"], ["more notes"]]);
  const bytes = workbookBytes({
    sheets: [
      { name: "Codes", rows: numbers, state: "hidden" },
      { name: "Read me", rows: list },
      { name: "R & D", rows: numbers },
      { name: "Other", rows: numbers },
    ],
  });
  const sheets = ["Codes", "Read me", "R & D", "Other"];

  it("is the first visible one with a table, unless one is named", () => {
    expect(read(bytes).workbook).toEqual({ sheet: "R & D", sheets });
    expect(read(bytes, "Codes").workbook).toEqual({ sheet: "Codes", sheets, isChosen: true });
    expect(read(bytes, "other ").workbook.sheet).toBe("Other");
    expect(() => read(bytes, "Othr")).toThrow(
      'table: "a.xlsx" has no sheet called "Othr"; did you mean "Other"? (known: Codes, Read me, R & D, Other)',
    );
  });

  it("is hidden where no visible one has a table, and the only one whatever it holds", () => {
    const hidden = workbookBytes({
      sheets: [
        { name: "Notes", rows: list },
        { name: "Data", rows: numbers, state: "veryHidden" },
      ],
    });
    expect(read(hidden).workbook.sheet).toBe("Data");
    expect(read(workbookBytes({ sheets: [{ name: "Notes", rows: list }] })).text).toBe("notes\nmore notes\n");
    expect(read(workbookBytes({ sheets: [{ name: "Empty", rows: "" }] })).text).toBe("");
  });

  it("is found by relations, whatever its part and prefixes are called", () => {
    const kind = "http://purl.oclc.org/ooxml/officeDocument/relationships";
    const other = zipped({
      "[Content_Types].xml": "<Types/>",
      "_rels/.rels": `<p:Relationships><p:Relationship Target="/book\\Workbook.XML" Id="a" Type="${kind}/officeDocument"/></p:Relationships>`,
      "book/workbook.xml": `<x:workbook><x:sheets><x:sheet name='Chart > 1' r:id='c'/><x:sheet sheetId="5" name='It&#39;s &quot;x&quot;' r:id='d'/></x:sheets></x:workbook>`,
      "book/_rels/workbook.xml.rels": `<Relationships><Relationship Id="c" Type="${kind}/chartsheet" Target="c.xml"/><Relationship Id="d" Type="${kind}/worksheet" Target="../cells/./one.xml"/></Relationships>`,
      "cells/one.xml": `<!-- > --><x:worksheet><x:cols><x:col min="1"/></x:cols><x:sheetData><x:row><x:c><x:v>1</x:v></x:c><x:c><x:v><![CDATA[2]]></x:v></x:c></x:row></x:sheetData><x:f>no cell</x:f></x:worksheet>`,
    });
    expect(read(other)).toEqual({ workbook: { sheet: `It's "x"`, sheets: [`It's "x"`] }, text: "1,2\n" });
  });
});

describe("what is no workbook", () => {
  it("is refused as what it is", () => {
    const cases: Record<string, RegExp> = {
      "xl/workbook.bin": /got a binary workbook \(\.xlsb\); save it as \.xlsx or CSV/,
      "word/document.xml": /got a text document; copy its table into a spreadsheet/,
      "Index/Document.iwa": /got a Numbers document; export it as Excel or CSV/,
      "folder/data.csv": /got a zip archive; extract "folder\/data\.csv" from it/,
      "notes.pdf": /got a zip archive; save its table as CSV/,
    };
    for (const [name, sentence] of Object.entries(cases))
      expect(() => read(zipped({ [name]: "x" }))).toThrow(sentence);
    expect(() => read(zipped({ mimetype: "application/vnd", "content.xml": "<a/>" }))).toThrow(
      /must be CSV, TSV, Excel \(\.xlsx\), .* got an OpenDocument file; save it as \.xlsx or CSV/,
    );
    expect(() => read(workbookBytes({ sheets: [] }))).toThrow(/must have a sheet with cells, got none/);
  });

  it("is refused where it is damaged", () => {
    const whole = workbookBytes({ sheets: [{ name: "Data", rows: numbers }] });
    expect([isZip(whole), isZip(whole.subarray(1))]).toEqual([true, false]);
    for (const share of [0.1, 0.5, 0.9, 0.99])
      expect(() => read(whole.subarray(0, share * whole.length))).toThrow(
        /must be a whole workbook, got one/,
      );
    const rows = [`<row><c r="XFE1"><v>1</v></c></row>`, `<row><c r="1"><v>1</v></c></row>`];
    expect(() => csvOf(rows[0])).toThrow('(sheet "Data": a cell has the reference XFE1)');
    expect(() => csvOf(rows[1])).toThrow('(sheet "Data": a cell has the reference 1)');
    const part = (text: string) => ({ parts: { "xl/worksheets/sheet1.xml": text } });
    expect(() => csvOf("", part("<!DOCTYPE x [<!ENTITY a 'b'>]><worksheet/>"))).toThrow(/document type/);
    for (const text of ["<worksheet><sheetData", `<worksheet><sheetData>${numbers}<row><c><v>1`])
      expect(() => csvOf("", part(text))).toThrow(/it is cut off/);
    expect(() => csvOf("", part(`<a>${"x".repeat(3e6)}</a>`))).toThrow(/too long/);
  });

  it("is refused where it unpacks to more than allowed, as XML or as text", () => {
    const bomb = workbookBytes({
      sheets: [{ name: "Data", rows: `${numbers}${" ".repeat(9e6)}${numbers}` }],
    });
    expect(bomb.length).toBeLessThan(20_000);
    const within = (bytes: Uint8Array, most: number) => () => [
      ...sheetText(bytes, { shown: "a.xlsx", most }).csv,
    ];
    expect(within(bomb, 8e6)).toThrow(
      'table: "a.xlsx" must have at most 8 MB after decompression, got more; leave rows out',
    );
    const wide = `<row>${"<c><v>1</v></c>".repeat(9000)}</row>${"<row><c><v>1</v></c></row>".repeat(2000)}`;
    expect(within(workbookBytes({ sheets: [{ name: "Data", rows: wide }] }), 1e6)).toThrow(/at most 1 MB/);
  });
});
