import { expect, it } from "vitest";
import { edgeMarks, markWords } from "./edge-marks.ts";

it("marks edges by cause and effect, and those that have gone less", () => {
  const marks = edgeMarks(
    ["a", "b", "c"],
    [
      ["a", "c"],
      ["b", "a"],
    ],
    [
      ["a", "b"],
      ["a", "c"],
    ],
  );
  expect(marks.map((row) => row.map(markWords))).toEqual([
    ["no edge", "no longer an edge", "an edge"],
    ["an edge", "no edge", "no edge"],
    ["no edge", "no edge", "no edge"],
  ]);
});
