import { describe, expect, it } from "vitest";
import { tableFromCsv } from "./columns.ts";
import { dataHash } from "./data-hash.ts";
import { sampleSize, tableScatter } from "./table.ts";
import { tableBytes, tableFromBytes } from "./table-bytes.ts";

const csv = "x,y,w\n1,2,1\n2,3,3\n4,1,0\n3,5,2\n";
const weighed = tableFromCsv(csv, { kinds: { w: "weight" } });

describe("a column of survey weights", () => {
  it("is no variable, and a row of weight 0 is no row", () => {
    expect(weighed.names).toEqual(["x", "y"]);
    expect(weighed.X.rows).toBe(3);
    expect(weighed.rowsRead).toBe(4);
    expect(weighed.kinds?.[2]).toMatchObject({
      name: "w",
      kind: "weight",
      isUsed: false,
      reason: "is the weight of the rows",
    });
  });

  it("adds up to Kish's effective number of rows: (1 + 3 + 2)² / (1 + 9 + 4)", () => {
    expect(sampleSize(weighed)).toBeCloseTo(36 / 14, 12);
    // Means are weighted: (1·1 + 3·2 + 2·3) / 6.
    expect(tableScatter(weighed).mean[0]).toBeCloseTo(13 / 6, 12);
  });

  it("may be written as numbers are elsewhere: 7.752,97", () => {
    const written = csv.replaceAll(",", ";").replace("3;5;2", "3;5;1.002,5");
    const { weights } = tableFromCsv(written, { kinds: { w: "weight" } });
    expect(weights![2] / weights![0]).toBeCloseTo(1002.5, 9);
  });

  it("survives storage, and another one is another table", () => {
    const again = tableFromBytes(tableBytes(weighed), (bytes) => new TextDecoder().decode(bytes));
    expect(again.weights).toEqual(weighed.weights);
    const other = tableFromCsv(csv.replace("2,3,3", "2,3,1"), { kinds: { w: "weight" } });
    expect(new Set([weighed, again, other].map((table) => dataHash(table))).size).toBe(2);
  });

  it("must hold numbers from 0 on, in every row, and be the only one", () => {
    const refused = (text: string, kinds: Record<string, string>) => () => tableFromCsv(text, { kinds });
    expect(refused(csv.replace("3,5,2", "3,5,-2"), { w: "weight" })).toThrow(
      'table: the weights in column "w" must be 0 or more, got -2 in row 4',
    );
    expect(refused(csv.replace("3,5,2", "3,5,"), { w: "weight" })).toThrow("got none in row 4");
    expect(refused(csv.replace("3,5,2", "3,5,much"), { w: "weight" })).toThrow("must be numbers, got text");
    expect(
      refused(
        `${csv
          .split("\n")
          .map((row, i) => `${row},${i === 0 ? "v" : 1}`)
          .slice(0, 5)
          .join("\n")}\n`,
        { w: "weight", v: "weight" },
      ),
    ).toThrow("table: only one column can be the weight of the rows, got 2");
  });
});
