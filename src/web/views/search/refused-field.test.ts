import { expect, test } from "vitest";
import { runSpec } from "../../../core/index.ts";
import { refusedField } from "./refused-field.ts";

const fields = [
  "search",
  "score",
  "seed",
  "timeLimit",
  "penalty",
  "penaltyWeight",
  "learningRate",
  "alpha",
  "truth",
];

function refusal(options: object): string {
  try {
    runSpec(options);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("it was not refused");
}

test.each([
  [{ timeLimit: -1 }, "timeLimit"],
  [{ seed: 1.5 }, "seed"],
  [{ score: "bge", penaltyWeight: 2 }, "penaltyWeight"],
  [{ search: "order", options: { learningRate: 1 } }, "learningRate"],
  [{ search: "pc", options: { alpha: 2 } }, "alpha"],
])("the refusal of %j stands beside %s", (options, field) => {
  expect(refusedField(refusal(options), fields)).toBe(field);
});

test("the first option that the screen has is meant", () => {
  const sentence = "exact: 40 variables need much; use --columns, or --search order";
  expect(refusedField(sentence, fields)).toBe("search");
  expect(refusedField("table: no value; say --missing drop", fields)).toBeNull();
  expect(refusedField('truth: no column is called "x"', fields)).toBe("truth");
});
