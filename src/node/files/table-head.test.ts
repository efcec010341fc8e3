import { describe, expect, it } from "vitest";
import { tableFolder } from "../../../test/table-files.ts";
import { cellsFromJson, csvHead, jsonHead } from "../../core/index.ts";
import { readCells } from "./read-table.ts";
import { tableHead } from "./table-head.ts";

const { folder, file } = tableFolder();

describe("tableHead", () => {
  it("gives the first rows as they stand, formulas and tags as text, null where there is no value", async () => {
    const path = file("head.csv", 'a,<script>alert(1)</script>\n=1+1,"<b>"\n,2\n3,4\n');
    const head = await tableHead(path, { rows: 2, temporaryIn: folder });
    expect(head).toEqual({
      names: ["a", "<script>alert(1)</script>"],
      rows: [
        ["=1+1", "<b>"],
        [null, "2"],
      ],
    });
  });

  it("is what core's own readers give, of CSV and of JSON", async () => {
    const csv = 'a;b;c\n1,5; x ;"y;z"\n;NA;""\n-0;é;"q""q"\n';
    const path = file("both.csv", csv);
    expect((await tableHead(path, { temporaryIn: folder })).rows).toEqual(csvHead(csv));
    for (const json of [
      '[{"a": 1.50, "b": "x", "c": null, "d": true}, {"b": "y\\n\\u00e9", "a": 2e3, "e": [1, 2]}, {"a": -0, "b": 7}]',
      '{"a": 1, "b": 0.1}\n{"a": 12345678901234567890, "b": "NA"}\n\n{"b": 1e-7, "a": " 3 "}\n{"c": 1e21}\n',
    ]) {
      const at = file("both.json", json);
      const shown = "both.json";
      expect((await tableHead(at, { shown, temporaryIn: folder })).rows).toEqual(jsonHead(json, shown));
      expect(cellsFromJson(json, shown)).toEqual(await readCells(at, { shown, temporaryIn: folder }));
    }
  });
});
