import { expect, it } from "vitest";
import { csvShape } from "./text.ts";
import { csvHead, jsonHead, recordCount } from "./text-head.ts";

it("gives the first rows of CSV as they stand, null where there is no value", () => {
  const text = 'a,<script>\n=1+1,"<b>, x"\n,2\n3,4\n';
  expect(csvHead(text, undefined, { rows: 2 })).toEqual([
    ["=1+1", "<b>, x"],
    [null, "2"],
  ]);
  expect(csvHead(text, ",", { columns: 1 })).toEqual([["=1+1"], [null], ["3"]]);
  expect(csvHead("1;2\n3;4\n")).toEqual([
    ["1", "2"],
    ["3", "4"],
  ]);
});

it("gives the first records of JSON, a column for each key", () => {
  expect(jsonHead('{"a": 1}\n{"b": "x", "a": null}\n{"a": 3}', "a.json", { rows: 2 })).toEqual([
    ["1", null],
    [null, "x"],
  ]);
});

it("counts rows of data, not lines", () => {
  for (const [text, rows] of [
    ['a,b\n1,"x\ny"\n\n2,z\n', 2],
    ["1,2\n3,4", 2],
    ["a,b\n", 0],
  ] as const)
    expect(recordCount(text, csvShape(text))).toBe(rows);
});
