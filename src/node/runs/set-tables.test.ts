import { mkdirSync, mkdtempSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { emptyParentSetTable } from "../../core/index.ts";
import { folderTables, readSetTable } from "./set-tables.ts";

let place = "";
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "wherefore-sets-"));
  for (const run of ["first", "second"]) mkdirSync(join(place, run));
});
const tablesOf = (run: string) => folderTables(() => join(place, run));
const table = emptyParentSetTable(3, 2);
table.data.set([1, -0.1, Number.NEGATIVE_INFINITY, 4], 6);

describe("scores.bin", () => {
  it("brings a table back bit for bit, also to a run in the folder beside it", () => {
    tablesOf("first").write("key", table, true);
    expect(tablesOf("first").read("key")).toEqual(table);
    expect(tablesOf("second").read("key")).toEqual(table);
  });

  it("is not taken for another key", () => {
    tablesOf("first").write("key", table, true);
    expect(tablesOf("second").read("other")).toBeUndefined();
  });

  it("is written rarely while it grows, and always in the end", () => {
    const tables = tablesOf("first");
    tables.write("key", table, false);
    expect(tables.read("key")).toBeUndefined();
    tables.write("key", table, true);
    expect(tables.read("key")).toEqual(table);
  });

  it("is made again where somebody cut or overwrote it", () => {
    const path = join(place, "first", "scores.bin");
    tablesOf("first").write("key", table, true);
    truncateSync(path, readFileSync(path).length - 8);
    expect(readSetTable(path, "key")).toBe("damaged");
    writeFileSync(path, "something else");
    expect(readSetTable(path, "key")).toBe("damaged");
    expect(readSetTable(join(place, "second", "scores.bin"), "key")).toBeUndefined();
  });

  it("is not used, and said to be damaged, whichever bit of it is turned", () => {
    const path = join(place, "first", "scores.bin");
    tablesOf("first").write("key", table, true);
    const whole = readFileSync(path);
    for (let bit = 0; bit < 8 * whole.length; bit += 11) {
      const turned = Buffer.from(whole);
      turned[bit >> 3] ^= 1 << (bit & 7);
      writeFileSync(path, turned);
      // A turned bit of the key makes it another table's.
      expect(readSetTable(path, "key") ?? "damaged").toBe("damaged");
    }
    const warnings: string[] = [];
    const tables = folderTables(
      () => join(place, "second"),
      (sentence) => warnings.push(sentence),
    );
    expect(tables.read("key")).toBeUndefined();
    expect(warnings).toEqual([`${path}: the file is damaged; its numbers are recomputed`]);
  });

  it("is neither read nor written where a run has no folder", () => {
    const tables = folderTables(() => undefined);
    tables.write("key", table, true);
    expect(tables.read("key")).toBeUndefined();
  });
});
