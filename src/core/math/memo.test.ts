import { expect, it } from "vitest";
import { createMemo } from "./memo.ts";

it("makes a value once while it is remembered, and never has more than it may", () => {
  const memo = createMemo<string, number>(2);
  const made: string[] = [];
  const ask = (key: string) =>
    memo(key, () => {
      made.push(key);
      return key.length;
    });
  for (const key of ["a", "bb", "a", "bb"]) expect(ask(key)).toBe(key.length);
  expect(made).toEqual(["a", "bb"]);
  for (const key of ["ccc", "a", "ccc"]) expect(ask(key)).toBe(key.length);
  expect(made).toEqual(["a", "bb", "ccc", "a"]);
});
