import { expect, it } from "vitest";
import { workersText } from "./runner.ts";

it("workersText tells the rate, and who did most first; the fifth and later ones are counted", () => {
  expect(workersText(new Map(), 10)).toBe("");
  const some = new Map([
    ["here 1", 3],
    ["there 2", 12],
  ]);
  expect(workersText(some, 10)).toBe("1.5 per second; there 2: 12, here 1: 3");
  const many = new Map(Array.from({ length: 6 }, (_, k) => [`host ${k}`, 100 - k] as const));
  expect(workersText(many, 10)).toBe(
    "59 per second; host 0: 100, host 1: 99, host 2: 98, host 3: 97, 2 others",
  );
});
