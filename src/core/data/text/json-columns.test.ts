import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cellsFromJson, jsonShape } from "./json-columns.ts";
import { jsonRecords } from "./json-records.ts";

const cellsOf = (text: string) =>
  [...jsonRecords(text, "a.json")].map(({ cells }) => Object.fromEntries(cells));

describe("JSON text", () => {
  it("is an array of records, or records one after the other", () => {
    const records = [
      { a: "1", b: "x" },
      { a: "2", b: null },
    ];
    for (const text of [
      '[{"a": 1, "b": "x"}, {"a": 2, "b": null}]',
      '\uFEFF [{"a":1,"b":"x"},\n{"a":2,"b":null}]\n',
      '{"a": 1, "b": "x"}\n\n{"a": 2, "b": null}\n',
      '{"a": 1, "b": "x"} {"a": 2, "b": null}',
    ])
      expect(cellsOf(text)).toEqual(records);
    expect([cellsOf("[]"), cellsOf(""), cellsOf(" \n")]).toEqual([[], [], []]);
  });

  it("gives numbers in their shortest form, strings as they say, and what is nested as JSON", () => {
    expect(
      cellsOf(
        '{"a": 1.50, "b": 2e3, "c": -0, "d": "\\u00e9\\n", "e": {"k": [1, 2]}, "f": true, "g": 12345678901234567890}',
      ),
    ).toEqual([
      {
        a: "1.5",
        b: "2000.0",
        c: "0",
        d: "é\n",
        e: '{"k":[1,2]}',
        f: "true",
        g: "12345678901234567890",
      },
    ]);
  });

  it("is read as JSON.parse reads it, whatever it holds", () => {
    const records = fc.array(
      fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.boolean(), fc.constant(null), fc.jsonValue())),
    );
    fc.assert(
      fc.property(records, fc.constantFrom(undefined, 2), (given, indent) => {
        const expected = given.map((record) => Object.keys(record));
        expect(cellsOf(JSON.stringify(given, null, indent)).map((cells) => Object.keys(cells))).toEqual(
          expected,
        );
        const lines = given.map((record) => JSON.stringify(record)).join("\n");
        cellsOf(lines).forEach((cells, k) => {
          for (const [name, value] of Object.entries(given[k]))
            if (typeof value === "string") expect(cells[name]).toBe(value);
        });
      }),
      { seed: 1, numRuns: 200 },
    );
  });

  it("that is broken is refused in one sentence that names the line, and never read in part", () => {
    for (const [text, reason] of [
      ['[{"a": 1}', 'got the end of the file in line 1 where "," or "]" must be'],
      ['[{"a": 1,\n "b": }]', 'got "}]" in line 2 where a value must be'],
      ['[{"a" 1}]', 'got "1}]" in line 1 where ":" must be'],
      ["[{a: 1}]", 'got "a: 1}]" in line 1 where a name in quotes must be'],
      ['[{"a": 01}]', 'got "1}]" in line 1 where "," or "}" must be'],
      ['[{"a": 1}] x', 'got "x" in line 1 where the end must be'],
      ['[{"a": "x\n"}]', "where a value must be"],
    ])
      expect(() => cellsOf(text)).toThrow(reason);
    for (const text of ["[1, 2]", "12", '{"a": 1} 2'])
      expect(() => cellsOf(text)).toThrow(/must hold a record for each row/);
    expect(() => cellsOf('{"a": 1, "a": 2}')).toThrow('two columns are called "a"');
  });
});

describe("columns of JSON", () => {
  const text = '[{"a": 1, "b": "x"}, {"b": "y", "c": "NA"}, {"a": "7", "b": 2.0, "c": true}]';

  it("are the keys in the order of their first occurrence; a key that is left out is a gap", () => {
    expect(jsonShape(text, "a.json")).toEqual({ names: ["a", "b", "c"], rows: 3 });
    const [a, , c] = cellsFromJson(text, "a.json").columns;
    expect([...a.values]).toEqual([1, Number.NaN, 7]);
    expect([...c.values]).toEqual([Number.NaN, Number.NaN, 1]);
  });

  it("with text have labels, numbers too", () => {
    const [, b] = cellsFromJson(text, "a.json").columns;
    expect([b.labels, [...b.values]]).toEqual([
      ["2.0", "x", "y"],
      [1, 2, 0],
    ]);
  });
});
