import { describe, expect, it } from "vitest";
import { file, folder } from "../../../test/table-files.ts";
import { tableHead } from "./table-head.ts";

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
});
