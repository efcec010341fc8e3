import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatNames } from "../../../core/index.ts";
import { fileStem, formatFileName } from "./downloads.ts";

describe("the name of a file to keep", () => {
  it("says which table and which search", () => {
    expect(fileStem("twelve.csv", "exact")).toBe("twelve-exact");
    expect(fileStem("Ünder 18.csv.gz", "rl-order")).toBe("Ünder-18-rl-order");
  });

  it("has nothing that a file system reads as more than a name", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (name) => {
        const stem = fileStem(name, "exact");
        expect(stem).toMatch(/^[\p{L}\p{N}_][\p{L}\p{N}._-]*$/u);
        expect([...stem].length).toBeLessThanOrEqual(80);
      }),
      { seed: 1, examples: [["../../etc/passwd"], [""], ["<script>.csv"], [".hidden"]] },
    );
  });

  it("is another for each format", () => {
    const names = formatNames.map((format) => formatFileName("a", format));
    expect(new Set(names).size).toBe(formatNames.length);
    expect(names).toContain("a.csv");
    expect(names).toContain("a-adjacency.csv");
  });
});
