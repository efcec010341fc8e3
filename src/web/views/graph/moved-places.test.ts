import { describe, expect, it } from "vitest";
import { movedFrom, movedText } from "./moved-places.ts";

describe("moved places", () => {
  it("are read as they were kept, to a pixel, also of names that a program might take for something else", () => {
    const moved = new Map([
      ["__proto__", { x: 1.4, y: -2.6 }],
      ["", { x: 0, y: 300 }],
    ]);
    expect(movedFrom(movedText(moved))).toEqual(
      new Map([
        ["__proto__", { x: 1, y: -3 }],
        ["", { x: 0, y: 300 }],
      ]),
    );
  });

  it("are none where there is no text, or one by other hands", () => {
    for (const text of [null, "", "{", "{}", "null", '[1, ["a"], ["a", "1", 2], ["a", null, 2]]'])
      expect(movedFrom(text)).toEqual(new Map());
    expect(movedFrom('[["a", 1, 2], 7]')).toEqual(new Map([["a", { x: 1, y: 2 }]]));
  });
});
