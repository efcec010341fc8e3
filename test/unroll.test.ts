import { describe, expect, it } from "vitest";
import { unrolled } from "../src/kernels/unroll.js";

const source = (...lines: readonly string[]) => lines.join("\n");

describe("unrolled", () => {
  it("writes a block whole for each value, its brackets gone", () => {
    const text = source("unroll: for (const $r of [0, 2]) {", "  x = $r * a;", "  c$r += x;", "}", "done;");
    expect(unrolled(text)).toBe(source("x = 0 * a;", "c0 += x;", "x = 2 * a;", "c2 += x;", "done;"));
  });

  it("writes a line for each value of a range, until its block ends", () => {
    const text = source("{", "  const $k = each([0, 1]);", "  c$k = $k;", "", "  d;", "}", "c$k;");
    expect(unrolled(text)).toBe(source("{", "  c0 = 0;", "  c1 = 1;", "", "  d;", "}", "c$k;"));
  });

  it("takes the range that was declared first as the outer one", () => {
    const text = source("const $r = each([0, 1]);", "const $k = each([2, 3]);", "c$k$r;");
    expect(unrolled(text)).toBe(source("c20;", "c30;", "c21;", "c31;"));
  });

  it("writes functions for lists of names and ranges, and ranges by name within them", () => {
    const text = source(
      'unroll: for (const [$f, $list] of [["one", [0]], ["two", [0, 1]]]) {',
      "  function $fInto() {",
      "    const $k = each($list);",
      "    unroll: for (const $r of $list) {",
      "      c$r$k;",
      "    }",
      "  }",
      "}",
    );
    expect(unrolled(text)).toBe(
      source(
        "function oneInto() {",
        "  c00;",
        "}",
        "function twoInto() {",
        "  c00;",
        "  c01;",
        "  c10;",
        "  c11;",
        "}",
      ),
    );
  });
});
